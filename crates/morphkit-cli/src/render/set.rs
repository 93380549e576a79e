//! `--set NAME=VALUE`: which weights it means.

mod suggest;

use crate::scene::{Mesh, Pose, Scene};
use anyhow::{Result, anyhow};
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

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

impl Setting {
    /// Sets the weights that it means; gives their number.
    ///
    /// # Errors
    /// Where it means none, with the nearest names.
    pub(super) fn apply(&self, scene: &Scene, pose: &mut Pose) -> Result<usize> {
        let meshes = meshes_of(scene);
        let found = find(&meshes, &self.name);
        if found.is_empty() {
            return Err(anyhow!("{self}: {}", suggest::nearest(&meshes, &self.name)));
        }
        let mut count = 0;
        for (instance, weights) in scene.instances.iter().zip(&mut pose.weights) {
            for &(_, target) in found.iter().filter(|&&(mesh, _)| mesh == instance.mesh.index) {
                if let Some(weight) = weights.get_mut(target) {
                    *weight = self.value;
                    count += 1;
                }
            }
        }
        Ok(count)
    }

    /// What looks wrong with the value, if something does.
    pub(super) fn doubt(&self) -> Option<String> {
        let value = self.value;
        (value.abs() >= PERCENTAGE).then(|| {
            format!(
                "{self}: weights are factors, so this is {value} times the target; \
                 it looks like a percentage"
            )
        })
    }
}

/// The morphed meshes that the scene draws, each once.
fn meshes_of(scene: &Scene) -> Vec<&Mesh> {
    let mut seen = BTreeSet::new();
    let meshes = scene.instances.iter().map(|instance| &*instance.mesh);
    meshes.filter(|mesh| mesh.target_count > 0 && seen.insert(mesh.index)).collect()
}

/// Meshes (by index in the file) and targets that a name means: an exact name, else an index,
/// else those of one mesh, else a pattern.
fn find(meshes: &[&Mesh], name: &str) -> BTreeSet<(usize, usize)> {
    let plain = find_plain(meshes, name);
    if !plain.is_empty() {
        return plain;
    }
    for (colon, _) in name.match_indices(':') {
        let (mesh, target) = (&name[..colon], &name[colon + 1..]);
        let named = meshes.iter().copied().filter(|m| m.name.as_deref() == Some(mesh));
        let mut chosen: Vec<_> = named.collect();
        if chosen.is_empty() {
            let index = mesh.parse::<usize>().ok();
            chosen = meshes.iter().copied().filter(|m| Some(m.index) == index).collect();
        }
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

/// An exact name, the first of it in each mesh; else an index.
fn find_plain(meshes: &[&Mesh], name: &str) -> BTreeSet<(usize, usize)> {
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
fn find_pattern(meshes: &[&Mesh], name: &str) -> BTreeSet<(usize, usize)> {
    let Some(pattern) =
        name.contains(['*', '?', '[']).then(|| glob::Pattern::new(name).ok()).flatten()
    else {
        return BTreeSet::new();
    };
    let matches = |mesh: &Mesh, target: usize| match mesh.target_name(target) {
        Some(name) => pattern.matches(name),
        None => pattern.matches(&target.to_string()),
    };
    let of = |mesh: &&Mesh| {
        let mesh = *mesh;
        let targets = (0..mesh.target_count).filter(|&t| matches(mesh, t));
        targets.map(|t| (mesh.index, t)).collect::<Vec<_>>()
    };
    meshes.iter().flat_map(of).collect()
}

#[cfg(test)]
mod tests;
