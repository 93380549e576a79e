use super::face::{Band, EYE, EYE_RADIUS};
use super::shape::Action;
use super::site::{Part, Site};
use super::*;
use crate::vector::vec3;
use morph_core::{TargetsStats, VertexOrder};
use std::collections::BTreeMap;

fn shape_of(name: &str) -> Shape {
    *SHAPES.iter().find(|s| s.name == name).unwrap()
}

fn vectors(values: &[f32]) -> Vec<Vec3> {
    values.chunks_exact(3).map(|v| vec3(v[0], v[1], v[2])).collect()
}

fn dense(sample: &Sample, target: usize, attribute: Attribute) -> Vec<Vec3> {
    let mut all = vec![Vec3::ZERO; sample.vertex_count()];
    let targets = sample.mesh.primitives[0].targets.as_ref().unwrap();
    for (vertex, delta) in targets.deltas(target, attribute).unwrap().iter(3) {
        all[vertex] = vec3(delta[0], delta[1], delta[2]);
    }
    all
}

#[test]
fn the_vertex_count_is_met_exactly() {
    for count in [500, 1234, 5000, 20_000, 100_000] {
        let sample = head(count);
        assert_eq!(sample.vertex_count(), count);
        assert!(sample.indices[0].iter().all(|&v| (v as usize) < count));
    }
    assert_eq!(head(0).vertex_count(), MIN_HEAD_VERTICES);
}

#[test]
fn every_count_finds_room_for_what_rounding_leaves_over() {
    for count in (MIN_HEAD_VERTICES..4000).step_by(7).chain((4000..30_000).step_by(997)) {
        let plan = Plan::for_vertices(count);
        let mut draft = Draft::default();
        shell::add_shell(&mut draft, &plan);
        cover::add_cover(&mut draft, &plan);
        let left = count - plan.vertex_count();
        assert!(draft.spare_count() >= left, "{count}: {left} over {}", draft.spare_count());
    }
}

#[test]
fn names_are_arkits_52_in_its_order() {
    let names = HEAD_TARGET_NAMES;
    assert_eq!((names[0], names[14], names[23]), ("eyeBlinkLeft", "jawForward", "mouthSmileLeft"));
    assert_eq!((names[41], names[46], names[51]), ("browDownLeft", "cheekPuff", "tongueOut"));
    let mut sorted = names.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted.len(), 52);
    let sample = head(500);
    assert_eq!(sample.mesh.target_names.as_deref().unwrap(), names.map(String::from));
    assert_eq!(sample.mesh.default_weights, [0.0; 52]);
}

#[test]
fn coverage_is_that_of_a_real_face() {
    for count in [5000, 20_000] {
        let sample = head(count);
        let base = sample.mesh.primitives[0].base.positions().unwrap();
        let radius = base.iter().map(|&[x, y, z]| vec3(x, y, z).length()).fold(0.0, f32::max);
        let coverage: Vec<f32> = (0..52)
            .map(|target| {
                let deltas = dense(&sample, target, Attribute::Position);
                let moved = deltas.iter().filter(|d| d.length() > 1e-6 * radius).count();
                moved as f32 / count as f32
            })
            .collect();
        let mean = coverage.iter().sum::<f32>() / 52.0;
        assert!((0.07..=0.09).contains(&mean), "{count} vertices: mean {mean}");
        assert!(coverage[17] >= 0.25, "{count} vertices: jawOpen {}", coverage[17]);
        let wide = coverage.iter().filter(|&&c| c >= 0.15).count();
        assert!(wide >= 6, "{count} vertices: {wide} targets move 15 % or more");
        assert!(coverage.iter().all(|&c| c > 0.005), "{coverage:?}");
    }
}

#[test]
fn shapes_end_at_their_support() {
    let sample = head(5000);
    let base = vectors(sample.mesh.primitives[0].base.values(Attribute::Position).unwrap());
    let zero_where = |name: &str, outside: fn(Vec3) -> bool| {
        let target = sample.mesh.target_index(name).unwrap();
        for attribute in [Attribute::Position, Attribute::Normal, Attribute::Tangent] {
            let deltas = dense(&sample, target, attribute);
            let still = base.iter().zip(&deltas).filter(|(p, _)| outside(**p));
            assert!(still.clone().count() > 500);
            assert!(still.into_iter().all(|(_, d)| *d == Vec3::ZERO), "{name} {attribute}");
        }
    };
    zero_where("eyeBlinkLeft", |p| p.x < 0.0);
    zero_where("eyeBlinkRight", |p| p.x > 0.0);
    zero_where("browInnerUp", |p| p.y < -0.015 || p.z < 0.0);
    zero_where("jawOpen", |p| p.y > 0.01 || p.z < -0.02);
    zero_where("cheekPuff", |p| p.y > 0.0 || p.z < -0.01);
}

