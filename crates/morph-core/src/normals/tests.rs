use super::*;
use crate::{Attribute, Deltas, TargetDeltas};
use alloc::vec;

/// Corners of a cube of side 2.
const CUBE: [[f32; 3]; 8] = [
    [-1.0, -1.0, -1.0],
    [1.0, -1.0, -1.0],
    [-1.0, 1.0, -1.0],
    [1.0, 1.0, -1.0],
    [-1.0, -1.0, 1.0],
    [1.0, -1.0, 1.0],
    [-1.0, 1.0, 1.0],
    [1.0, 1.0, 1.0],
];

/// Each face with its normal: four corners, anticlockwise.
const FACES: [([f32; 3], [usize; 4]); 6] = [
    ([0.0, 0.0, 1.0], [4, 5, 7, 6]),
    ([0.0, 0.0, -1.0], [1, 0, 2, 3]),
    ([1.0, 0.0, 0.0], [5, 1, 3, 7]),
    ([-1.0, 0.0, 0.0], [0, 4, 6, 2]),
    ([0.0, 1.0, 0.0], [6, 7, 3, 2]),
    ([0.0, -1.0, 0.0], [0, 1, 5, 4]),
];

/// A cube whose faces have vertices of their own: 24 vertices, hard edges.
fn hard_cube() -> (VertexAttributes, Vec<[u32; 3]>) {
    let corners = FACES.iter().flat_map(|(normal, face)| face.map(|at| (CUBE[at], *normal)));
    let (positions, normals): (Vec<_>, Vec<_>) = corners.unzip();
    let triangles =
        (0..6).flat_map(|f| [[f * 4, f * 4 + 1, f * 4 + 2], [f * 4, f * 4 + 2, f * 4 + 3]]);
    (base(&positions, &normals), triangles.collect())
}

fn base(positions: &[[f32; 3]], normals: &[[f32; 3]]) -> VertexAttributes {
    let base = VertexAttributes::new(positions.len());
    base.with_positions(positions).unwrap().with_normals(normals).unwrap()
}

/// One target that takes each position to another.
fn moved(base: &VertexAttributes, to: impl Fn([f32; 3]) -> [f32; 3]) -> MorphTargets {
    let positions = base.positions().unwrap().iter();
    let deltas: Vec<_> =
        positions.map(|&p| [0, 1, 2].map(|component| to(p)[component] - p[component])).collect();
    one(TargetDeltas::new().with(Attribute::Position, Deltas::from_vec3(&deltas)))
}

fn one(target: TargetDeltas) -> MorphTargets {
    let count = target.attributes[0].1.values().len() / 3;
    MorphTargets::new(count, vec![target]).unwrap().unwrap()
}

/// Base normals with the deltas of the first target.
fn at_one(base: &VertexAttributes, targets: &MorphTargets) -> Vec<[f32; 3]> {
    let deltas = targets.deltas(0, Attribute::Normal);
    let sum = |(vertex, normal): (usize, &[f32; 3])| {
        let delta = deltas.and_then(|d| d.get(vertex, 3)).unwrap_or(&[0.0; 3]);
        [0, 1, 2].map(|component| normal[component] + delta[component])
    };
    base.normals().unwrap().iter().enumerate().map(sum).collect()
}

#[track_caller]
fn near(found: &[[f32; 3]], expected: &[[f32; 3]]) {
    assert_eq!(found.len(), expected.len());
    for (vertex, (a, b)) in found.iter().zip(expected).enumerate() {
        let gap = a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(gap < 1e-6, "vertex {vertex}: {a:?} is not {b:?}");
    }
}

#[test]
fn a_cube_of_eight_vertices_has_its_diagonals_whichever_way_its_faces_are_cut() {
    let third = 1.0 / 3_f32.sqrt();
    let diagonals = CUBE.map(|corner| corner.map(|component| component * third));
    for cut in 0..64_usize {
        let triangles = FACES.iter().enumerate().flat_map(|(at, (_, face))| {
            let [a, b, c, d] = face.map(|vertex| vertex as u32);
            if cut >> at & 1 == 0 { [[a, b, c], [a, c, d]] } else { [[b, c, d], [b, d, a]] }
        });
        near(&vertex_normals(&CUBE, &triangles.collect::<Vec<_>>()).unwrap(), &diagonals);
    }
}

#[test]
fn a_cube_with_hard_edges_keeps_them() {
    let (cube, triangles) = hard_cube();
    // A shear: the front goes right, and so do the fronts of the sides.
    let sheared = moved(&cube, |[x, y, z]| [x + z, y, z]);
    let filled = fill(&cube, &triangles, &sheared, Fill::Absent).unwrap();
    let half = 0.5_f32.sqrt();
    let expected = cube.normals().unwrap().iter().map(|normal| match normal {
        [1.0, 0.0, 0.0] => [half, 0.0, -half],
        [-1.0, 0.0, 0.0] => [-half, 0.0, half],
        other => *other,
    });
    near(&at_one(&cube, &filled), &expected.collect::<Vec<_>>());
    assert_eq!(filled.deltas(0, Attribute::Normal).unwrap().stored_count(3), 8);
}

