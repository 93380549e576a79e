//! Per-frame weights as shaders read them: the only bytes that move in a frame.
//!
//! | format | bytes | used with |
//! | --- | --- | --- |
//! | [`SeedUniform`] | 32 | the seed profile's texture |
//! | [`UniformHeader`] and pairs | 16 + 8 * capacity | tiled textures of any size |
//! | compat | 16 + 4 * targets, at least 24 | the compat profile's buffer |
//! | [`RowHeader`] and pairs | `row_stride` words | linear buffers; one row an instance |

use crate::{ActiveList, LayoutError, TextureLayout, WeightPair};
use bytemuck::{Pod, Zeroable};

/// Bytes of the seed profile's uniform that a frame writes, from offset 0.
pub const SEED_FRAME_BYTES: usize = 16;

/// Buffer bound where a mesh of the compat profile has no targets: count 0, one vertex.
///
/// 24 bytes: the weights are a runtime array, whose buffer must hold the header and one element.
// spec F8
pub const COMPAT_FALLBACK: [u32; 6] = [0, 1, 0, 0, 0, 0];

/// Words before the pairs of a uniform or a row, and before the weights of the compat profile.
pub const HEADER_WORDS: u32 = 4;

/// The seed profile's uniform.
///
/// # Example
/// ```
/// use morph_core::{SeedUniform, TextureLayout};
/// let layout = TextureLayout::seed(5000, 2).unwrap();
/// let uniform = SeedUniform::new(&layout, &[0.5, 0.3]);
/// assert_eq!(uniform.weights, [0.5, 0.3, 0.0, 0.0]);
/// assert_eq!((uniform.count, uniform.tex_width, uniform.rows_per_band), (2, 2048, 3));
/// ```
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default, Pod, Zeroable)]
pub struct SeedUniform {
    /// Weights of the first four targets; omitted ones are 0.
    pub weights: [f32; 4],
    /// Number of targets, at most 4.
    pub count: u32,
    /// Width of the texture.
    pub tex_width: u32,
    /// Rows of one band.
    pub rows_per_band: u32,
    /// 0.
    pub pad: u32,
}

const _: () = {
    assert!(size_of::<SeedUniform>() == 32);
    assert!(core::mem::offset_of!(SeedUniform, count) == 16);
    assert!(core::mem::offset_of!(SeedUniform, tex_width) == 20);
    assert!(core::mem::offset_of!(SeedUniform, rows_per_band) == 24);
    assert!(core::mem::offset_of!(SeedUniform, pad) == 28);
    assert!(size_of::<UniformHeader>() == 16 && size_of::<RowHeader>() == 16);
    assert!(size_of::<WeightPair>() == 8);
};

impl SeedUniform {
    /// The uniform of a layout with the first four weights.
    #[must_use]
    pub fn new(layout: &TextureLayout, weights: &[f32]) -> Self {
        // spec F1
        Self {
            weights: first_four(weights, layout.target_count()),
            count: layout.target_count(),
            tex_width: layout.width(),
            rows_per_band: layout.rows_per_band(),
            pad: 0,
        }
    }
}

/// The 16 bytes that a frame writes in the seed profile: omitted weights, and those of targets
/// that are not stored, are 0.
#[must_use]
pub fn first_four(weights: &[f32], target_count: u32) -> [f32; 4] {
    // spec F2, W8
    let mut four = [0.0; 4];
    for (slot, weight) in four.iter_mut().zip(weights).take(target_count as usize) {
        *slot = *weight;
    }
    four
}

/// Number of (index, weight) pairs that the extended uniform holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum UniformCapacity {
    /// 64 pairs, 528 bytes.
    C64,
    /// 256 pairs, 2064 bytes.
    C256,
    /// 2046 pairs: 16384 bytes, the largest binding that every device has.
    C2046,
}

impl UniformCapacity {
    /// All capacities, ascending.
    pub const ALL: [Self; 3] = [Self::C64, Self::C256, Self::C2046];

    /// Number of pairs.
    #[must_use]
    pub const fn pairs(self) -> u32 {
        match self {
            Self::C64 => 64,
            Self::C256 => 256,
            Self::C2046 => 2046,
        }
    }

    /// Bytes of the uniform.
    #[must_use]
    pub const fn byte_count(self) -> u64 {
        16 + self.pairs() as u64 * 8
    }

    /// The smallest capacity that holds all targets, the largest where none does.
    #[must_use]
    pub fn for_targets(target_count: u32) -> Self {
        // spec F5
        Self::ALL.into_iter().find(|c| c.pairs() >= target_count).unwrap_or(Self::C2046)
    }
}

