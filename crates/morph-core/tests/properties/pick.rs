//! Picking finds what testing every triangle finds.

use crate::mesh::{float, target, weight};
use morph_core::pick::{Faces, Hit, Influences, PickMesh, Picker, Ray, Triangles, skin_position};
use morph_core::{MorphTargets, Normalize, TargetDeltas, VertexAttributes, blend};
use proptest::prelude::*;

/// A mesh with triangles in several blocks, in a pose, and rays.
#[derive(Debug, Clone)]
struct Scene {
    base: VertexAttributes,
    targets: Vec<TargetDeltas>,
    weights: Vec<f32>,
    indices: Vec<u32>,
    skin: Option<Skin>,
    rays: Vec<([f32; 3], Aim)>,
}

/// Where a ray goes.
#[derive(Debug, Clone, Copy)]
enum Aim {
    Along([f32; 3]),
    /// Towards a vertex in its pose: rounding decides on which side of it the ray passes, and of
    /// the box that it is a corner of.
    Vertex(usize),
}

#[derive(Debug, Clone)]
struct Skin {
    joints: Vec<u16>,
    weights: Vec<f32>,
    matrices: Vec<[f32; 16]>,
}

const VERTICES: usize = 40;
const TRIANGLES: usize = 200;
const JOINTS: usize = 3;
const PER_VERTEX: usize = 2;

impl Scene {
    fn targets(&self) -> MorphTargets {
        MorphTargets::new(VERTICES, self.targets.clone()).unwrap().unwrap()
    }

    fn rays(&self, positions: &[[f32; 3]]) -> Vec<Ray> {
        let ray = |&(origin, aim): &([f32; 3], Aim)| {
            let direction = match aim {
                Aim::Along(direction) => direction,
                Aim::Vertex(vertex) => [0, 1, 2].map(|c| positions[vertex][c] - origin[c]),
            };
            Ray::new(origin, direction).ok()
        };
        self.rays.iter().filter_map(ray).collect()
    }

    /// Blends everything, skins everything.
    fn positions(&self) -> Vec<[f32; 3]> {
        let targets = self.targets();
        let morphed = blend(&self.base, &targets, &self.weights, Normalize::No).unwrap();
        let positions = morphed.positions().unwrap().iter().copied();
        match &self.skin {
            None => positions.collect(),
            Some(skin) => positions
                .enumerate()
                .map(|(vertex, position)| {
                    let of = vertex * PER_VERTEX..(vertex + 1) * PER_VERTEX;
                    let (joints, weights) = (&skin.joints[of.clone()], &skin.weights[of]);
                    skin_position(position, joints, weights, &skin.matrices)
                })
                .collect(),
        }
    }
}

/// Tests all triangles in order.
fn brute_force(positions: &[[f32; 3]], indices: &[u32], ray: &Ray, faces: Faces) -> Option<Hit> {
    let mut best: Option<Hit> = None;
    for (triangle, corners) in (0..).zip(indices.chunks_exact(3)) {
        let corners = [0, 1, 2].map(|c| positions[corners[c] as usize]);
        let Some(hit) = ray.triangle(&corners, faces) else { continue };
        if best.is_none_or(|best| hit.t < best.t) {
            let (t, barycentrics, front) = (hit.t, hit.barycentrics, hit.front);
            best = Some(Hit { triangle, t, barycentrics, front });
        }
    }
    best
}

/// Bits, so that zeros of other signs and other roundings are told apart.
fn bits(hit: Option<Hit>) -> Option<(u32, u64, [u64; 3], bool)> {
    hit.map(|hit| (hit.triangle, hit.t.to_bits(), hit.barycentrics.map(f64::to_bits), hit.front))
}

/// Whole numbers, so that rays meet edges and corners, triangles lie in each other's planes and
/// several are hit at one `t`.
fn whole() -> impl Strategy<Value = f32> {
    (-3_i8..=3).prop_map(f32::from)
}

fn component() -> impl Strategy<Value = f32> {
    prop_oneof![6 => whole(), 3 => -4.0_f32..4.0, 1 => float()]
}

fn position() -> impl Strategy<Value = [f32; 3]> {
    let huge = prop_oneof![Just(f32::MAX), Just(1e-42), Just(f32::NAN), Just(f32::INFINITY)];
    prop_oneof![
        60 => [component(), component(), component()],
        1 => (component(), huge, component()).prop_map(|(x, y, z)| [x, y, z]),
    ]
}

fn matrix() -> impl Strategy<Value = [f32; 16]> {
    let near = prop_oneof![Just(0.0), Just(1.0), Just(-1.0), -2.0_f32..2.0];
    prop::collection::vec(near, 12).prop_map(|values| {
        let mut matrix = [0.0; 16];
        for (at, value) in values.into_iter().enumerate() {
            matrix[at / 3 * 4 + at % 3] = value;
        }
        matrix
    })
}

fn skin() -> impl Strategy<Value = Skin> {
    // Mostly as they should be: not negative, with a sum of 1. Sometimes neither.
    let pair = prop_oneof![
        30 => (0.0_f32..=1.0).prop_map(|w| [w, 1.0 - w]),
        2 => [0.0_f32..2.0, 0.0_f32..2.0],
        1 => Just([0.0; 2]),
    ];
    let strange = [-1.0_f32..2.0, -1.0_f32..2.0];
    let weights = prop_oneof![
        6 => prop::collection::vec(pair, VERTICES),
        1 => prop::collection::vec(strange, VERTICES),
    ];
    let joints = prop::collection::vec(0..JOINTS as u16, VERTICES * PER_VERTEX);
    (joints, weights, prop::collection::vec(matrix(), JOINTS)).prop_map(
        |(joints, weights, matrices)| Skin {
            joints,
            weights: weights.into_iter().flatten().collect(),
            matrices,
        },
    )
}

