//! How much memory a file may take, and files that take the most.

use crate::memory::most_memory;
use crate::read;
use morph_gltf::{Document, NoFiles};

const MIB: usize = 1 << 20;

/// Meshes, weight animations, those of nodes and compressed views may each decode to 256 times the
/// file (64 times where nothing is compressed) or to 64 MiB, and the list of findings decodes
/// meshes once more. Beside them stands the JSON, as a tree and as a model.
pub(crate) fn most_allowed(file_bytes: usize) -> usize {
    5 * (64 * MIB).max(256 * file_bytes) + JSON_FACTOR * file_bytes
}

/// Bytes of memory for a byte of JSON, at most: empty objects grow most.
const JSON_FACTOR: usize = 1024;

#[test]
fn the_densest_json_takes_memory_in_proportion() {
    const HEAD: &str = r#"{"asset":{"version":"2.0"}"#;
    let many = |text: &str| vec![text; 20_000 / text.len()].join(",");
    for (list, element) in [
        ("extras", "[]"),
        ("extras", "{}"),
        ("extras", "0"),
        ("nodes", "{}"),
        ("materials", "{}"),
        ("textures", "{}"),
        ("samplers", "{}"),
        ("images", "{}"),
        ("scenes", "{}"),
        ("buffers", r#"{"byteLength":0}"#),
        ("bufferViews", r#"{"buffer":0,"byteLength":0}"#),
        ("accessors", r#"{"componentType":5126,"count":1,"type":"VEC3"}"#),
        ("meshes", r#"{"primitives":[]}"#),
        ("meshes", r#"{"primitives":[{}]}"#),
        ("animations", r#"{"samplers":[],"channels":[]}"#),
        ("skins", r#"{"joints":[]}"#),
        ("extensionsUsed", "\"\""),
    ] {
        let text = format!("{HEAD},\"{list}\":[{}]}}", many(element));
        let open = || Document::from_slice(text.as_bytes(), NoFiles).map(|_| ());
        let (opened, most) = most_memory(open);
        opened.unwrap_or_else(|error| panic!("{list} of {element}: {error}"));
        let factor = most / text.len();
        assert!(factor <= JSON_FACTOR / 2, "{list} of {element}: {factor} times the file");
        let ((), most) = most_memory(|| read::file(text.as_bytes()));
        assert!(most <= most_allowed(text.len()), "{list} of {element}: {most}");
    }
}
