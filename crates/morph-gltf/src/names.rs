//! Target names: which array counts, and which does not.

use crate::Document;
use crate::finding::{Code, Finding, Findings};
use crate::model::{Mesh, Primitive};
use serde_json::Value;
use std::sync::Arc;

/// The names of a mesh's targets, by the rule that they are one string for each target.
pub(crate) fn of_mesh(
    document: &Document,
    place: &str,
    model: &Mesh,
    target_count: usize,
    findings: &mut Findings,
) -> Result<Option<Arc<[String]>>, Finding> {
    // spec W10
    if target_count == 0 {
        return Ok(None);
    }
    let names = named(place, &model.extras, target_count, findings)?;
    if names.is_some() {
        return Ok(names);
    }
    let sources = document.options().names;
    let morphed = model.primitives.iter().enumerate().find(|(_, p)| p.target_count() > 0);
    let Some((at, primitive)) = morphed else {
        return Ok(None);
    };
    if sources.primitive_extras {
        let place = format!("{place}.primitives[{at}]");
        let names = named(&place, &primitive.extras, target_count, findings)?;
        if names.is_some() {
            return Ok(names);
        }
    }
    Ok(if sources.accessor_names { accessor_names(document, primitive) } else { None })
}

/// `targetNames` of an `extras` object; a note where it is there and cannot be used.
fn named(
    place: &str,
    extras: &Value,
    target_count: usize,
    findings: &mut Findings,
) -> Result<Option<Arc<[String]>>, Finding> {
    let Some(value) = extras.get("targetNames") else {
        return Ok(None);
    };
    let problem = match value.as_array() {
        None => "expected an array of strings".to_owned(),
        Some(list) if list.len() != target_count => {
            format!("expected {target_count} names, got {}", list.len())
        }
        Some(list) => {
            let names: Option<Vec<String>> =
                list.iter().map(|n| n.as_str().map(str::to_owned)).collect();
            match names {
                Some(names) => return Ok(Some(names.into())),
                None => "expected strings only".to_owned(),
            }
        }
    };
    let message = format!("{problem}: the targets have no names");
    findings.add(Code::TargetNamesIgnored, format_args!("{place}.extras.targetNames"), message)?;
    Ok(None)
}

/// Names of each target's accessors: POSITION's, else the first that has one.
fn accessor_names(document: &Document, primitive: &Primitive) -> Option<Arc<[String]>> {
    let accessors = &document.root().accessors;
    let name_of = |accessor: &usize| accessors.get(*accessor)?.name.clone();
    let names: Option<Vec<String>> = primitive
        .targets
        .iter()
        .flatten()
        .map(|target| {
            let position = target.get("POSITION").and_then(name_of);
            position.or_else(|| target.values().find_map(name_of))
        })
        .collect();
    names.map(Into::into)
}
