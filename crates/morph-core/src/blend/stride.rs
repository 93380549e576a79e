//! Between values of N floats a vertex and sums of D floats a vertex.

use crate::simd::{Kernel, Simd};

/// Copies the components that both have from values to sums.
pub(crate) fn narrow(simd: Simd, n: usize, values: &[f32], d: usize, sums: &mut [f32]) {
    match (n, d) {
        (4, 3) => simd.run(Narrow::<4, 3> { values, sums }),
        (3, 4) => simd.run(Narrow::<3, 4> { values, sums }),
        _ => unreachable!("no attribute has {n} floats and deltas of {d}"),
    }
}

/// Writes values: the components that both have from sums, the others from the base.
pub(crate) fn widen(
    simd: Simd,
    d: usize,
    sums: &[f32],
    base: &[f32],
    n: usize,
    values: &mut [f32],
) {
    match (n, d) {
        (4, 3) => simd.run(Widen::<4, 3> { sums, base, values }),
        (3, 4) => simd.run(Widen::<3, 4> { sums, base, values }),
        _ => unreachable!("no attribute has {n} floats and deltas of {d}"),
    }
}

struct Narrow<'a, const N: usize, const D: usize> {
    values: &'a [f32],
    sums: &'a mut [f32],
}

impl<const N: usize, const D: usize> Kernel for Narrow<'_, N, D> {
    #[inline(always)]
    fn run(self) {
        for (sum, value) in self.sums.chunks_exact_mut(D).zip(self.values.chunks_exact(N)) {
            // A loop that compilers see through; as a copy of a slice it becomes a call.
            #[allow(clippy::manual_memcpy, reason = "several times faster for three floats")]
            for c in 0..N.min(D) {
                sum[c] = value[c];
            }
        }
    }
}

struct Widen<'a, const N: usize, const D: usize> {
    sums: &'a [f32],
    base: &'a [f32],
    values: &'a mut [f32],
}

impl<const N: usize, const D: usize> Kernel for Widen<'_, N, D> {
    #[inline(always)]
    fn run(self) {
        let sums = self.sums.chunks_exact(D).zip(self.base.chunks_exact(N));
        for (value, (sum, base)) in self.values.chunks_exact_mut(N).zip(sums) {
            for c in 0..N {
                value[c] = if c < D { sum[c] } else { base[c] };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use alloc::vec::Vec;

    #[test]
    fn handedness_and_no_more_comes_from_the_base() {
        for count in [0, 1, 15, 16, 17, 33] {
            let base: Vec<f32> = (0..count * 4).map(|i| i as f32).collect();
            let mut sums = vec![9.0; count * 3];
            narrow(Simd::current(), 4, &base, 3, &mut sums);
            sums.iter_mut().for_each(|s| *s += 0.5);
            let mut values = vec![0.0; count * 4];
            widen(Simd::current(), 3, &sums, &base, 4, &mut values);
            for (at, value) in values.iter().enumerate() {
                assert_eq!(*value, base[at] + if at % 4 == 3 { 0.0 } else { 0.5 });
            }
        }
    }

    #[test]
    fn wider_sums_lose_what_values_do_not_have() {
        let base: Vec<f32> = (0..17 * 3).map(|i| i as f32).collect();
        let mut sums = vec![9.0; 17 * 4];
        narrow(Simd::current(), 3, &base, 4, &mut sums);
        assert_eq!(sums[64..], [48.0, 49.0, 50.0, 9.0]);
        let mut values = vec![0.0; 17 * 3];
        widen(Simd::current(), 4, &sums, &[7.0; 17 * 3], 3, &mut values);
        assert_eq!(values, base);
    }
}
