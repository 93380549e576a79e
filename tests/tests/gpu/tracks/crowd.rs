//! Tracks of every kind, and the times at which they could go wrong.

use morph_core::animation::{Interpolation, WeightTrack};
use morph_tests::random_weights;

/// All modes, with no target to more of them than a workgroup has lanes, one key to many.
pub(crate) fn tracks() -> Vec<WeightTrack> {
    let mut tracks = Vec::new();
    for mode in [Interpolation::Step, Interpolation::Linear, Interpolation::CubicSpline] {
        for (targets, keys) in [(1, 1), (0, 2), (5, 2), (5, 9), (52, 30), (130, 3)] {
            let seed = tracks.len() as u32 + 1;
            let values = random_weights(seed, keys * targets * mode.values_per_target());
            // Distances grow, and the first keys lie before 0.
            let time = |key: usize| key as f32 * (0.1 + key as f32 / 7.0) - 0.75;
            let times = (0..keys).map(time).collect();
            tracks.push(WeightTrack::new(targets, mode, times, values).unwrap());
        }
    }
    tracks
}

/// Times before and after, on keys, one step beside them, between them, and zeros of both signs.
pub(crate) fn times_of(track: &WeightTrack) -> Vec<f32> {
    let ends = [f32::NEG_INFINITY, f32::MIN, -0.0, 0.0, f32::MAX, f32::INFINITY];
    let keys = track.times().iter().flat_map(|&time| [time.next_down(), time, time.next_up()]);
    let between = track
        .times()
        .windows(2)
        .flat_map(|pair| [0.01, 0.5, 0.9].map(|share: f32| pair[0] + (pair[1] - pair[0]) * share));
    ends.into_iter().chain(keys).chain(between).collect()
}
