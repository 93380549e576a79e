//! Without the feature `meshopt` no view counts as compressed.

use crate::error::ViewError;
use crate::model::Root;

/// Stands in for the compressed views of a document.
#[derive(Debug)]
pub(crate) struct Compressed;

impl Compressed {
    pub(crate) const fn new(_root: &Root, _total_bytes: usize) -> Self {
        Self
    }

    pub(crate) const fn is_any(&self) -> bool {
        false
    }

    pub(crate) const fn is_filtered(&self, _view: usize) -> bool {
        false
    }

    pub(crate) fn bytes<'a>(
        &self,
        _view: usize,
        _slice: impl FnOnce(usize, usize, usize) -> Result<&'a [u8], ViewError>,
    ) -> Option<Result<&[u8], ViewError>> {
        None
    }
}
