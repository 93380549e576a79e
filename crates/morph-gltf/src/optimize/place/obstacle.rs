//! What stands against storing positions in another space.

use crate::Document;
use crate::component::ElementType;
use crate::model::Primitive;
use serde_json::{Map, Value};

/// Extensions of nodes that do not care in which of two nodes a mesh is. A name that ends in `_` is
/// a prefix.
const OF_NODES: &[&str] =
    &["KHR_lights_", "KHR_node_", "KHR_xmp", "KHR_xmp_", "VRMC_node_constraint"];

/// Extensions of the root that refer to no node or mesh, or whose references are followed.
const OF_ROOT: &[&str] = &[
    "KHR_lights_",
    "KHR_materials_",
    "KHR_xmp",
    "KHR_xmp_",
    "EXT_lights_",
    "EXT_structural_metadata",
    "VRM",
    "VRMC_vrm",
    "VRMC_springBone",
    "VRMC_materials_mtoon",
    "VRMC_materials_",
];

/// Why meshes that share a transform cannot have their positions stored in another space.
pub(in crate::optimize) fn obstacle(document: &Document, meshes: &[usize]) -> Option<String> {
    let root = document.root();
    if let Some(name) = unknown(&document.json()["extensions"], OF_ROOT) {
        let mesh = meshes.first()?;
        return Some(format!("meshes[{mesh}]: POSITION stays as it is: {name} may refer to it"));
    }
    for &mesh in meshes {
        let stays = |why: String| Some(format!("meshes[{mesh}]: POSITION stays as it is: {why}"));
        if document.mesh_nodes(mesh).next().is_none() {
            return stays("no node draws it, so nothing can scale it back".into());
        }
        if let Some(material) = thick(document, mesh) {
            return stays(format!("the thickness of materials[{material}] is in its space"));
        }
        for node in document.mesh_nodes(mesh) {
            let extensions = &document.json()["nodes"][node]["extensions"];
            if let Some(name) = unknown(extensions, OF_NODES) {
                return stays(format!("{name} of nodes[{node}] may depend on its space"));
            }
            let Some(skin) = root.nodes[node].skin else { continue };
            let skinned = |part: &Primitive| part.attributes.contains_key("JOINTS_0");
            if !root.meshes[mesh].primitives.iter().all(skinned) {
                return stays(format!("nodes[{node}] has a skin that moves no vertex of it"));
            }
            let Some(model) = root.skins.get(skin) else {
                return stays(format!("skins[{skin}] does not exist"));
            };
            let Some(accessor) = model.inverse_bind_matrices else { continue };
            let usable = document.accessor(accessor).is_ok_and(|data| {
                data.element_type() == ElementType::Mat4
                    && data.count() >= model.joints.len()
                    && data.to_f32().iter().all(|x| x.is_finite())
            });
            if !usable {
                return stays(format!("the matrices of skins[{skin}] cannot be used"));
            }
        }
    }
    None
}

/// A material of a mesh that has a thickness, which scales with the mesh.
fn thick(document: &Document, mesh: usize) -> Option<usize> {
    let root = document.root();
    let mut used = root.meshes[mesh].primitives.iter().flat_map(|part| {
        let variants = &part.extensions.get("KHR_materials_variants");
        let mappings = variants.and_then(|variants| variants["mappings"].as_array());
        let others = mappings.into_iter().flatten().filter_map(|m| m["material"].as_f64());
        part.material.into_iter().chain(others.map(|material| material as usize))
    });
    used.find(|&material| {
        let material = root.materials.get(material);
        material.is_some_and(|m| m.extensions.contains_key("KHR_materials_volume"))
    })
}

/// The first extension that is not in a list.
fn unknown<'a>(extensions: &'a Value, known: &[&str]) -> Option<&'a str> {
    let is_known = |name: &str| {
        known.iter().any(|&known| match known.ends_with('_') {
            true => name.starts_with(known),
            false => name == known,
        })
    };
    let names = extensions.as_object().into_iter().flat_map(Map::keys).map(String::as_str);
    names.into_iter().find(|name| !is_known(name))
}
