//! What the crate `gltf` drops as it reads, asked of the crate itself.

use serde_json::Value;

/// A file with everything that may get lost.
const PROBE: &str = r#"{
    "asset": { "version": "2.0" },
    "extensionsUsed": ["XYZ_probe"],
    "accessors": [{ "componentType": 5126, "type": "VEC3", "count": 1 }],
    "meshes": [{
        "name": "probe",
        "extras": { "targetNames": ["probe"] },
        "extensions": { "XYZ_probe": {} },
        "primitives": [{
            "attributes": { "POSITION": 0 },
            "targets": [{ "POSITION": 0, "TEXCOORD_0": 0, "COLOR_0": 0, "_PROBE": 0 }]
        }]
    }]
}"#;

/// A part of files that is not kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Loss {
    TargetAttributes,
    Names,
    Extras,
    Extensions,
}

impl Loss {
    /// What is lost with the crate's present features, which anybody in a build may turn on.
    pub(super) fn all() -> Vec<Self> {
        let kept =
            gltf::json::Root::from_str(PROBE).and_then(serde_json::to_value).unwrap_or(Value::Null);
        let places = [
            (Self::TargetAttributes, "/meshes/0/primitives/0/targets/0/COLOR_0"),
            (Self::Names, "/meshes/0/name"),
            (Self::Extras, "/meshes/0/extras/targetNames"),
            (Self::Extensions, "/meshes/0/extensions/XYZ_probe"),
        ];
        let lost = places.into_iter().filter(|(_, place)| kept.pointer(place).is_none());
        lost.map(|(loss, _)| loss).collect()
    }

    pub(super) const fn text(self) -> &'static str {
        match self {
            Self::TargetAttributes => {
                "the crate gltf keeps POSITION, NORMAL and TANGENT of targets, and drops TEXCOORD_n, COLOR_n and custom attributes"
            }
            Self::Names => "the crate gltf drops all names, but with its feature names",
            Self::Extras => {
                "the crate gltf drops all extras, with the names of targets, but with its feature extras"
            }
            Self::Extensions => {
                "the crate gltf drops the extensions that it does not know, but with its feature extensions"
            }
        }
    }
}
