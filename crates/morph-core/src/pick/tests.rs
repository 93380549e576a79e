use super::*;
use crate::{Attribute, Deltas, MorphTargets, TargetDeltas, VertexAttributes};
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

const UNIT: [[f32; 3]; 3] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];

fn ray(origin: [f32; 3], direction: [f32; 3]) -> Ray {
    Ray::new(origin, direction).unwrap()
}

fn base(positions: &[[f32; 3]]) -> VertexAttributes {
    VertexAttributes::new(positions.len()).with_positions(positions).unwrap()
}

fn picker(base: &VertexAttributes, triangles: Triangles<'_>) -> Result<Picker, PickError> {
    Picker::new(&PickMesh { base, targets: None, triangles, influences: None })
}

#[test]
fn the_front_is_where_corners_run_counter_clockwise_along_every_axis() {
    for axis in 0..3 {
        let turned = UNIT.map(|p| [0, 1, 2].map(|c| p[(c + 3 - axis) % 3]));
        let place = |depth: f32| {
            let p = [0.25, 0.5, depth];
            [0, 1, 2].map(|c| p[(c + 3 - axis) % 3])
        };
        let towards = [0, 1, 2].map(|c| [0.0, 0.0, -2.0][(c + 3 - axis) % 3]);
        let front = ray(place(3.0), towards);
        let back = ray(place(-3.0), towards.map(|c: f32| -c));
        let expected = Crossing { t: 1.5, barycentrics: [0.25, 0.25, 0.5], front: true };
        assert_eq!(front.triangle(&turned, Faces::Both), Some(expected));
        assert_eq!(front.triangle(&turned, Faces::Front), Some(expected));
        assert_eq!(front.triangle(&turned, Faces::Back), None);
        let expected = Crossing { front: false, ..expected };
        assert_eq!(back.triangle(&turned, Faces::Back), Some(expected));
        assert_eq!(back.triangle(&turned, Faces::Front), None);
        assert_eq!(front.at(1.5), place(0.0).map(f64::from));
    }
}

#[test]
fn edges_corners_and_both_ends_of_the_ray_belong_to_it() {
    let down = [0.0, 0.0, -1.0];
    for (x, y) in [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (0.5, 0.5), (0.5, 0.0), (0.0, 0.25)] {
        let above = ray([x, y, 1.0], down);
        assert_eq!(above.triangle(&UNIT, Faces::Both).map(|hit| hit.t), Some(1.0), "{x} {y}");
        assert!(above.up_to(1.0).triangle(&UNIT, Faces::Both).is_some());
        assert!(above.up_to(0.999).triangle(&UNIT, Faces::Both).is_none());
        assert!(above.up_to(f64::NAN).triangle(&UNIT, Faces::Both).is_none());
        assert!(ray([x, y, 0.0], down).triangle(&UNIT, Faces::Both).is_some());
        assert!(ray([x, y, -1e-30], down).triangle(&UNIT, Faces::Both).is_none());
    }
}

#[test]
fn what_has_no_area_along_the_ray_is_never_hit() {
    let [a, b, c] = UNIT;
    let above = ray([0.25, 0.25, 1.0], [0.0, 0.0, -1.0]);
    for corners in [[a, a, a], [a, b, b], [a, b, [2.0, 0.0, 0.0]]] {
        assert_eq!(above.triangle(&corners, Faces::Both), None, "{corners:?}");
        assert_eq!(ray([0.5, 0.0, 1.0], [0.0, 0.0, -1.0]).triangle(&corners, Faces::Both), None);
    }
    assert_eq!(ray([-1.0, 0.25, 0.0], [1.0, 0.0, 0.0]).triangle(&UNIT, Faces::Both), None);
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        for axis in 0..3 {
            let mut c = c;
            c[axis] = bad;
            assert_eq!(above.triangle(&[a, b, c], Faces::Both), None, "{c:?}");
        }
    }
}

#[test]
fn triangles_at_one_place_give_the_lowest_number_and_broken_ones_are_passed_over() {
    let positions = [UNIT[0], UNIT[1], UNIT[2], [f32::NAN; 3]];
    let mut indices = vec![0_u16, 1, 3, 3, 2, 1];
    indices.extend([0, 1, 2].repeat(200));
    let picker = picker(&base(&positions), Triangles::U16(&indices)).unwrap();
    assert_eq!(picker.block_count(), 4);
    let hit = picker.instance().pick(&ray([0.2, 0.2, 1.0], [0.0, 0.0, -1.0]), Faces::Front);
    assert_eq!(hit.map(|hit| (hit.triangle, hit.t)), Some((2, 1.0)));
}

