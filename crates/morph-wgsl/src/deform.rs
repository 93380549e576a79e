//! The deform pass: its kernels, its base and output words, and its dispatch.

mod files;
mod kernel;
mod name;
mod output;
mod prelude;

pub use kernel::{Deform, DeformLayout};
pub use output::{Interleaved, Output, arena_stride_words};
pub(crate) use prelude::{components, direct_bands, prelude as deform_prelude};

use crate::AttributeSet;
use morph_core::Attribute;

/// Invocations of a workgroup.
pub const WORKGROUP_SIZE: u32 = 64;

/// Workgroups of the first dimension before the second one is used: what every device allows.
pub const DISPATCH_ROW: u32 = 65535;

/// Words (f32) of one vertex of base and output.
///
/// Only what is in the set, in the order of bands: POSITION 3, NORMAL 3, TANGENT 4 (the
/// handedness is copied), `TEXCOORD_n` 2, `COLOR_n` 4.
///
/// # Example
/// ```
/// use morph_wgsl::{AttributeSet, base_stride_words};
/// assert_eq!(base_stride_words(&AttributeSet::PNT), 10);
/// ```
#[must_use]
pub fn base_stride_words(attributes: &AttributeSet) -> u32 {
    attributes.bands().map(base_words).sum()
}

/// Word of the attribute inside that stride, `None` where it is not in the set.
///
/// # Example
/// ```
/// use morph_core::Attribute;
/// use morph_wgsl::{AttributeSet, base_word_offset};
/// let set = AttributeSet { colors: 0b1, ..AttributeSet::PNT };
/// assert_eq!(base_word_offset(&set, Attribute::Color(0)), Some(10));
/// ```
#[must_use]
pub fn base_word_offset(attributes: &AttributeSet, attribute: Attribute) -> Option<u32> {
    attributes
        .has(attribute)
        .then(|| attributes.bands().take_while(|band| *band < attribute).map(base_words).sum())
}

pub(crate) fn base_words(attribute: Attribute) -> u32 {
    match attribute {
        Attribute::Position | Attribute::Normal => 3,
        Attribute::Tangent | Attribute::Color(_) => 4,
        Attribute::TexCoord(_) => 2,
    }
}

/// Workgroups to dispatch: `[columns, lines, instances]`.
///
/// Vertices fill columns of [`WORKGROUP_SIZE`]; past [`DISPATCH_ROW`] workgroups they go on in the
/// next line. The shader leaves out what lies past the last vertex. At most 65535 instances fit
/// one dispatch on every device: bind the rest of the rows for another one.
///
/// # Example
/// ```
/// use morph_wgsl::dispatch;
/// assert_eq!(dispatch(20_000, 3), [313, 1, 3]);
/// assert_eq!(dispatch(64 * 65535 + 1, 1), [65535, 2, 1]);
/// ```
#[must_use]
pub fn dispatch(vertex_count: u32, instances: u32) -> [u32; 3] {
    let groups = vertex_count.div_ceil(WORKGROUP_SIZE);
    [groups.min(DISPATCH_ROW), groups.div_ceil(DISPATCH_ROW), instances]
}

/// Workgroups to dispatch for a frame, `[columns, lines, 1]`.
///
/// # Example
/// ```
/// use morph_wgsl::deform_dispatch;
/// assert_eq!(deform_dispatch(70_000), [65535, 2, 1]);
/// ```
#[must_use]
pub fn deform_dispatch(workgroup_count: u32) -> [u32; 3] {
    [workgroup_count.min(DISPATCH_ROW), workgroup_count.div_ceil(DISPATCH_ROW), 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_vertex_has_an_invocation() {
        for vertex_count in [0, 1, 64, 65, 64 * 65535, 64 * 65535 + 1, u32::MAX] {
            let [x, y, _] = dispatch(vertex_count, 1);
            assert!(x <= 65535 && y <= 65535);
            let invocations = u64::from(x) * u64::from(y) * u64::from(WORKGROUP_SIZE);
            assert!(invocations >= u64::from(vertex_count));
        }
    }

    #[test]
    fn base_offsets_follow_one_another_to_the_stride() {
        let set = AttributeSet { texcoords: 0b101, colors: 0b10, ..AttributeSet::PNT };
        let mut words = 0;
        for band in set.bands() {
            assert_eq!(base_word_offset(&set, band), Some(words));
            words += base_words(band);
        }
        assert_eq!((base_stride_words(&set), words), (18, 18));
        assert_eq!(base_word_offset(&set, Attribute::TexCoord(1)), None);
    }
}
