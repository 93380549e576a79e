//! Weights of two frames as shaders read them, for motion vectors: those of this frame, and those of
//! the frame before.
//!
//! Both are listed by the same targets, so that a shader reads a delta once for both positions. What
//! is said of this frame lies as it lies without the other ([`encode_row`], [`encode_dense_row`],
//! [`crate::encode_uniform`]), so that a shader that wants no motion reads it as it is.
//!
//! | format | this frame | the frame before |
//! | --- | --- | --- |
//! | row, dense row | first half of the row | second half, laid out alike |
//! | uniform | header and pairs | one weight for each pair, behind all pairs |

use crate::{
    ActiveList, HEADER_WORDS, LayoutError, RowHeader, TextureLayout, UniformCapacity,
    UniformHeader, WeightPair, dense_row_words, encode_dense_row, encode_row, row_words,
};
use alloc::vec::Vec;
use core::mem::offset_of;

/// The targets that are active in this frame or were in the one before, ascending, with both
/// weights. Keeps its memory between frames.
///
/// # Example
/// ```
/// use morph_core::MotionList;
/// let mut list = MotionList::default();
/// list.fill(&[0.5, 0.0, 0.0, 1.0], &[0.25, 0.0, 2.0], 4);
/// let weights = |pairs: &[morph_core::WeightPair]| {
///     pairs.iter().map(|pair| (pair.index, pair.weight)).collect::<Vec<_>>()
/// };
/// assert_eq!(weights(list.current().pairs()), [(0, 0.5), (2, 0.0), (3, 1.0)]);
/// assert_eq!(weights(list.previous().pairs()), [(0, 0.25), (2, 2.0), (3, 0.0)]);
/// ```
#[derive(Debug, Clone, Default)]
pub struct MotionList {
    current: ActiveList,
    previous: ActiveList,
    /// Memory of [`Self::fill_largest`].
    kept: Vec<(WeightPair, f32)>,
}

impl MotionList {
    /// Takes every target of which a weight is not zero, of the first `target_count`. Omitted
    /// weights are zero.
    pub fn fill(&mut self, weights: &[f32], previous: &[f32], target_count: usize) {
        self.current.pairs.clear();
        self.previous.pairs.clear();
        let count = weights.len().max(previous.len()).min(target_count);
        for at in 0..count {
            let of = |list: &[f32]| list.get(at).copied().unwrap_or(0.0);
            let (weight, before) = (of(weights), of(previous));
            if weight != 0.0 || before != 0.0 {
                self.push(at as u32, weight, before);
            }
        }
    }

    /// Takes at most `capacity` targets: those whose larger weight of both is the largest by
    /// magnitude, ties to the lower index, in ascending order of index. Returns how many active
    /// ones were dropped.
    pub fn fill_largest(
        &mut self,
        weights: &[f32],
        previous: &[f32],
        target_count: usize,
        capacity: usize,
    ) -> usize {
        self.fill(weights, previous, target_count);
        let dropped = self.len().saturating_sub(capacity);
        if dropped > 0 {
            let both = self.current.pairs.iter().zip(&self.previous.pairs);
            self.kept.clear();
            self.kept.extend(both.map(|(pair, before)| (*pair, before.weight)));
            let size = |(pair, before): &(WeightPair, f32)| pair.weight.abs().max(before.abs());
            self.kept.sort_unstable_by(|a, b| {
                size(b).total_cmp(&size(a)).then(a.0.index.cmp(&b.0.index))
            });
            self.kept.truncate(capacity);
            self.kept.sort_unstable_by_key(|(pair, _)| pair.index);
            self.current.pairs.clear();
            self.previous.pairs.clear();
            for at in 0..self.kept.len() {
                let (WeightPair { index, weight }, before) = self.kept[at];
                self.push(index, weight, before);
            }
        }
        dropped
    }

    fn push(&mut self, index: u32, weight: f32, before: f32) {
        self.current.pairs.push(WeightPair { index, weight });
        self.previous.pairs.push(WeightPair { index, weight: before });
    }

    /// The targets with the weights of this frame; some may be zero.
    #[must_use]
    pub const fn current(&self) -> &ActiveList {
        &self.current
    }

    /// The same targets with the weights of the frame before; some may be zero.
    #[must_use]
    pub const fn previous(&self) -> &ActiveList {
        &self.previous
    }

    /// Number of targets.
    #[must_use]
    pub fn len(&self) -> usize {
        self.current.len()
    }

    /// Whether no target is or was active.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.current.is_empty()
    }
}

impl UniformCapacity {
    /// Number of targets that the uniform of two frames holds: 64, 256 or 1364.
    #[must_use]
    pub const fn motion_pairs(self) -> u32 {
        match self {
            Self::C64 | Self::C256 => self.pairs(),
            // As many as fill what every device can bind.
            Self::C2046 => 1364,
        }
    }