/// First 16 bytes of the extended uniform.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Pod, Zeroable)]
pub struct UniformHeader {
    /// Number of pairs that count.
    pub active_count: u32,
    /// Width of the texture.
    pub tex_width: u32,
    /// Rows of one band.
    pub rows_per_band: u32,
    /// What `vertex_index` is at the primitive's first vertex.
    // spec F14
    pub first_vertex: u32,
}

/// First 16 bytes of a row in a storage buffer.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Pod, Zeroable)]
pub struct RowHeader {
    /// Number of pairs that count.
    pub active_count: u32,
    /// Number of vertices of the primitive.
    pub vertex_count: u32,
    /// What `vertex_index` is at the primitive's first vertex.
    pub first_vertex: u32,
    /// Words from one row to the next, equal for all rows of a buffer.
    // spec F11
    pub row_stride: u32,
}

/// Words of a row that holds `target_count` pairs, rounded up to a multiple of `align_words`.
///
/// Pairs are padded to a multiple of 4, so that a loop unrolled by 4 has no tail. A row that a
/// draw begins at must lie at a multiple of the device's storage buffer offset alignment.
#[must_use]
pub fn row_words(target_count: u32, align_words: u32) -> u64 {
    // spec F10
    let pairs = u64::from(target_count).next_multiple_of(4);
    (u64::from(HEADER_WORDS) + 2 * pairs).next_multiple_of(u64::from(align_words.max(1)))
}

/// Writes the extended uniform: header, pairs, zeros.
///
/// # Shapes
/// `words` has `capacity.byte_count() / 4` elements.
///
/// # Errors
/// [`LayoutError::Capacity`] where more weights are active than fit (use
/// [`ActiveList::fill_largest`]), [`LayoutError::Destination`] where the slice has another length.
pub fn encode_uniform(
    layout: &TextureLayout,
    first_vertex: u32,
    active: &ActiveList,
    capacity: UniformCapacity,
    words: &mut [u32],
) -> Result<(), LayoutError> {
    // spec F4, F6
    let expected = capacity.byte_count() / 4;
    if words.len() as u64 != expected {
        return Err(LayoutError::Destination { expected, found: words.len() as u64 });
    }
    let header = UniformHeader {
        active_count: active.len() as u32,
        tex_width: layout.width(),
        rows_per_band: layout.rows_per_band(),
        first_vertex,
    };
    encode_pairs(bytemuck::cast(header), active, capacity.pairs() as usize, words)
}

/// Writes one row: header, pairs, zeros to its end.
///
/// # Shapes
/// `words` has `row_stride` elements, as [`row_words`] gives.
///
/// # Errors
/// [`LayoutError::Capacity`] where more weights are active than the row holds.
pub fn encode_row(
    vertex_count: u32,
    first_vertex: u32,
    active: &ActiveList,
    words: &mut [u32],
) -> Result<(), LayoutError> {
    // spec F9, F13
    let header = RowHeader {
        active_count: active.len() as u32,
        vertex_count,
        first_vertex,
        row_stride: words.len() as u32,
    };
    // Whole groups of four: the unrolled loop reads to the end of the last.
    let capacity = words.len().saturating_sub(HEADER_WORDS as usize) / 8 * 4;
    encode_pairs(bytemuck::cast(header), active, capacity, words)
}

fn encode_pairs(
    header: [u32; 4],
    active: &ActiveList,
    capacity: usize,
    words: &mut [u32],
) -> Result<(), LayoutError> {
    // Zeros to the end: spec F12, B4. All words are exact: spec E5.
    let head = HEADER_WORDS as usize;
    if active.len() > capacity || words.len() < head {
        return Err(LayoutError::Capacity { active: active.len(), capacity });
    }
    let pairs: &[u32] = bytemuck::cast_slice(active.pairs());
    words[..head].copy_from_slice(&header);
    words[head..head + pairs.len()].copy_from_slice(pairs);
    words[head + pairs.len()..].fill(0);
    Ok(())
}

/// Words of the compat profile's weights buffer: header, then one weight a target, at least two.
///
/// The shader's struct is 24 bytes with one weight (its alignment is 8), so a buffer for one target
/// has a spare word.
#[must_use]
pub const fn compat_words(target_count: u32) -> u64 {
    let weights = if target_count < 2 { 2 } else { target_count };
    HEADER_WORDS as u64 + weights as u64
}

