//! Sampling does not depend on what was sampled before.

use crate::mesh::float;
use morph_core::animation::{Cursor, Interpolation, WeightTrack};
use proptest::prelude::*;

proptest! {
    #![proptest_config(crate::config())]

    #[test]
    fn a_used_cursor_samples_like_a_fresh_one(
        steps in prop::collection::vec(0.001_f32..2.0, 1..20),
        values in prop::collection::vec(float(), 60),
        interpolation in prop_oneof![Just(Interpolation::Step), Just(Interpolation::Linear), Just(Interpolation::CubicSpline)],
        seeks in prop::collection::vec(-1.0_f32..30.0, 1..20),
    ) {
        let times: Vec<f32> = steps.iter().scan(0.0, |t, s| { *t += s; Some(*t) }).collect();
        let values = values[..times.len() * interpolation.values_per_target()].to_vec();
        let track = WeightTrack::new(1, interpolation, times.clone(), values).unwrap();
        let mut cursor = Cursor::default();
        for time in seeks.into_iter().chain(times.iter().copied()) {
            let (mut used, mut fresh) = ([f32::NAN], [f32::NAN]);
            track.sample_into(time, &mut cursor, &mut used).unwrap();
            track.sample_into(time, &mut Cursor::default(), &mut fresh).unwrap();
            prop_assert_eq!(used[0].to_bits(), fresh[0].to_bits());
            if let Some(key) = times.iter().position(|&t| t == time) {
                prop_assert_eq!(used[0].to_bits(), track.key(key).unwrap()[0].to_bits());
            }
        }
    }
}
