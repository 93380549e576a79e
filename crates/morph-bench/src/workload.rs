//! A mesh with targets, made up.

use crate::Coverage;
use morph_core::Attribute::{Normal, Position, Tangent};
use morph_core::{Attribute, Deltas, MorphTargets, TargetDeltas, VertexAttributes};

/// Vertices that a sparse target moves in one go.
const RUN: usize = 96;

/// The largest component of a delta. Bases are within 1.
const REACH: f32 = 0.05;

/// A base and targets, and weights that are all active.
#[derive(Debug, Clone)]
pub struct Workload {
    /// The base. Normals and tangents are unit vectors.
    pub base: VertexAttributes,
    /// The targets.
    pub targets: MorphTargets,
    /// One weight a target, frame by frame; none of them is zero.
    pub weights: Vec<f32>,
}

impl Workload {
    /// POSITION, NORMAL and TANGENT, and one frame of weights.
    ///
    /// Sparse targets move runs of 96 vertices, the last of them cut where the share is reached.
    ///
    /// # Panics
    /// Where there are no vertices or no targets.
    #[must_use]
    pub fn new(vertex_count: usize, target_count: usize, coverage: Coverage) -> Self {
        Self::with(&[Position, Normal, Tangent], vertex_count, target_count, coverage, 1)
    }

    /// POSITION alone, and the weights of many frames.
    ///
    /// # Panics
    /// Where there are no vertices or no targets.
    #[must_use]
    pub fn sequence(
        vertex_count: usize,
        target_count: usize,
        coverage: Coverage,
        frame_count: usize,
    ) -> Self {
        Self::with(&[Position], vertex_count, target_count, coverage, frame_count)
    }

    fn with(
        attributes: &[Attribute],
        vertex_count: usize,
        target_count: usize,
        coverage: Coverage,
        frame_count: usize,
    ) -> Self {
        let mut noise = Noise(0x9E37_79B9_7F4A_7C15);
        let mut base = VertexAttributes::new(vertex_count);
        for &attribute in attributes {
            let components = if attribute == Tangent { 4 } else { 3 };
            let mut values = noise.floats(vertex_count * components, 1.0);
            if attribute.is_direction() {
                values.chunks_exact_mut(components).for_each(make_unit);
            }
            base.insert(attribute, components, values).expect("as many floats as vertices ask for");
        }
        let targets = (0..target_count).map(|target| {
            let percent = coverage.percent(target, target_count);
            let vertices = moved(vertex_count, percent, &mut noise);
            attributes.iter().fold(TargetDeltas::new(), |target, &attribute| {
                let values = noise.floats(vertices.len() * 3, REACH);
                let deltas = if vertices.len() == vertex_count {
                    Deltas::Dense(values)
                } else {
                    Deltas::Sparse { indices: vertices.clone(), values }
                };
                target.with(attribute, deltas)
            })
        });
        let targets = MorphTargets::new(vertex_count, targets.collect())
            .expect("deltas fit the vertices")
            .expect("vertices and targets");
        let weights = (0..target_count * frame_count).map(|_| noise.next() * 0.5 + 0.75).collect();
        Self { base, targets, weights }
    }

    /// The same mesh with every delta stored, zeros as well.
    ///
    /// # Panics
    /// Never: the deltas fitted before.
    #[must_use]
    pub fn to_dense(&self) -> Self {
        let targets = (0..self.targets.target_count()).map(|target| {
            self.targets.attributes().iter().fold(TargetDeltas::new(), |dense, &attribute| {
                dense.with(attribute, Deltas::Dense(self.dense_deltas(target, attribute)))
            })
        });
        let targets = MorphTargets::new(self.targets.vertex_count(), targets.collect())
            .expect("deltas fit the vertices")
            .expect("vertices and targets");
        Self { base: self.base.clone(), targets, weights: self.weights.clone() }
    }

    /// Three floats a vertex, zeros where the target stores nothing.
    #[must_use]
    pub fn dense_deltas(&self, target: usize, attribute: Attribute) -> Vec<f32> {
        let mut dense = vec![0.0; self.targets.vertex_count() * 3];
        for (vertex, delta) in self.targets.deltas(target, attribute).iter().flat_map(|d| d.iter(3))
        {
            dense[vertex * 3..vertex * 3 + 3].copy_from_slice(delta);
        }
        dense
    }

    /// The arrays of floats that all deltas lie in.
    pub fn delta_arrays(&self) -> impl Iterator<Item = &[f32]> {
        (0..self.targets.target_count()).flat_map(move |target| {
            self.targets
                .attributes()
                .iter()
                .filter_map(move |&attribute| self.targets.deltas(target, attribute))
                .map(Deltas::values)
        })
    }

