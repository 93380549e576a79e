//! What an engine without our crates gets: files in its language, and the reflection as JSON.

use crate::snapshots;
use morph_wgsl::emit::{Emission, Language, emit};
use morph_wgsl::validate::{REFLECTION_SCHEMA, reflection_json};
use morph_wgsl::{AttributeSet, Composition, DeltaSource, Permutation, Shader, Slots, Stage};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

const SLOTS: Slots = Slots { group: 1, first_binding: 2 };

/// Every shader in every language.
static ALL: LazyLock<Vec<(Shader, Emission)>> = LazyLock::new(|| {
    let emitted = |shader| (shader, emit(shader, &SLOTS, &Language::ALL).unwrap());
    let all: Vec<_> = Shader::all().into_iter().map(emitted).collect();
    assert!(all.len() > 150);
    all
});

fn text(emission: &Emission, ending: &str) -> String {
    let file = emission.files.iter().find(|file| file.name.ends_with(ending));
    String::from_utf8(file.unwrap_or_else(|| panic!("{ending}")).bytes.clone()).unwrap()
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().unwrap_or_else(|| panic!("{key} is a list"))
}

#[test]
fn every_shader_comes_in_every_language_that_can_say_it() {
    let mut missing = BTreeMap::new();
    for (permutation, emission) in ALL.iter() {
        let name = permutation.name();
        let textures = matches!(
            permutation,
            Shader::Permutation(Permutation {
                deltas: DeltaSource::SeedTexture | DeltaSource::TiledTexture,
                ..
            })
        );
        let mut expected: Vec<_> = match permutation.stage() {
            Stage::Vertex if textures => vec!["es300.vert", "es310.vert", "450.vert"],
            Stage::Vertex => vec!["es310.vert", "450.vert"],
            Stage::Compute => vec!["es310.comp", "450.comp"],
        };
        expected.extend(["json", "wgsl", "spv", "hlsl", "metal"]);
        let expected: BTreeSet<_> =
            expected.into_iter().map(|ending| format!("{name}.{ending}")).collect();
        let found: BTreeSet<_> = emission.files.iter().map(|file| file.name.clone()).collect();
        assert_eq!(found, expected);
        assert_eq!(emission.files[0].name, format!("{name}.json"));
        for error in &emission.missing {
            *missing.entry(error.to_string()).or_insert(0) += 1;
        }
    }
    let compute = ALL.iter().filter(|(shader, _)| shader.stage() == Stage::Compute).count();
    let expected = [
        ("GLSL ES 3.00: it has no compute shaders".to_owned(), compute),
        ("GLSL ES 3.00: it has no storage buffers".to_owned(), 26),
    ];
    assert_eq!(missing, BTreeMap::from(expected));
}

#[test]
fn only_the_languages_that_are_asked_for_are_written() {
    let permutation = Permutation::seed(Stage::Vertex, true);
    for language in Language::ALL {
        assert_eq!(Language::from_name(language.name()), Some(language));
        let emission = emit(permutation, &SLOTS, &[language]).unwrap();
        let glsl = if language == Language::Glsl { 3 } else { 1 };
        assert_eq!(emission.files.len(), 1 + glsl);
    }
    assert_eq!(Language::from_name("cg"), None);
}

#[test]
fn emitted_wgsl_is_the_composed_text_with_an_entry_point() {
    for (permutation, emission) in ALL.iter() {
        let wgsl = text(emission, ".wgsl");
        let composed = match permutation {
            Shader::Permutation(of) => Composition::new(of, &SLOTS, None),
            Shader::Deform(of) => Composition::deform(of, &SLOTS, None),
            Shader::Tracks(of) => Composition::tracks(of, &SLOTS),
            Shader::Bounds(of) => Composition::bounds(*of, &SLOTS),
        };
        assert!(wgsl.starts_with(&composed.text), "{permutation}");
        let entry = match permutation.stage() {
            Stage::Vertex => "@vertex\nfn morph_harness(",
            Stage::Compute => "@compute @workgroup_size(MORPH_WORKGROUP)\nfn morph_main(",
        };
        assert!(wgsl.contains(entry), "{permutation}");
    }
}

