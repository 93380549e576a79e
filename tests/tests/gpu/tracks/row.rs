//! One sampled row beside the CPU's.

use morph_core::animation::packed::CrowdHeader;
use morph_core::animation::{Cursor, Interpolation, WeightTrack};
use morph_wgsl::WeightsFormat;

/// Whether a row holds a track's weights at a time, in its format: bit for bit where a key's weights
/// are given, and within rule E4 elsewhere.
#[track_caller]
pub(crate) fn assert_row(
    format: WeightsFormat,
    row: &[u32],
    track: &WeightTrack,
    time: f32,
    crowd: &CrowdHeader,
) {
    let targets = crowd.target_count as usize;
    let (header, rest) = row.split_at(4);
    let found = match format {
        WeightsFormat::Rows => pairs(header[0] as usize, rest, targets),
        _ => dense(rest, targets),
    };
    let what = format!("{format:?}, {:?}, at {time}", track.interpolation());
    let active = found.iter().filter(|&&weight| weight != 0.0).count() as u32;
    let expected = [active, crowd.vertex_count, crowd.first_vertex, crowd.row_stride];
    assert_eq!(header, expected, "{what}");
    let mut expected = vec![f32::NAN; targets];
    track.sample_into(time, &mut Cursor::default(), &mut expected).unwrap();
    for (target, (&found, &expected)) in found.iter().zip(&expected).enumerate() {
        // Pairs hold no zeros, and so no sign of one.
        let same = found.to_bits() == expected.to_bits() || (found == 0.0 && expected == 0.0);
        let bound = bound(track, time, target);
        let error = (f64::from(found) - f64::from(expected)).abs();
        let text = format!("{what}: target {target}: expected {expected}, got {found}, {bound:e}");
        assert!(same || error <= bound, "{text}");
    }
}

/// Weights of a row of pairs: active ones, ascending, then zeros.
#[track_caller]
fn pairs(active: usize, words: &[u32], targets: usize) -> Vec<f32> {
    let (pairs, tail) = words.split_at(2 * active);
    assert!(tail.iter().all(|&word| word == 0), "{tail:?}");
    let mut weights = vec![0.0; targets];
    let mut least = 0;
    for pair in pairs.chunks_exact(2) {
        assert!(pair[0] >= least && f32::from_bits(pair[1]) != 0.0, "{pairs:?}");
        least = pair[0] + 1;
        weights[pair[0] as usize] = f32::from_bits(pair[1]);
    }
    weights
}

/// Weights of a dense row: one a target, then zeros.
#[track_caller]
fn dense(words: &[u32], targets: usize) -> Vec<f32> {
    let (weights, tail) = words.split_at(targets);
    assert!(tail.iter().all(|&word| word == 0), "{tail:?}");
    weights.iter().map(|&word| f32::from_bits(word)).collect()
}

/// How far a sampled weight may be from the CPU's, which is the exact one rounded: 0 where it is a
/// key's, else rule E4.
fn bound(track: &WeightTrack, time: f32, target: usize) -> f64 {
    let times = track.times();
    let key = times.partition_point(|&key| key <= time);
    let mode = track.interpolation();
    let given = target >= track.target_count() || mode == Interpolation::Step;
    if given || key == 0 || key == times.len() || times[key - 1] == time {
        return 0.0;
    }
    let spline = usize::from(mode == Interpolation::CubicSpline);
    let value = |key: usize, part: usize| {
        let row = key * mode.values_per_target() + part;
        f64::from(track.values()[row * track.target_count() + target]).abs()
    };
    let seconds = f64::from(times[key]) - f64::from(times[key - 1]);
    let mut sum = value(key - 1, spline) + value(key, spline);
    if spline == 1 {
        sum += seconds * (value(key - 1, 2) + value(key, 0));
    }
    sum / f64::from(1 << 20)
}
