//! The group `animation`.

use crate::refusal;
use morph_core::animation::{AnimationError, Cursor, Interpolation, WeightTrack};
use morph_tests::golden::{Case, cases};

#[test]
fn sampled_weights_are_exact_with_a_fresh_and_with_a_used_cursor() {
    for case in cases("animation") {
        for fresh in [true, false] {
            match sample(&case, fresh) {
                Err(error) => case.assert_refused(refusal::of_animation(&error)),
                Ok(weights) => {
                    assert_eq!(case.refusal(), None, "{}", case.name);
                    case.assert_met("sample_into", "weights", &weights, true);
                }
            }
        }
    }
}

/// The weights of all times, one after the other.
fn sample(case: &Case, fresh: bool) -> Result<Vec<f32>, AnimationError> {
    let mode = match case.input.word("mode") {
        "STEP" => Interpolation::Step,
        "LINEAR" => Interpolation::Linear,
        "CUBICSPLINE" => Interpolation::CubicSpline,
        other => panic!("{}: no mode {other}", case.name),
    };
    let (times, values) = (case.input.floats("times"), case.input.floats("values"));
    let track =
        WeightTrack::new(case.input.number("targets"), mode, times.to_vec(), values.to_vec())?;
    let mut weights = Vec::new();
    let mut cursor = Cursor::default();
    for &time in case.input.floats("at") {
        if fresh {
            cursor = Cursor::default();
        }
        let mut room = vec![-77.0; case.input.number("room")];
        let done = track.sample_into(time, &mut cursor, &mut room);
        if done.is_err() {
            assert!(room.iter().all(|&w| w == -77.0), "{}: nothing is written", case.name);
        }
        done?;
        weights.extend(room);
    }
    Ok(weights)
}
