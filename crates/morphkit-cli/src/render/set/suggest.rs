//! What somebody may have meant by a name that no target has.

use crate::scene::Mesh;
use std::collections::BTreeSet;

/// Names at least this alike are worth telling, of 1.
const ALIKE: f64 = 0.7;

/// Most names that are told.
const MOST: usize = 3;

/// Says that there is no such target, and which ones are near.
pub(super) fn nearest(meshes: &[&Mesh], name: &str) -> String {
    if meshes.is_empty() {
        return "the scene draws nothing that has morph targets".into();
    }
    let names: BTreeSet<&str> = meshes
        .iter()
        .flat_map(|mesh| (0..mesh.target_count).filter_map(|target| mesh.target_name(target)))
        .collect();
    let most = meshes.iter().map(|mesh| mesh.target_count).max().unwrap_or(0);
    if names.is_empty() {
        return format!("no such target; they have no names, their indices are 0 to {}", most - 1);
    }
    let wanted = name.to_lowercase();
    let mut near: Vec<_> = names
        .iter()
        .map(|&name| (strsim::jaro_winkler(&wanted, &name.to_lowercase()), name))
        .filter(|&(alike, _)| alike >= ALIKE)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    near.truncate(MOST);
    if near.is_empty() {
        let first: Vec<_> = names.iter().take(MOST).map(|name| format!("{name:?}")).collect();
        return format!(
            "no such target; there are {} names, such as {}",
            names.len(),
            first.join(", ")
        );
    }
    let near: Vec<_> = near.iter().map(|(_, name)| format!("{name:?}")).collect();
    format!("no such target; did you mean {}?", near.join(" or "))
}