#[test]
fn left_and_right_are_mirror_images() {
    let sample = head(5000);
    let base = vectors(sample.mesh.primitives[0].base.values(Attribute::Position).unwrap());
    let key = |p: Vec3| [p.x, p.y, p.z].map(|c| (c * 1e6).round() as i64);
    for (left, right) in [("eyeBlinkLeft", "eyeBlinkRight"), ("mouthSmileLeft", "mouthSmileRight")]
        .into_iter()
        .chain([("jawLeft", "jawRight"), ("jawOpen", "jawOpen"), ("tongueOut", "tongueOut")])
    {
        let [of_left, of_right] = [left, right].map(|n| sample.mesh.target_index(n).unwrap());
        for (attribute, tolerance) in [(Attribute::Position, 1e-7), (Attribute::Normal, 2e-3)] {
            let image = |target: usize, mirrored: bool| {
                let deltas = dense(&sample, target, attribute);
                let mut moved: Vec<_> = base
                    .iter()
                    .zip(deltas)
                    .filter(|(_, d)| d.length() > 0.01 * tolerance)
                    .map(|(&p, d)| if mirrored { (p.mirrored(), d.mirrored()) } else { (p, d) })
                    .map(|(p, d)| (key(p), d))
                    .collect();
                moved.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.x.total_cmp(&b.1.x)));
                moved
            };
            let (a, b) = (image(of_left, false), image(of_right, true));
            assert!(a.len() > 90 && a.len().abs_diff(b.len()) <= 6, "{left} {attribute}");
            let mut matched = 0;
            for (place, delta) in &b {
                let from = a.partition_point(|(other, _)| other < place);
                let near = a[from..].iter().take_while(|(other, _)| other == place);
                matched +=
                    usize::from(near.into_iter().any(|(_, d)| (*d - *delta).length() < tolerance));
            }
            assert!(matched * 100 >= b.len() * 99, "{left} {attribute}: {matched} of {}", b.len());
        }
    }
}

#[test]
fn normals_at_weight_one_are_those_of_the_moved_triangles() {
    let sample = head(5000);
    let primitive = &sample.mesh.primitives[0];
    let base = vectors(primitive.base.values(Attribute::Position).unwrap());
    let normals = vectors(primitive.base.values(Attribute::Normal).unwrap());
    for name in ["jawOpen", "mouthSmileLeft", "eyeBlinkRight", "tongueOut"] {
        let target = sample.mesh.target_index(name).unwrap();
        let by = dense(&sample, target, Attribute::Position);
        let turned = dense(&sample, target, Attribute::Normal);
        let points: Vec<Vec3> = base.iter().zip(&by).map(|(&p, &d)| p + d).collect();
        // Seams have one vertex on either side: sum by place.
        let place = |v: usize| base[v].to_array().map(f32::to_bits);
        let mut sums = BTreeMap::new();
        for triangle in sample.indices[0].chunks_exact(3) {
            let [a, b, c] = [0, 1, 2].map(|k| points[triangle[k] as usize]);
            for &v in triangle {
                *sums.entry(place(v as usize)).or_insert(Vec3::ZERO) += (b - a).cross(c - a) * 1e6;
            }
        }
        let (mut close, mut moved) = (0, 0);
        for v in (0..base.len()).filter(|&v| by[v] != Vec3::ZERO) {
            let normal = normals[v] + turned[v];
            assert!((normal.length() - 1.0).abs() < 1e-4, "{name} {v}");
            moved += 1;
            close += usize::from(normal.dot(sums[&place(v)].unit_or(Vec3::ZERO)) > 0.94);
        }
        // Triangles split quads in one way or the other; at sharp edges that shows.
        assert!(close * 100 > moved * 90, "{name}: {close} of {moved}");
    }
}

