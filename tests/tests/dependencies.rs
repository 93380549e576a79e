//! The crate graph is the one that ARCHITECTURE.md states.

use cargo_metadata::{DependencyKind, MetadataCommand, Package};
use std::collections::BTreeSet;

/// What each member of the workspace may use of the others, apart from its tests.
const INSIDE: [(&str, &[&str]); 13] = [
    ("morph-core", &[]),
    ("morph-wgsl", &["morph-core"]),
    ("morph-gltf", &["morph-core"]),
    ("morph-gpu", &["morph-core", "morph-wgsl"]),
    ("morphkit", &["morph-core", "morph-gltf", "morph-gpu", "morph-wgsl"]),
    ("morphkit-scene", &["morphkit"]),
    ("morphkit-cli", &["morph-sample", "morphkit", "morphkit-scene"]),
    ("morphkit-view", &["morphkit", "morphkit-scene"]),
    ("morphkit-wasm", &["morphkit"]),
    ("morph-sample", &["morph-core"]),
    ("morph-bench", &["morph-sample", "morphkit", "morph-core"]),
    ("xtask", &["morph-wgsl"]),
    (
        "morph-tests",
        &["morph-core", "morph-gltf", "morph-gpu", "morph-sample", "morph-wgsl", "morphkit"],
    ),
];

/// Who may name an outside crate that shapes the architecture.
const OUTSIDE: [(&str, &[&str]); 4] = [
    ("wgpu", &["morph-gpu", "morph-bench", "morphkit-scene", "morphkit-cli", "morph-tests"]),
    ("naga", &["morph-wgsl"]),
    ("gltf", &["morph-gltf", "morph-bench"]),
    ("eframe", &["morphkit-view"]),
];

fn members() -> Vec<Package> {
    let metadata = MetadataCommand::new().no_deps().exec().unwrap();
    metadata.packages
}

fn normal(package: &Package) -> BTreeSet<String> {
    package
        .dependencies
        .iter()
        .filter(|d| d.kind == DependencyKind::Normal)
        .map(|d| d.name.to_string())
        .collect()
}

#[test]
fn every_member_uses_only_the_members_it_may() {
    let members = members();
    let names: BTreeSet<String> = members.iter().map(|p| p.name.to_string()).collect();
    assert_eq!(names, INSIDE.iter().map(|(name, _)| name.to_string()).collect());
    for package in &members {
        let (_, allowed) = INSIDE.iter().find(|(name, _)| *name == package.name.as_str()).unwrap();
        for used in normal(package).intersection(&names) {
            assert!(allowed.contains(&used.as_str()), "{} uses {used}", package.name);
        }
    }
}

#[test]
fn wgpu_naga_gltf_and_eframe_are_named_only_where_they_may_be() {
    let mut seen = 0;
    for package in &members() {
        for (outside, allowed) in OUTSIDE {
            if normal(package).contains(outside) {
                seen += 1;
                let name = package.name.as_str();
                assert!(allowed.contains(&name), "{name} names {outside}");
            }
        }
    }
    assert!(seen >= 3, "found {seen} uses");
}

#[test]
fn morph_core_builds_on_bytemuck_glam_and_libm_at_most() {
    let members = members();
    let core = members.iter().find(|p| p.name.as_str() == "morph-core").unwrap();
    for dependency in &core.dependencies {
        let allowed = ["bytemuck", "glam", "libm"].contains(&dependency.name.as_str());
        let optional = dependency.optional;
        let dev = dependency.kind == DependencyKind::Development;
        assert!(allowed || optional || dev, "morph-core needs {}", dependency.name);
    }
}

#[test]
fn libraries_hold_to_the_rust_version_of_wgpu() {
    for package in &members() {
        let library = ["core", "wgsl", "gltf", "gpu"]
            .iter()
            .any(|name| package.name.as_str() == format!("morph-{name}"));
        if library || package.name.as_str() == "morphkit" {
            let version = package.rust_version.as_ref().map(ToString::to_string);
            assert_eq!(version.as_deref(), Some("1.87.0"), "{}", package.name);
        }
    }
}

/// `if let .. && ..` came with 1.88, and no lint tells.
#[test]
fn libraries_have_no_let_chains() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut files = 0;
    for name in ["morph-core", "morph-wgsl", "morph-gltf", "morph-gpu", "morphkit"] {
        let mut folders = vec![root.join("crates").join(name).join("src")];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|e| e == "rs") {
                    files += 1;
                    let text = std::fs::read_to_string(&path).unwrap();
                    let chained = text.lines().any(|line| {
                        let line = line.trim_start();
                        line.starts_with("&& let ")
                            || (line.contains(" && let ") && !line.starts_with("//"))
                    });
                    assert!(!chained, "{} has a let chain", path.display());
                }
            }
        }
    }
    assert!(files > 40, "found {files} files");
}