/// Writes the compat profile's weights buffer: count, vertex count, two zeros, the weights.
/// Omitted weights are zero, extra ones are ignored.
///
/// # Shapes
/// `words` has [`compat_words`] elements.
///
/// # Errors
/// [`LayoutError::Destination`] where the slice has another length.
pub fn encode_compat(
    target_count: u32,
    vertex_count: u32,
    weights: &[f32],
    words: &mut [u32],
) -> Result<(), LayoutError> {
    // spec F7
    let expected = compat_words(target_count);
    if words.len() as u64 != expected {
        return Err(LayoutError::Destination { expected, found: words.len() as u64 });
    }
    let (header, values) = words.split_at_mut(HEADER_WORDS as usize);
    header.copy_from_slice(&[target_count, vertex_count, 0, 0]);
    values.fill(0);
    for (word, weight) in values.iter_mut().zip(weights).take(target_count as usize) {
        *word = weight.to_bits();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AttributeSet, DeviceLimits};
    use alloc::vec;

    #[test]
    fn default_weights_become_the_first_16_bytes() {
        let layout = TextureLayout::seed(5000, 2).unwrap();
        let uniform = SeedUniform::new(&layout, &[0.5, 0.3]);
        let bytes: &[u8] = bytemuck::bytes_of(&uniform);
        let floats: [f32; 4] = bytemuck::pod_read_unaligned(&bytes[..SEED_FRAME_BYTES]);
        assert_eq!(floats, [0.5, 0.3, 0.0, 0.0]);
        let rest: [u32; 4] = bytemuck::pod_read_unaligned(&bytes[16..]);
        assert_eq!((bytes.len(), rest), (32, [2, 2048, 3, 0]));
    }

    #[test]
    fn weights_of_targets_that_are_not_stored_are_zero() {
        assert_eq!(first_four(&[1.0, 2.0, 3.0], 2), [1.0, 2.0, 0.0, 0.0]);
        assert_eq!(first_four(&[1.0; 8], 4), [1.0; 4]);
    }

    #[test]
    fn the_smallest_capacity_that_holds_all_targets_is_taken() {
        for (targets, pairs) in [(1, 64), (64, 64), (65, 256), (257, 2046), (5000, 2046)] {
            assert_eq!(UniformCapacity::for_targets(targets).pairs(), pairs);
        }
        assert_eq!(UniformCapacity::C2046.byte_count(), 16384);
    }

    #[test]
    fn a_uniform_is_header_pairs_and_zeros() {
        let layout =
            TextureLayout::new(10, 3, AttributeSet::P, &DeviceLimits::WEBGPU_DEFAULT).unwrap();
        let mut active = ActiveList::default();
        active.fill(&[0.0, 2.0, 3.0], 3);
        let mut words = vec![7; 132];
        encode_uniform(&layout, 5, &active, UniformCapacity::C64, &mut words).unwrap();
        assert_eq!(words[..8], [2, 10, 1, 5, 1, 2f32.to_bits(), 2, 3f32.to_bits()]);
        assert!(words[8..].iter().all(|&w| w == 0));
    }

    #[test]
    fn a_row_is_padded_to_four_pairs_and_to_the_alignment() {
        assert_eq!((row_words(1, 1), row_words(5, 1), row_words(52, 64)), (12, 20, 128));
        let mut active = ActiveList::default();
        active.fill(&[1.0; 5], 5);
        let mut words = vec![9; 20];
        encode_row(100, 3, &active, &mut words).unwrap();
        assert_eq!(words[..4], [5, 100, 3, 20]);
        assert!(words[14..].iter().all(|&w| w == 0));
        assert_eq!(
            encode_row(100, 3, &active, &mut words[..12]),
            Err(LayoutError::Capacity { active: 5, capacity: 4 })
        );
        assert_eq!(
            encode_row(100, 3, &active, &mut words[..14]),
            Err(LayoutError::Capacity { active: 5, capacity: 4 })
        );
    }

    #[test]
    fn compat_weights_are_zero_filled_and_cut() {
        let mut words = [1; 7];
        encode_compat(3, 50, &[0.5], &mut words).unwrap();
        assert_eq!(words, [3, 50, 0, 0, 0.5f32.to_bits(), 0, 0]);
        encode_compat(3, 50, &[1.0; 9], &mut words).unwrap();
        assert_eq!(words[4..], [1f32.to_bits(); 3]);
        assert!(encode_compat(2, 50, &[], &mut words).is_err());
    }

    #[test]
    fn compat_weights_of_one_target_fill_the_shaders_struct() {
        assert_eq!((compat_words(1), compat_words(2), compat_words(3)), (6, 6, 7));
        let mut words = [9; 6];
        encode_compat(1, 5, &[0.5, 7.0], &mut words).unwrap();
        assert_eq!(words, [1, 5, 0, 0, 0.5f32.to_bits(), 0]);
    }

    #[test]
    fn the_fallback_is_24_bytes_with_no_targets_and_one_vertex() {
        assert_eq!(size_of_val(&COMPAT_FALLBACK), 24);
        assert_eq!(COMPAT_FALLBACK[..2], [0, 1]);
    }
}
