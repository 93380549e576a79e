//! A made-up mesh of a case: base, targets and weights, the same in every run.

use crate::case::{Case, Moved, Source};
use anyhow::{Context as _, Result};
use morph_core::{
    Attribute, Deltas, MorphPrimitive, MorphTargets, TargetDeltas, TargetsStats, VertexAttributes,
    VertexOrder,
};
use rayon::prelude::*;
use std::path::Path;

/// Vertices of a block: deltas have one size in each.
const BLOCK: usize = 64;

/// Base, targets and the weights of all instances.
#[derive(Debug)]
pub(crate) struct Scene {
    pub(crate) case: Case,
    pub(crate) base: VertexAttributes,
    pub(crate) targets: MorphTargets,
    /// Instance after instance, one weight a target.
    pub(crate) weights: Vec<f32>,
}

impl Scene {
    /// POSITION and NORMAL. The size of deltas differs from target to target and, by powers of two,
    /// from block to block, so that a wrong scale shows.
    pub(crate) fn new(case: Case) -> Self {
        let vertices = case.vertices;
        let mut base = VertexAttributes::new(vertices);
        let noise = |vertex: usize, component: u32| signed(hash(vertex as u32 * 8 + component, 7));
        let positions = (0..vertices).flat_map(|v| [0, 1, 2].map(|c| noise(v, c))).collect();
        let normals = (0..vertices).flat_map(|v| unit([3, 4, 5].map(|c| noise(v, c)))).collect();
        for (attribute, values) in [(Attribute::Position, positions), (Attribute::Normal, normals)]
        {
            base.insert(attribute, 3, values).expect("three floats a vertex");
        }
        let targets = (0..case.targets).into_par_iter().map(|target| of_target(case, target));
        let targets = targets.collect();
        let targets = MorphTargets::new(vertices, targets)
            .expect("deltas fit the vertices")
            .expect("there are vertices and targets");
        let weights =
            (0..case.instances).flat_map(|instance| of_instance(case, instance)).collect();
        Self { case, base, targets, weights }
    }

    /// The generated head, in the order that suits blocks, with 13 of its targets active.
    pub(crate) fn head(vertices: usize) -> Result<Self> {
        let sample = morph_sample::head(vertices);
        let primitive = &sample.mesh.primitives[0];
        let targets = primitive.targets.as_ref().context("the head has targets")?;
        Self::of_mesh(Source::Head, &primitive.base, targets)
    }

    /// The primitive of a file whose targets hold the most deltas.
    pub(crate) fn of_file(path: &Path) -> Result<Self> {
        let document = morphkit::gltf::open(path)?;
        let meshes = document.meshes()?;
        let primitives = meshes.iter().flat_map(|mesh| &mesh.primitives);
        let size = |primitive: &&MorphPrimitive| {
            let targets = primitive.targets.as_ref()?;
            Some(targets.vertex_count() * targets.target_count())
        };
        let primitive = primitives.max_by_key(size).context("no primitive")?;
        let targets = primitive.targets.as_ref().context("no primitive has targets")?;
        Self::of_mesh(Source::File, &primitive.base, targets)
    }

    /// POSITION and NORMAL of a mesh: what the peers' loops are about.
    fn of_mesh(source: Source, base: &VertexAttributes, targets: &MorphTargets) -> Result<Self> {
        let remap = VertexOrder::Signature.remap(base, targets);
        let (whole, targets) = (remap.base(base)?, remap.targets(targets)?);
        let mut base = VertexAttributes::new(whole.vertex_count());
        for attribute in [Attribute::Position, Attribute::Normal] {
            let values = whole.values(attribute).with_context(|| format!("no {attribute}"))?;
            base.insert(attribute, 3, values.to_vec())?;
        }
        let targets = targets.for_base(&base);
        let coverage = (TargetsStats::new(&targets).coverage() * 100.0).ceil() as u32;
        let (vertices, count) = (targets.vertex_count(), targets.target_count());
        let made = Case::one(vertices, count, count.min(13), Moved::Runs(coverage));
        let case = Case { source, ..made };
        Ok(Self { case, base, targets, weights: of_instance(case, 0) })
    }

