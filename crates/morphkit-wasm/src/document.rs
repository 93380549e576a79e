//! The class `Document`: an opened glTF file.

use crate::animation::Clip;
use crate::mesh::Mesh;
use crate::value::{entries, error, index, object, property};
use js_sys::{Object, Uint8Array};
use morphkit::gltf::{self, ReadOptions, Strictness};
use std::collections::BTreeMap;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsError, JsValue};

/// An opened glTF file: .gltf, .glb or .vrm.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Document {
    document: gltf::Document,
}

#[wasm_bindgen]
impl Document {
    /// Reads a file from its bytes. Buffers beside the model are taken from `options.files`.
    ///
    /// # Errors
    /// Says what is wrong and where.
    #[wasm_bindgen(constructor)]
    pub fn new(
        bytes: &[u8],
        #[wasm_bindgen(unchecked_optional_param_type = "ReadOptions")] options: &JsValue,
    ) -> Result<Self, JsError> {
        let strict = property(options, "strict").is_truthy();
        let strictness = if strict { Strictness::Strict } else { Strictness::Lenient };
        let mut files = BTreeMap::new();
        let given = property(options, "files");
        if !given.is_undefined() {
            for (uri, file) in entries("options.files", &given)? {
                let Some(file) = file.dyn_ref::<Uint8Array>() else {
                    return Err(error(format!("options.files[{uri:?}]: expected a Uint8Array")));
                };
                files.insert(uri, file.to_vec());
            }
        }
        let options = ReadOptions { strictness, ..ReadOptions::default() };
        Ok(Self { document: gltf::Document::from_slice_with(bytes, files, &options)? })
    }

    /// Everything that is wrong with the file, or worth knowing about it.
    #[wasm_bindgen(unchecked_return_type = "Finding[]")]
    #[must_use]
    pub fn findings(&self) -> Vec<Object> {
        let findings = self.document.findings();
        let plain = findings.iter().map(|finding| {
            object([
                ("code", finding.code.as_str().into()),
                ("severity", finding.severity.to_string().into()),
                ("place", finding.place.as_str().into()),
                ("message", finding.message.as_str().into()),
            ])
        });
        plain.collect()
    }

    /// Number of meshes.
    #[wasm_bindgen(getter, js_name = meshCount)]
    #[must_use]
    pub fn mesh_count(&self) -> usize {
        self.document.root().meshes.len()
    }

    /// Loads a mesh, with or without targets.
    ///
    /// # Errors
    /// Names the place and the numbers that disagree.
    pub fn mesh(&self, mesh: f64) -> Result<Mesh, JsError> {
        Ok(Mesh { mesh: self.document.mesh(index("mesh", mesh)?)? })
    }

    /// The indices of a primitive; undefined where it is drawn without.
    ///
    /// # Errors
    /// Names the place, also where an index names no vertex.
    pub fn indices(&self, mesh: f64, primitive: f64) -> Result<Option<Vec<u32>>, JsError> {
        let (mesh, primitive) = (index("mesh", mesh)?, index("primitive", primitive)?);
        Ok(self.document.indices(mesh, primitive)?)
    }

    /// Number of nodes.
    #[wasm_bindgen(getter, js_name = nodeCount)]
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.document.root().nodes.len()
    }

    /// Nodes that draw a mesh, ascending.
    ///
    /// # Errors
    /// The mesh is no whole number.
    #[wasm_bindgen(js_name = meshNodes)]
    pub fn mesh_nodes(&self, mesh: f64) -> Result<Vec<u32>, JsError> {
        let nodes = self.document.mesh_nodes(index("mesh", mesh)?);
        Ok(nodes.map(|node| node as u32).collect())
    }

    /// The weights of a node's mesh before any animation: the node's, else the mesh's, else zeros.
    ///
    /// # Errors
    /// There is no such node, or a weight is not finite.
    #[wasm_bindgen(js_name = nodeWeights)]
    pub fn node_weights(&self, node: f64) -> Result<Vec<f32>, JsError> {
        Ok(self.document.node_weights(index("node", node)?)?.weights)
    }

    /// Number of animations, those without weights included.
    #[wasm_bindgen(getter, js_name = animationCount)]
    #[must_use]
    pub fn animation_count(&self) -> usize {
        self.document.root().animations.len()
    }

    /// The weight tracks of an animation.
    ///
    /// # Errors
    /// Names the channel and the numbers that disagree.
    #[wasm_bindgen(js_name = weightAnimation)]
    pub fn weight_animation(&self, animation: f64) -> Result<Clip, JsError> {
        let animation = index("animation", animation)?;
        Ok(Clip { clip: self.document.weight_animation(animation)? })
    }
}
