//! What holds for computed normals.

use morph_core::normals::{Fill, fill, vertex_normals};
use morph_core::seam::Seams;
use morph_core::{Attribute, Deltas, MorphTargets, TargetDeltas, VertexAttributes};
use proptest::prelude::*;

/// Squares along each side of the sheet.
const SIDE: u32 = 4;

/// A bumpy sheet; the middle column of vertices is there twice, as at a seam.
#[derive(Debug, Clone)]
struct Sheet {
    positions: Vec<[f32; 3]>,
    triangles: Vec<[u32; 3]>,
    /// Moves of each place, the same for twins.
    moves: Vec<[f32; 3]>,
}

impl Sheet {
    /// With computed normals, leant aside by `lean` where they were meant to differ.
    fn base(&self, lean: f32) -> VertexAttributes {
        let mut normals = vertex_normals(&self.positions, &self.triangles).unwrap();
        normals.iter_mut().for_each(|normal| normal[0] += lean);
        let lengths = normals.iter().map(|n| n.iter().map(|c| c * c).sum::<f32>().sqrt());
        let lengths: Vec<_> = lengths.collect();
        for (normal, length) in normals.iter_mut().zip(lengths) {
            *normal = normal.map(|component| component / length);
        }
        let base = VertexAttributes::new(self.positions.len());
        base.with_positions(&self.positions).unwrap().with_normals(&normals).unwrap()
    }

    /// One target that takes each position to another, less what single precision loses.
    fn target(&self, to: impl Fn([f32; 3]) -> [f32; 3]) -> MorphTargets {
        let delta = |&p: &[f32; 3]| [0, 1, 2].map(|component| to(p)[component] - p[component]);
        self.target_of(&self.positions.iter().map(delta).collect::<Vec<_>>())
    }

    fn target_of(&self, deltas: &[[f32; 3]]) -> MorphTargets {
        let target = TargetDeltas::new().with(Attribute::Position, Deltas::from_vec3(deltas));
        MorphTargets::new(self.positions.len(), vec![target]).unwrap().unwrap()
    }

    fn filled(&self, lean: f32, targets: &MorphTargets) -> MorphTargets {
        fill(&self.base(lean), &self.triangles, targets, Fill::Absent).unwrap()
    }

    /// Base normals and deltas, summed up.
    fn normals_at_one(&self, lean: f32, targets: &MorphTargets) -> Vec<[f32; 3]> {
        let base = self.base(lean);
        let filled = self.filled(lean, targets);
        let sum = |(vertex, normal): (usize, &[f32; 3])| {
            let deltas = filled.deltas(0, Attribute::Normal);
            let delta = deltas.and_then(|d| d.get(vertex, 3)).unwrap_or(&[0.0; 3]);
            [0, 1, 2].map(|component| normal[component] + delta[component])
        };
        base.normals().unwrap().iter().enumerate().map(sum).collect()
    }
}

/// Heights and moves in steps of 1/64, so that scaling by 1.5 and by 3 rounds nothing.
fn sheet() -> impl Strategy<Value = Sheet> {
    let places = ((SIDE + 1) * (SIDE + 1)) as usize;
    let step = || (-64_i32..64).prop_map(|steps| steps as f32 / 64.0);
    let moves = prop_oneof![2 => Just([0.0; 3]), 1 => [step(), step(), step()]];
    (prop::collection::vec(step(), places), prop::collection::vec(moves, places)).prop_map(
        |(heights, moves)| {
            let (row, middle) = (SIDE + 1, SIDE / 2);
            let place = |x: u32, y: u32| (y * row + x) as usize;
            let point = |x: u32, y: u32| [x as f32, y as f32, heights[place(x, y)]];
            let main = (0..row * row).map(|v| (v % row, v / row));
            let twins = (0..row).map(|y| (middle, y));
            let all: Vec<_> = main.chain(twins).collect();
            // The squares to the right of the seam take the twins.
            let vertex = |right: bool, x: u32, y: u32| {
                if right && x == middle { row * row + y } else { y * row + x }
            };
            let squares = (0..SIDE * SIDE).map(|s| (s % SIDE, s / SIDE));
            let triangles = squares.flat_map(|(x, y)| {
                let corner = |dx, dy| vertex(x >= middle, x + dx, y + dy);
                let [a, b, c, d] = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
                [[a, b, c], [a, c, d]]
            });
            Sheet {
                positions: all.iter().map(|&(x, y)| point(x, y)).collect(),
                triangles: triangles.collect(),
                moves: all.iter().map(|&(x, y)| moves[place(x, y)]).collect(),
            }
        },
    )
}

fn lean() -> impl Strategy<Value = f32> {
    prop_oneof![Just(0.0), Just(0.5)]
}

/// Rows of a rotation from a quaternion that need not be of unit length.
fn rotation([x, y, z, w]: [f32; 4]) -> [[f32; 3]; 3] {
    let s = 2.0 / (x * x + y * y + z * z + w * w);
    [
        [1.0 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w)],
        [s * (x * y + z * w), 1.0 - s * (x * x + z * z), s * (y * z - x * w)],
        [s * (x * z - y * w), s * (y * z + x * w), 1.0 - s * (x * x + y * y)],
    ]
}

