//! Engines that ours is held against: what the page tells, and what npm installs.

use serde_json::Value;
use std::collections::BTreeMap;

/// What the browser's test uses besides engines.
pub(crate) const TOOLS: [&str; 4] = ["esbuild", "playwright-core", "pngjs", "webgpu"];

/// Packages with their versions from the page's table of engines: "`a`, `b` 1.0, `c/*` 2.0".
pub(crate) fn told(page: &str) -> Vec<(String, String)> {
    let (_, table) = page.split_once("## Engines").expect("the section is there");
    let (table, _) = table.split_once("\n## ").expect("another section follows");
    let mut told = Vec::new();
    for row in table.lines().filter(|line| line.starts_with('|')).skip(2) {
        let mut waiting = Vec::new();
        for word in row.split('|').nth(2).expect("the second column").split_whitespace() {
            let word = word.trim_end_matches(',');
            if let Some(package) = word.strip_prefix('`') {
                waiting.push(package.trim_end_matches('`').to_owned());
            } else {
                told.extend(waiting.drain(..).map(|package| (package, word.to_owned())));
            }
        }
        assert!(waiting.is_empty(), "{waiting:?} without a version: {row}");
    }
    assert!(told.len() >= 5, "{told:?}");
    told
}

/// Dependencies of a folder's package.json.
pub(crate) fn installed(folder: &str) -> BTreeMap<String, String> {
    let path = super::root().join(folder).join("package.json");
    let package: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let dependencies = package["dependencies"].as_object().expect("dependencies");
    let version = |version: &Value| version.as_str().expect("a version").to_owned();
    dependencies.iter().map(|(name, number)| (name.clone(), version(number))).collect()
}

/// Whether a package is the one that is told: `@luma.gl/*` tells all of that scope.
pub(crate) fn is(name: &str, told: &str) -> bool {
    told.strip_suffix('*').map_or(name == told, |scope| name.starts_with(scope))
}
