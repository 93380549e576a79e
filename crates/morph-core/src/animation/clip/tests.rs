use super::*;
use crate::Weights;
use crate::animation::{Interpolation, TrackPlayer, WeightSink};
use alloc::string::ToString;
use alloc::vec;

fn channel(node: usize, from: &[f32], to: &[f32]) -> ClipChannel {
    let keys = [(0.0, from), (1.0, to)];
    ClipChannel::new(node, WeightTrack::from_keys(Interpolation::Linear, keys).unwrap())
}

fn one(node: usize, target: usize, from: f32, to: f32) -> ClipChannel {
    let keys = [(0.0, [from]), (1.0, [to])];
    let track = WeightTrack::from_keys(Interpolation::Linear, keys).unwrap();
    ClipChannel::one(node, target, track)
}

fn clip(channels: Vec<ClipChannel>) -> Clip {
    Clip { name: Some("talk".to_string()), channels }
}

const fn binding(node: usize, target_count: usize, handle: char) -> WeightBinding<char> {
    WeightBinding { node, target_count, handle }
}

fn apply(clip: &Clip, time: f32, bindings: &[WeightBinding<char>]) -> Vec<(char, Vec<f32>)> {
    let mut set = Vec::new();
    let mut player = ClipPlayer::new(clip, bindings);
    clip.apply(time, bindings, &mut player, |&handle, sampled| {
        assert!(matches!(sampled, SampledWeights::All(_)));
        set.push((handle, sampled.as_slice().to_vec()));
    })
    .unwrap();
    set
}

#[test]
fn every_binding_of_a_node_gets_the_same_weights() {
    let clip = clip(vec![channel(3, &[0.0, 1.0], &[1.0, 0.0])]);
    let set = apply(&clip, 0.25, &[binding(3, 2, 'a'), binding(3, 2, 'b')]);
    assert_eq!(set, [('a', vec![0.25, 0.75]), ('b', vec![0.25, 0.75])]);
}

#[test]
fn a_binding_with_fewer_targets_is_cut_and_one_with_more_is_filled_with_zeros() {
    let clip = clip(vec![channel(0, &[1.0, 2.0], &[1.0, 2.0])]);
    let set = apply(&clip, 0.0, &[binding(0, 1, 'a'), binding(0, 4, 'b'), binding(0, 0, 'c')]);
    assert_eq!(set, [('a', vec![1.0]), ('b', vec![1.0, 2.0, 0.0, 0.0]), ('c', vec![])]);
}

#[test]
fn weights_of_one_track_do_not_leak_into_the_next() {
    let clip = clip(vec![channel(0, &[1.0, 2.0, 3.0], &[1.0; 3]), channel(1, &[5.0], &[5.0])]);
    let set = apply(&clip, 0.0, &[binding(0, 3, 'a'), binding(1, 3, 'b')]);
    assert_eq!(set, [('a', vec![1.0, 2.0, 3.0]), ('b', vec![5.0, 0.0, 0.0])]);
}

// spec A14
#[test]
fn nodes_without_binding_and_bindings_without_track_are_skipped() {
    let clip = clip(vec![channel(1, &[1.0], &[1.0]), channel(2, &[2.0], &[2.0])]);
    assert_eq!(apply(&clip, 0.0, &[binding(2, 1, 'a'), binding(9, 1, 'b')]), [('a', vec![2.0])]);
}

#[test]
fn a_track_of_one_weight_leaves_the_others_alone() {
    let clip = clip(vec![one(0, 2, 0.0, 1.0), one(0, 0, 4.0, 8.0), one(1, 0, 9.0, 9.0)]);
    let bindings = [binding(0, 4, 'a'), binding(0, 1, 'b')];
    let mut rows = [vec![0.5; 4], vec![0.5]];
    let mut player = ClipPlayer::new(&clip, &bindings);
    clip.apply(0.25, &bindings, &mut player, |&handle, sampled| {
        sampled.write_into(&mut rows[usize::from(handle == 'b')]);
    })
    .unwrap();
    assert_eq!(rows, [vec![5.0, 0.5, 0.25, 0.5], vec![5.0]]);
}

