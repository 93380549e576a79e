//! Instruction sets: one kernel, compiled for each, picked at run time.
//!
//! A kernel is plain Rust. This module compiles it once for each level and starts the best one that
//! the machine has; it is the only place with `unsafe` in this crate. Sums are multiplied and then
//! added, never fused, so every level gives the same bits.
#![allow(unsafe_code, reason = "code for an instruction set runs only after a look at the machine")]

use core::fmt;
use core::sync::atomic::{AtomicU8, Ordering};

/// An instruction set that the blend has code for.
///
/// All levels give the same bits; they differ in speed only. Without the feature `std` the machine
/// is not asked, and only [`SimdLevel::Baseline`] runs.
///
/// # Example
/// ```
/// use morph_core::SimdLevel;
/// assert!(SimdLevel::supported().any(|level| level == SimdLevel::current()));
/// SimdLevel::force(SimdLevel::Baseline)?;
/// assert_eq!(SimdLevel::current(), SimdLevel::Baseline);
/// # Ok::<(), morph_core::UnsupportedLevel>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SimdLevel {
    /// What the target always has: SSE2 on x86-64, NEON on `AArch64`, whatever else was compiled in.
    Baseline,
    /// AVX2 on x86-64.
    Avx2,
    /// AVX-512 (F, BW, DQ, VL) on x86-64; needs the feature `avx512`, and with it Rust 1.89.
    Avx512,
}

/// A level that the machine, the target or the features do not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnsupportedLevel(
    /// What was asked for.
    pub SimdLevel,
);

impl fmt::Display for SimdLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Baseline => "baseline",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        })
    }
}

impl fmt::Display for UnsupportedLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "instruction set {}: not on this machine or not compiled in", self.0)
    }
}

impl core::error::Error for UnsupportedLevel {}

impl SimdLevel {
    /// All levels, the preferred one last.
    pub const ALL: &'static [Self] = &[Self::Baseline, Self::Avx2, Self::Avx512];

    /// The levels that can run here, the preferred one last.
    pub fn supported() -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(|level| level.is_supported())
    }

    /// The level that blends run at: the best that can run here, or what was forced.
    #[must_use]
    pub fn current() -> Self {
        let of = |chosen| Self::ALL.iter().copied().find(|level| *level as u8 == chosen);
        of(CHOSEN.load(Ordering::Relaxed)).unwrap_or_else(|| {
            let best = Self::supported().last().unwrap_or(Self::Baseline);
            // Another thread may have forced a level meanwhile: then that one holds.
            let relaxed = Ordering::Relaxed;
            match CHOSEN.compare_exchange(NOT_CHOSEN, best as u8, relaxed, relaxed) {
                Ok(_) => best,
                Err(chosen) => of(chosen).unwrap_or(Self::Baseline),
            }
        })
    }

    /// Makes all blends of the process run at this level from now on.
    ///
    /// For tests and for measuring: the best level is chosen without it.
    ///
    /// # Errors
    /// [`UnsupportedLevel`] where it cannot run here; nothing changes then.
    pub fn force(level: Self) -> Result<(), UnsupportedLevel> {
        if !level.is_supported() {
            return Err(UnsupportedLevel(level));
        }
        CHOSEN.store(level as u8, Ordering::Relaxed);
        Ok(())
    }

    fn is_supported(self) -> bool {
        match self {
            Self::Baseline => true,
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            Self::Avx2 => std::is_x86_feature_detected!("avx2"),
            #[cfg(all(feature = "std", feature = "avx512", target_arch = "x86_64"))]
            Self::Avx512 => {
                std::is_x86_feature_detected!("avx512f")
                    && std::is_x86_feature_detected!("avx512bw")
                    && std::is_x86_feature_detected!("avx512dq")
                    && std::is_x86_feature_detected!("avx512vl")
            }
            #[allow(unreachable_patterns, reason = "reached where a level is not compiled in")]
            Self::Avx2 | Self::Avx512 => false,
        }
    }
}

/// The level that runs, as a number, from the first look at the machine on.
/// Only [`SimdLevel::current`] and [`SimdLevel::force`] write it, and only supported levels.
static CHOSEN: AtomicU8 = AtomicU8::new(NOT_CHOSEN);

/// A number of no level.
const NOT_CHOSEN: u8 = u8::MAX;

/// A loop that is compiled for every level.
///
/// `run` and all that it calls are `#[inline(always)]`, or they would stay at the baseline.
pub(crate) trait Kernel {
    fn run(self);
}

/// A level that the machine has: it was asked, or [`SimdLevel::Baseline`].
#[derive(Debug, Clone, Copy)]
pub struct Simd(SimdLevel);

impl Simd {
    /// The current level.
    pub(crate) fn current() -> Self {
        Self(SimdLevel::current())
    }

    /// Runs a kernel at this level.
    pub(crate) fn run(self, kernel: impl Kernel) {
        match self.0 {
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            // SAFETY: `CHOSEN` holds this level only after the machine was asked for AVX2.
            SimdLevel::Avx2 => unsafe { run_avx2(kernel) },
            #[cfg(all(feature = "std", feature = "avx512", target_arch = "x86_64"))]
            // SAFETY: `CHOSEN` holds this level only after the machine was asked for these.
            SimdLevel::Avx512 => unsafe { run_avx512(kernel) },
            _ => kernel.run(),
        }
    }
}

#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[target_feature(enable = "avx2")]
fn run_avx2(kernel: impl Kernel) {
    kernel.run();
}

#[cfg(all(feature = "std", feature = "avx512", target_arch = "x86_64"))]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn run_avx512(kernel: impl Kernel) {
    kernel.run();
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn a_forced_level_holds_and_a_refused_one_changes_nothing() {
        assert_eq!(SimdLevel::supported().next(), Some(SimdLevel::Baseline));
        for &level in SimdLevel::ALL {
            let before = SimdLevel::current();
            let holds = SimdLevel::supported().any(|l| l == level);
            let expected = if holds { Ok(()) } else { Err(UnsupportedLevel(level)) };
            assert_eq!(SimdLevel::force(level), expected);
            assert_eq!(SimdLevel::current(), if holds { level } else { before });
        }
        #[cfg(not(feature = "std"))]
        assert_eq!(SimdLevel::supported().count(), 1);
        let text = UnsupportedLevel(SimdLevel::Avx512).to_string();
        assert_eq!(text, "instruction set avx512: not on this machine or not compiled in");
    }
}