#[test]
fn the_json_says_what_rust_says_of_bindings() {
    for (permutation, emission) in ALL.iter() {
        let json: Value = serde_json::from_str(&text(emission, ".json")).unwrap();
        assert_eq!(json["schema"], REFLECTION_SCHEMA);
        assert_eq!(json["permutation"], permutation.name());
        let listed = permutation.bindings(&SLOTS);
        assert_eq!(list(&json, "bindings").len(), listed.len());
        for (json, binding) in list(&json, "bindings").iter().zip(&listed) {
            assert_eq!(json["group"], binding.group);
            assert_eq!(json["binding"], binding.binding);
            assert_eq!(json["name"], binding.name);
            assert_eq!(json["dynamic_offset"], binding.dynamic_offset);
        }
        let written: BTreeSet<_> = list(&json, "translations")
            .iter()
            .map(|translation| translation["file"].as_str().unwrap())
            .collect();
        let files: BTreeSet<_> =
            emission.files[1..].iter().map(|file| file.name.as_str()).collect();
        assert_eq!(written, files, "{permutation}");
        for translation in list(&json, "translations") {
            let names = list(translation, "bindings").iter().map(|slot| slot["name"].as_str());
            let names: BTreeSet<_> = names.flatten().collect();
            assert!(listed.iter().all(|binding| names.contains(binding.name)), "{translation}");
        }
    }
}

#[test]
fn places_in_other_languages_stand_in_their_texts() {
    for (permutation, emission) in ALL.iter() {
        let json: Value = serde_json::from_str(&text(emission, ".json")).unwrap();
        let mut checked = 0;
        for translation in list(&json, "translations") {
            let language = translation["language"].as_str().unwrap();
            let ending = translation["file"].as_str().unwrap();
            if language.starts_with("SPIR-V") || language == "WGSL" {
                continue;
            }
            let code = text(emission, ending);
            for slot in list(translation, "bindings") {
                let place = slot["place"].as_str().unwrap();
                let declared = match language {
                    "HLSL 5.1" => format!(": register({})", place),
                    "MSL 2.0" => format!(" [[{place}]]"),
                    // GLSL says a kind, a name, and a binding where the version has them.
                    _ => place.split([' ', ',']).rfind(|word| word.contains('_')).unwrap().into(),
                };
                assert!(code.contains(&declared), "{ending}: {place} is {declared}");
                checked += 1;
            }
        }
        assert!(checked >= 8, "{permutation}: {checked} places");
    }
}

#[test]
fn the_json_is_as_reviewed() {
    let sets = AttributeSet { texcoords: 0b1, colors: 0b1, ..AttributeSet::PNT };
    let chosen =
        [Permutation::seed(Stage::Vertex, true), Permutation::linear(Stage::Compute, sets, false)];
    let mut chosen: Vec<Shader> = chosen.iter().map(Into::into).collect();
    chosen.push("deform-blocked8-s2-arena-pn-normalized".parse().unwrap());
    let json = |shader: &Shader| reflection_json(shader, &SLOTS).unwrap();
    snapshots::check("json", &chosen.iter().map(|of| (of.name(), json(of))).collect());
}

#[test]
fn translations_are_as_reviewed() {
    let emitted = |permutation: Permutation| emit(permutation, &SLOTS, &Language::ALL).unwrap();
    let texture = emitted(Permutation::seed(Stage::Vertex, true));
    let storage = emitted(Permutation::compat(Stage::Vertex, false));
    let mut snapshots = BTreeMap::new();
    for (emission, ending) in [(&texture, ".es300.vert"), (&texture, ".metal"), (&storage, ".hlsl")]
    {
        let file = emission.files.iter().find(|file| file.name.ends_with(ending)).unwrap();
        snapshots.insert(file.name.clone(), text(emission, ending));
    }
    snapshots::check("translations", &snapshots);
}

/// Keys of all objects in a value.
fn keys<'a>(value: &'a Value, found: &mut BTreeSet<&'a str>) {
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                found.insert(key);
                keys(value, found);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| keys(value, found)),
        _ => {}
    }
}

#[test]
fn the_page_names_every_field_of_the_json() {
    let page = include_str!("../../../docs/shaders.md");
    let (_, schema) = page.split_once("## The reflection").unwrap();
    let json: Value = serde_json::from_str(&text(&ALL[0].1, ".json")).unwrap();
    let mut found = BTreeSet::new();
    keys(&json, &mut found);
    assert!(found.len() > 20, "{found:?}");
    for key in found {
        let named = [format!("`{key}`"), format!("`{key}[]`")];
        assert!(named.iter().any(|name| schema.contains(name)), "docs/shaders.md: {key}");
    }
    assert!(schema.contains(&format!("| `schema` | {REFLECTION_SCHEMA} |")));
}

#[test]
fn the_page_names_functions_of_the_header() {
    let page = include_str!("../../../docs/shaders.md");
    let (_, section) = page.split_once("## The C header").unwrap();
    let header = morph_wgsl::layout_header();
    let words = section.split(|c: char| !c.is_alphanumeric() && c != '_');
    let named: BTreeSet<_> =
        words.filter(|w| w.starts_with("morph_") && *w != "morph_layout").collect();
    assert!(named.len() > 14, "{named:?}");
    for name in named {
        assert!(header.contains(&format!(" {name}(")), "docs/shaders.md: {name}");
    }
}
