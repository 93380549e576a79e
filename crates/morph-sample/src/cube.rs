//! A cube with three shapes.

use crate::curve::sin_cos;
use crate::vector::{Vec3, vec3};
use crate::{Material, Sample, WeightClip};
use morph_core::{
    Attribute, AttributesError, Deltas, MorphMesh, MorphPrimitive, MorphTargets, TargetDeltas,
    VertexAttributes,
};

/// Where a shape takes a point.
type Move = fn(Vec3) -> Vec3;

/// Each face's normal and tangent; the bitangent is their cross product.
const FACES: [(Vec3, Vec3); 6] = [
    (vec3(0.0, 0.0, 1.0), vec3(1.0, 0.0, 0.0)),
    (vec3(1.0, 0.0, 0.0), vec3(0.0, 0.0, -1.0)),
    (vec3(0.0, 0.0, -1.0), vec3(-1.0, 0.0, 0.0)),
    (vec3(-1.0, 0.0, 0.0), vec3(0.0, 0.0, 1.0)),
    (vec3(0.0, 1.0, 0.0), vec3(1.0, 0.0, 0.0)),
    (vec3(0.0, -1.0, 0.0), vec3(1.0, 0.0, 0.0)),
];

/// Corners of a face along tangent and bitangent, against the clock.
const CORNERS: [[f32; 2]; 4] = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];

/// A cube of edge length 1 m around the origin, 24 vertices, with the targets `tall`, `slant`
/// and `twist`, each with POSITION, NORMAL and TANGENT deltas.
///
/// Normals and tangents at weight 1 are those of the moved faces. Default weights are 0; the
/// animation `shapes` raises one target after the other in three seconds.
///
/// # Panics
/// Never: its arrays fit by construction.
///
/// # Example
/// ```
/// let cube = morph_sample::cube();
/// assert_eq!(cube.vertex_count(), 24);
/// assert_eq!(cube.mesh.target_name(2), Some("twist"));
/// ```
#[must_use]
pub fn cube() -> Sample {
    let shapes: [(&str, Move); 3] = [("tall", tall), ("slant", slant), ("twist", twist)];
    let rest = frames(|p| p);
    let targets = shapes.iter().map(|(_, shape)| target(&rest, &frames(shape))).collect();
    let primitive = MorphPrimitive {
        base: base(&rest).expect("every array has 24 elements"),
        targets: MorphTargets::new(24, targets).expect("24 finite deltas each"),
        flat: false,
    };
    let mesh = MorphMesh {
        name: Some("cube".into()),
        target_names: Some(shapes.iter().map(|&(name, _)| name.into()).collect()),
        default_weights: vec![0.0; 3],
        primitives: vec![primitive],
    };
    let indices = (0..6u32).flat_map(|f| [0, 1, 2, 0, 2, 3].map(|c| 4 * f + c)).collect();
    let material =
        Material { base_color: [0.80, 0.42, 0.16, 1.0], roughness: 0.5, ..Material::default() };
    Sample { mesh, indices: vec![indices], material, clip: Some(clip()) }
}

fn tall(p: Vec3) -> Vec3 {
    vec3(p.x, if p.y > 0.0 { 1.0 } else { p.y }, p.z)
}

fn slant(p: Vec3) -> Vec3 {
    if p.y > 0.0 { vec3(p.x, p.y + 0.6 * p.x, p.z) } else { p }
}

fn twist(p: Vec3) -> Vec3 {
    if p.y < 0.0 {
        return p;
    }
    let (sin, cos) = sin_cos(std::f32::consts::FRAC_PI_4);
    vec3(p.x * cos + p.z * sin, p.y, p.z * cos - p.x * sin)
}

/// Position, normal and tangent of a vertex.
type Frame = [Vec3; 3];

