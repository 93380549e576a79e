//! ARKit's names for targets that files spell otherwise.

use super::{Named, called};
use morphkit::core::arkit::{self, Match, NAMES};
use std::collections::BTreeSet;

/// Most names that are told.
const MOST: usize = 4;

/// Meshes and targets that are the shape of this name, in one mesh where that stands before a
/// colon; none where ARKit has no such name.
///
/// # Errors
/// Where several targets of a mesh may be it.
pub(super) fn find(meshes: &[Named<'_>], name: &str) -> Result<BTreeSet<(usize, usize)>, String> {
    let (meshes, shape) = match (arkit::shape(name), name.rsplit_once(':')) {
        (Some(shape), _) => (meshes.to_vec(), shape),
        (None, Some((mesh, shape))) => match arkit::shape(shape) {
            Some(shape) => (called(meshes, mesh), shape),
            None => return Ok(BTreeSet::new()),
        },
        (None, None) => return Ok(BTreeSet::new()),
    };
    let mut found = BTreeSet::new();
    for mesh in &meshes {
        let Some(names) = mesh.target_names else { continue };
        let names = &names[..names.len().min(mesh.target_count)];
        match arkit::find(names).swap_remove(shape) {
            Match::Missing => {}
            Match::Found(targets) => found.extend(targets.into_iter().map(|t| (mesh.index, t))),
            Match::Ambiguous(targets) => {
                let these = list(targets.iter().map(|&target| names[target].as_str()));
                let (mesh, shape) = (mesh.index, NAMES[shape]);
                return Err(format!("in meshes[{mesh}] {shape} may be {these}: name one of them"));
            }
        }
    }
    Ok(found)
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
