//! Deltas in a linear storage buffer of f32 words: the compat profile and its extension.
//!
//! ```text
//! word = (target * vertex_count + vertex) * stride_words + word_offset(attribute)
//! ```

use crate::{Attribute, AttributeSet, Deltas, LayoutError, MorphTargets, TargetDeltas};
use crate::{TargetsError, limits::DeviceLimits};
use alloc::vec;
use alloc::vec::Vec;

/// Layout of deltas in a storage buffer, target after target, vertex after vertex.
///
/// # Example
/// ```
/// use morph_core::{Attribute, DeviceLimits, LinearLayout};
/// let layout = LinearLayout::compat(100, 3, &DeviceLimits::WEBGPU_DEFAULT)?;
/// assert_eq!(layout.address(2, Attribute::Normal, 7), Some((2 * 100 + 7) * 6 + 3));
/// # Ok::<(), morph_core::LayoutError>(())
/// ```
///
/// # Source
/// The compat profile (stride 6, POSITION then NORMAL) is what Babylon Lite ships.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LinearLayout {
    vertex_count: u32,
    target_count: u32,
    attributes: AttributeSet,
}

impl LinearLayout {
    /// The compat profile: six words, POSITION and NORMAL, zeros where a target lacks one.
    ///
    /// # Errors
    /// As [`LinearLayout::new`].
    pub fn compat(
        vertex_count: u32,
        target_count: u32,
        limits: &DeviceLimits,
    ) -> Result<Self, LayoutError> {
        // spec L21, B18
        Self::new(vertex_count, target_count, AttributeSet::PN, limits)
    }

    /// Any bands.
    ///
    /// # Errors
    /// [`LayoutError::NoBands`] where nothing is moved, [`LayoutError::Buffer`] with both sizes
    /// where one binding cannot hold it.
    pub fn new(
        vertex_count: u32,
        target_count: u32,
        attributes: AttributeSet,
        limits: &DeviceLimits,
    ) -> Result<Self, LayoutError> {
        // spec L6, L22
        if vertex_count == 0 || target_count == 0 || attributes.is_empty() {
            return Err(LayoutError::NoBands);
        }
        let layout = Self { vertex_count, target_count, attributes };
        // At most 2^32 * 2^32 * 201 words: computed with 128 bits, and word indices are u32.
        let bytes = u128::from(vertex_count)
            * u128::from(target_count)
            * u128::from(attributes.stride_words())
            * 4;
        let limit = limits.max_storage_buffer_binding_size.min(u64::from(u32::MAX) * 4);
        if bytes > u128::from(limit) {
            return Err(LayoutError::Buffer {
                vertex_count: vertex_count as usize,
                target_count: target_count as usize,
                bytes: u64::try_from(bytes).unwrap_or(u64::MAX),
                limit,
            });
        }
        Ok(layout)
    }

    /// Number of vertices.
    #[must_use]
    pub const fn vertex_count(&self) -> u32 {
        self.vertex_count
    }

    /// Number of targets.
    #[must_use]
    pub const fn target_count(&self) -> u32 {
        self.target_count
    }

    /// The bands.
    #[must_use]
    pub const fn attributes(&self) -> AttributeSet {
        self.attributes
    }

    /// Words of one vertex of one target.
    #[must_use]
    pub fn stride_words(&self) -> u32 {
        self.attributes.stride_words()
    }

    /// Number of words.
    #[must_use]
    pub fn word_count(&self) -> u64 {
        u64::from(self.vertex_count) * u64::from(self.target_count) * u64::from(self.stride_words())
    }

    /// Number of bytes.
    #[must_use]
    pub fn byte_count(&self) -> u64 {
        self.word_count() * 4
    }

    /// Word where a delta begins, `None` where there is no such band, target or vertex.
    #[must_use]
    pub fn address(&self, target: u32, attribute: Attribute, vertex: u32) -> Option<u64> {
        // spec L20, E5
        let offset = self.attributes.word_offset(attribute)?;
        (target < self.target_count && vertex < self.vertex_count).then(|| {
            (u64::from(target) * u64::from(self.vertex_count) + u64::from(vertex))
                * u64::from(self.stride_words())
                + u64::from(offset)
        })
    }

    /// Writes all words.
    ///
    /// # Shapes
    /// `words` has [`LinearLayout::word_count`] elements.
    ///
    /// # Errors
    /// [`LayoutError::Destination`] where the slice has another length.
    pub fn encode_into(
        &self,
        targets: &MorphTargets,
        words: &mut [f32],
    ) -> Result<(), LayoutError> {
        self.check(words.len())?;
        let of_target = (self.word_count() / u64::from(self.target_count)) as usize;
        for (target, words) in words.chunks_exact_mut(of_target).enumerate() {
            self.encode_words(targets, target, words);
        }
        Ok(())
    }

    /// Writes the words of one target, which begin at `address(target, .., 0)` of the first band:
    /// what changes where this target does.
    ///
    /// # Shapes
    /// `words` has `vertex_count * stride_words` elements.
    ///
    /// # Errors
    /// [`LayoutError::Destination`] where the slice has another length.
    pub fn encode_target_into(
        &self,
        targets: &MorphTargets,
        target: u32,
        words: &mut [f32],
    ) -> Result<(), LayoutError> {
        let expected = u64::from(self.vertex_count) * u64::from(self.stride_words());
        let found = words.len() as u64;
        if expected != found {
            return Err(LayoutError::Destination { expected, found });
        }
        self.encode_words(targets, target as usize, words);
        Ok(())
    }

