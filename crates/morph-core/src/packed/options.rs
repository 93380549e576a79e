//! What a caller may ask of an encoder.

use super::ErrorBound;
use crate::VertexAttributes;

/// What to ask of an encoder. The default drops nothing but zeros and knows no base.
///
/// # Example
/// ```
/// use morph_core::{VertexAttributes, packed::{ErrorBound, PackOptions}};
/// let base = VertexAttributes::new(2).with_positions(&[[0.0; 3], [2.0, 0.0, 0.0]])?;
/// let options = PackOptions::for_base(&base);
/// assert_eq!(options.bound, Some(ErrorBound::of_radius(1.0)));
/// # Ok::<(), morph_core::AttributesError>(())
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct PackOptions<'a> {
    /// The base that the targets are for. Its positions tell which vertices are at one place, its
    /// normals and tangents by what angle a delta turns them. Without it no vertices are twins, and
    /// directions count as having length 1.
    pub base: Option<&'a VertexAttributes>,
    /// Deltas under this bound are left out; without one, only zeros are.
    pub bound: Option<ErrorBound>,
    /// Refuse what misses the bound, where the encoding does not promise it.
    pub strict: bool,
}

impl<'a> PackOptions<'a> {
    /// The base with its default bound.
    #[must_use]
    pub fn for_base(base: &'a VertexAttributes) -> Self {
        Self { base: Some(base), bound: ErrorBound::for_base(base), strict: false }
    }
}
