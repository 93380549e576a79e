//! The golden vectors of cluster boxes, through the kernels.

use crate::deform::dispatch::run_shader;
use morph_core::{
    Aabb, ActiveList, BoxRecord, ClusterBounds, encode_dense_row, encode_row, exact_bounds,
};
use morph_tests::golden::{Case, cases};
use morph_wgsl::{Bounds, Composition, Slots, bounds_dispatch};

#[test]
fn both_kernels_meet_the_vectors() {
    let (mut met, mut refused) = ([0, 0], 0);
    for case in cases("clusters") {
        // What the CPU refuses never meets a kernel.
        if case.refusal().is_some() {
            refused += 1;
            continue;
        }
        let kernel = match case.input.word("row.format") {
            "pairs" => Bounds::Pairs,
            "dense" => Bounds::Dense,
            other => panic!("{}: no rows {other}", case.name),
        };
        check(&case, kernel);
        met[usize::from(kernel == Bounds::Dense)] += 1;
    }
    assert!(met.iter().all(|&met| met > 10) && refused > 5, "{met:?}, {refused} refused");
}

fn check(case: &Case, kernel: Bounds) {
    let (base, targets) = (case.base(), case.targets().unwrap());
    let clusters: Vec<u32> =
        case.input.numbers("clusters").iter().map(|&cluster| cluster as u32).collect();
    let bounds = ClusterBounds::with_clusters(&base, &targets, &clusters).unwrap();
    let mut boxes = vec![0.0; bounds.float_count()];
    bounds.encode_into(&mut boxes).unwrap();
    let (weights, stride) = (case.rows(), case.input.number::<u32>("stride"));
    let uniform = bounds.uniform(weights.len() as u32, stride);
    let rows = rows(&weights, stride as usize, kernel);
    let read = [
        bytemuck::cast_slice(&boxes),
        &rows[..],
        bytemuck::cast_slice(std::slice::from_ref(&uniform)),
    ];
    let text = Composition::bounds(kernel, &Slots::default()).text;
    let [workgroups, ..] = bounds_dispatch(&uniform);
    // One more does no harm.
    let found = run_shader(kernel.into(), text, read, vec![7; 8 * weights.len()], workgroups + 1);
    let records: &[BoxRecord] = bytemuck::cast_slice(&found);
    let found: Vec<Aabb> = records.iter().map(|&record| record.into()).collect();
    case.assert_boxes(kernel.name(), &found);
    for (found, weights) in found.iter().zip(weights) {
        // What is beyond f32 is in no box.
        let Ok(exact) = exact_bounds(&base, &targets, weights) else { continue };
        let holds = found.contains(exact.min) && found.contains(exact.max);
        assert!(holds, "{}: {found:?} does not hold {exact:?}", case.name);
    }
}

/// Rows of weights, as the vertex stage reads them.
fn rows(weights: &[&[f32]], stride: usize, kernel: Bounds) -> Vec<u32> {
    let mut rows = vec![0; weights.len() * stride];
    for (row, weights) in rows.chunks_exact_mut(stride).zip(weights) {
        if kernel == Bounds::Dense {
            encode_dense_row(weights, 5, 0, row).unwrap();
        } else {
            let mut active = ActiveList::default();
            active.fill(weights, weights.len());
            encode_row(5, 0, &active, row).unwrap();
        }
    }
    rows
}