fn scene() -> impl Strategy<Value = Scene> {
    let base = prop::collection::vec(position(), VERTICES)
        .prop_map(|positions| VertexAttributes::new(VERTICES).with_positions(&positions).unwrap());
    // Neighbours in the list share vertices, as in strips, so that blocks are places.
    let triangle = (0..VERTICES as u32, 0..6_u32, 0..6_u32)
        .prop_map(|(a, b, c)| [a, b, c].map(|v| v % VERTICES as u32))
        .prop_map(|[a, b, c]| [a, (a + b) % VERTICES as u32, (a + c) % VERTICES as u32]);
    let count = prop_oneof![1 => 1..4_usize, 2 => Just(TRIANGLES)];
    let indices = count
        .prop_flat_map(move |count| prop::collection::vec(triangle.clone(), count))
        .prop_map(|triangles| triangles.into_iter().flatten().collect());
    let one_axis = (0..3_usize, any::<bool>()).prop_map(|(axis, down)| {
        let mut direction = [0.0; 3];
        direction[axis] = if down { -1.0 } else { 1.0 };
        direction
    });
    let direction = prop_oneof![one_axis, [component(), component(), component()]];
    let aim = prop_oneof![
        1 => direction.prop_map(Aim::Along),
        1 => (0..VERTICES).prop_map(Aim::Vertex),
    ];
    let origin = [component(), component(), component()];
    let targets = prop::collection::vec(target(VERTICES), 1..5);
    (
        base,
        targets,
        prop::collection::vec(weight(), 0..6),
        indices,
        prop::option::of(skin()),
        prop::collection::vec((origin, aim), 12),
    )
        .prop_map(|(base, targets, weights, indices, skin, rays)| Scene {
            base,
            targets,
            weights,
            indices,
            skin,
            rays,
        })
}

proptest! {
    #![proptest_config(crate::config())]

    #[test]
    fn picking_equals_testing_every_triangle_bit_for_bit(scene in scene()) {
        let targets = scene.targets();
        let influences = scene.skin.as_ref().map(|skin| Influences {
            per_vertex: PER_VERTEX,
            joints: &skin.joints,
            weights: &skin.weights,
        });
        let mesh = PickMesh {
            base: &scene.base,
            targets: Some(&targets),
            triangles: Triangles::U32(&scene.indices),
            influences,
        };
        let picker = Picker::new(&mesh).unwrap();
        let matrices = scene.skin.as_ref().map_or(&[][..], |skin| &skin.matrices);
        let mut instance = picker.instance();
        instance.set_pose(&scene.weights, matrices).unwrap();
        let positions = scene.positions();
        for ray in scene.rays(&positions) {
            for faces in [Faces::Both, Faces::Front, Faces::Back] {
                for ray in [ray, ray.up_to(1.0)] {
                    let expected = brute_force(&positions, &scene.indices, &ray, faces);
                    prop_assert_eq!(bits(instance.pick(&ray, faces)), bits(expected));
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(crate::config())]

    /// Rays along an edge of the triangle that is an edge of its box: on which side of it they pass
    /// is a matter of rounding, and the box must not know better than the triangle.
    #[test]
    fn rays_that_graze_a_box_are_not_lost(
        place in [-4.0_f32..4.0, -4.0_f32..4.0],
        ends in [-4.0_f32..4.0, -4.0_f32..4.0],
        third in [0.01_f32..4.0, -4.0_f32..4.0, 0.01_f32..4.0],
        axis in 0..3_usize,
        rays in prop::collection::vec(([-4.0_f32..4.0, -4.0_f32..4.0, -4.0_f32..4.0], 0.0_f32..1.0), 100),
    ) {
        let turned = |p: [f32; 3]| [0, 1, 2].map(|c| p[(c + axis) % 3]);
        let [x, z] = place;
        let corners = [[x, ends[0], z], [x, ends[1], z], [x - third[0], third[1], z + third[2]]];
        let corners = corners.map(turned);
        let base = VertexAttributes::new(3).with_positions(&corners).unwrap();
        let triangles = Triangles::NotIndexed;
        let mesh = PickMesh { base: &base, targets: None, triangles, influences: None };
        let mut instance = Picker::new(&mesh).unwrap().instance();
        for (origin, along) in rays {
            let aim = [0, 1, 2].map(|c| corners[0][c] + along * (corners[1][c] - corners[0][c]));
            let ray = Ray::new(origin, [0, 1, 2].map(|c| aim[c] - origin[c])).unwrap();
            let hit = ray.triangle(&corners, Faces::Both);
            prop_assert_eq!(instance.pick(&ray, Faces::Both).map(|hit| hit.t), hit.map(|hit| hit.t));
        }
    }
}

/// Rays that were made to meet something: the law would hold for rays that miss everything.
#[test]
fn the_rays_of_that_law_hit_often() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let (mut hits, mut rays) = (0, 0);
    for _ in 0..20 {
        let scene = scene().new_tree(&mut runner).unwrap().current();
        let positions = scene.positions();
        for ray in scene.rays(&positions) {
            rays += 1;
            hits +=
                usize::from(brute_force(&positions, &scene.indices, &ray, Faces::Both).is_some());
        }
    }
    assert!(hits * 3 > rays, "{hits} of {rays}");
}