    fn encode_words(&self, targets: &MorphTargets, target: usize, words: &mut [f32]) {
        // spec L4
        words.fill(0.0);
        let stride = self.stride_words() as usize;
        for attribute in self.attributes.bands() {
            let Some(offset) = self.attributes.word_offset(attribute) else { continue };
            let Some(deltas) = targets.deltas(target, attribute) else { continue };
            for (vertex, delta) in deltas.iter(attribute.delta_components()) {
                if vertex < self.vertex_count as usize {
                    let at = offset as usize + vertex * stride;
                    words[at..at + delta.len()].copy_from_slice(delta);
                }
            }
        }
    }

    /// All words, as [`LinearLayout::encode_into`] writes them.
    #[must_use]
    pub fn encode(&self, targets: &MorphTargets) -> Vec<f32> {
        let mut words = vec![0.0; self.word_count() as usize];
        // The length is right by construction.
        let _ = self.encode_into(targets, &mut words);
        words
    }

    /// The targets that words hold: dense, every band for every target.
    ///
    /// # Errors
    /// [`LayoutError::Destination`] where the slice has another length. The inner result is that
    /// of [`MorphTargets::new`] and fails on words that are not finite.
    pub fn decode(
        &self,
        words: &[f32],
    ) -> Result<Result<Option<MorphTargets>, TargetsError>, LayoutError> {
        self.check(words.len())?;
        let stride = self.stride_words() as usize;
        let vertex_count = self.vertex_count as usize;
        let mut targets = Vec::new();
        for of_target in words.chunks_exact(vertex_count * stride) {
            let mut deltas = TargetDeltas::new();
            for attribute in self.attributes.bands() {
                let Some(offset) = self.attributes.word_offset(attribute) else {
                    continue;
                };
                let (offset, components) = (offset as usize, attribute.delta_components());
                let values = of_target
                    .chunks_exact(stride)
                    .flat_map(|vertex| &vertex[offset..offset + components])
                    .copied()
                    .collect();
                deltas = deltas.with(attribute, Deltas::Dense(values));
            }
            targets.push(deltas);
        }
        Ok(MorphTargets::new(vertex_count, targets))
    }

    fn check(&self, found: usize) -> Result<(), LayoutError> {
        let (expected, found) = (self.word_count(), found as u64);
        if expected == found { Ok(()) } else { Err(LayoutError::Destination { expected, found }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeSet;

    const LIMITS: DeviceLimits = DeviceLimits::WEBGPU_DEFAULT;

    #[test]
    fn the_compat_profile_has_six_words_a_target_and_vertex() {
        let layout = LinearLayout::compat(10, 3, &LIMITS).unwrap();
        assert_eq!((layout.stride_words(), layout.word_count()), (6, 180));
        assert_eq!(layout.address(1, Attribute::Position, 4), Some((10 + 4) * 6));
        assert_eq!(layout.address(3, Attribute::Position, 0), None);
    }

    #[test]
    fn words_of_all_deltas_are_disjoint_and_fill_the_buffer() {
        let attributes = AttributeSet { texcoords: 2, colors: 1, ..AttributeSet::PNT };
        let layout = LinearLayout::new(5, 3, attributes, &LIMITS).unwrap();
        let mut seen = BTreeSet::new();
        for target in 0..3 {
            for attribute in attributes.bands() {
                for vertex in 0..5 {
                    let at = layout.address(target, attribute, vertex).unwrap();
                    for word in at..at + attribute.delta_components() as u64 {
                        assert!(seen.insert(word), "word {word} twice");
                    }
                }
            }
        }
        assert_eq!(seen.into_iter().max().unwrap() + 1, layout.word_count());
    }

    #[test]
    fn encoded_targets_decode_to_the_same_deltas() {
        let target = TargetDeltas::new()
            .with(Attribute::Normal, Deltas::from_vec3(&[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]));
        let targets = MorphTargets::new(2, vec![TargetDeltas::new(), target]).unwrap().unwrap();
        let layout = LinearLayout::compat(2, 2, &LIMITS).unwrap();
        let decoded = layout.decode(&layout.encode(&targets)).unwrap().unwrap().unwrap();
        assert_eq!(decoded.deltas(1, Attribute::Normal), targets.deltas(1, Attribute::Normal));
        assert_eq!(decoded.deltas(0, Attribute::Position), Some(&Deltas::Dense(vec![0.0; 6])));
    }

    #[test]
    fn a_target_alone_is_its_part_of_all_words() {
        let of =
            |by: f32| TargetDeltas::new().with(Attribute::Normal, Deltas::Dense(vec![by; 3 * 4]));
        let targets = MorphTargets::new(4, vec![of(1.0), of(2.0), of(3.0)]).unwrap().unwrap();
        let layout = LinearLayout::compat(4, 3, &LIMITS).unwrap();
        let all = layout.encode(&targets);
        for target in 0..3 {
            let mut words = vec![7.0; 24];
            layout.encode_target_into(&targets, target, &mut words).unwrap();
            assert_eq!(words, all[target as usize * 24..][..24]);
        }
        assert_eq!(
            layout.encode_target_into(&targets, 0, &mut [0.0; 23]),
            Err(LayoutError::Destination { expected: 24, found: 23 })
        );
    }

    #[test]
    fn more_than_one_binding_is_refused_with_both_sizes() {
        let error = LinearLayout::new(1_000_000, 256, AttributeSet::PN, &LIMITS).unwrap_err();
        assert_eq!(
            alloc::format!("{error}"),
            "256 targets of 1000000 vertices: expected at most 134217728 bytes, got 6144000000"
        );
        let widest = AttributeSet { texcoords: !0, colors: !0, ..AttributeSet::PNT };
        let error = LinearLayout::new(u32::MAX, u32::MAX, widest, &LIMITS).unwrap_err();
        assert!(matches!(error, LayoutError::Buffer { bytes: u64::MAX, .. }), "{error}");
    }
}
