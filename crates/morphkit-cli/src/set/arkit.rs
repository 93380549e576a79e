//! ARKit's names for targets that files spell otherwise.

use super::{Named, called, pattern};
use morphkit::core::arkit::{self, Match, NAMES};
use std::collections::BTreeSet;

/// Most names that are told.
const MOST: usize = 4;

/// Meshes and targets that are the shape of this name, or the shapes whose names match a pattern, in
/// one mesh where that stands before a colon; none where ARKit has no such name.
///
/// # Errors
/// Where several targets of a mesh may be it.
pub(super) fn find(meshes: &[Named<'_>], name: &str) -> Result<BTreeSet<(usize, usize)>, String> {
    let (meshes, shapes) = match (shapes(name), name.rsplit_once(':')) {
        (shapes, _) if !shapes.is_empty() => (meshes.to_vec(), shapes),
        (_, Some((mesh, name))) => (called(meshes, mesh), shapes(name)),
        (_, None) => return Ok(BTreeSet::new()),
    };
    let mut found = BTreeSet::new();
    for mesh in &meshes {
        let Some(names) = mesh.target_names else { continue };
        let names = &names[..names.len().min(mesh.target_count)];
        let matches = arkit::find(names);
        for &shape in &shapes {
            match &matches[shape] {
                Match::Missing => {}
                Match::Found(targets) => found.extend(targets.iter().map(|&t| (mesh.index, t))),
                Match::Ambiguous(targets) => {
                    let these = list(targets.iter().map(|&target| names[target].as_str()));
                    let (mesh, shape) = (mesh.index, NAMES[shape]);
                    return Err(format!(
                        "in meshes[{mesh}] {shape} may be {these}: name one of them"
                    ));
                }
            }
        }
    }
    Ok(found)
}

/// The shape of a name in any spelling, or those whose names match a pattern.
fn shapes(name: &str) -> Vec<usize> {
    // First, since a `*` between two words may as well be an underscore.
    if let Some(pattern) = pattern(name) {
        return (0..NAMES.len()).filter(|&shape| pattern.matches(NAMES[shape])).collect();
    }
    arkit::shape(name).into_iter().collect()
}

/// The names of targets, each once.
pub(super) fn names(meshes: &[Named<'_>], targets: &BTreeSet<(usize, usize)>) -> String {
    let name = |&(index, target): &(usize, usize)| {
        meshes.iter().find(|mesh| mesh.index == index)?.target_name(target)
    };
    let names: BTreeSet<_> = targets.iter().filter_map(name).collect();
    list(names.into_iter())
}

/// `"a", "b"`, and how many more.
pub(crate) fn list<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> String {
    let more = names.len().saturating_sub(MOST);
    let some: Vec<_> = names.take(MOST).map(|name| format!("{name:?}")).collect();
    match more {
        0 => some.join(", "),
        more => format!("{} and {more} more", some.join(", ")),
    }
}
