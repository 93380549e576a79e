//! Who wins, and with which bits.

use super::*;
use crate::animation::{Clip, ClipChannel, Interpolation, WeightTrack};
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

fn bits(row: &[f32]) -> Vec<u32> {
    row.iter().map(|w| w.to_bits()).collect()
}

fn clip(channels: Vec<ClipChannel>) -> Clip {
    Clip { name: None, channels }
}

fn line(from: &[f32], to: &[f32]) -> WeightTrack {
    WeightTrack::from_keys(Interpolation::Linear, [(0.0, from), (1.0, to)]).unwrap()
}

#[test]
fn without_layers_and_overrides_a_row_is_its_defaults() {
    // spec M1
    let mut row = [9.0; 3];
    mix_into(&[0.5, -0.0], &[], &[], &mut row).unwrap();
    assert_eq!(bits(&row), bits(&[0.5, -0.0, 0.0]));
    mix_into(&[1.0, 2.0, 3.0, 4.0], &[], &[], &mut row).unwrap();
    assert_eq!(row, [1.0, 2.0, 3.0]);
}

#[test]
fn a_factor_of_zero_leaves_every_bit_and_one_gives_the_layers_bits() {
    // spec M3, M4
    let below = [0.1, -0.0, 1e30, -7.5];
    let layer = [0.3, 0.7, 1.0, -0.0];
    for (replace, factor, mask, expected) in [
        (true, 0.0, [1.0; 4], below),
        (true, 1.0, [1.0; 4], layer),
        (true, 2.0, [0.5; 4], layer),
        (false, 1.0, [0.0; 4], below),
    ] {
        let of = if replace {
            Layer::replace(&layer, factor)
        } else {
            Layer::add(&layer, &[5.0; 4], factor)
        };
        let mut row = below;
        mix_layer_into(&of.with_mask(&mask), &mut row).unwrap();
        assert_eq!(bits(&row), bits(&expected));
    }
}

#[test]
fn layers_go_bottom_to_top_and_overrides_over_all() {
    // spec M1, M7, M8
    let (first, second) = ([1.0, 1.0, 1.0], [3.0, 3.0, 3.0]);
    let layers = [
        Layer::replace(&first, 1.0),
        Layer::replace(&second, 0.5),
        Layer::add(&[0.5, 0.0, 0.0], &[0.25, 0.0, 0.0], 2.0),
    ];
    let over = |index, weight| WeightPair { index, weight };
    let mut row = [0.0; 3];
    mix_into(&[8.0; 3], &layers, &[over(1, 0.75), over(9, 1.0), over(1, -1.0)], &mut row).unwrap();
    assert_eq!(row, [2.5, -1.0, 2.0]);
    let turned = [layers[1], layers[0]];
    mix_into(&[8.0; 3], &turned, &[], &mut row).unwrap();
    assert_eq!(row, [1.0; 3]);
}

#[test]
fn masks_and_weights_that_end_early_leave_the_rest_alone() {
    // spec M2
    let mut row = [4.0; 4];
    mix_layer_into(&Layer::replace(&[0.0; 3], 0.5).with_mask(&[1.0, 0.5]), &mut row).unwrap();
    assert_eq!(row, [2.0, 3.0, 4.0, 4.0]);
}

#[test]
fn a_clip_leaves_alone_what_it_does_not_animate() {
    // spec M6
    let face = clip(vec![ClipChannel::one(3, 1, line(&[0.0], &[1.0]))]);
    let other = clip(vec![ClipChannel::new(4, line(&[9.0; 3], &[9.0; 3]))]);
    let far = clip(vec![ClipChannel::one(3, 7, line(&[9.0], &[9.0]))]);
    let mut mixer = ClipMixer::default();
    let mut row = [0.0; 3];
    let defaults = [0.25, 0.5, -0.0];
    let layers = [&face, &other, &far].map(|clip| ClipLayer::replace(clip, 0.5, 0.5));
    mixer.mix_into(3, &defaults, &layers, &[], &mut row).unwrap();
    assert_eq!(bits(&row), bits(&[0.25, 0.5, -0.0]));
    let layers = [ClipLayer::replace(&face, 0.25, 0.5)];
    mixer.mix_into(3, &defaults, &layers, &[], &mut row).unwrap();
    assert_eq!(row, [0.25, 0.375, 0.0]);
    mixer.mix_into(5, &defaults, &layers, &[], &mut row).unwrap();
    assert_eq!(bits(&row), bits(&defaults));
}

#[test]
fn of_two_tracks_of_one_clip_the_later_counts_with_its_own_first_key() {
    let both = clip(vec![
        ClipChannel::new(0, line(&[0.5, 0.5], &[1.5, 1.5])),
        ClipChannel::one(0, 1, line(&[2.0], &[4.0])),
    ]);
    let mut mixer = ClipMixer::new(2, 2);
    let mut row = [0.0; 2];
    mixer.mix_into(0, &[10.0, 10.0], &[ClipLayer::add(&both, 0.5, 1.0)], &[], &mut row).unwrap();
    assert_eq!(row, [10.5, 11.0]);
    mixer.mix_into(0, &[10.0; 2], &[ClipLayer::replace(&both, 0.5, 1.0)], &[], &mut row).unwrap();
    assert_eq!(row, [1.0, 3.0]);
}

#[test]
fn a_crossfade_goes_from_one_clip_to_the_other() {
    // spec M7
    let from = clip(vec![ClipChannel::new(0, line(&[1.0, 0.0], &[1.0, 0.0]))]);
    let to = clip(vec![ClipChannel::new(0, line(&[0.0, 1.0], &[0.0, 1.0]))]);
    let mut mixer = ClipMixer::new(2, 2);
    let mut row = [0.0; 2];
    for step in 0..=4 {
        let t = step as f32 / 4.0;
        let layers = [ClipLayer::replace(&from, 0.5, 1.0), ClipLayer::replace(&to, 0.5, t)];
        mixer.mix_into(0, &[], &layers, &[], &mut row).unwrap();
        assert_eq!(row, [1.0 - t, t]);
    }
}

#[test]
fn what_is_no_number_is_refused_with_its_place_and_the_row_stays() {
    let face = clip(vec![ClipChannel::new(0, line(&[0.0], &[1.0]))]);
    let mut row = [7.0; 2];
    let bad = [f32::NAN, 0.5];
    let good = Layer::replace(&[0.5], 1.0);
    let low = |layers: &[Layer<'_>], overrides: &[WeightPair], row: &mut [f32]| {
        mix_into(&[0.0; 2], layers, overrides, row).unwrap_err().to_string()
    };
    let over = [WeightPair::default(), WeightPair { index: 0, weight: f32::INFINITY }];
    let texts = [
        low(&[good, Layer { factor: f32::NAN, ..good }], &[], &mut row),
        low(&[good.with_mask(&bad)], &[], &mut row),
        low(&[good], &over, &mut row),
        ClipMixer::default()
            .mix_into(0, &[], &[ClipLayer::replace(&face, f32::NAN, 1.0)], &[], &mut row)
            .unwrap_err()
            .to_string(),
    ];
    assert_eq!(
        texts,
        [
            "layers[1].factor: expected a finite number, got NaN",
            "layers[0].mask[0]: expected a finite number, got NaN",
            "overrides[1]: expected a finite number, got inf",
            "layers[0].time: expected a number, got NaN",
        ]
    );
    assert_eq!(row, [7.0; 2]);
}