#[test]
fn a_pose_holds_until_the_next_and_a_refused_one_changes_nothing() {
    let lift = Deltas::from_vec3(&[[0.0, 0.0, 1.0]; 3]);
    let target = TargetDeltas::new().with(Attribute::Position, lift);
    let targets = MorphTargets::new(3, vec![target]).unwrap();
    let base = base(&UNIT);
    let (joints, weights) = ([1, 0, 1, 0, 1, 0], [1.0, 0.0, 1.0, 0.0, 1.0, 0.0]);
    let mesh = PickMesh {
        base: &base,
        targets: targets.as_ref(),
        triangles: Triangles::NotIndexed,
        influences: Some(Influences { per_vertex: 2, joints: &joints, weights: &weights }),
    };
    let picker = Picker::new(&mesh).unwrap();
    assert_eq!(picker.matrix_count(), 2);
    let mut instance = picker.instance();
    let above = ray([0.25, 0.25, 10.0], [0.0, 0.0, -1.0]);
    assert_eq!(instance.pick(&above, Faces::Both), None, "joints have no matrices yet");
    let mut moved = [0.0; 16];
    (moved[0], moved[5], moved[10], moved[14], moved[15]) = (1.0, 1.0, 2.0, 3.0, 1.0);
    let matrices = [[0.0; 16], moved];
    instance.set_pose(&[0.5, 9.0], &matrices).unwrap();
    assert_eq!(instance.pick(&above, Faces::Both).unwrap().t, 6.0);
    let texts: Vec<_> = [
        instance.set_pose(&[f32::NAN], &matrices),
        instance.set_pose(&[], &matrices[..1]),
        instance.set_pose(&[], &[[0.0; 16], [f32::INFINITY; 16]]),
    ]
    .map(|result| result.unwrap_err().to_string())
    .into();
    assert_eq!(
        texts,
        [
            "weights[0]: expected a finite number, got NaN",
            "joint matrices: expected at least 2, got 1",
            "joint matrix 1: expected finite numbers",
        ]
    );
    assert_eq!(instance.pick(&above, Faces::Both).unwrap().t, 6.0);
    instance.set_pose(&[], &matrices).unwrap();
    assert_eq!(instance.pick(&above, Faces::Both).unwrap().t, 7.0);
}

#[test]
fn meshes_and_rays_that_cannot_be_picked_are_refused_with_their_numbers() {
    let three = base(&UNIT);
    let influences = |joints: &'static [u16], weights: &'static [f32]| {
        let influences = Some(Influences { per_vertex: 1, joints, weights });
        let triangles = Triangles::NotIndexed;
        Picker::new(&PickMesh { base: &three, targets: None, triangles, influences }).unwrap_err()
    };
    let errors = [
        picker(&VertexAttributes::new(3), Triangles::NotIndexed).unwrap_err(),
        picker(&base(&UNIT[..2]), Triangles::NotIndexed).unwrap_err(),
        picker(&three, Triangles::U32(&[0, 1, 2, 0, 3, 1])).unwrap_err(),
        influences(&[0; 2], &[1.0; 3]),
        influences(&[0; 3], &[1.0; 4]),
        influences(&[0; 3], &[1.0, f32::NAN, 1.0]),
        Ray::new([0.0; 3], [0.0, f32::NAN, 0.0]).unwrap_err(),
        Ray::new([f32::INFINITY; 3], [1.0; 3]).unwrap_err(),
        Ray::new([0.0; 3], [0.0, -0.0, 0.0]).unwrap_err(),
    ];
    assert_eq!(
        errors.map(|error| error.to_string()),
        [
            "base: expected POSITION, got none",
            "triangles: expected a multiple of 3 corners, got 2",
            "triangle 1: index 3 is not below the vertex count 3",
            "JOINTS: expected 3 values, got 2",
            "WEIGHTS: expected 3 values, got 4",
            "WEIGHTS of vertex 1: expected a finite number, got NaN",
            "ray direction: expected a finite number, got NaN",
            "ray origin: expected a finite number, got inf",
            "ray direction: expected a component that is not 0, got 3 zeros",
        ]
    );
}

#[test]
fn a_mesh_without_triangles_is_never_hit() {
    let picker = picker(&base(&UNIT), Triangles::U32(&[])).unwrap();
    let mut instance = picker.instance();
    assert_eq!(instance.pick(&ray([0.2, 0.2, 1.0], [0.0, 0.0, -1.0]), Faces::Both), None);
    assert_eq!(instance.picker().block_count(), 0);
}