fn frames(shape: impl Fn(Vec3) -> Vec3) -> Vec<Frame> {
    let mut frames = Vec::with_capacity(24);
    for (normal, tangent) in FACES {
        let bitangent = normal.cross(tangent);
        let face = CORNERS.map(|[u, v]| shape((normal + tangent * u + bitangent * v) * 0.5));
        for at in 0..4 {
            let (before, after) = (face[(at + 3) % 4] - face[at], face[(at + 1) % 4] - face[at]);
            let normal = after.cross(before).unit_or(normal);
            // The edge along u that this corner belongs to.
            let along = if at < 2 { face[1] - face[0] } else { face[2] - face[3] };
            let along = (along - normal * normal.dot(along)).unit_or(tangent);
            frames.push([face[at], normal, along]);
        }
    }
    frames
}

fn base(rest: &[Frame]) -> Result<VertexAttributes, AttributesError> {
    let array = |at: usize| rest.iter().map(|frame| frame[at].to_array()).collect::<Vec<_>>();
    let tangents: Vec<_> = rest.iter().map(|&[_, _, t]| [t.x, t.y, t.z, 1.0]).collect();
    let corner = |[u, v]: [f32; 2]| [0.5 + 0.5 * u, 0.5 - 0.5 * v];
    let texcoords: Vec<_> = FACES.iter().flat_map(|_| CORNERS.map(corner)).collect();
    VertexAttributes::new(24)
        .with_positions(&array(0))?
        .with_normals(&array(1))?
        .with_tangents(&tangents)?
        .with_texcoords(0, &texcoords)
}

fn target(rest: &[Frame], moved: &[Frame]) -> TargetDeltas {
    let deltas = |at: usize| {
        let of: Vec<_> = rest.iter().zip(moved).map(|(r, m)| (m[at] - r[at]).to_array()).collect();
        Deltas::from_vec3(&of)
    };
    TargetDeltas::new()
        .with(Attribute::Position, deltas(0))
        .with(Attribute::Normal, deltas(1))
        .with(Attribute::Tangent, deltas(2))
}

fn clip() -> WeightClip {
    let mut weights = vec![0.0; 7 * 3];
    for target in 0..3 {
        weights[(2 * target + 1) * 3 + target] = 1.0;
    }
    let times = (0..7u8).map(|key| f32::from(key) * 0.5).collect();
    WeightClip { name: "shapes".into(), times, weights }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_look_outwards_at_rest_and_in_every_shape() {
        for shape in [|p| p, tall, slant, twist] {
            for (at, [_, normal, tangent]) in frames(shape).into_iter().enumerate() {
                let outwards = FACES[at / 4].0;
                assert!(normal.dot(outwards) > 0.3, "vertex {at}: {normal:?}");
                assert!((normal.length() - 1.0).abs() < 1e-6 && normal.dot(tangent).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn triangles_turn_against_the_clock_from_outside() {
        let cube = cube();
        let points = cube.mesh.primitives[0].base.positions().unwrap();
        let normals = cube.mesh.primitives[0].base.normals().unwrap();
        for triangle in cube.indices[0].chunks_exact(3) {
            let [a, b, c] = [0, 1, 2].map(|c| {
                let [x, y, z] = points[triangle[c] as usize];
                vec3(x, y, z)
            });
            let [x, y, z] = normals[triangle[0] as usize];
            assert!((b - a).cross(c - a).dot(vec3(x, y, z)) > 0.5);
        }
    }

    #[test]
    fn slant_and_twist_move_positions_normals_and_tangents() {
        let cube = cube();
        let targets = cube.mesh.primitives[0].targets.as_ref().unwrap();
        // Stretching turns nothing.
        for target in 1..3 {
            for attribute in [Attribute::Position, Attribute::Normal, Attribute::Tangent] {
                let deltas = targets.deltas(target, attribute).unwrap();
                assert!(deltas.values().iter().any(|&v| v.abs() > 0.1), "{target} {attribute}");
            }
        }
    }
}
