//! Targets that move nothing, are the same, share a name, or concern one primitive only.

use super::shape::{Shapes, TargetShape};
use super::sparse;
use super::{Advice, AdviceCode, Subject};
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn advise(subject: &Subject<'_>, shapes: &Shapes, advice: &mut Vec<Advice>) {
    let of_primitives: Vec<_> =
        subject.mesh.primitives.iter().map(|p| shapes.of(p.targets.as_ref())).collect();
    zero(subject, &of_primitives, advice);
    identical(subject, &of_primitives, advice);
    names(subject, advice);
    one_primitive(subject, &of_primitives, advice);
    if subject.document.mesh_nodes(subject.index).next().is_none() {
        let count = subject.mesh.target_count();
        let message = "it has targets, and no node draws it";
        advice.push(
            Advice::new(AdviceCode::MeshNotDrawn, subject.place(), message)
                .with("targets", count as f64),
        );
    }
}

/// The target's classes over all primitives that have targets.
fn classes(of_primitives: &[&[TargetShape]], target: usize) -> Vec<usize> {
    of_primitives.iter().filter_map(|shapes| shapes.get(target)).map(|shape| shape.class).collect()
}

fn zero(subject: &Subject<'_>, of_primitives: &[&[TargetShape]], advice: &mut Vec<Advice>) {
    let count = subject.mesh.target_count();
    let is_zero = |&target: &usize| classes(of_primitives, target).iter().all(|&class| class == 0);
    let targets: Vec<usize> = (0..count).filter(is_zero).collect();
    if targets.is_empty() {
        return;
    }
    let message =
        format!("{} of {count} targets move nothing: {}", targets.len(), subject.list(&targets));
    advice.push(
        Advice::new(AdviceCode::TargetsZero, subject.place(), message)
            .with("targets", targets.len() as f64)
            .with("of", count as f64)
            .about(targets),
    );
}

fn identical(subject: &Subject<'_>, of_primitives: &[&[TargetShape]], advice: &mut Vec<Advice>) {
    let count = subject.mesh.target_count();
    let mut groups: BTreeMap<Vec<usize>, Vec<usize>> = BTreeMap::new();
    for target in 0..count {
        groups.entry(classes(of_primitives, target)).or_default().push(target);
    }
    let mut groups: Vec<_> = groups
        .into_iter()
        .filter(|(classes, group)| group.len() > 1 && classes.iter().any(|&class| class != 0))
        .map(|(_, group)| group)
        .collect();
    groups.sort_unstable();
    for targets in groups {
        let message = format!("targets are identical: {}", subject.list(&targets));
        advice.push(
            Advice::new(AdviceCode::TargetsIdentical, subject.place(), message)
                .with("targets", targets.len() as f64)
                .with("of", count as f64)
                .about(targets),
        );
    }
}

fn names(subject: &Subject<'_>, advice: &mut Vec<Advice>) {
    let Some(names) = &subject.mesh.target_names else { return };
    let mut seen = BTreeSet::new();
    let hidden: Vec<usize> = (0..names.len()).filter(|&at| !seen.insert(&names[at])).collect();
    if hidden.is_empty() {
        return;
    }
    let message = format!(
        "{} of {} targets have the name of an earlier one and are found by index only: {}",
        hidden.len(),
        names.len(),
        subject.list(&hidden)
    );
    advice.push(
        Advice::new(AdviceCode::NamesDuplicate, subject.place(), message)
            .with("targets", hidden.len() as f64)
            .with("of", names.len() as f64)
            .about(hidden),
    );
}

/// Only where it costs something: a target that is absent elsewhere, or has no data there, is fine.
fn one_primitive(
    subject: &Subject<'_>,
    of_primitives: &[&[TargetShape]],
    advice: &mut Vec<Advice>,
) {
    let morphed = of_primitives.iter().filter(|shapes| !shapes.is_empty()).count();
    if morphed < 2 {
        return;
    }
    let mut zeros = BTreeMap::new();
    let mut alone = Vec::new();
    for target in 0..subject.mesh.target_count() {
        let moving = classes(of_primitives, target).iter().filter(|&&class| class != 0).count();
        if moving != 1 {
            continue;
        }
        let before = zeros.len();
        for (primitive, shapes) in subject.model.primitives.iter().zip(of_primitives) {
            let Some(shape) = shapes.get(target).filter(|shape| shape.class == 0) else { continue };
            let accessors = primitive.targets.as_ref().and_then(|targets| targets.get(target));
            for (name, &accessor) in accessors.into_iter().flatten() {
                // What is not decoded, as custom attributes are not, may hold anything.
                let is_zero = name.parse().is_ok_and(|attribute| shape.band(attribute).is_some());
                if let Some(bytes) =
                    sparse::dense_bytes(subject.document, accessor).filter(|_| is_zero)
                {
                    zeros.insert(accessor, bytes);
                }
            }
        }
        if zeros.len() > before {
            alone.push(target);
        }
    }
    let bytes: u64 = zeros.values().sum();
    if bytes == 0 {
        return;
    }
    let count = subject.mesh.target_count();
    let message = format!(
        "{} of {count} targets move one of {morphed} primitives; the zeros of the others take {bytes} bytes: {}",
        alone.len(),
        subject.list(&alone)
    );
    advice.push(
        Advice::new(AdviceCode::TargetsInOnePrimitive, subject.place(), message)
            .with("targets", alone.len() as f64)
            .with("of", count as f64)
            .with("bytes", bytes as f64)
            .about(alone),
    );
}
