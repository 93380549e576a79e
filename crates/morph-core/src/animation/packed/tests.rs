//! Each word once, and what shaders could not sample.

use super::*;
use alloc::string::ToString;
use alloc::vec;

fn track(mode: Interpolation, targets: usize, times: &[f32]) -> WeightTrack {
    let count = times.len() * targets * mode.values_per_target();
    let values = (0..count).map(|at| at as f32 / 8.0 - 1.0).collect();
    WeightTrack::new(targets, mode, times.to_vec(), values).unwrap()
}

fn tracks() -> [WeightTrack; 4] {
    [
        track(Interpolation::CubicSpline, 3, &[-1.0, 0.5, 2.0]),
        track(Interpolation::Step, 2, &[0.0]),
        track(Interpolation::Linear, 0, &[0.0, 1.0]),
        track(Interpolation::Linear, 5, &[0.25, 0.5]),
    ]
}

#[test]
fn every_word_belongs_to_one_thing() {
    let tracks = tracks();
    let packed = PackedTracks::new(&tracks).unwrap();
    let mut claimed = vec![0; packed.words().len()];
    let heads = TRACKS_HEADER_WORDS + TRACK_RECORD_WORDS * packed.track_count() as u32;
    claimed[..heads as usize].fill(1);
    for (number, track) in tracks.iter().enumerate() {
        let record = packed.record(number).unwrap();
        let mut holds = |word: u32, value: f32| {
            claimed[word as usize] += 1;
            assert_eq!(packed.words()[word as usize], value.to_bits());
        };
        let mut values = track.values().iter();
        for (key, &time) in (0..).zip(track.times()) {
            holds(record.time_word(key), time);
            for part in 0..record.parts() {
                for target in 0..record.target_count {
                    holds(record.value_word(key, part, target), *values.next().unwrap());
                }
            }
        }
        for key in 0..record.key_count {
            for (target, weight) in (0..).zip(track.key(key as usize).unwrap()) {
                let word = record.weight_word(key, target) as usize;
                assert_eq!(packed.words()[word], weight.to_bits());
            }
        }
    }
    assert!(claimed.iter().all(|&times| times == 1), "{claimed:?}");
    assert_eq!(packed.words()[..4], [0x1_0004, 4, claimed.len() as u32, 0]);
    assert_eq!((packed.track_count(), packed.record(4)), (4, None));
    assert_eq!(packed.decode(), tracks);
    assert_eq!(PackedTracks::new::<WeightTrack>(&[]).unwrap().words(), [TRACKS_TAG, 0, 4, 0]);
}

#[test]
fn what_f32_cannot_sample_is_refused_with_its_place() {
    let line = |times: &[f32], values: &[f32]| {
        WeightTrack::new(1, Interpolation::Linear, times.to_vec(), values.to_vec()).unwrap()
    };
    let spline = |values: [f32; 6]| {
        let (mode, times) = (Interpolation::CubicSpline, vec![0.0, 4.0]);
        WeightTrack::new(1, mode, times, values.to_vec()).unwrap()
    };
    let most = f32::MAX;
    let near = 1e-40;
    let bad = [
        line(&[0.0, near], &[0.0, 1.0]),
        line(&[-1.0, 2e30], &[0.0, 1.0]),
        line(&[0.0, 1.0], &[most, -most]),
        spline([0.0, 0.0, most / 2.0, 0.0, 0.0, 0.0]),
    ];
    let good = line(&[0.0, 1.0], &[most, 0.0]);
    let texts = bad.map(|bad| PackedTracks::new(&[&good, &bad]).unwrap_err().to_string());
    assert_eq!(
        texts,
        [
            "tracks[1].times[1]: expected 2^-100 to 2^100 seconds after the key before it, got 9.99994610111476e-41",
            "tracks[1].times[1]: expected 2^-100 to 2^100 seconds after the key before it, got 2.0000000300949324e30",
            "tracks[1]: keys 0 and 1, target 0: expected weights and tangents that add up to a finite number, got more",
            "tracks[1]: keys 0 and 1, target 0: expected weights and tangents that add up to a finite number, got more",
        ]
    );
    // A spline's first in-tangents and last out-tangents are never used, and STEP computes nothing.
    PackedTracks::new(&[spline([most, 0.0, 0.0, 0.0, 1.0, most])]).unwrap();
    let step =
        WeightTrack::new(1, Interpolation::Step, vec![0.0, near], vec![most, -most]).unwrap();
    PackedTracks::new(&[step]).unwrap();
}

#[test]
fn a_crowd_is_a_header_and_its_players() {
    let players = [Player { track: 1, row: 9 }; 3];
    assert_eq!(crowd_words(3), 14);
    let error = encode_crowd(&CrowdHeader::default(), &players, &mut [0; 13]).unwrap_err();
    assert_eq!(error.to_string(), "crowd: expected 14 words, got 13");
}
