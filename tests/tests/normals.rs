//! Computed normals beside authored ones: those of the generated head are the moved surface's.

use morph_core::normals::{Fill, fill, vertex_normals};
use morph_core::{Attribute, MorphTargets, VertexAttributes};
use morph_sample::{Sample, head};

/// Degrees within which half of the turned normals agree, 99 of 100, and 999 of 1000.
///
/// The head sums up its normals over grids, with other weights than the angles. Where lids and lips
/// roll in and triangles almost lose their area, the two have little to do with each other.
const WITHIN: [f64; 3] = [0.25, 10.0, 45.0];

fn parts(sample: &Sample) -> (&VertexAttributes, &MorphTargets, Vec<[u32; 3]>) {
    let primitive = &sample.mesh.primitives[0];
    let corners = sample.indices[0].chunks_exact(3);
    let triangles = corners.map(|three| [three[0], three[1], three[2]]).collect();
    (&primitive.base, primitive.targets.as_ref().expect("the head has targets"), triangles)
}

fn degrees(a: [f64; 3], b: [f64; 3]) -> f64 {
    let dot: f64 = a.iter().zip(b).map(|(a, b)| a * b).sum();
    let cross = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
    cross.iter().map(|c| c * c).sum::<f64>().sqrt().atan2(dot).to_degrees()
}

/// The normal of a vertex with the whole of a target.
fn at_one(
    base: &VertexAttributes,
    targets: &MorphTargets,
    target: usize,
    vertex: usize,
) -> [f64; 3] {
    let normal = base.normals().expect("the head has normals")[vertex];
    let deltas = targets.deltas(target, Attribute::Normal);
    let delta = deltas.and_then(|d| d.get(vertex, 3)).unwrap_or(&[0.0; 3]);
    [0, 1, 2].map(|c| f64::from(normal[c]) + f64::from(delta[c]))
}

#[test]
fn computed_normals_of_the_head_are_those_that_it_was_made_with() {
    let sample = head(20_000);
    let (base, authored, triangles) = parts(&sample);
    let computed = fill(base, &triangles, authored, Fill::All).expect("the head fits itself");
    let (mut angles, mut unturned) = (Vec::new(), Vec::new());
    for target in 0..authored.target_count() {
        for vertex in 0..base.vertex_count() {
            let before = base.normals().expect("as above")[vertex].map(f64::from);
            let made = at_one(base, authored, target, vertex);
            if degrees(before, made) > 0.5 {
                angles.push(degrees(made, at_one(base, &computed, target, vertex)));
                unturned.push(degrees(made, before));
            }
        }
    }
    let (found, before) = (spread(angles), spread(unturned));
    println!("degrees, median, 99 and 999 of 1000, largest: {found:?}; without deltas: {before:?}");
    assert!(found.iter().zip(WITHIN).all(|(found, within)| *found < within), "{found:?}");
    assert!(before[0] > 16.0 * found[0], "{before:?} without deltas, {found:?} with");
}

/// Median, 99 of 100, 999 of 1000 and the largest.
fn spread(mut angles: Vec<f64>) -> [f64; 4] {
    angles.sort_unstable_by(f64::total_cmp);
    assert!(angles.len() > 20_000, "{} normals turn", angles.len());
    let at = |thousandths: usize| angles[(angles.len() - 1) * thousandths / 1000];
    [at(500), at(990), at(999), at(1000)]
}

#[test]
fn the_heads_own_normals_are_near_the_angle_weighted_ones() {
    let sample = head(5000);
    let (base, _, triangles) = parts(&sample);
    let positions = base.positions().expect("the head has positions");
    let found = vertex_normals(positions, &triangles).expect("the head's indices fit it");
    let normals = base.normals().expect("the head has normals");
    let mut angles: Vec<f64> = found
        .iter()
        .zip(normals)
        .map(|(a, b)| degrees(a.map(f64::from), b.map(f64::from)))
        .collect();
    angles.sort_unstable_by(f64::total_cmp);
    println!("median {}, largest {}", angles[angles.len() / 2], angles[angles.len() - 1]);
    assert!(angles[angles.len() / 2] < 2.0, "{}", angles[angles.len() / 2]);
}

#[test]
fn a_target_has_deltas_only_around_what_it_moves() {
    let sample = head(5000);
    let (base, authored, triangles) = parts(&sample);
    let computed = fill(base, &triangles, authored, Fill::All).expect("the head fits itself");
    for target in 0..computed.target_count() {
        let moved = computed.deltas(target, Attribute::Position).expect("every target moves");
        let turned = computed.deltas(target, Attribute::Normal).expect("and turns");
        let stored = |deltas: &morph_core::Deltas| {
            deltas.iter(3).filter(|(_, d)| d.iter().any(|c| *c != 0.0)).count()
        };
        assert!(stored(turned) <= stored(moved) * 2, "target {target}");
    }
}
