use super::*;
use alloc::string::ToString;
use alloc::vec;

fn track(interpolation: Interpolation, times: &[f32], values: &[f32]) -> WeightTrack {
    let stride = times.len() * interpolation.values_per_target();
    WeightTrack::new(values.len() / stride, interpolation, times.to_vec(), values.to_vec()).unwrap()
}

#[track_caller]
fn check(track: &WeightTrack, time: f32, expected: &[f32]) {
    let mut out = vec![f32::NAN; expected.len()];
    track.sample_into(time, &mut Cursor::default(), &mut out).unwrap();
    assert_eq!(out, expected, "at {time}");
}

#[test]
fn step_holds_a_key_until_the_next() {
    let track = track(Interpolation::Step, &[0.0, 1.0, 2.0], &[0.0, 0.5, 1.0]);
    for (time, weight) in [(0.0, 0.0), (0.999, 0.0), (1.0, 0.5), (1.5, 0.5), (2.0, 1.0)] {
        check(&track, time, &[weight]);
    }
}

#[test]
fn linear_is_a_straight_line_from_key_to_key() {
    let track = track(Interpolation::Linear, &[1.0, 2.0, 4.0], &[0.0, 8.0, 1.0, 0.0, 0.0, 1.0]);
    check(&track, 1.25, &[0.25, 6.0]);
    check(&track, 3.0, &[0.5, 0.5]);
}

#[test]
fn linear_between_equal_keys_stays_bit_for_bit() {
    let track = track(Interpolation::Linear, &[0.0, 0.3], &[0.1, 0.1]);
    for time in [0.07, 0.1, 0.29] {
        check(&track, time, &[0.1]);
    }
}

#[test]
fn cubic_spline_keys_are_in_tangents_values_out_tangents() {
    // Two targets, keys 2 s apart: the tangents count twice.
    #[rustfmt::skip]
    let track = track(Interpolation::CubicSpline, &[0.0, 2.0], &[
        9.0, 9.0, /* values */ 0.0, 1.0, /* out */ 1.0, 0.0,
        0.0, 2.0, /* values */ 1.0, 1.0, /* out */ 9.0, 9.0,
    ]);
    // s = 1/2: half of each value, an eighth of the distance for each tangent.
    check(&track, 1.0, &[0.5 + 0.25, 1.0 - 0.5]);
    // s = 1/4: 0.15625 * 1 + 2 * 0.140625 * 1, and 1 - 2 * 0.046875 * 2.
    check(&track, 0.5, &[0.437_5, 0.812_5]);
    check(&track, 0.0, &[0.0, 1.0]);
    check(&track, 2.0, &[1.0, 1.0]);
    check(&track, 3.0, &[1.0, 1.0]);
    assert_eq!(track.key(1), Some(&[1.0, 1.0][..]));
}

#[test]
fn times_outside_the_keys_give_the_first_and_the_last_key() {
    for interpolation in [Interpolation::Step, Interpolation::Linear] {
        let track = track(interpolation, &[1.0, 2.0], &[0.25, 0.75]);
        for time in [f32::NEG_INFINITY, -1.0, 0.0, 1.0] {
            check(&track, time, &[0.25]);
        }
        for time in [2.0, 3.0, f32::INFINITY] {
            check(&track, time, &[0.75]);
        }
    }
}

#[test]
fn an_exact_key_time_gives_the_key_bit_for_bit() {
    let times = [0.1, 0.2, 0.7, 123.4];
    let weights = [0.3, -0.0, 1.0e-40, 3.0e38];
    let linear = track(Interpolation::Linear, &times, &weights);
    let splines: Vec<f32> = weights.iter().flat_map(|&w| [17.0, w, -3.0]).collect();
    let cubic = track(Interpolation::CubicSpline, &times, &splines);
    for (time, weight) in times.into_iter().zip(weights) {
        for track in [&linear, &cubic] {
            let mut out = [f32::NAN];
            track.sample_into(time, &mut Cursor::default(), &mut out).unwrap();
            assert_eq!(out[0].to_bits(), weight.to_bits());
        }
    }
}

