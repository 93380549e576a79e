//! The group `mix`.

use crate::refusal;
use morph_core::WeightPair;
use morph_core::animation::{Layer, MixError, mix_into, mix_layer_into};
use morph_tests::golden::{Case, cases};

#[test]
fn mixed_weights_are_exact_at_once_and_layer_by_layer() {
    for case in cases("mix") {
        match mix(&case) {
            Err(error) => case.assert_refused(refusal::of_mix(&error)),
            Ok(weights) => {
                assert_eq!(case.refusal(), None, "{}", case.name);
                case.assert_met("mix_into", "weights", &weights, true);
            }
        }
    }
}

fn mix(case: &Case) -> Result<Vec<f32>, MixError> {
    let layers: Vec<Layer<'_>> = (0..)
        .map_while(|number| {
            let field = |name: &str| format!("layer.{number}.{name}");
            case.input.get(&field("mode"))?;
            let weights = case.input.floats(&field("weights"));
            let [factor] = *case.input.floats(&field("factor")) else { panic!("one factor") };
            let layer = match case.input.word(&field("mode")) {
                "replace" => Layer::replace(weights, factor),
                "add" => Layer::add(weights, case.input.floats(&field("first")), factor),
                other => panic!("{}: no mode {other}", case.name),
            };
            let mask = case.input.get(&field("mask")).map(|_| case.input.floats(&field("mask")));
            Some(mask.map_or(layer, |mask| layer.with_mask(mask)))
        })
        .collect();
    let targets = case.input.numbers("override.targets").iter();
    let overrides: Vec<WeightPair> = targets
        .zip(case.input.floats("override.weights"))
        .map(|(&index, &weight)| WeightPair { index: u32::try_from(index).unwrap(), weight })
        .collect();
    let defaults = case.input.floats("defaults");
    let mut row = vec![-77.0; case.input.number("targets")];
    let done = mix_into(defaults, &layers, &overrides, &mut row);
    if done.is_err() {
        assert!(row.iter().all(|&w| w == -77.0), "{}: nothing is written", case.name);
    }
    done?;
    let mut alone = vec![-77.0; row.len()];
    mix_into(defaults, &[], &[], &mut alone)?;
    for layer in &layers {
        mix_layer_into(layer, &mut alone)?;
    }
    for WeightPair { index, weight } in overrides {
        if let Some(own) = alone.get_mut(index as usize) {
            *own = weight;
        }
    }
    let bits = |row: &[f32]| row.iter().map(|w| w.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(&row), bits(&alone), "{}: layer by layer", case.name);
    Ok(row)
}
