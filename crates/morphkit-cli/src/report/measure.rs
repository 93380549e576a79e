//! What each target of a mesh moves, and how far.

use crate::inspect::MeshReport;
use morphkit::core::{Attribute, MorphMesh, MorphTargets};
use morphkit::gltf::Document;

/// A mesh with targets.
#[derive(Debug)]
pub(super) struct Measured {
    pub(super) mesh: MeshReport,
    /// Vertices of the primitives that have targets.
    pub(super) vertex_count: usize,
    pub(super) targets: Vec<Target>,
}

/// One target, over all primitives.
#[derive(Debug)]
pub(super) struct Target {
    pub(super) index: usize,
    pub(super) name: String,
    /// The vertices that it changes in any attribute.
    pub(super) vertices: Set,
    /// The longest POSITION delta, in the mesh's units.
    pub(super) longest: f64,
    /// The mean length of the POSITION deltas that are not zero.
    pub(super) mean: f64,
    /// Default weight.
    pub(super) weight: f32,
}

impl Measured {
    /// `None` where the mesh has no targets, or an error that the findings tell.
    pub(super) fn new(document: &Document, index: usize) -> Option<Self> {
        let morph = document.mesh(index).ok()?;
        let mesh = MeshReport::new(document, index)?;
        if mesh.target_count == 0 {
            return None;
        }
        let with_targets = || morph.primitives.iter().filter(|p| p.targets.is_some());
        let vertex_count = with_targets().map(|p| p.base.vertex_count()).sum();
        let targets =
            (0..mesh.target_count).map(|target| Target::new(&morph, target, vertex_count));
        let targets = targets.collect();
        Some(Self { mesh, vertex_count, targets })
    }

    pub(super) fn title(&self) -> String {
        match &self.mesh.name {
            Some(name) => format!("{name} (mesh {})", self.mesh.index),
            None => format!("mesh {}", self.mesh.index),
        }
    }
}

impl Target {
    fn new(mesh: &MorphMesh, index: usize, vertex_count: usize) -> Self {
        let mut vertices = Set::new(vertex_count);
        let (mut longest, mut sum, mut count) = (0.0_f64, 0.0, 0_usize);
        let mut first = 0;
        for primitive in &mesh.primitives {
            let Some(targets) = &primitive.targets else { continue };
            for &attribute in targets.attributes() {
                visit(targets, index, attribute, |vertex, delta| {
                    vertices.insert(first + vertex);
                    if attribute == Attribute::Position {
                        let squares = delta.iter().map(|&d| f64::from(d) * f64::from(d));
                        let length = squares.sum::<f64>().sqrt();
                        longest = longest.max(length);
                        sum += length;
                        count += 1;
                    }
                });
            }
            first += primitive.base.vertex_count();
        }
        Self {
            index,
            name: mesh.target_name(index).map_or_else(|| index.to_string(), str::to_owned),
            vertices,
            longest,
            mean: sum / count.max(1) as f64,
            weight: mesh.default_weights.get(index).copied().unwrap_or(0.0),
        }
    }
}

/// Calls `visit` with the vertices whose delta is not zero.
fn visit(
    targets: &MorphTargets,
    target: usize,
    attribute: Attribute,
    mut visit: impl FnMut(usize, &[f32]),
) {
    let Some(deltas) = targets.deltas(target, attribute) else { return };
    for (vertex, delta) in deltas.iter(attribute.delta_components()) {
        if delta.iter().any(|&d| d != 0.0) {
            visit(vertex, delta);
        }
    }
}

/// A set of vertices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Set(Vec<u64>);

impl Set {
    pub(super) fn new(count: usize) -> Self {
        Self(vec![0; count.div_ceil(64)])
    }

    pub(super) fn insert(&mut self, vertex: usize) {
        self.0[vertex / 64] |= 1 << (vertex % 64);
    }

    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// How many are in both.
    pub(super) fn shared(&self, other: &Self) -> usize {
        self.0.iter().zip(&other.0).map(|(a, b)| (a & b).count_ones() as usize).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Target {
        /// Vertices of a range, of 400.
        pub(in crate::report) fn of_range(range: std::ops::Range<usize>) -> Set {
            let mut set = Set::new(400);
            range.for_each(|vertex| set.insert(vertex));
            set
        }
    }

    #[test]
    fn sets_count_what_they_share() {
        let (mut a, mut b) = (Set::new(130), Set::new(130));
        [0, 63, 64, 129].into_iter().for_each(|vertex| a.insert(vertex));
        [63, 100, 129].into_iter().for_each(|vertex| b.insert(vertex));
        assert_eq!((a.len(), b.len(), a.shared(&b)), (4, 3, 2));
    }
}
