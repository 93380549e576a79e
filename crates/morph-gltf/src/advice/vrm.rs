//! Weights of VRM's binds: percentages in VRM 0.x, factors in VRM 1.0.

use super::{Advice, AdviceCode, weight};
use crate::Document;
use serde_json::Value;

pub(super) fn advise(document: &Document, advice: &mut Vec<Advice>) {
    let extensions = &document.json()["extensions"];
    let groups = &extensions["VRM"]["blendShapeMaster"]["blendShapeGroups"];
    let binds = items(groups).flat_map(|group| items(&group["binds"]));
    let weights: Vec<f64> = binds.filter_map(|bind| bind["weight"].as_f64()).collect();
    let largest = weights.iter().copied().fold(0.0, f64::max);
    if largest > 0.0 && largest <= 1.0 {
        let message = format!(
            "the largest weight of {} binds is {largest}, which is {largest} % of a target",
            weights.len()
        );
        let place = "extensions.VRM.blendShapeMaster";
        advice.push(
            Advice::new(AdviceCode::VrmWeightsLikeFactors, place, message)
                .with("weights", weights.len() as f64)
                .with("largest", largest),
        );
    }
    let expressions = &extensions["VRMC_vrm"]["expressions"];
    let all = ["preset", "custom"].iter().flat_map(|kind| members(&expressions[*kind]));
    let binds = all.flat_map(|expression| items(&expression["morphTargetBinds"]));
    let weights = binds.filter_map(|bind| bind["weight"].as_f64());
    weight::look(weights, "extensions.VRMC_vrm.expressions", " of binds", advice);
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn members(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_object().into_iter().flat_map(|object| object.values())
}
