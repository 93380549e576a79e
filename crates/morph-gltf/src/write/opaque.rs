//! What is not understood and may refer to something.
//!
//! An extension that this crate does not know may hold an index wherever it holds an integer. A
//! member that is not the specification's, and whatever stands in `extras`, is taken for a
//! reference where its name says so: `accessor`, `bufferView`, `buffer`.

use super::index;
use super::refs::{Kind, MESHOPT};
use serde_json::Value;

/// Extensions that refer to no accessor, view or buffer, or whose references are known. A name that
/// ends in `_` is a prefix.
const UNDERSTOOD: &[&str] = &[
    "KHR_materials_",
    "KHR_texture_",
    "EXT_texture_",
    "MSFT_texture_",
    "KHR_lights_punctual",
    "KHR_node_",
    "KHR_xmp_",
    "KHR_animation_pointer",
    "KHR_draco_mesh_compression",
    "KHR_interactivity",
    "KHR_mesh_quantization",
    "EXT_lights_ies",
    "EXT_lights_image_based",
    "EXT_mesh_gpu_instancing",
    "MSFT_lod",
    "VRM",
    "VRMC_",
];

/// The lists themselves, and where the specification refers to their elements.
const KNOWN: &[&str] = &[
    "accessors",
    "bufferViews",
    "buffers",
    "accessors[].bufferView",
    "accessors[].sparse.indices.bufferView",
    "accessors[].sparse.values.bufferView",
    "bufferViews[].buffer",
    "images[].bufferView",
];

/// For each kind, the first thing that may refer to one.
#[derive(Debug, Default)]
pub(super) struct Opaque {
    pub(super) accessor: Option<String>,
    pub(super) view: Option<String>,
    pub(super) buffer: Option<String>,
}

impl Opaque {
    /// Looks through the whole JSON.
    pub(super) fn find(json: &Value) -> Self {
        let mut found = Self::default();
        let mut place = Place::default();
        found.walk(json, &mut place, None);
        found
    }

    /// `named` is what the nearest name above says; inside an unknown extension it may be anything.
    fn walk(&mut self, value: &Value, place: &mut Place, named: Option<Kind>) {
        match value {
            Value::Object(members) => {
                for (key, member) in members {
                    let before = place.enter(key);
                    if !place.is_understood(key) {
                        let known = KNOWN.contains(&place.pattern.as_str());
                        let named = if known { None } else { kind_of(key).or(named) };
                        self.walk(member, place, named);
                    }
                    place.leave(before);
                }
            }
            Value::Array(elements) => {
                for (at, element) in elements.iter().enumerate() {
                    let before = place.enter_element(at);
                    self.walk(element, place, named);
                    place.leave(before);
                }
            }
            value if index::read(value).is_some() => self.integer(place, named),
            _ => {}
        }
    }

    fn integer(&mut self, place: &Place, named: Option<Kind>) {
        let slots: &mut [&mut Option<String>] = match named {
            Some(Kind::Accessor) => &mut [&mut self.accessor],
            Some(Kind::View) => &mut [&mut self.view],
            Some(Kind::Buffer) => &mut [&mut self.buffer],
            None if place.in_extension => &mut [&mut self.accessor, &mut self.view],
            None => return,
        };
        for slot in slots {
            slot.get_or_insert_with(|| place.text.clone());
        }
    }
}

/// What a member's name says that it refers to.
fn kind_of(key: &str) -> Option<Kind> {
    let key = key.to_ascii_lowercase();
    let key = key.replace(['_', '-'], "");
    match key.trim_end_matches("index").trim_end_matches('s') {
        "accessor" => Some(Kind::Accessor),
        "bufferview" => Some(Kind::View),
        "buffer" => Some(Kind::Buffer),
        _ => None,
    }
}

/// Where the walk is.
#[derive(Debug, Default)]
struct Place {
    /// For people: `nodes[3].extras.accessor`.
    text: String,
    /// Without indices: `nodes[].extras.accessor`.
    pattern: String,
    in_extension: bool,
}

/// What to go back to.
type Before = (usize, usize, bool);

impl Place {
    fn before(&self) -> Before {
        (self.text.len(), self.pattern.len(), self.in_extension)
    }

    fn enter(&mut self, key: &str) -> Before {
        let before = self.before();
        for text in [&mut self.text, &mut self.pattern] {
            if !text.is_empty() {
                text.push('.');
            }
            text.push_str(key);
        }
        // What stands in `extensions` is an extension, wherever that is.
        self.in_extension |= is_extensions(&self.pattern[..before.1]);
        before
    }

    fn enter_element(&mut self, at: usize) -> Before {
        let before = self.before();
        self.text.push_str(&format!("[{at}]"));
        self.pattern.push_str("[]");
        before
    }

    fn leave(&mut self, (text, pattern, in_extension): Before) {
        self.text.truncate(text);
        self.pattern.truncate(pattern);
        self.in_extension = in_extension;
    }

    /// Whether a member needs no look: an extension that is understood.
    fn is_understood(&self, key: &str) -> bool {
        let above = self.pattern.len().saturating_sub(key.len() + 1);
        is_extensions(&self.pattern[..above]) && is_understood(key)
    }
}

/// Whether it is known what an extension refers to.
pub(super) fn is_understood(extension: &str) -> bool {
    let known = |name: &str| {
        if name.ends_with('_') { extension.starts_with(name) } else { extension == name }
    };
    UNDERSTOOD.iter().chain(&MESHOPT).any(|name| known(name))
}

/// Whether a pattern ends in the object that holds extensions.
fn is_extensions(pattern: &str) -> bool {
    pattern.strip_suffix("extensions").is_some_and(|above| above.is_empty() || above.ends_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn find(json: Value) -> [Option<String>; 3] {
        let found = Opaque::find(&json);
        [found.accessor, found.view, found.buffer]
    }

    #[test]
    fn what_is_the_specifications_is_understood() {
        let json = json!({
            "accessors": [{ "bufferView": 1, "count": 3,
                "sparse": { "indices": { "bufferView": 2 }, "values": { "bufferView": 3 } } }],
            "bufferViews": [{ "buffer": 0, "byteLength": 4,
                "extensions": { "EXT_meshopt_compression": { "buffer": 1 } } }],
            "buffers": [{ "byteLength": 4 }],
            "images": [{ "bufferView": 0 }],
            "extensions": { "VRM": { "firstPerson": 3 }, "KHR_materials_variants": [1] },
            "extras": { "level": 7 },
        });
        assert_eq!(find(json), [None, None, None]);
    }

    #[test]
    fn integers_of_unknown_extensions_may_be_indices() {
        let json = json!({ "nodes": [{ "extensions": { "ABC_x": { "a": [0.5, "1", 2.0] } } }] });
        let place = Some("nodes[0].extensions.ABC_x.a[2]".to_owned());
        assert_eq!(find(json), [place.clone(), place, None]);
        let json = json!({ "extensions": { "ABC_x": { "a": 0.5, "b": "text", "c": true } } });
        assert_eq!(find(json), [None, None, None]);
    }

    #[test]
    fn names_tell_elsewhere() {
        let json = json!({ "nodes": [{ "extras": { "accessors": { "uv": 3 } }, "buffer": 1 }],
            "extras": { "buffer_view": 2, "bufferings": 4 } });
        assert_eq!(
            find(json),
            ["nodes[0].extras.accessors.uv", "extras.buffer_view", "nodes[0].buffer"]
                .map(|place| Some(place.to_owned()))
        );
    }
}
