//! The interface of every permutation and the text of every file list, for review.

use morph_wgsl::validate::validate_permutation;
use morph_wgsl::{Permutation, Slots, compose};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Compares each text with the file of its name in a folder that has no other files.
pub(crate) fn check(folder: &str, snapshots: &BTreeMap<String, String>) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(format!("../../snapshots/{folder}"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for (name, text) in snapshots {
            insta::assert_snapshot!(name.as_str(), text);
        }
    });
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots").join(folder);
    let there: BTreeSet<_> = std::fs::read_dir(path)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let expected: BTreeSet<_> = snapshots.keys().map(|name| format!("{name}.snap")).collect();
    assert_eq!(there, expected, "snapshots/{folder}: files there, and names");
}

#[test]
fn the_interface_of_every_permutation_is_as_reviewed() {
    let mut snapshots = BTreeMap::new();
    for permutation in Permutation::all() {
        let shader = validate_permutation(&permutation, &Slots::default(), None).unwrap();
        snapshots.insert(permutation.name(), shader.reflection().to_string());
    }
    assert_eq!(snapshots.len(), 72, "names are unique");
    check("reflection", &snapshots);
}

#[test]
fn the_text_of_every_file_list_is_as_reviewed() {
    // The last permutation of a list has the most attributes.
    let lists: BTreeMap<_, _> = Permutation::all()
        .into_iter()
        .filter(|permutation| permutation.normalize)
        .map(|permutation| (permutation.files(), permutation))
        .collect();
    assert_eq!(lists.len(), 12);
    let text = |permutation| compose(permutation, &Slots::default(), None);
    check("text", &lists.values().map(|p| (p.name(), text(p))).collect());
}