#[test]
fn twins_with_one_normal_are_one_vertex_and_stay_so() {
    // A square of two triangles that share no vertices, as unindexed meshes do.
    let places = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]];
    let positions = [0, 1, 2, 0, 2, 3].map(|at: usize| places[at]);
    let square = base(&positions, &[[0.0, 0.0, 1.0]; 6]);
    let triangles = [[0, 1, 2], [3, 4, 5]];
    let folded = moved(&square, |[x, y, _]| [x, y, (x - y).abs()]);
    let filled = fill(&square, &triangles, &folded, Fill::Absent).unwrap();
    let normals = at_one(&square, &filled);
    assert_eq!((normals[0], normals[2]), (normals[3], normals[4]));
    // Folded about the diagonal, which keeps its normal; the corners lean.
    near(&[normals[0], normals[2]], &[[0.0, 0.0, 1.0]; 2]);
    let third = 1.0 / 3_f32.sqrt();
    near(&[normals[1], normals[5]], &[[-third, third, third], [third, -third, third]]);
}

#[test]
fn a_normal_that_was_meant_to_differ_turns_with_the_surface() {
    let triangle = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let leaning = base(&triangle, &[[0.6, 0.0, 0.8]; 3]);
    // A quarter turn about the triangle's own normal, and one about x.
    for (turn, normal) in [
        ((|[x, y, z]| [-y, x, z]) as fn([f32; 3]) -> [f32; 3], [0.0, 0.6, 0.8]),
        (|[x, y, z]| [x, -z, y], [0.6, -0.8, 0.0]),
        (|[x, y, z]| [x, -y, -z], [0.6, 0.0, -0.8]),
    ] {
        let turned = moved(&leaning, turn);
        let filled = fill(&leaning, &[[0, 1, 2]], &turned, Fill::Absent).unwrap();
        near(&at_one(&leaning, &filled), &[normal; 3]);
    }
}

#[test]
fn triangles_without_area_have_no_normal_and_borrow_none() {
    let line = [[0.0; 3], [1.0, 0.0, 0.0], [2.0, 0.0, 0.0]];
    assert_eq!(vertex_normals(&line, &[[0, 1, 2], [0, 0, 1]]).unwrap(), [[0.0; 3]; 3]);
    assert_eq!(vertex_normals(&line, &[]).unwrap(), [[0.0; 3]; 3]);
    let flat = base(&line, &[[0.0, 0.0, 2.0]; 3]);
    // Opened, the triangle has a normal, which counts; of the length that the base's had.
    let opened = moved(&flat, |[x, y, z]| if x == 2.0 { [0.0, 0.0, 3.0] } else { [x, y, z] });
    let filled = fill(&flat, &[[0, 1, 2]], &opened, Fill::Absent).unwrap();
    near(&at_one(&flat, &filled), &[[0.0, -2.0, 0.0]; 3]);
    // Closed, it has none, and the base's stays.
    let open = base(&[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], &[[0.0, 0.0, 1.0]; 3]);
    let closed = moved(&open, |[x, _, z]| [x, 0.0, z]);
    assert!(fill(&open, &[[0, 1, 2]], &closed, Fill::Absent).unwrap().same(&closed));
}

#[test]
fn a_sheet_of_two_sides_with_shared_vertices_cancels_out() {
    let sheet = [[0.1, 0.2, 0.3], [1.0, 0.3, 0.1], [0.2, 1.0, 0.4]];
    assert_eq!(vertex_normals(&sheet, &[[0, 1, 2], [2, 1, 0]]).unwrap(), [[0.0; 3]; 3]);
}

#[test]
fn a_triangle_that_is_listed_twice_changes_nothing() {
    let triangle = [[0.0; 3], [1.0, 0.0, 0.5], [0.0, 1.0, 0.0]];
    let once = vertex_normals(&triangle, &[[0, 1, 2]]).unwrap();
    near(&vertex_normals(&triangle, &[[0, 1, 2], [0, 1, 2]]).unwrap(), &once);
}

#[test]
fn only_what_lacks_normals_is_filled() {
    let triangle = base(&[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], &[[0.0, 0.0, 1.0]; 3]);
    let lean = || {
        let deltas = Deltas::Sparse { indices: vec![1], values: vec![0.0, 0.0, 1.0] };
        TargetDeltas::new().with(Attribute::Position, deltas)
    };
    let normal = |value: f32| Deltas::from_vec3(&[[value; 3]; 3]);
    let none = Deltas::Sparse { indices: vec![], values: vec![] };
    let targets = vec![
        lean(),
        lean().with(Attribute::Normal, normal(0.0)),
        lean().with(Attribute::Normal, none.clone()),
        lean().with(Attribute::Normal, normal(0.25)),
        TargetDeltas::new().with(Attribute::Position, none),
        TargetDeltas::new(),
    ];
    let targets = MorphTargets::new(3, targets).unwrap().unwrap();
    for (which, changed) in [
        (Fill::Absent, vec![0]),
        (Fill::AbsentOrZero, vec![0, 1, 2]),
        (Fill::All, vec![0, 1, 2, 3]),
    ] {
        let filled = fill(&triangle, &[[0, 1, 2]], &targets, which).unwrap();
        for target in 0..6 {
            let found = filled.deltas(target, Attribute::Normal);
            let before = targets.deltas(target, Attribute::Normal);
            assert_eq!(found != before, changed.contains(&target), "{which:?} {target}");
            let positions = |t: &MorphTargets| t.deltas(target, Attribute::Position).cloned();
            assert_eq!(positions(&filled), positions(&targets));
        }
    }
}

