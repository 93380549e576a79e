//! Meshes of random numbers, for tests that compare one implementation with another.

use crate::hash::Hash;
use crate::vector::vec3;
use crate::{Material, Sample};
use morph_core::{
    Attribute, Deltas, MorphMesh, MorphPrimitive, MorphTargets, TargetDeltas, VertexAttributes,
};

/// A mesh of random base values and random deltas, the same for the same arguments everywhere.
///
/// The base has every one of `attributes`: positions and texture coordinates between -1 and 1,
/// unit normals and tangents, colours between 0 and 1, RGBA in even sets and RGB in odd ones. The
/// first target moves every attribute, any other each one with a chance of four in five; of these
/// deltas one half is dense, the other sparse at about every fourth vertex. Targets are named `random0`, `random1`, ...; their default weights lie between
/// -1 and 1. Triangles join vertices in order.
///
/// # Panics
/// Beyond `u32::MAX` vertices or targets, which no index reaches.
///
/// # Shapes
/// Attributes given twice count once. Without vertices or without targets the primitive has no
/// targets.
///
/// # Example
/// ```
/// use morph_core::Attribute;
/// let sample = morph_sample::random_mesh(7, 100, 12, &[Attribute::Position, Attribute::Color(0)]);
/// assert_eq!((sample.vertex_count(), sample.mesh.target_count()), (100, 12));
/// ```
#[must_use]
pub fn random_mesh(
    seed: u64,
    vertex_count: usize,
    target_count: usize,
    attributes: &[Attribute],
) -> Sample {
    let mut attributes = attributes.to_vec();
    attributes.sort_unstable();
    attributes.dedup();
    let mut hash = Hash::new(seed);
    let mut base = VertexAttributes::new(vertex_count);
    for &attribute in &attributes {
        let (components, values) = base_values(&mut hash, attribute, vertex_count);
        base.insert(attribute, components, values).expect("one element a vertex");
    }
    let targets = (0..target_count)
        .map(|index| {
            let mut target = TargetDeltas::new();
            for &attribute in &attributes {
                if hash.unit() < 0.8 || index == 0 {
                    target = target.with(attribute, deltas(&mut hash, attribute, vertex_count));
                }
            }
            target
        })
        .collect();
    let targets = MorphTargets::new(vertex_count, targets).expect("deltas are finite and in order");
    let mesh = MorphMesh {
        name: Some("random".into()),
        target_names: Some((0..target_count).map(|t| format!("random{t}")).collect()),
        default_weights: (0..target_count).map(|_| hash.signed()).collect(),
        primitives: vec![MorphPrimitive { flat: !base.has(Attribute::Normal), base, targets }],
    };
    let corners = vertex_count as u32 / 3 * 3;
    Sample {
        mesh,
        indices: vec![(0..corners).collect()],
        material: Material::default(),
        clip: None,
    }
}

fn base_values(hash: &mut Hash, attribute: Attribute, count: usize) -> (usize, Vec<f32>) {
    let mut values = Vec::new();
    for _ in 0..count {
        match attribute {
            Attribute::Position => values.extend([(); 3].map(|()| hash.signed())),
            Attribute::TexCoord(_) => values.extend([(); 2].map(|()| hash.signed())),
            Attribute::Color(set) if set % 2 == 1 => values.extend([(); 3].map(|()| hash.unit())),
            Attribute::Color(_) => values.extend([(); 4].map(|()| hash.unit())),
            Attribute::Normal | Attribute::Tangent => {
                let [x, y, z] = [(); 3].map(|()| hash.signed());
                values.extend(vec3(x, y, z).unit_or(vec3(0.0, 0.0, 1.0)).to_array());
                if attribute == Attribute::Tangent {
                    values.push(if hash.signed() < 0.0 { -1.0 } else { 1.0 });
                }
            }
        }
    }
    let components = match attribute {
        Attribute::Position | Attribute::Normal => 3,
        Attribute::TexCoord(_) => 2,
        Attribute::Color(set) if set % 2 == 1 => 3,
        Attribute::Tangent | Attribute::Color(_) => 4,
    };
    (components, values)
}

fn deltas(hash: &mut Hash, attribute: Attribute, vertex_count: usize) -> Deltas {
    let components = attribute.delta_components();
    if hash.unit() < 0.5 {
        return Deltas::Dense(
            (0..vertex_count * components).map(|_| 0.5 * hash.signed()).collect(),
        );
    }
    let indices: Vec<u32> = (0..vertex_count as u32).filter(|_| hash.unit() < 0.25).collect();
    let values = (0..indices.len() * components).map(|_| 0.5 * hash.signed()).collect();
    Deltas::Sparse { indices, values }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Attribute; 5] = [
        Attribute::Position,
        Attribute::Normal,
        Attribute::Tangent,
        Attribute::TexCoord(0),
        Attribute::Color(0),
    ];

    #[test]
    fn the_same_seed_gives_the_same_mesh_and_another_seed_another() {
        let make = |seed| random_mesh(seed, 50, 9, &ALL).mesh;
        let (a, b, c) = (make(1), make(1), make(2));
        assert_eq!(a.primitives[0].base, b.primitives[0].base);
        assert_eq!(a.primitives[0].targets, b.primitives[0].targets);
        assert_eq!(a.default_weights, b.default_weights);
        assert_ne!(a.primitives[0].base, c.primitives[0].base);
    }

    #[test]
    fn dense_sparse_and_missing_deltas_all_occur() {
        let sample = random_mesh(3, 60, 20, &ALL);
        let targets = sample.mesh.primitives[0].targets.as_ref().unwrap();
        let mut seen = [0; 3];
        for target in 0..20 {
            for attribute in ALL {
                seen[match targets.deltas(target, attribute) {
                    None => 0,
                    Some(Deltas::Dense(_)) => 1,
                    Some(Deltas::Sparse { .. }) => 2,
                }] += 1;
            }
        }
        assert!(seen.iter().all(|&n| n > 8), "{seen:?}");
    }

    #[test]
    fn no_vertices_and_no_targets_are_fine() {
        assert!(random_mesh(1, 0, 3, &ALL).mesh.primitives[0].targets.is_none());
        assert!(random_mesh(1, 3, 0, &ALL).mesh.primitives[0].targets.is_none());
    }
}