    /// Bytes of all deltas, with the indices of sparse ones: what one blend must read of them.
    #[must_use]
    pub fn delta_bytes(&self) -> u64 {
        let mut bytes = 0;
        for target in 0..self.targets.target_count() {
            for &attribute in self.targets.attributes() {
                if let Some(deltas) = self.targets.deltas(target, attribute) {
                    let indices = match deltas {
                        Deltas::Dense(_) => 0,
                        Deltas::Sparse { indices, .. } => indices.len(),
                    };
                    bytes += (deltas.values().len() + indices) as u64 * 4;
                }
            }
        }
        bytes
    }
}

/// Gives a direction unit length, and a tangent's handedness its sign.
fn make_unit(direction: &mut [f32]) {
    let length = direction[..3].iter().map(|c| c * c).sum::<f32>().sqrt();
    direction[..3].iter_mut().for_each(|c| *c /= length);
    direction[3..].iter_mut().for_each(|w| *w = w.signum());
}

/// The vertices that a target moves, ascending: runs drawn without putting any back, the last one
/// cut where the share is reached.
fn moved(vertex_count: usize, percent: u32, noise: &mut Noise) -> Vec<u32> {
    let all = 0..vertex_count as u32;
    if percent >= 100 {
        return all.collect();
    }
    let wanted = (vertex_count * percent as usize).div_ceil(100);
    let all: Vec<u32> = all.collect();
    let mut runs: Vec<&[u32]> = all.chunks(RUN).collect();
    let mut vertices = Vec::with_capacity(wanted);
    while vertices.len() < wanted {
        let run = runs.swap_remove(noise.bits() as usize % runs.len());
        vertices.extend(run.iter().take(wanted - vertices.len()));
    }
    vertices.sort_unstable();
    vertices
}

/// Pseudo-random numbers, the same in every run (xorshift64*).
struct Noise(u64);

impl Noise {
    fn bits(&mut self) -> u32 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32) as u32
    }

    /// In -1..1.
    fn next(&mut self) -> f32 {
        (f64::from(self.bits()) / f64::from(u32::MAX) * 2.0 - 1.0) as f32
    }

    fn floats(&mut self, count: usize, reach: f32) -> Vec<f32> {
        (0..count).map(|_| self.next() * reach).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sparse_target_moves_its_share_to_the_vertex() {
        for (vertices, percent, moved) in [(5_000, 20, 1_000), (5_000, 5, 250), (50, 5, 3)] {
            let load = Workload::new(vertices, 52, Coverage::Percent(percent));
            for target in 0..52 {
                let stored = load.targets.deltas(target, Normal).unwrap().values().len() / 3;
                assert_eq!(stored, moved, "target {target} at {percent} % of {vertices}");
            }
        }
    }

    #[test]
    fn sparse_targets_move_whole_runs_but_for_one_and_not_the_same_ones() {
        let load = Workload::new(9_600, 2, Coverage::Percent(5));
        let indices = |target| match load.targets.deltas(target, Position).unwrap() {
            Deltas::Sparse { indices, .. } => indices,
            Deltas::Dense(_) => panic!("target {target} is dense"),
        };
        let run = |first: usize| (first..first + RUN).map(|v| v as u32).collect::<Vec<_>>();
        for runs in [0, 1].map(|target| indices(target).chunks(RUN).collect::<Vec<_>>()) {
            assert!(runs.iter().all(|moved| **moved == run(moved[0] as usize / RUN * RUN)));
        }
        assert_ne!(indices(0), indices(1));
    }

    #[test]
    fn a_sparse_workload_reads_values_and_indices() {
        let bytes = |coverage| Workload::new(9_600, 3, coverage).delta_bytes();
        assert_eq!(bytes(Coverage::Dense), 9_600 * 3 * 3 * 3 * 4);
        assert_eq!(bytes(Coverage::Percent(5)), 9_600 / 20 * 3 * 3 * 4 * 4);
    }

    #[test]
    fn the_dense_twin_has_the_same_deltas() {
        let sparse = Workload::new(500, 2, Coverage::Percent(20));
        let dense = sparse.to_dense();
        assert_eq!(dense.delta_arrays().map(<[f32]>::len).sum::<usize>(), 500 * 2 * 3 * 3);
        for (target, attribute) in [(0, Position), (1, Normal), (1, Tangent)] {
            let sparse = sparse.targets.deltas(target, attribute).unwrap();
            let dense = dense.targets.deltas(target, attribute).unwrap();
            for vertex in 0..500 {
                let there = sparse.get(vertex, 3).unwrap_or(&[0.0; 3]);
                assert_eq!(dense.get(vertex, 3), Some(there));
            }
        }
    }

    #[test]
    fn directions_are_unit_vectors() {
        let load = Workload::new(100, 1, Coverage::Dense);
        for tangent in load.base.tangents().unwrap() {
            let square = tangent[..3].iter().map(|c| c * c).sum::<f32>();
            assert!((square - 1.0).abs() < 1e-6 && tangent[3].abs() == 1.0, "{tangent:?}");
        }
    }
}