/// The skin's vertices on the two edges of a slit, in pairs.
fn edges(draft: &Draft, row: f32, upper: Band, lower: Band) -> Vec<(Site, Site)> {
    let of = |band: Band| {
        let on = move |s: &&Site| s.part == Part::Skin && s.row == row && s.band == band;
        draft.sites.iter().filter(on)
    };
    of(upper).flat_map(|a| of(lower).filter(|b| b.plain == a.plain).map(|b| (*a, *b))).collect()
}

#[test]
fn a_blink_shuts_the_eye_without_touching_the_eyeball() {
    let draft = draft(&Plan::for_vertices(5000), 5000);
    let pairs = edges(&draft, 9.0, Band::Upper, Band::Middle);
    let [left, right] = ["eyeBlinkLeft", "eyeBlinkRight"].map(shape_of);
    assert!(pairs.len() > 20);
    let open = pairs.iter().map(|(a, b)| a.point.y - b.point.y).fold(0.0, f32::max);
    assert!(open > 0.15, "{open}");
    for (upper, lower) in &pairs {
        let shape = if upper.point.x > 0.0 { left } else { right };
        let gap = upper.point + motion(shape, upper) - lower.point - motion(shape, lower);
        assert!(gap.length() < 0.02, "{gap:?}");
    }
    for site in draft.sites.iter().filter(|s| s.part == Part::Skin && s.point.x > 0.0) {
        for weight in [0.0, 0.25, 0.5, 0.75, 1.0] {
            let point = site.point + motion(left, site) * weight;
            assert!((point - EYE).length() > EYE_RADIUS, "{point:?} at {weight}");
        }
    }
}

#[test]
fn the_jaw_opens_the_mouth_and_mouth_close_shuts_it_again() {
    let draft = draft(&Plan::for_vertices(5000), 5000);
    let pairs = edges(&draft, 6.0, Band::Middle, Band::Lower);
    assert!(pairs.len() > 10);
    let gap = |shapes: &[&str]| {
        let at = |site: &Site| {
            shapes.iter().fold(site.point, |p, name| p + motion(shape_of(name), site))
        };
        pairs.iter().map(|(a, b)| (at(a) - at(b)).length()).fold(0.0, f32::max)
    };
    assert!(gap(&[]) < 0.01);
    assert!(gap(&["jawOpen"]) > 0.2);
    assert!(gap(&["jawOpen", "mouthClose"]) < 0.01);
}

#[test]
fn eyes_turn_to_the_persons_own_sides() {
    let pupil = Site::free(Part::Eye, EYE + vec3(0.0, 0.0, EYE_RADIUS));
    let to = |action| motion(Shape { name: "", action, mirrored: false }, &pupil);
    assert!(to(Action::LookOut).x > 0.05 && to(Action::LookIn).x < -0.05);
    assert!(to(Action::LookUp).y > 0.05 && to(Action::LookDown).y < -0.05);
    assert_eq!(motion(shape_of("eyeLookUpRight"), &pupil), Vec3::ZERO);
}

#[test]
fn every_machine_makes_the_same_vertices() {
    let sample = head(1000);
    let primitive = &sample.mesh.primitives[0];
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    let mut add = |values: &[f32]| {
        for byte in values.iter().flat_map(|v| v.to_le_bytes()) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    for attribute in primitive.base.attributes() {
        add(primitive.base.values(attribute).unwrap());
    }
    let targets = primitive.targets.as_ref().unwrap();
    for target in 0..52 {
        for &attribute in targets.attributes() {
            add(targets.deltas(target, attribute).unwrap().values());
        }
    }
    assert_eq!(hash, 0xfb72_adbc_8329_2025, "{hash:#x}");
}

#[test]
fn vertices_lie_so_that_targets_touch_a_fifth_fewer_blocks_than_along_a_curve() {
    for vertices in [500, 5_000] {
        let primitive = head(vertices).mesh.primitives.remove(0);
        let targets = primitive.targets.expect("the head has targets");
        let curve = VertexOrder::Morton.remap(&primitive.base, &targets);
        let blocks = |targets: &MorphTargets| -> usize {
            TargetsStats::new(targets).targets.iter().map(|t| t.touched_blocks).sum()
        };
        let (along, here) = (blocks(&curve.targets(&targets).unwrap()), blocks(&targets));
        assert!(here * 5 <= along * 4, "{vertices} vertices: {along} blocks, then {here}");
    }
}
