//! `--set NAME=VALUE`: which weights it means.

mod arkit;
mod suggest;

use crate::failure::{Failure, tell};
use anyhow::{Context, Result, anyhow};
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

/// The option that sets weights.
pub(crate) const SET: &str = "--set";

/// Weights as large as this look like percentages.
const PERCENTAGE: f32 = 10.0;

/// A weight to set.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Setting {
    name: String,
    value: f32,
}

impl FromStr for Setting {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some((name, value)) = text.rsplit_once('=') else {
            return Err("expected NAME=VALUE".into());
        };
        if name.is_empty() {
            return Err("expected a name before the =".into());
        }
        match value.trim().parse::<f32>() {
            Ok(value) if value.is_finite() => Ok(Self { name: name.to_owned(), value }),
            _ => Err(format!("expected a finite number after the last =, got {value:?}")),
        }
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.name, self.value)
    }
}

/// A mesh that a setting may mean.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Named<'a> {
    /// Index in the file.
    pub(crate) index: usize,
    /// Name, where it has one.
    pub(crate) name: Option<&'a str>,
    /// Names of its targets.
    pub(crate) target_names: Option<&'a [String]>,
    /// Number of its targets.
    pub(crate) target_count: usize,
}

impl<'a> Named<'a> {
    fn target_name(&self, target: usize) -> Option<&'a str> {
        self.target_names?.get(target).map(String::as_str)
    }
}

/// Sets weights of instances, each the index of its mesh and a row of weights. For `--set` it says
/// how many; a strip would say too much.
///
/// # Errors
/// Where a setting means none, with the nearest names.
pub(crate) fn set_all(
    option: &str,
    settings: &[Setting],
    meshes: &[Named<'_>],
    instances: &mut [(usize, &mut Vec<f32>)],
) -> Result<(), Failure> {
    for setting in settings {
        let found = setting.find(meshes).with_context(|| option.to_owned());
        let found = found.map_err(Failure::Environment)?;
        let count = setting.write(&found.targets, instances);
        if option == SET {
            let noun = if count == 1 { "weight" } else { "weights" };
            let by = found.by_arkit.map(|names| format!(", by ARKit's name of {names}"));
            tell(&format!("{option} {setting}: {count} {noun} set{}", by.unwrap_or_default()));
        }
        if let Some(doubt) = setting.doubt() {
            tell(&format!("note: {option} {doubt}"));
        }
    }
    Ok(())
}

/// What a name means.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// Meshes (by index in the file) and targets.
    pub(crate) targets: BTreeSet<(usize, usize)>,
    /// The names of the targets, where they were found by ARKit's name for them.
    by_arkit: Option<String>,
}

/// Meshes and targets that a name means: what the file calls so, else what ARKit does.
///
/// # Errors
/// Where it means none, with the nearest names; where ARKit's name may mean several.
pub(crate) fn find_targets(meshes: &[Named<'_>], name: &str) -> Result<Found> {
    let targets = find(meshes, name);
    if !targets.is_empty() {
        return Ok(Found { targets, by_arkit: None });
    }
    let targets = arkit::find(meshes, name).map_err(|error| anyhow!(error))?;
    if targets.is_empty() {
        return Err(anyhow!(suggest::nearest(meshes, name)));
    }
    let by_arkit = Some(arkit::names(meshes, &targets));
    Ok(Found { targets, by_arkit })
}

/// Whether a name means no target at all; one that may mean several is no such name.
pub(crate) fn means_nothing(meshes: &[Named<'_>], name: &str) -> bool {
    find(meshes, name).is_empty() && arkit::find(meshes, name).is_ok_and(|found| found.is_empty())
}

impl Setting {
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) const fn value(&self) -> f32 {
        self.value
    }

    fn find(&self, meshes: &[Named<'_>]) -> Result<Found> {
        find_targets(meshes, &self.name).map_err(|error| anyhow!("{self}: {error}"))
    }

    /// Sets weights; gives their number.
    fn write(
        &self,
        targets: &BTreeSet<(usize, usize)>,
        instances: &mut [(usize, &mut Vec<f32>)],
    ) -> usize {
        let mut count = 0;
        for (of_mesh, weights) in instances {
            for &(_, target) in targets.iter().filter(|&&(mesh, _)| mesh == *of_mesh) {
                if let Some(weight) = weights.get_mut(target) {
                    *weight = self.value;
                    count += 1;
                }
            }
        }
        count
    }

    /// What looks wrong with the value, if something does.
    fn doubt(&self) -> Option<String> {
        let value = self.value;
        (value.abs() >= PERCENTAGE).then(|| {
            format!(
                "{self}: weights are factors, so this is {value} times the target; \
                 it looks like a percentage"
            )
        })
    }
}

/// Meshes (by index in the file) and targets that a name means: an exact name, else an index,
/// else those of one mesh, else a pattern.
fn find(meshes: &[Named<'_>], name: &str) -> BTreeSet<(usize, usize)> {
    let plain = find_plain(meshes, name);
    if !plain.is_empty() {
        return plain;
    }
    for (colon, _) in name.match_indices(':') {
        let (mesh, target) = (&name[..colon], &name[colon + 1..]);
        let chosen = called(meshes, mesh);
        let mut found = find_plain(&chosen, target);
        if found.is_empty() {
            found = find_pattern(&chosen, target);
        }
        if !found.is_empty() {
            return found;
        }
    }
    find_pattern(meshes, name)
}

/// The meshes of this name, else the one of this index.
fn called<'a>(meshes: &[Named<'a>], name: &str) -> Vec<Named<'a>> {
    let named: Vec<_> = meshes.iter().copied().filter(|m| m.name == Some(name)).collect();
    if !named.is_empty() {
        return named;
    }
    let index = name.parse::<usize>().ok();
    meshes.iter().copied().filter(|m| Some(m.index) == index).collect()
}

/// An exact name, the first of it in each mesh; else an index.
fn find_plain(meshes: &[Named<'_>], name: &str) -> BTreeSet<(usize, usize)> {
    let named: BTreeSet<_> = meshes
        .iter()
        .filter_map(|mesh| {
            let target = (0..mesh.target_count).find(|&t| mesh.target_name(t) == Some(name))?;
            Some((mesh.index, target))
        })
        .collect();
    if !named.is_empty() {
        return named;
    }
    let Ok(target) = name.parse::<usize>() else { return BTreeSet::new() };
    meshes.iter().filter(|m| target < m.target_count).map(|m| (m.index, target)).collect()
}

/// All names that match a pattern, where it is one; targets without a name go by their index.
fn find_pattern(meshes: &[Named<'_>], name: &str) -> BTreeSet<(usize, usize)> {
    let Some(pattern) = pattern(name) else { return BTreeSet::new() };
    let matches = |mesh: &Named<'_>, target: usize| match mesh.target_name(target) {
        Some(name) => pattern.matches(name),
        None => pattern.matches(&target.to_string()),
    };
    let of = |mesh: &Named<'_>| {
        let targets = (0..mesh.target_count).filter(|&t| matches(mesh, t));
        targets.map(|t| (mesh.index, t)).collect::<Vec<_>>()
    };
    meshes.iter().flat_map(of).collect()
}

/// The pattern that a name is, if it is one.
fn pattern(name: &str) -> Option<glob::Pattern> {
    name.contains(['*', '?', '[']).then(|| glob::Pattern::new(name).ok()).flatten()
}

#[cfg(test)]
mod tests;
