//! `EXT_meshopt_compression` and `KHR_meshopt_compression`: compressed bufferViews.
//!
//! A decoder of its own: bindings of the C++ library need a C++ compiler and do not build for
//! wasm32, and the ports to Rust lack the newer codec, or need a newer Rust than this crate does.

mod attributes;
mod filter;
mod indices;
mod layout;
mod stream;
mod triangles;

use crate::error::{MeshoptError, ViewError};
use crate::model::Root;
use layout::Layout;
use std::sync::OnceLock;

/// Decoded views may take this many times the bytes of the file and its buffers ...
const FACTOR: u64 = 256;
/// ... or this many bytes, where that is more.
const ALWAYS_ALLOWED: u64 = 64 << 20;

/// The two extensions; the first is the older one, and has less.
const NAMES: [&str; 2] = ["EXT_meshopt_compression", "KHR_meshopt_compression"];

/// The compressed views of a document, each decoded at most once.
#[derive(Debug)]
pub(crate) struct Compressed {
    /// `None` where a view is not compressed.
    views: Vec<Option<View>>,
    /// What all of them decode to.
    needed: u64,
    limit: u64,
}

#[derive(Debug)]
struct View {
    extension: &'static str,
    layout: Result<Layout, MeshoptError>,
    decoded: OnceLock<Result<Vec<u8>, ViewError>>,
}

impl Compressed {
    /// Reads the extensions of all views; what is wrong with one is told where it is used.
    pub(crate) fn new(root: &Root, total_bytes: usize) -> Self {
        let views: Vec<_> = root
            .buffer_views
            .iter()
            .map(|model| {
                let mut names = NAMES.into_iter().filter(|&n| model.extensions.contains_key(n));
                let extension = names.next()?;
                let layout = match names.next() {
                    Some(beside) => Err(MeshoptError::Both { beside }),
                    None => Layout::read(extension, model),
                };
                Some(View { extension, layout, decoded: OnceLock::new() })
            })
            .collect();
        let layouts = views.iter().flatten().filter_map(|view| view.layout.as_ref().ok());
        let needed = layouts.map(Layout::decoded_bytes).fold(0, u64::saturating_add);
        let limit = (total_bytes as u64).saturating_mul(FACTOR).max(ALWAYS_ALLOWED);
        Self { views, needed, limit }
    }

    /// Whether any view is compressed.
    pub(crate) fn is_any(&self) -> bool {
        self.views.iter().any(Option::is_some)
    }

    /// Whether a filter makes the view's numbers inexact.
    pub(crate) fn is_filtered(&self, view: usize) -> bool {
        let layout = self.views.get(view).and_then(|view| view.as_ref()?.layout.as_ref().ok());
        layout.is_some_and(Layout::is_filtered)
    }

    /// The decoded bytes of a view, `None` where it is not compressed; `slice` finds the
    /// compressed ones.
    pub(crate) fn bytes<'a>(
        &self,
        view: usize,
        slice: impl FnOnce(usize, usize, usize) -> Result<&'a [u8], ViewError>,
    ) -> Option<Result<&[u8], ViewError>> {
        let found = self.views.get(view)?.as_ref()?;
        let decoded = found.decoded.get_or_init(|| {
            let error = |reason| ViewError::Meshopt { view, extension: found.extension, reason };
            let layout = found.layout.as_ref().map_err(|reason| error(reason.clone()))?;
            let (limit, needed) = (self.limit, self.needed);
            if needed > limit {
                return Err(error(MeshoptError::Limit { limit, needed }));
            }
            let bytes = slice(layout.buffer, layout.byte_offset, layout.byte_length)?;
            layout.decode(bytes).map_err(error)
        });
        Some(decoded.as_deref().map_err(Clone::clone))
    }
}
