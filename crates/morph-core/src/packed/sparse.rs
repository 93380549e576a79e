//! Decoded deltas, gathered into sparse targets.

use super::PackError;
use crate::{Attribute, AttributeSet, Deltas, MorphTargets, TargetDeltas};
use alloc::vec::Vec;

/// Targets that grow vertex by vertex.
#[derive(Debug)]
pub(super) struct SparseTargets {
    bands: Vec<Attribute>,
    /// Of each target and band, at `target * bands + place`.
    cells: Vec<(Vec<u32>, Vec<f32>)>,
}

/// Lists that any set may have, and those that each of its words allows besides: a header alone
/// could ask for millions.
const LISTS: u64 = 1 << 18;
const LISTS_A_WORD: u64 = 16;

impl SparseTargets {
    /// # Errors
    /// [`PackError::Malformed`] where so few words promise so many targets.
    pub(super) fn new(
        target_count: u32,
        attributes: AttributeSet,
        word_count: u64,
    ) -> Result<Self, PackError> {
        let bands: Vec<Attribute> = attributes.bands().collect();
        let lists = u64::from(target_count) * bands.len() as u64;
        let most = LISTS + LISTS_A_WORD * word_count;
        if lists > most {
            let (expected, found) = (most / bands.len() as u64, u64::from(target_count));
            return Err(PackError::Malformed { word: 2, expected, found });
        }
        let mut cells = Vec::new();
        cells.resize_with(lists as usize, Default::default);
        Ok(Self { bands, cells })
    }

    /// Adds a vertex, above those that the target has: the components of all bands.
    pub(super) fn push(&mut self, target: u32, vertex: u32, delta: &[f32]) {
        let first = target as usize * self.bands.len();
        let mut delta = delta;
        for (band, (indices, values)) in self.bands.iter().zip(&mut self.cells[first..]) {
            let (of_band, rest) = delta.split_at(band.delta_components());
            delta = rest;
            if of_band.iter().any(|d| *d != 0.0) {
                indices.push(vertex);
                values.extend_from_slice(of_band);
            }
        }
    }

    /// # Errors
    /// [`PackError::Targets`] where deltas are not finite.
    pub(super) fn finish(self, vertex_count: u32) -> Result<MorphTargets, PackError> {
        let mut cells = self.cells.into_iter();
        let mut targets = Vec::new();
        while cells.len() > 0 {
            let mut target = TargetDeltas::new();
            for (attribute, (indices, values)) in self.bands.iter().zip(&mut cells) {
                target = target.with(*attribute, Deltas::Sparse { indices, values });
            }
            targets.push(target);
        }
        match MorphTargets::new(vertex_count as usize, targets)? {
            Some(targets) => Ok(targets),
            // A layout has at least one vertex and one target.
            None => Err(crate::LayoutError::NoBands.into()),
        }
    }
}
