//! Random meshes, targets and weights.

use morph_core::{Attribute, Deltas, MorphTargets, Normalize, TargetDeltas, VertexAttributes};
use proptest::prelude::*;

/// Every attribute of a base, with its floats a vertex.
pub(crate) const ATTRIBUTES: [(Attribute, usize); 6] = [
    (Attribute::Position, 3),
    (Attribute::Normal, 3),
    (Attribute::Tangent, 4),
    (Attribute::TexCoord(0), 2),
    (Attribute::Color(0), 4),
    (Attribute::Color(1), 3),
];

/// A base with all attributes, and sparse targets with some.
#[derive(Debug, Clone)]
pub(crate) struct Mesh {
    pub(crate) base: VertexAttributes,
    pub(crate) targets: Vec<TargetDeltas>,
}

impl Mesh {
    pub(crate) fn targets(&self) -> MorphTargets {
        MorphTargets::new(self.base.vertex_count(), self.targets.clone()).unwrap().unwrap()
    }

    /// The same deltas, all of them written out.
    pub(crate) fn dense_targets(&self) -> MorphTargets {
        let count = self.base.vertex_count();
        let dense = |(attribute, deltas): &(Attribute, Deltas)| {
            let components = attribute.delta_components();
            let mut values = vec![0.0; count * components];
            for (vertex, delta) in deltas.iter(components) {
                values[vertex * components..][..components].copy_from_slice(delta);
            }
            (*attribute, Deltas::Dense(values))
        };
        let targets = self
            .targets
            .iter()
            .map(|t| TargetDeltas { attributes: t.attributes.iter().map(dense).collect() });
        MorphTargets::new(count, targets.collect()).unwrap().unwrap()
    }
}

pub(crate) fn float() -> impl Strategy<Value = f32> {
    prop_oneof![8 => -10.0_f32..10.0, 1 => Just(0.0), 1 => Just(-0.0), 1 => -1e6_f32..1e6]
}

pub(crate) fn weight() -> impl Strategy<Value = f32> {
    prop_oneof![6 => -1.5_f32..2.5, 3 => Just(0.0), 1 => Just(1.0), 1 => -1e3_f32..1e3]
}

pub(crate) fn deltas(vertex_count: usize, attribute: Attribute) -> impl Strategy<Value = Deltas> {
    let components = attribute.delta_components();
    let all = prop::collection::vec(float(), vertex_count * components);
    (all, prop::collection::vec(any::<bool>(), vertex_count), any::<bool>()).prop_map(
        move |(values, kept, dense)| {
            if dense {
                return Deltas::Dense(values);
            }
            let indices: Vec<u32> =
                (0..vertex_count as u32).filter(|&i| kept[i as usize]).collect();
            let values = indices
                .iter()
                .flat_map(|&i| &values[i as usize * components..(i as usize + 1) * components])
                .copied()
                .collect();
            Deltas::Sparse { indices, values }
        },
    )
}

pub(crate) fn target(vertex_count: usize) -> impl Strategy<Value = TargetDeltas> {
    let one = |at: usize| {
        let attribute = ATTRIBUTES[at].0;
        prop::option::weighted(0.7, deltas(vertex_count, attribute))
            .prop_map(move |deltas| deltas.map(|d| (attribute, d)))
    };
    (one(0), one(1), one(2), one(3), one(4), one(5)).prop_map(|(a, b, c, d, e, f)| TargetDeltas {
        attributes: [a, b, c, d, e, f].into_iter().flatten().collect(),
    })
}

pub(crate) fn base(vertex_count: usize) -> impl Strategy<Value = VertexAttributes> {
    let floats: usize = ATTRIBUTES.iter().map(|(_, n)| n).sum();
    prop::collection::vec(float(), vertex_count * floats).prop_map(move |values| {
        let mut base = VertexAttributes::new(vertex_count);
        let mut rest = values.as_slice();
        for (attribute, components) in ATTRIBUTES {
            let (own, after) = rest.split_at(vertex_count * components);
            base.insert(attribute, components, own.to_vec()).unwrap();
            rest = after;
        }
        base
    })
}

/// Few vertices mostly; sometimes more than one block holds.
pub(crate) fn mesh() -> impl Strategy<Value = Mesh> {
    let vertices = prop_oneof![24 => 1_usize..6, 1 => 510_usize..516];
    (vertices, 1_usize..12).prop_flat_map(|(vertices, targets)| {
        (base(vertices), prop::collection::vec(target(vertices), targets))
            .prop_map(|(base, targets)| Mesh { base, targets })
    })
}

pub(crate) fn mesh_and_weights() -> impl Strategy<Value = (Mesh, Vec<f32>)> {
    mesh().prop_flat_map(|mesh| {
        let count = mesh.targets.len();
        (Just(mesh), prop::collection::vec(weight(), 0..=count + 1))
    })
}

pub(crate) fn normalize() -> impl Strategy<Value = Normalize> {
    prop_oneof![Just(Normalize::Yes), Just(Normalize::No)]
}

pub(crate) fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|v| v.to_bits()).collect()
}

pub(crate) fn all_bits(vertices: &VertexAttributes) -> Vec<(Attribute, Vec<u32>)> {
    vertices.attributes().map(|a| (a, bits(vertices.values(a).unwrap()))).collect()
}