    /// Bytes of the uniform of two frames: 784, 3088 or 16384.
    #[must_use]
    pub const fn motion_byte_count(self) -> u64 {
        16 + self.motion_pairs() as u64 * 12
    }
}

/// Words of a row of two frames, each half of which is [`row_words`] long.
///
/// # Example
/// ```
/// use morph_core::motion_row_words;
/// assert_eq!(motion_row_words(8, 64), 64);
/// assert_eq!(motion_row_words(52, 64), 256);
/// ```
#[must_use]
pub fn motion_row_words(target_count: u32, align_words: u32) -> u64 {
    halves(row_words(target_count, 1), align_words)
}

/// Words of a dense row of two frames, each half of which is [`dense_row_words`] long.
#[must_use]
pub fn motion_dense_row_words(target_count: u32, align_words: u32) -> u64 {
    halves(dense_row_words(target_count, 1), align_words)
}

fn halves(words: u64, align_words: u32) -> u64 {
    // An even number of words has two halves.
    let align = u64::from(align_words.max(1));
    (2 * words).next_multiple_of(if align % 2 == 0 { align } else { 2 * align })
}

/// Writes one row of two frames: both halves as [`encode_row`] does, with the stride of the whole.
///
/// # Shapes
/// `words` has `row_stride` elements, as [`motion_row_words`] gives.
///
/// # Errors
/// [`LayoutError::Capacity`] where more targets are active than a half holds;
/// [`LayoutError::Destination`] where the row has no halves.
pub fn encode_motion_row(
    vertex_count: u32,
    first_vertex: u32,
    list: &MotionList,
    words: &mut [u32],
) -> Result<(), LayoutError> {
    in_halves(words, [list.current(), list.previous()], |active, half| {
        encode_row(vertex_count, first_vertex, active, half)
    })
}

/// Writes one dense row of two frames: both halves as [`encode_dense_row`] does, with the stride of
/// the whole.
///
/// # Shapes
/// `words` has `row_stride` elements, as [`motion_dense_row_words`] gives.
///
/// # Errors
/// [`LayoutError::Destination`] where the row has no halves, or they are shorter than a header.
pub fn encode_motion_dense_row(
    weights: &[f32],
    previous: &[f32],
    vertex_count: u32,
    first_vertex: u32,
    words: &mut [u32],
) -> Result<(), LayoutError> {
    in_halves(words, [weights, previous], |weights, half| {
        encode_dense_row(weights, vertex_count, first_vertex, half)
    })
}

fn in_halves<T>(
    words: &mut [u32],
    of: [T; 2],
    encode: impl Fn(T, &mut [u32]) -> Result<(), LayoutError>,
) -> Result<(), LayoutError> {
    let (stride, found) = (words.len() as u32, words.len() as u64);
    if found % 2 != 0 {
        return Err(LayoutError::Destination { expected: found + 1, found });
    }
    let (first, second) = words.split_at_mut(words.len() / 2);
    for (half, of) in [first, second].into_iter().zip(of) {
        encode(of, half)?;
        half[offset_of!(RowHeader, row_stride) / 4] = stride;
    }
    Ok(())
}

