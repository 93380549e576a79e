//! The interface of every shader and the text of every file list, for review.

use morph_wgsl::validate::validate_shader;
use morph_wgsl::{
    Bounds, Composition, Permutation, Shader, Slots, TrackSampler, compose, compose_deform,
    compose_tracks,
};
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
fn the_interface_of_every_shader_is_as_reviewed() {
    let mut snapshots = BTreeMap::new();
    for of in Shader::all() {
        let shader = validate_shader(of, &Slots::default(), None).unwrap();
        snapshots.insert(of.name(), shader.reflection().to_string());
    }
    assert_eq!(snapshots.len(), Shader::all().len(), "names are unique");
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
    assert_eq!(lists.len(), 22);
    let text = |permutation| compose(permutation, &Slots::default(), None);
    check("text", &lists.values().map(|p| (p.name(), text(p))).collect());
}

#[test]
fn the_text_of_some_kernels_is_as_reviewed() {
    // Each layout once, and each way to share the work and to store; the rest joins the same files.
    let names = [
        "deform-blocked8-s4-arena-pn-normalized",
        "deform-bounded-s1-arena-pnt-u0u1c0-normalized",
        "deform-blocked6-g16-arena-pn-normalized",
        "deform-blocked8-g8-padded12_0_4_8-pnt-normalized",
        "deform-dense16-s2-arena-pn-normalized",
        "deform-linear-s1-compact-pn-normalized",
        "deform-rowsparse-s1-arena-pnt-normalized",
        "deform-blocked8-s1-stride9_5_1-pn-normalized",
    ];
    let text = |name: &str| compose_deform(&name.parse().unwrap(), None);
    let mut texts: BTreeMap<_, _> = names.map(|name| (name.to_owned(), text(name))).into();
    texts.extend(TrackSampler::ALL.map(|kernel| (kernel.name(), compose_tracks(&kernel))));
    let bounds = Composition::bounds(Bounds::Pairs, &Slots::default());
    texts.insert(bounds.name, bounds.text);
    check("kernels", &texts);
}
