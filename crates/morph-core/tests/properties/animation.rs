//! Sampling does not depend on what was sampled before, nor on what is sampled beside it.

use crate::mesh::float;
use morph_core::animation::{
    BatchSample, Cursor, Interpolation, WeightRows, WeightTrack, sample_batch_into,
};
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
    #[test]
    fn a_batch_has_the_bits_of_track_by_track(
        tracks in prop::collection::vec(track(), 1..5),
        members in prop::collection::vec((0_usize..5, -1.0_f32..15.0), 1..40),
        (columns, between) in (0_usize..6, 1_usize..3),
    ) {
        let stride = columns + between;
        let mut crowd: Vec<BatchSample> = (0..)
            .zip(&members)
            .map(|(row, (track, time))| {
                BatchSample { time: *time, ..BatchSample::new(track % tracks.len(), row) }
            })
            .collect();
        let mut expected = vec![7.0; stride * members.len()];
        let mut found = expected.clone();
        // The second time cursors are used ones.
        for turn in 0..2 {
            for member in &mut crowd {
                member.time += turn as f32 / 3.0;
            }
            let rows = WeightRows::new(&mut found, columns, stride).unwrap();
            sample_batch_into(&tracks, &mut crowd, rows).unwrap();
            for member in &crowd {
                let row = &mut expected[member.row * stride..][..columns];
                tracks[member.track].sample_into(member.time, &mut Cursor::default(), row).unwrap();
            }
            let bits = |row: &[f32]| row.iter().map(|w| w.to_bits()).collect::<Vec<_>>();
            prop_assert_eq!(bits(&found), bits(&expected));
        }
    }
}

/// A track of up to four targets.
fn track() -> impl Strategy<Value = WeightTrack> {
    let modes = [Interpolation::Step, Interpolation::Linear, Interpolation::CubicSpline];
    let steps = prop::collection::vec(0.001_f32..2.0, 1..8);
    let values = prop::collection::vec(float(), 8 * 3 * 4);
    (0_usize..5, prop::sample::select(modes.to_vec()), steps, values).prop_map(
        |(targets, mode, steps, mut values)| {
            let times: Vec<f32> = steps
                .iter()
                .scan(0.0, |t, s| {
                    *t += s;
                    Some(*t)
                })
                .collect();
            values.truncate(times.len() * targets * mode.values_per_target());
            WeightTrack::new(targets, mode, times, values).unwrap()
        },
    )
}