fn apply(rows: &[[f32; 3]; 3], v: [f32; 3]) -> [f32; 3] {
    rows.map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2])
}

#[track_caller]
fn near(found: &[[f32; 3]], expected: &[[f32; 3]], tolerance: f32) {
    assert_eq!(found.len(), expected.len());
    for (vertex, (a, b)) in found.iter().zip(expected).enumerate() {
        let gap = a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(gap < tolerance, "vertex {vertex}: {a:?} is not {b:?}");
    }
}

proptest! {
    #![proptest_config(super::config())]

    #[test]
    fn a_target_that_turns_the_mesh_turns_its_normals(
        sheet in sheet(), lean in lean(), axis in [-1.0_f32..1.0, -1.0_f32..1.0, -1.0_f32..1.0, 0.0_f32..1.0]
    ) {
        prop_assume!(axis.iter().map(|c| c * c).sum::<f32>() > 0.1);
        let rows = rotation(axis);
        let normals = sheet.normals_at_one(lean, &sheet.target(|p| apply(&rows, p)));
        let base = sheet.base(lean);
        let expected: Vec<_> = base.normals().unwrap().iter().map(|&n| apply(&rows, n)).collect();
        near(&normals, &expected, 1e-5);
    }

    #[test]
    fn a_target_that_shifts_the_mesh_needs_no_normals(
        sheet in sheet(), lean in lean(), by in [-1e3_f32..1e3, -1e3_f32..1e3, -1e3_f32..1e3]
    ) {
        let targets = sheet.target_of(&vec![by; sheet.positions.len()]);
        prop_assert!(sheet.filled(lean, &targets).same(&targets));
    }

    #[test]
    fn a_target_that_scales_the_mesh_needs_no_normals(sheet in sheet(), lean in lean()) {
        for factor in [0.5, 1.5, 3.0] {
            let targets = sheet.target(|p| p.map(|component| component * factor));
            prop_assert!(sheet.filled(lean, &targets).same(&targets));
        }
    }

    #[test]
    fn what_is_computed_at_weight_one_is_the_normal_of_the_moved_surface(sheet in sheet()) {
        let targets = sheet.target_of(&sheet.moves);
        let moved = sheet.positions.iter().zip(&sheet.moves);
        let moved: Vec<_> = moved.map(|(p, d)| [0, 1, 2].map(|c| p[c] + d[c])).collect();
        let expected = vertex_normals(&moved, &sheet.triangles).unwrap();
        // Sheets that fold over may cancel out somewhere: the base's normal stays there.
        let base = sheet.base(0.0);
        let or_base = |(found, base): (&[f32; 3], &[f32; 3])| if *found == [0.0; 3] { *base } else { *found };
        let expected: Vec<_> = expected.iter().zip(base.normals().unwrap()).map(or_base).collect();
        near(&sheet.normals_at_one(0.0, &targets), &expected, 1e-5);
    }

    #[test]
    fn what_no_moved_triangle_touches_has_no_delta_and_seams_stay_closed(
        sheet in sheet(), lean in lean()
    ) {
        let base = sheet.base(lean);
        let filled = sheet.filled(lean, &sheet.target_of(&sheet.moves));
        let seams = Seams::new(&sheet.positions);
        let is_moved = |vertex: u32| sheet.moves[vertex as usize] != [0.0; 3];
        let mut touched = vec![false; seams.group_count()];
        for triangle in sheet.triangles.iter().filter(|t| t.iter().any(|&v| is_moved(v))) {
            triangle.iter().for_each(|&v| touched[seams.group(v) as usize] = true);
        }
        let delta = |vertex: u32| {
            filled.deltas(0, Attribute::Normal).and_then(|d| d.get(vertex as usize, 3))
                .map_or([0.0; 3], |d| [d[0], d[1], d[2]])
        };
        for vertex in 0..base.vertex_count() as u32 {
            if !touched[seams.group(vertex) as usize] {
                prop_assert_eq!(delta(vertex), [0.0; 3]);
            }
        }
        prop_assert_eq!(seams.twins().count(), SIDE as usize + 1);
        for twins in seams.twins() {
            prop_assert_eq!(delta(twins[0]).map(f32::to_bits), delta(twins[1]).map(f32::to_bits));
        }
    }

    #[test]
    fn the_order_of_triangles_changes_no_bit(
        sheet in sheet(), lean in lean(), order in Just((0..2 * SIDE * SIDE).collect::<Vec<_>>()).prop_shuffle()
    ) {
        let targets = sheet.target_of(&sheet.moves);
        let shuffled = Sheet {
            triangles: order.iter().map(|&at| sheet.triangles[at as usize]).collect(),
            ..sheet.clone()
        };
        prop_assert_eq!(shuffled.base(lean), sheet.base(lean));
        prop_assert_eq!(shuffled.filled(lean, &targets), sheet.filled(lean, &targets));
    }
}
