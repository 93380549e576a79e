//! Extensions that leave the file's lists once nothing uses them.

use super::index;
use super::refs::MESHOPT;
use crate::component::ComponentType;
use crate::mesh::format::{Role, is_declared};
use morph_core::Attribute;
use serde_json::Value;

pub(super) const DRACO: &str = "KHR_draco_mesh_compression";
const QUANTIZATION: &str = "KHR_mesh_quantization";

/// Takes quantisation and compression out of `extensionsUsed` and `extensionsRequired` where
/// nothing in the file needs them.
pub(super) fn drop_unused(json: &mut Value) {
    if !is_quantized(json) {
        forget(json, QUANTIZATION);
    }
    if primitives(json).all(|primitive| primitive["extensions"].get(DRACO).is_none()) {
        forget(json, DRACO);
    }
    for name in MESHOPT {
        let views = json["bufferViews"].as_array().into_iter().flatten();
        let buffers = json["buffers"].as_array().into_iter().flatten();
        if views.chain(buffers).all(|value| value["extensions"].get(name).is_none()) {
            forget(json, name);
        }
    }
}

/// Whether an attribute has a type that only the extension allows.
fn is_quantized(json: &Value) -> bool {
    primitives(json).any(|primitive| {
        let needs = |attributes: &Value, role| {
            let mut attributes = attributes.as_object().into_iter().flatten();
            attributes.any(|(name, accessor)| needs_it(json, name, accessor, role))
        };
        let mut targets = primitive["targets"].as_array().into_iter().flatten();
        needs(&primitive["attributes"], Role::Base)
            || targets.any(|target| needs(target, Role::Delta))
    })
}

fn primitives(json: &Value) -> impl Iterator<Item = &Value> {
    let meshes = json["meshes"].as_array().into_iter().flatten();
    meshes.flat_map(|mesh| mesh["primitives"].as_array().into_iter().flatten())
}

fn needs_it(json: &Value, name: &str, accessor: &Value, role: Role) -> bool {
    let Ok(attribute) = name.parse::<Attribute>() else { return false };
    let Some(accessor) = index::read(accessor) else { return false };
    let accessor = &json["accessors"][accessor];
    let component = index::read(&accessor["componentType"]).and_then(ComponentType::from_gltf);
    let normalized = accessor["normalized"] == true;
    component.is_some_and(|component| !is_declared(attribute, role, component, normalized, false))
}

fn forget(json: &mut Value, name: &str) {
    for list in ["extensionsUsed", "extensionsRequired"] {
        let Some(names) = json.get_mut(list).and_then(Value::as_array_mut) else { continue };
        names.retain(|found| found != name);
        if names.is_empty() {
            if let Some(root) = json.as_object_mut() {
                root.shift_remove(list);
            }
        }
    }
}