    /// The weights of an instance.
    pub(crate) fn weights(&self, instance: usize) -> &[f32] {
        &self.weights[instance * self.case.targets..][..self.case.targets]
    }

    /// Moved pairs of vertex and active target in the first instance.
    pub(crate) fn moved_pairs(&self) -> u64 {
        let weights = self.weights(0);
        (0..self.case.targets)
            .filter(|&target| weights[target] != 0.0)
            .filter_map(|target| self.targets.deltas(target, Attribute::Position))
            .map(|deltas| deltas.values().len() as u64 / 3)
            .sum()
    }
}

fn of_target(case: Case, target: usize) -> TargetDeltas {
    let moved: Vec<u32> = (0..case.vertices as u32)
        .filter(|&vertex| {
            let run = vertex as usize / case.moved.run();
            let share = (u64::from(hash(run as u32, target as u32)) * 100) >> 32;
            share < u64::from(case.moved.percent())
        })
        .collect();
    let reach = 0.05 * (1 + target % 7) as f32;
    let values = |first: u32| -> Vec<f32> {
        let of = |&vertex: &u32| {
            let block = vertex / BLOCK as u32;
            let shrink = 0.5_f32.powi((hash(block, target as u32 + 0x51) % 6) as i32);
            [0, 1, 2].map(|c| {
                let noise = hash(vertex * 8 + first + c, target as u32 * 0x9E37 + 17);
                signed(noise) * reach * shrink
            })
        };
        moved.iter().flat_map(of).collect()
    };
    let deltas = |first| {
        if moved.len() == case.vertices {
            Deltas::Dense(values(first))
        } else {
            Deltas::Sparse { indices: moved.clone(), values: values(first) }
        }
    };
    TargetDeltas::new().with(Attribute::Position, deltas(0)).with(Attribute::Normal, deltas(3))
}

/// Weights of 0.1 to 1 for as many targets as are active, drawn for this instance.
fn of_instance(case: Case, instance: usize) -> Vec<f32> {
    let mut targets: Vec<usize> = (0..case.targets).collect();
    if case.active < case.targets {
        targets.sort_by_key(|&target| hash(target as u32, instance as u32 + 77));
        targets.truncate(case.active);
    }
    let mut weights = vec![0.0; case.targets];
    for target in targets {
        let noise = hash(target as u32, instance as u32 + 999);
        weights[target] = 0.55 + 0.45 * signed(noise);
    }
    weights
}

/// In -1..1.
fn signed(noise: u32) -> f32 {
    (noise >> 8) as f32 / (1 << 23) as f32 - 1.0
}

fn unit(v: [f32; 3]) -> [f32; 3] {
    let length = v.iter().map(|c| c * c).sum::<f32>().sqrt().max(1e-3);
    v.map(|c| c / length)
}

/// Two numbers to one that looks random (Chris Wellons' lowbias32, twice).
pub(crate) fn hash(a: u32, b: u32) -> u32 {
    mix(a.wrapping_mul(0x9E37_79B1).wrapping_add(mix(b.wrapping_add(0x85EB_CA77))))
}

const fn mix(mut x: u32) -> u32 {
    x ^= x >> 16;
    x = x.wrapping_mul(0x7FEB_352D);
    x ^= x >> 15;
    x = x.wrapping_mul(0x846C_A68B);
    x ^ (x >> 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_move_about_their_share() {
        for (moved, percent) in
            [(Moved::Runs(5), 5.0), (Moved::Runs(20), 20.0), (Moved::Scattered(5), 5.0)]
        {
            let case = Case::one(40_000, 52, 52, moved);
            let pairs = Scene::new(case).moved_pairs() as f64;
            let share = 100.0 * pairs / (40_000.0 * 52.0);
            assert!((share - percent).abs() < 0.1 * percent, "{moved:?}: {share}");
        }
    }

    #[test]
    fn instances_have_as_many_active_weights_as_the_case_says_and_not_the_same() {
        let case = Case { instances: 3, ..Case::one(100, 52, 13, Moved::Runs(100)) };
        let scene = Scene::new(case);
        let active = |i| (0..52).filter(|&t| scene.weights(i)[t] != 0.0).collect::<Vec<_>>();
        assert!((0..3).all(|instance| active(instance).len() == 13));
        assert_ne!(active(0), active(1));
    }
}
