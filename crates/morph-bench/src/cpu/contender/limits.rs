//! What the machine can do: read the floats that a blend touches, and copy those that it reads.
//!
//! Indices of sparse deltas are not among them.

use super::{Checked, Contender, Named};
use anyhow::{Result, ensure};
use morph_bench::Workload;
use pulp::{Arch, Simd, WithSimd};
use std::hint::black_box;

pub(super) fn contenders(load: &Workload) -> Vec<Named<'_>> {
    let read = Read::new(load, |floats| Arch::new().dispatch(Sum::<4, 2>(floats)));
    let single = Read::new(load, |floats| Arch::new().dispatch(Sum::<1, 8>(floats)));
    let mut all = vec![
        ("read".into(), Box::new(read) as Box<dyn Contender>),
        ("read.single".into(), Box::new(single)),
    ];
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = pulp::x86::V3::try_new() {
        let sum = move |floats: &[f32]| Simd::vectorize(avx2, Sum::<4, 2>(floats));
        all.push(("read.avx2".into(), Box::new(Read::new(load, sum))));
    }
    all.push(("copy".into(), Box::new(Copy::new(load))));
    all
}

/// Sums floats in several streams, each with several sums side by side: neither one place in memory
/// nor the time of an addition shall hold up reading.
struct Sum<'a, const STREAMS: usize, const SUMS: usize>(&'a [f32]);

impl<const STREAMS: usize, const SUMS: usize> WithSimd for Sum<'_, STREAMS, SUMS> {
    type Output = f32;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> f32 {
        let (vectors, tail) = S::as_simd_f32s(self.0);
        let length = vectors.len() / (STREAMS * SUMS) * SUMS;
        let streams: [&[[S::f32s; SUMS]]; STREAMS] = std::array::from_fn(|stream| {
            pulp::as_arrays(&vectors[stream * length..(stream + 1) * length]).0
        });
        let mut sums = [[simd.splat_f32s(0.0); SUMS]; STREAMS];
        for at in 0..length / SUMS {
            for (sums, stream) in sums.iter_mut().zip(streams) {
                for (sum, &vector) in sums.iter_mut().zip(&stream[at]) {
                    *sum = simd.add_f32s(*sum, vector);
                }
            }
        }
        let sums = sums.as_flattened().iter().chain(&vectors[STREAMS * length..]);
        let sum = sums.fold(simd.splat_f32s(0.0), |sum, &vector| simd.add_f32s(sum, vector));
        simd.reduce_sum_f32s(sum) + tail.iter().sum::<f32>()
    }
}

/// Reads each float that a blend touches once: stored deltas, base, and as many as the output has.
struct Read<'a, F> {
    arrays: Vec<&'a [f32]>,
    output: Vec<f32>,
    sum: F,
    total: f64,
}

impl<'a, F: Fn(&[f32]) -> f32> Read<'a, F> {
    fn new(load: &'a Workload, sum: F) -> Self {
        Self { arrays: inputs(load), output: output(load), sum, total: 0.0 }
    }
}

impl<F: Fn(&[f32]) -> f32> Contender for Read<'_, F> {
    fn run(&mut self) {
        let all = self.arrays.iter().copied().chain([self.output.as_slice()]);
        self.total = all.map(|array| f64::from((self.sum)(black_box(array)))).sum();
    }

    /// Summing in another order and width comes to the same.
    fn check(&mut self) -> Result<Checked> {
        let all = || self.arrays.iter().copied().chain([self.output.as_slice()]).flatten();
        let exact: f64 = all().map(|&float| f64::from(float)).sum();
        let magnitude: f64 = all().map(|&float| f64::from(float.abs())).sum();
        let off = (self.total - exact).abs();
        ensure!(off <= 1e-5 * magnitude, "the sum is {}, expected {exact}", self.total);
        Ok(Checked::nothing())
    }
}

/// Copies base and deltas once. It reads what a blend reads and writes as many bytes again, where a
/// blend writes its output only: something to compare with, not a bound.
struct Copy<'a> {
    arrays: Vec<&'a [f32]>,
    copies: Vec<Vec<f32>>,
}

impl<'a> Copy<'a> {
    fn new(load: &'a Workload) -> Self {
        let arrays = inputs(load);
        let copies = arrays.iter().map(|array| vec![1.0; array.len()]).collect();
        Self { arrays, copies }
    }
}

impl Contender for Copy<'_> {
    fn run(&mut self) {
        for (from, to) in self.arrays.iter().zip(&mut self.copies) {
            black_box(to).copy_from_slice(black_box(from));
        }
    }

    fn check(&mut self) -> Result<Checked> {
        ensure!(self.arrays == self.copies, "the copies differ");
        Ok(Checked::nothing())
    }
}

fn inputs(load: &Workload) -> Vec<&[f32]> {
    let base = load.base.attributes().filter_map(|attribute| load.base.values(attribute));
    load.delta_arrays().chain(base).collect()
}

fn output(load: &Workload) -> Vec<f32> {
    let base = load.base.attributes().filter_map(|attribute| load.base.values(attribute));
    base.flatten().copied().collect()
}
