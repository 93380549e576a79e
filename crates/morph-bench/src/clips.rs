//! Tracks of a crowd whose members play clips of their own.

use morph_core::animation::{Interpolation, WeightTrack};

/// Targets of a track.
pub const TARGETS: usize = 52;
/// Keys of a track, 30 a second.
pub const KEYS: usize = 300;
/// Tracks that members share.
pub const TRACKS: usize = 16;

/// Seconds into the clip of a face, which begins again: 60 frames a second.
#[must_use]
pub fn time(face: usize, frame: usize) -> f32 {
    (face as f32 * 0.37 + frame as f32 / 60.0) % (KEYS as f32 / 30.0)
}

/// A track of [`KEYS`] keys, another one for each seed.
///
/// # Panics
/// Never: its times ascend.
#[must_use]
pub fn track(mode: Interpolation, seed: usize) -> WeightTrack {
    let times = (0..KEYS).map(|key| key as f32 / 30.0).collect();
    let count = KEYS * TARGETS * mode.values_per_target();
    let values = (0..count).map(|at| ((at * 31 + seed * 17) % 97) as f32 / 97.0).collect();
    WeightTrack::new(TARGETS, mode, times, values).expect("times ascend")
}
