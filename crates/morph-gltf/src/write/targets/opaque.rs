//! What is not understood and may hold the index of a target, or of an animation that goes.

use crate::write::WriteError;
use crate::write::index;
use crate::write::opaque::is_understood;
use serde_json::Value;

/// Lists whose members have nothing to do with targets.
const ELSEWHERE: &[&str] = &[
    "accessors",
    "asset",
    "bufferViews",
    "buffers",
    "cameras",
    "images",
    "materials",
    "samplers",
    "skins",
    "textures",
];

/// What may be referred to.
#[derive(Debug, Clone, Copy)]
struct Sought {
    what: &'static str,
    /// Ends of names under which application data hold its index.
    names: &'static [&'static str],
    /// Whether an integer of an unknown extension may be one.
    any_integer: bool,
    /// Whether a text of `KHR_interactivity` leads to one.
    in_graph: fn(&str) -> bool,
}

const TARGET: Sought = Sought {
    what: "a target",
    names: &["target", "morph", "blendshape", "shapekey", "morphgroup"],
    any_integer: true,
    in_graph: |text| text.starts_with('/') && text.contains("weights"),
};

/// Unknown extensions were looked at for targets, before any animation could go.
const ANIMATION: Sought = Sought {
    what: "an animation",
    names: &["animation", "clip"],
    any_integer: false,
    in_graph: |text| text.starts_with("animation/"),
};

/// Looks at all extensions and extras of a mesh that could know of its targets. Those of other
/// meshes do not count.
///
/// An extension may hold an index wherever it holds an integer; in `extras` the name has to say so.
pub(super) fn check_mesh(json: &Value, mesh: usize) -> Result<(), WriteError> {
    TARGET.walk(&json["meshes"][mesh], &format!("meshes[{mesh}]"))
}

/// The same outside of meshes.
pub(super) fn check_elsewhere(json: &Value) -> Result<(), WriteError> {
    TARGET.root(json, Some("meshes"))
}

/// Looks at all extensions and extras that could know of an animation.
pub(super) fn check_animations(json: &Value) -> Result<(), WriteError> {
    ANIMATION.root(json, None)
}

impl Sought {
    /// Looks at the root but for one list.
    fn root(&self, json: &Value, without: Option<&str>) -> Result<(), WriteError> {
        let members = json.as_object().into_iter().flatten();
        let mut members = members
            .filter(|(key, _)| !ELSEWHERE.contains(&key.as_str()) && Some(key.as_str()) != without);
        members.try_for_each(|(key, value)| self.member(key, value, key))
    }

    fn member(&self, key: &str, value: &Value, place: &str) -> Result<(), WriteError> {
        match key {
            "extensions" => self.extensions(value, place),
            "extras" => self.extras(value, place, false),
            _ => self.walk(value, place),
        }
    }

    fn walk(&self, value: &Value, place: &str) -> Result<(), WriteError> {
        each(value, place, &mut |key, value, place| self.member(key, value, place))
    }

    fn extensions(&self, value: &Value, place: &str) -> Result<(), WriteError> {
        for (name, extension) in value.as_object().into_iter().flatten() {
            let place = format!("{place}.{name}");
            match name.as_str() {
                "KHR_interactivity" => self.graph(extension, &place)?,
                name if self.any_integer && !is_understood(name) => {
                    self.integers(extension, &place)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn graph(&self, value: &Value, place: &str) -> Result<(), WriteError> {
        match value {
            Value::String(text) if (self.in_graph)(text) => self.found(place),
            value => each(value, place, &mut |_, value, place| self.graph(value, place)),
        }
    }

    /// An integer, or a path that a graph may have too.
    fn integers(&self, value: &Value, place: &str) -> Result<(), WriteError> {
        match value {
            Value::String(text) if (self.in_graph)(text) => self.found(place),
            value if index::read(value).is_some() => self.found(place),
            value => each(value, place, &mut |_, value, place| self.integers(value, place)),
        }
    }

    /// `named`: a name above says what is meant.
    fn extras(&self, value: &Value, place: &str, named: bool) -> Result<(), WriteError> {
        match value {
            value if named && index::read(value).is_some() => self.found(place),
            value => each(value, place, &mut |key, value, place| {
                self.extras(value, place, named || self.names_it(key))
            }),
        }
    }

    /// `morphTargets`, `smile_target_index`, `blend-shape`, `animationID`.
    fn names_it(&self, key: &str) -> bool {
        let key = key.to_ascii_lowercase().replace(['_', '-', ' '], "");
        let plain = ["indices", "index", "id", "ids"].iter().find_map(|end| key.strip_suffix(end));
        let plain = plain.unwrap_or(&key).trim_end_matches('s');
        self.names.iter().any(|name| plain.ends_with(name))
    }

    fn found(&self, place: &str) -> Result<(), WriteError> {
        Err(WriteError::Opaque { place: place.to_owned(), what: self.what })
    }
}

/// Calls for each member or element, with its key (none for elements) and its place.
fn each(
    value: &Value,
    place: &str,
    call: &mut dyn FnMut(&str, &Value, &str) -> Result<(), WriteError>,
) -> Result<(), WriteError> {
    match value {
        Value::Object(members) => members
            .iter()
            .try_for_each(|(key, member)| call(key, member, &format!("{place}.{key}"))),
        Value::Array(elements) => {
            let mut elements = elements.iter().enumerate();
            elements.try_for_each(|(at, element)| call("", element, &format!("{place}[{at}]")))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_application_data_say_what_they_mean() {
        for key in ["morphTargets", "smile_target_index", "blend-shape", "Shape Keys", "targetIDs"]
        {
            assert!(TARGET.names_it(key), "{key}");
        }
        for key in ["export_morph_normal", "targetSpeed", "level", "", "targetNames"] {
            assert!(!TARGET.names_it(key), "{key}");
        }
        assert!(ANIMATION.names_it("defaultAnimation") && !ANIMATION.names_it("animation_speed"));
    }
}
