//! The blend of POSITION, NORMAL and TANGENT with normalising, all targets active.
//!
//! Throughput counts each stored delta and index once; a blend reads the base as well, and writes.
//! `read` sums, and `copy` copies, one array of as many bytes: to compare with, not a bound.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use morph_bench::{Coverage, Workload, naive_blend};
use morph_core::{AttributeSlices, Deltas, Normalize, apply_morph_targets, blend_into};
use std::hint::black_box;
use std::time::Duration;

fn blend(criterion: &mut Criterion) {
    for (vertices, targets) in [(5_000, 4), (5_000, 52), (50_000, 4), (50_000, 52)] {
        for (name, coverage) in [("dense", Coverage::Dense), ("sparse5", Coverage::Percent(5))] {
            let load = Workload::new(vertices, targets, coverage);
            let mut group = criterion.benchmark_group(format!("{vertices}x{targets}-{name}"));
            group.throughput(Throughput::Bytes(load.delta_bytes()));
            group.sample_size(20);
            group.warm_up_time(Duration::from_millis(300));
            group.measurement_time(Duration::from_secs(1));
            let mut out = load.base.clone();
            let Workload { base, targets, weights } = &load;
            group.bench_function("blend_into", |b| {
                b.iter(|| blend_into(base, targets, weights, Normalize::Yes, black_box(&mut out)));
            });
            if coverage == Coverage::Dense {
                let (base, targets) = slices(&load);
                group.bench_function("apply_morph_targets", |b| {
                    b.iter(|| apply_morph_targets(base, black_box(&targets), weights));
                });
            }
            group.bench_function("naive", |b| {
                b.iter(|| naive_blend(base, targets, weights, black_box(&mut out)));
            });
            let source = vec![1.0_f32; load.delta_bytes() as usize / 4];
            let mut copy = source.clone();
            group.bench_function("read", |b| {
                b.iter(|| black_box(read(black_box(&source))));
            });
            group.bench_function("copy", |b| {
                b.iter(|| black_box(&mut copy).copy_from_slice(black_box(&source)));
            });
            group.finish();
        }
    }
}

/// Sums in sixteen lanes, so that adding does not hold up reading.
fn read(source: &[f32]) -> [f32; 16] {
    let mut sums = [0.0; 16];
    for chunk in source.chunks_exact(16) {
        for (sum, value) in sums.iter_mut().zip(chunk) {
            *sum += value;
        }
    }
    sums
}

fn slices(load: &Workload) -> (AttributeSlices<'_>, Vec<AttributeSlices<'_>>) {
    use morph_core::Attribute::{Normal, Position, Tangent};
    let of = |target, attribute| load.targets.deltas(target, attribute).map(Deltas::values);
    let base = AttributeSlices {
        positions: load.base.values(Position),
        normals: load.base.values(Normal),
        tangents: load.base.values(Tangent),
    };
    let targets = (0..load.targets.target_count()).map(|t| AttributeSlices {
        positions: of(t, Position),
        normals: of(t, Normal),
        tangents: of(t, Tangent),
    });
    (base, targets.collect())
}

criterion_group!(benches, blend);
criterion_main!(benches);
