//! What somebody may have meant by a name that no target has.

use super::{Named, called};
use crate::pick;
use std::collections::BTreeSet;

/// Most names that are told where none is near.
const MOST: usize = 3;

/// Says that there is no such target, and which ones are near.
pub(super) fn nearest(meshes: &[Named<'_>], name: &str) -> String {
    let most = meshes.iter().map(|mesh| mesh.target_count).max().unwrap_or(0);
    if most == 0 {
        return "nothing that is drawn has morph targets".into();
    }
    if name.parse::<usize>().is_ok() {
        return format!("no such target; indices are 0 to {}", most - 1);
    }
    let names = names(meshes);
    if let Some((mesh, target)) = name.split_once(':') {
        let chosen = called(meshes, mesh);
        if chosen.iter().any(|mesh| mesh.target_count > 0) {
            return nearest(&chosen, target);
        }
        if !chosen.is_empty() {
            return format!("mesh {mesh:?} has no morph targets");
        }
        // Names of targets may have colons, too.
        if !names.iter().any(|name| name.contains(':')) {
            return no_mesh(meshes, mesh);
        }
    }
    if names.is_empty() {
        return format!("no such target; they have no names, their indices are 0 to {}", most - 1);
    }
    match pick::nearest(name, &names).as_slice() {
        [] => {
            let first: Vec<_> = names.iter().take(MOST).map(|name| format!("{name:?}")).collect();
            let (count, first) = (names.len(), first.join(", "));
            format!("no such target; there are {count} names, such as {first}")
        }
        near => format!("no such target; did you mean {}?", near.join(" or ")),
    }
}

/// Names of all targets, each once.
fn names<'a>(meshes: &[Named<'a>]) -> Vec<&'a str> {
    let names: BTreeSet<_> = meshes
        .iter()
        .flat_map(|mesh| (0..mesh.target_count).filter_map(|target| mesh.target_name(target)))
        .collect();
    names.into_iter().collect()
}

fn no_mesh(meshes: &[Named<'_>], mesh: &str) -> String {
    let morphed = meshes.iter().filter(|mesh| mesh.target_count > 0);
    let names: BTreeSet<_> = morphed.filter_map(|mesh| mesh.name).collect();
    let names: Vec<_> = names.into_iter().collect();
    let near = pick::nearest(mesh, &names);
    let first = || names.iter().take(MOST).map(|name| format!("{name:?}")).collect::<Vec<_>>();
    match (names.is_empty(), near.is_empty()) {
        (true, _) => format!("no mesh is called {mesh:?}; they have no names, only indices"),
        (_, false) => format!("no mesh is called {mesh:?}; did you mean {}?", near.join(" or ")),
        (_, true) => {
            format!("no mesh is called {mesh:?}; with targets there are {}", first().join(", "))
        }
    }
}
