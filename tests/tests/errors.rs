//! The text of every error of the libraries, for review: one snapshot an error type.
//!
//! Snapshots are rewritten with `INSTA_UPDATE=always`.

#[path = "errors/kind.rs"]
mod kind;
#[path = "errors/of_core.rs"]
mod of_core;
#[path = "errors/of_gltf.rs"]
mod of_gltf;
#[path = "errors/of_gpu.rs"]
mod of_gpu;
#[path = "errors/of_wgsl.rs"]
mod of_wgsl;
#[path = "errors/of_write.rs"]
mod of_write;
#[path = "errors/source.rs"]
mod source;

use kind::Kind;
use std::collections::BTreeSet;
use std::path::Path;

fn kinds() -> Vec<Kind> {
    let mut kinds = of_core::kinds();
    kinds.extend(of_gltf::kinds());
    kinds.extend(of_wgsl::kinds());
    kinds.extend(of_write::kinds());
    kinds.extend(of_gpu::kinds());
    kinds
}

#[test]
fn every_text_is_as_reviewed() {
    let kinds = kinds();
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../snapshots/errors");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for kind in &kinds {
            insta::assert_snapshot!(kind.snapshot(), kind.table());
        }
    });
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots/errors");
    let there: BTreeSet<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let expected: BTreeSet<_> = kinds.iter().map(|k| format!("{}.snap", k.snapshot())).collect();
    assert_eq!(there, expected, "snapshots/errors: files there, and error types");
}

#[test]
fn every_error_type_of_the_libraries_has_its_samples() {
    let mut declared = BTreeSet::new();
    for library in source::LIBRARIES {
        declared.extend(source::error_types(library).into_iter().map(|name| (library, name)));
    }
    let sampled = kinds().into_iter().map(|kind| (kind.library, kind.name.to_owned())).collect();
    assert_eq!(declared, sampled, "error types in the sources, and those with samples");
}

#[test]
fn every_variant_has_a_sample() {
    let mut variants = 0;
    for kind in kinds() {
        let declared = source::variants(kind.library, kind.name);
        assert_eq!(declared, kind.variants(), "{}: variants, and samples", kind.snapshot());
        variants += declared.len();
    }
    assert!(variants > 100, "{variants}");
}

#[test]
fn texts_are_one_line_in_lower_case_without_a_full_stop() {
    for kind in kinds() {
        for (variant, text) in &kind.samples {
            let what = format!("{}::{variant}: {text}", kind.snapshot());
            assert!(!text.is_empty() && !text.ends_with('.'), "{what}");
            assert!(text.trim() == text && text.lines().count() == 1, "{what}");
            // Names of attributes, formats and languages are written as those who made them do.
            let first = text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
            let name = first.chars().filter(char::is_ascii_uppercase).count() > 1;
            assert!(name || !first.starts_with(|c: char| c.is_ascii_uppercase()), "{what}");
        }
    }
}