/// Writes the uniform of two frames: header and pairs as [`crate::encode_uniform`] does, zeros, and
/// behind [`UniformCapacity::motion_pairs`] pairs one weight of the frame before for each.
///
/// # Shapes
/// `words` has `capacity.motion_byte_count() / 4` elements.
///
/// # Errors
/// [`LayoutError::Capacity`] where more targets are active than fit (use
/// [`MotionList::fill_largest`]), [`LayoutError::Destination`] where the slice has another length.
pub fn encode_motion_uniform(
    layout: &TextureLayout,
    first_vertex: u32,
    list: &MotionList,
    capacity: UniformCapacity,
    words: &mut [u32],
) -> Result<(), LayoutError> {
    let (expected, found) = (capacity.motion_byte_count() / 4, words.len() as u64);
    if found != expected {
        return Err(LayoutError::Destination { expected, found });
    }
    let (active, capacity) = (list.len(), capacity.motion_pairs() as usize);
    if active > capacity {
        return Err(LayoutError::Capacity { active, capacity });
    }
    let header = UniformHeader {
        active_count: active as u32,
        tex_width: layout.width(),
        rows_per_band: layout.rows_per_band(),
        first_vertex,
    };
    let (head, rest) = words.split_at_mut(HEADER_WORDS as usize);
    let (pairs, previous) = rest.split_at_mut(2 * capacity);
    head.copy_from_slice(bytemuck::cast_slice(&[header]));
    pairs.fill(0);
    previous.fill(0);
    pairs[..2 * active].copy_from_slice(bytemuck::cast_slice(list.current().pairs()));
    for (word, pair) in previous.iter_mut().zip(list.previous().pairs()) {
        *word = pair.weight.to_bits();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AttributeSet, DeviceLimits, encode_uniform};
    use alloc::vec;

    fn list(weights: &[f32], previous: &[f32]) -> MotionList {
        let mut list = MotionList::default();
        list.fill(weights, previous, 8);
        list
    }

    #[test]
    fn both_halves_of_a_row_list_the_targets_of_both_frames() {
        let mut words = vec![9; 24];
        let list = list(&[0.0, 2.0, 3.0], &[0.5, 0.0, 3.0]);
        encode_motion_row(100, 3, &list, &mut words).unwrap();
        let bits = |weights: [f32; 3]| {
            [0, weights[0].to_bits(), 1, weights[1].to_bits(), 2, weights[2].to_bits()]
        };
        assert_eq!(words[..4], [3, 100, 3, 24]);
        assert_eq!(words[4..10], bits([0.0, 2.0, 3.0]));
        assert_eq!(words[12..16], [3, 100, 3, 24]);
        assert_eq!(words[16..22], bits([0.5, 0.0, 3.0]));
        assert!(words[10..12].iter().chain(&words[22..]).all(|&word| word == 0));
        let odd = encode_motion_row(100, 3, &list, &mut [0; 25]);
        assert_eq!(odd, Err(LayoutError::Destination { expected: 26, found: 25 }));
    }

    #[test]
    fn both_halves_of_a_dense_row_have_a_weight_for_each_target() {
        let mut words = vec![9; 16];
        encode_motion_dense_row(&[0.5, 0.0], &[0.0, 2.0, 1.0], 7, 0, &mut words).unwrap();
        assert_eq!(words[..8], [1, 7, 0, 16, 0.5f32.to_bits(), 0, 0, 0]);
        assert_eq!(words[8..], [2, 7, 0, 16, 0, 2f32.to_bits(), 1f32.to_bits(), 0]);
        assert!(encode_motion_dense_row(&[], &[], 7, 0, &mut [0; 6]).is_err());
    }

    #[test]
    fn rows_of_two_frames_are_even_and_aligned_and_their_halves_hold_all_targets() {
        for targets in [0, 1, 4, 5, 12, 52, 61, 300] {
            for align in [1, 3, 4, 64] {
                for (words, half) in [
                    (motion_row_words(targets, align), row_words(targets, 1)),
                    (motion_dense_row_words(targets, align), dense_row_words(targets, 1)),
                ] {
                    assert!(words % 2 == 0 && words % u64::from(align) == 0);
                    assert!(words / 2 >= half && words < 2 * half + 2 * u64::from(align));
                }
            }
        }
    }

    #[test]
    fn a_uniform_of_two_frames_begins_like_that_of_one() {
        let layout =
            TextureLayout::new(10, 3, AttributeSet::P, &DeviceLimits::WEBGPU_DEFAULT).unwrap();
        let list = list(&[0.0, 2.0, 3.0], &[0.5, 0.0, 3.0]);
        let mut words = vec![7; 196];
        encode_motion_uniform(&layout, 5, &list, UniformCapacity::C64, &mut words).unwrap();
        let mut one = vec![7; 132];
        encode_uniform(&layout, 5, list.current(), UniformCapacity::C64, &mut one).unwrap();
        assert_eq!(words[..132], one);
        assert_eq!(words[132..136], [0.5f32.to_bits(), 0, 3f32.to_bits(), 0]);
        assert!(words[136..].iter().all(|&word| word == 0));
    }

    #[test]
    fn uniforms_of_two_frames_are_no_larger_than_every_device_can_bind() {
        let bytes = UniformCapacity::ALL.map(UniformCapacity::motion_byte_count);
        assert_eq!(bytes, [784, 3088, 16384]);
        // Elements of four words.
        assert!(UniformCapacity::ALL.iter().all(|capacity| capacity.motion_pairs() % 4 == 0));
    }

    #[test]
    fn the_larger_weight_of_both_frames_decides_what_is_kept() {
        let mut list = MotionList::default();
        let dropped = list.fill_largest(&[0.1, 0.0, -0.5, 0.2], &[0.0, 2.0, 0.0, 0.0], 4, 2);
        let of = |list: &ActiveList| list.pairs().iter().map(|p| p.index).collect::<Vec<_>>();
        assert_eq!((dropped, of(list.current()), of(list.previous())), (2, vec![1, 2], vec![1, 2]));
        assert_eq!(list.previous().pairs()[0].weight, 2.0);
        assert_eq!(list.fill_largest(&[1.0], &[], 4, 2), 0);
        assert_eq!(list.len(), 1);
    }
}