#[test]
fn of_a_track_for_one_weight_the_first_counts() {
    let mut both = one(0, 1, 3.0, 3.0);
    both.track = channel(0, &[1.0, 2.0], &[1.0, 2.0]).track;
    let clip = clip(vec![both]);
    let mut calls = Vec::new();
    clip.apply(0.0, &[binding(0, 2, 'a')], &mut ClipPlayer::default(), |_, sampled| {
        assert_eq!(sampled, SampledWeights::One { target: 1, weight: 1.0 });
        calls.push(sampled.as_slice().to_vec());
    })
    .unwrap();
    assert_eq!(calls, [[1.0]]);
}

#[test]
fn what_does_not_fit_into_a_row_is_left_out() {
    let mut row = [1.0, 2.0];
    SampledWeights::One { target: 2, weight: 9.0 }.write_into(&mut row);
    assert_eq!(row, [1.0, 2.0]);
    SampledWeights::All(&[3.0, 4.0, 5.0]).write_into(&mut row);
    assert_eq!(row, [3.0, 4.0]);
    SampledWeights::All(&[6.0]).write_into(&mut row);
    assert_eq!(row, [6.0, 4.0]);
}

#[test]
fn a_clip_spans_its_tracks_and_an_empty_one_sets_nothing() {
    let mut late = channel(0, &[0.0], &[1.0]);
    late.track = WeightTrack::from_keys(Interpolation::Step, [(2.0, [0.0]), (3.0, [1.0])]).unwrap();
    let spans = clip(vec![late, channel(1, &[0.0], &[1.0])]);
    assert_eq!((spans.start(), spans.end()), (Some(0.0), Some(3.0)));
    let empty = clip(vec![]);
    assert_eq!((empty.start(), empty.end()), (None, None));
    assert!(apply(&empty, 0.0, &[binding(0, 1, 'a')]).is_empty());
}

#[test]
fn a_nan_time_sets_nothing() {
    let clip = clip(vec![channel(0, &[0.0], &[1.0])]);
    let bindings = [binding(0, 1, 'a')];
    let result =
        clip.apply(f32::NAN, &bindings, &mut ClipPlayer::default(), |_, _| panic!("was set"));
    assert_eq!(result, Err(AnimationError::NanTime));
}

#[test]
fn what_setting_refuses_is_passed_on() {
    let clip = clip(vec![channel(0, &[0.0], &[1.0])]);
    let bindings = [binding(0, 1, 'a'), binding(0, 1, 'b')];
    let mut calls = 0;
    let result = clip.try_apply(0.0, &bindings, &mut ClipPlayer::default(), |_, _| {
        calls += 1;
        Err("gone")
    });
    assert_eq!((result, calls), (Err(ApplyError::Sink("gone")), 1));
}

#[test]
fn one_player_serves_clips_and_bindings_of_any_size() {
    let small = clip(vec![channel(0, &[1.0], &[1.0])]);
    let large = clip(vec![channel(0, &[1.0; 5], &[1.0; 5]), channel(1, &[2.0], &[2.0])]);
    let mut player = ClipPlayer::new::<char>(&small, &[]);
    let mut seen = 0;
    for clip in [&small, &large, &small] {
        clip.apply(0.5, &[binding(0, 6, 'a')], &mut player, |_, sampled| {
            assert_eq!(sampled.as_slice().len(), 6);
            seen += sampled.as_slice().iter().filter(|&&w| w == 1.0).count();
        })
        .unwrap();
    }
    assert_eq!(seen, 1 + 5 + 1);
}

#[test]
fn two_lists_of_weights_play_one_track_at_different_times() {
    let track = channel(0, &[0.0, 1.0], &[1.0, 0.0]).track;
    let (mut left, mut right) = (Weights::new(2), Weights::new(3));
    let (mut left_player, mut right_player) = (TrackPlayer::new(&track), TrackPlayer::default());
    for frame in 0..4 {
        let time = frame as f32 * 0.25;
        track.apply(time, &mut left_player, &mut left).unwrap();
        track.apply(1.0 - time, &mut right_player, &mut right).unwrap();
        assert_eq!(left.weights(), [time, 1.0 - time]);
        assert_eq!(right.weights(), [1.0 - time, time, 0.0]);
    }
    assert_eq!(
        track.apply(f32::NAN, &mut left_player, &mut left),
        Err(ApplyError::Animation(AnimationError::NanTime))
    );
    assert_eq!(left.weights(), [0.75, 0.25]);
}