#[test]
fn a_base_without_normals_or_positions_has_its_targets_back() {
    let target = one(TargetDeltas::new().with(Attribute::Position, Deltas::from_vec3(&[[1.0; 3]])));
    for base in [
        VertexAttributes::new(1),
        VertexAttributes::new(1).with_positions(&[[0.0; 3]]).unwrap(),
        VertexAttributes::new(1).with_normals(&[[0.0; 3]]).unwrap(),
    ] {
        assert!(fill(&base, &[], &target, Fill::All).unwrap().same(&target));
    }
}

#[test]
fn normals_that_are_no_direction_get_no_delta() {
    let positions = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let triangle = base(&positions, &[[0.0; 3], [f32::NAN; 3], [f32::MAX, 0.0, f32::MAX]]);
    let turned = moved(&triangle, |[x, y, z]| [x, -y, z]);
    let filled = fill(&triangle, &[[0, 1, 2]], &turned, Fill::Absent).unwrap();
    assert!(filled.same(&turned));
}

#[test]
fn positions_that_are_no_number_spoil_only_their_own_triangles() {
    let positions = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [f32::INFINITY, f32::NAN, 0.0]];
    let normals = vertex_normals(&positions, &[[0, 1, 2], [2, 1, 3]]).unwrap();
    near(&normals[..3], &[[0.0, 0.0, 1.0]; 3]);
    assert_eq!(normals[3], [0.0; 3]);
}

#[test]
fn parts_that_meet_with_one_normal_keep_it() {
    // Two squares beside each other; the far side of the left one goes up.
    let square = |x: f32| [[x, 0.0, 0.0], [x + 1.0, 0.0, 0.0], [x + 1.0, 1.0, 0.0], [x, 1.0, 0.0]];
    let [left, right] = [0.0, 1.0].map(|x| base(&square(x), &[[0.0, 0.0, 1.0]; 4]));
    let triangles = &[[0, 1, 2], [0, 2, 3]];
    let lift = moved(&left, |[x, y, _]| [x, y, 1.0 - x]);
    let still =
        one(TargetDeltas::new().with(Attribute::Position, Deltas::from_vec3(&[[0.0; 3]; 4])));
    let part = |base, targets| Part { base, triangles, targets };
    let parts = [part(&left, Some(&lift)), part(&right, Some(&still))];
    let filled = fill_parts(&parts, Fill::Absent).unwrap();
    let [on_left, on_right] =
        [(&left, 0), (&right, 1)].map(|(base, at)| at_one(base, filled[at].as_ref().unwrap()));
    assert_eq!((on_left[1], on_left[2]), (on_right[0], on_right[3]));
    assert!(on_left[1][0] > 0.3 && on_left[1][2] > 0.9, "{:?}", on_left[1]);
    near(&on_right[1..3], &[[0.0, 0.0, 1.0]; 2]);
    // A neighbour without targets stays, and still counts.
    let parts = [part(&left, Some(&lift)), part(&right, None)];
    let again = fill_parts(&parts, Fill::Absent).unwrap();
    assert_eq!(again[0], filled[0]);
    assert!(again[1].is_none());
}

#[test]
fn what_does_not_fit_is_refused_with_numbers() {
    let text = |error: NormalsError| alloc::format!("{error}");
    let found = vertex_normals(&CUBE, &[[0, 1, 2], [0, 8, 1]]).map_err(text);
    assert_eq!(found, Err("part 0, triangle 1: index 8 is not below the vertex count 8".into()));
    let (cube, triangles) = hard_cube();
    let other = one(TargetDeltas::new().with(Attribute::Position, Deltas::from_vec3(&[[1.0; 3]])));
    let found = fill(&cube, &triangles, &other, Fill::All).map_err(text);
    assert_eq!(found, Err("part 0, targets: expected 24 vertices as in the base, got 1".into()));
}

#[test]
fn many_normals_at_one_place_take_no_square_of_time() {
    // More than are compared: the rest stay alone, and nothing is lost.
    let count = 100_000_u32;
    let turn = |v: u32| (v as f32 * 0.37, v as f32 * 0.11);
    let normal = |v: u32| {
        let (a, b) = turn(v);
        [a.sin() * b.cos(), a.cos() * b.cos(), b.sin()]
    };
    let normals: Vec<_> = (0..count).map(normal).collect();
    let positions = vec![[0.0; 3]; count as usize];
    let (smooth, found) =
        smooth::smooth_vertices(&crate::seam::Seams::new(&positions), Some(&normals));
    assert_eq!(smooth.len(), count as usize);
    assert!(found > 64 && smooth.iter().all(|&vertex| vertex < found));
}
