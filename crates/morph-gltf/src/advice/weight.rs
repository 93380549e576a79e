//! Weights that look like percentages.

use super::{Advice, AdviceCode, Subject};
use crate::animation::Budget;
use crate::finding::Findings;
use crate::{Document, Strictness};
use std::fmt;

/// A factor of five is no expression any more; the smallest percentages that people write are.
const LOOKS_LIKE_PERCENT: f64 = 5.0;

pub(super) fn advise_mesh(subject: &Subject<'_>, advice: &mut Vec<Advice>) {
    if let Some(weights) = &subject.model.weights {
        look(weights.iter().copied(), format_args!("{}.weights", subject.place()), "", advice);
    }
}

pub(super) fn advise_nodes(document: &Document, advice: &mut Vec<Advice>) {
    for (at, node) in document.root().nodes.iter().enumerate() {
        if let Some(weights) = &node.weights {
            look(weights.iter().copied(), format_args!("nodes[{at}].weights"), "", advice);
        }
    }
}

pub(super) fn advise_animations(document: &Document, advice: &mut Vec<Advice>) {
    let mut budget = Budget::new(document.memory_limit());
    for animation in 0..document.root().animations.len() {
        let mut findings = Findings::new(Strictness::Lenient);
        let Ok(clip) = document.load_weights(animation, &mut budget, &mut findings) else {
            continue;
        };
        for channel in &clip.channels {
            let keys = (0..channel.track.key_count()).filter_map(|key| channel.track.key(key));
            let node = format!(" for nodes[{}]", channel.node);
            let weights = keys.flatten().map(|&weight| f64::from(weight));
            look(weights, format_args!("animations[{animation}]"), &node, advice);
        }
    }
}

/// Adds advice where weights are too large to be factors.
pub(super) fn look(
    weights: impl Iterator<Item = f64>,
    place: impl fmt::Display,
    of: &str,
    advice: &mut Vec<Advice>,
) {
    let (mut count, mut largest) = (0_usize, 0.0_f64);
    for weight in weights.filter(|weight| weight.abs() >= LOOKS_LIKE_PERCENT) {
        count += 1;
        if weight.abs() > largest.abs() {
            largest = weight;
        }
    }
    if count == 0 {
        return;
    }
    let message = format!("weights up to {largest}{of} look like percentages; they are factors");
    advice.push(
        Advice::new(AdviceCode::WeightsLikePercentages, place, message)
            .with("weights", count as f64)
            .with("largest", largest),
    );
}
