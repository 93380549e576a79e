//! Targets for the tests of this module.

use crate::{Attribute, AttributeSet, Deltas, MorphTargets, TargetDeltas, VertexAttributes};
use alloc::vec;
use alloc::vec::Vec;

/// Band lists of every kind: alone, together, with gaps, with an odd number of components.
pub(super) const BANDS: [AttributeSet; 8] = [
    AttributeSet::P,
    AttributeSet { normal: true, ..AttributeSet::EMPTY },
    AttributeSet::PN,
    AttributeSet::PNT,
    AttributeSet { texcoords: 0b101, ..AttributeSet::EMPTY },
    AttributeSet { texcoords: 1, ..AttributeSet::PN },
    AttributeSet { colors: 0b10, tangent: true, ..AttributeSet::P },
    AttributeSet { texcoords: 0b10, colors: 1, ..AttributeSet::PNT },
];

/// A hash of two numbers.
pub(super) fn hash(a: u32, b: u32) -> u32 {
    let mut x = a.wrapping_mul(0x9e37_79b1) ^ b.wrapping_mul(0x85eb_ca77) ^ 0x5bd1_e995;
    x ^= x >> 16;
    x = x.wrapping_mul(0x7feb_352d);
    x ^= x >> 15;
    x = x.wrapping_mul(0x846c_a68b);
    x ^ x >> 16
}

/// A number from -1 to 1.
pub(super) fn random(a: u32, b: u32) -> f32 {
    (hash(a, b) >> 8) as f32 / (1 << 23) as f32 - 1.0
}

/// Targets that move runs of 96 vertices each; in each block and target all deltas are smaller by a
/// factor of their own, from 1 to 1/32, so that a misplaced scale shows. `percent` of the runs move.
pub(super) fn targets(
    vertex_count: usize,
    target_count: usize,
    bands: AttributeSet,
    percent: u32,
) -> MorphTargets {
    let target = |t: u32| {
        let mut target = TargetDeltas::new();
        for (place, attribute) in (0..).zip(bands.bands()) {
            let components = attribute.delta_components() as u32;
            let mut indices = Vec::new();
            let mut values = Vec::new();
            for vertex in 0..vertex_count as u32 {
                if hash(vertex / 96, t) % 100 >= percent {
                    continue;
                }
                let smaller = (1 << (hash(vertex / 64, t + 77) % 6)) as f32;
                indices.push(vertex);
                for c in 0..components {
                    let value = random(vertex * 8 + c, t * 70 + place);
                    values.push(0.2 * value / smaller);
                }
            }
            target = target.with(attribute, Deltas::Sparse { indices, values });
        }
        target
    };
    let targets = (0..target_count as u32).map(target).collect();
    MorphTargets::new(vertex_count, targets).unwrap().unwrap()
}

/// A base with positions of their own, normals and tangents.
pub(super) fn base(vertex_count: usize) -> VertexAttributes {
    let direction = |v: u32, k: u32| {
        let [x, y, z] = [0, 1, 2].map(|c| random(v * 4 + c, k) + 0.01);
        let length = (x * x + y * y + z * z).sqrt();
        [x / length, y / length, z / length]
    };
    let vertices = 0..vertex_count as u32;
    let position = |v: u32| [0, 1, 2].map(|c| random(v * 4 + c, 1));
    let tangent = |v: u32| {
        let [x, y, z] = direction(v, 3);
        [x, y, z, 1.0]
    };
    VertexAttributes::new(vertex_count)
        .with_positions(&vertices.clone().map(position).collect::<Vec<_>>())
        .unwrap()
        .with_normals(&vertices.clone().map(|v| direction(v, 2)).collect::<Vec<_>>())
        .unwrap()
        .with_tangents(&vertices.map(tangent).collect::<Vec<_>>())
        .unwrap()
}

/// All deltas of a target and attribute, dense.
pub(super) fn dense(targets: &MorphTargets, target: usize, attribute: Attribute) -> Vec<f32> {
    let components = attribute.delta_components();
    let mut values = vec![0.0; targets.vertex_count() * components];
    if let Some(deltas) = targets.deltas(target, attribute) {
        for (vertex, delta) in deltas.iter(components) {
            values[vertex * components..][..components].copy_from_slice(delta);
        }
    }
    values
}
