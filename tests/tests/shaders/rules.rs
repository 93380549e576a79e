//! The rules of the shader files, as `shaders/README.md` states them.

use morph_wgsl::source::{ALL, Source};
use morph_wgsl::validate::validate_shader;
use morph_wgsl::{Shader, Slots};
use std::collections::BTreeSet;

/// Words that begin with the prefix of our names.
fn morph_words(text: &str) -> BTreeSet<&str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| word.starts_with("morph_") || word.starts_with("Morph"))
        .collect()
}

/// Names that the file declares at module scope.
fn declared(source: &Source) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    for line in source.text.lines() {
        let name = ["fn ", "struct ", "var ", "var<uniform> ", "var<storage, read> "]
            .into_iter()
            .chain(["var<storage, read_write> ", "var<workgroup> ", "alias "])
            .find_map(|keyword| line.strip_prefix(keyword));
        if let Some(rest) = name {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
            names.insert(&rest[..end.unwrap_or(rest.len())]);
        }
    }
    names
}

/// The comment that a file begins with, in one line.
fn head(source: &Source) -> String {
    let lines = source.text.lines().map_while(|line| line.strip_prefix("// "));
    lines.collect::<Vec<_>>().join(" ")
}

#[test]
fn there_are_files_and_all_are_in_the_table() {
    let shaders = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/morph-wgsl/shaders");
    let mut found = BTreeSet::new();
    let mut folders = vec![std::path::PathBuf::from(shaders)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "wgsl") {
                let path = path.strip_prefix(shaders).unwrap().to_str().unwrap();
                found.insert(path.replace('\\', "/"));
            }
        }
    }
    assert!(found.len() >= 18);
    assert_eq!(found, ALL.iter().map(|source| source.path.to_owned()).collect());
}

#[test]
fn heads_say_what_is_defined_and_expected_and_files_are_short() {
    for source in ALL {
        let path = source.path;
        let head = head(source);
        let (_, contract) = head.split_once("Defines ").unwrap_or_else(|| panic!("{path}: {head}"));
        let (defines, expects) = contract.split_once("Expects ").unwrap();
        let declared = declared(source);
        for name in morph_words(defines) {
            assert!(declared.contains(name), "{path} does not declare {name}");
        }
        let rest = source.text.lines().skip_while(|line| line.starts_with("//"));
        let rest = rest.filter(|line| !line.trim_start().starts_with("//"));
        let body = rest.collect::<Vec<_>>().join("\n");
        let expected: BTreeSet<_> = morph_words(expects);
        let used: BTreeSet<_> = morph_words(&body).difference(&declared).copied().collect();
        assert_eq!(expected, used, "{path}: the names after Expects, and those used");
        assert!(source.text.lines().count() < 80, "{path}");
        assert!(source.text.lines().all(|line| line.len() <= 110), "{path}");
    }
}

#[test]
fn every_name_at_module_scope_has_the_prefix() {
    let mut names = 0;
    for permutation in Shader::all() {
        let module = validate_shader(permutation, &Slots::default(), None).unwrap().module;
        let functions = module.functions.iter().filter_map(|(_, f)| f.name.as_ref());
        let globals = module.global_variables.iter().filter_map(|(_, g)| g.name.as_ref());
        let constants = module.constants.iter().filter_map(|(_, c)| c.name.as_ref());
        let types = module.types.iter().filter_map(|(_, ty)| ty.name.as_ref());
        for name in functions.chain(globals).chain(constants).chain(types) {
            let prefixed = ["morph_", "Morph", "MORPH_"].iter().any(|p| name.starts_with(p));
            assert!(prefixed, "{permutation}: {name}");
            names += 1;
        }
    }
    assert!(names > 150 * 20);
}

#[test]
fn no_variable_shadows_a_parameter() {
    // Browsers refuse it, naga does not.
    let mut parameters = 0;
    for source in ALL {
        for function in source.text.split("\nfn ").skip(1) {
            let (signature, body) = function.split_once('{').unwrap();
            for parameter in signature.split(['(', ',']).skip(1) {
                let name = parameter.split(':').next().unwrap();
                let name = name.rsplit(' ').next().unwrap().trim();
                for keyword in ["let", "var"] {
                    for end in [" ", ":", "="] {
                        let declaration = format!("{keyword} {name}{end}");
                        assert!(!body.contains(&declaration), "{}: {declaration}", source.path);
                    }
                }
                parameters += 1;
            }
        }
    }
    assert!(parameters > 40);
}

#[test]
fn there_are_no_directives_or_normalize_calls_and_barriers_only_where_workgroups_share() {
    for Source { path, text } in ALL {
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        let shares = text.contains("var<workgroup>") || path.ends_with("/main.wgsl");
        for line in code {
            for word in ["enable ", "requires ", "normalize(", "#"] {
                assert!(!line.contains(word), "{path}: {line}");
            }
            let barrier = line.contains("Barrier") || line.contains("atomic");
            assert!(!barrier || shares, "{path}: {line}");
        }
    }
}