#[test]
fn one_key_is_constant() {
    let single = track(Interpolation::Linear, &[5.0], &[0.5, -2.0]);
    let cubic = track(Interpolation::CubicSpline, &[5.0], &[9.0, 9.0, 0.5, -2.0, 9.0, 9.0]);
    for time in [-1.0, 5.0, 6.0] {
        check(&single, time, &[0.5, -2.0]);
        check(&cubic, time, &[0.5, -2.0]);
    }
}

#[test]
fn a_nan_time_is_an_error_and_leaves_the_output_alone() {
    let track = track(Interpolation::Linear, &[0.0, 1.0], &[0.0, 1.0]);
    let mut out = [7.0];
    let error = track.sample_into(f32::NAN, &mut Cursor::default(), &mut out);
    assert_eq!((error, out), (Err(AnimationError::NanTime), [7.0]));
}

#[test]
fn a_short_output_is_cut_and_a_long_one_filled_with_zeros() {
    let track = track(Interpolation::Linear, &[0.0, 1.0], &[1.0, 2.0, 3.0, 4.0]);
    check(&track, 0.5, &[2.0]);
    check(&track, 0.5, &[2.0, 3.0, 0.0, 0.0]);
    check(&track, 0.5, &[]);
}

#[test]
fn the_cursor_is_only_a_hint() {
    let times: Vec<f32> = (0..20).map(|k| (k * k) as f32).collect();
    let values: Vec<f32> = (0..20).map(|k| ((k * 7) % 5) as f32).collect();
    let track = track(Interpolation::Linear, &times, &values);
    let (mut kept, mut fresh) = ([0.0], [0.0]);
    let mut cursor = Cursor { key: usize::MAX };
    for time in [0.5, 17.0, 3.0, 400.0, -1.0, 361.0, 360.0, 0.0, 1.0, 1.5] {
        track.sample_into(time, &mut cursor, &mut kept).unwrap();
        track.sample_into(time, &mut Cursor::default(), &mut fresh).unwrap();
        assert_eq!(kept, fresh, "at {time}");
    }
}

#[test]
fn keys_at_the_ends_of_f32_do_not_overflow() {
    let track = track(Interpolation::Linear, &[f32::MIN, f32::MAX], &[f32::MIN, f32::MAX]);
    check(&track, 0.0, &[0.0]);
}

#[test]
fn no_targets_give_no_weights() {
    let track = WeightTrack::new(0, Interpolation::Step, vec![0.0, 1.0], vec![]).unwrap();
    check(&track, 0.5, &[]);
    check(&track, 0.5, &[0.0]);
}

#[test]
fn every_wrong_track_is_named() {
    use Interpolation::{CubicSpline, Linear};
    for (interpolation, times, values, text) in [
        (Linear, vec![], vec![], "times: expected at least 1 key, got 0"),
        (Linear, vec![0.0, f32::NAN], vec![0.0; 4], "times[1]: expected a finite number, got NaN"),
        (Linear, vec![0.5, 0.5], vec![0.0; 4], "times[1]: 0.5 does not exceed 0.5 before it"),
        (
            Linear,
            vec![0.0, 1.0],
            vec![0.0; 5],
            "values: expected 4 floats for 2 keys of 2 targets, got 5",
        ),
        (
            CubicSpline,
            vec![0.0, 1.0],
            vec![0.0; 4],
            "values: expected 12 floats for 2 keys of 2 targets, got 4",
        ),
        (
            Linear,
            vec![0.0],
            vec![0.0, f32::INFINITY],
            "values[1]: expected a finite number, got inf",
        ),
    ] {
        let error = WeightTrack::new(2, interpolation, times, values).unwrap_err();
        assert_eq!(error.to_string(), text);
    }
    let ragged = [(0.0, vec![0.0]), (1.0, vec![0.0, 1.0])];
    assert_eq!(
        WeightTrack::from_keys(Linear, ragged).unwrap_err().to_string(),
        "keys[1]: expected 1 floats, got 2"
    );
}

#[test]
fn a_target_count_that_overflows_is_an_error() {
    let error = WeightTrack::new(usize::MAX, Interpolation::CubicSpline, vec![0.0], vec![]);
    assert!(matches!(error, Err(AnimationError::ValueCount { found: 0, .. })));
}
