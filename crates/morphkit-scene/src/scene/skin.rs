//! Skins: joints and where they were when the mesh was bound to them.

use anyhow::{Context, Result, bail};
use glam::DMat4;
use morphkit::gltf::Document;

/// Joints and their inverse bind matrices.
#[derive(Debug)]
pub(super) struct Skin {
    /// Node and inverse bind matrix of each joint.
    joints: Vec<(usize, DMat4)>,
}

impl Skin {
    /// Reads a skin.
    ///
    /// # Errors
    /// A skin or a joint that does not exist, or matrices of another type or number.
    pub(super) fn read(document: &Document, index: usize) -> Result<Self> {
        let root = document.root();
        let place = format!("skins[{index}]");
        let Some(model) = root.skins.get(index) else {
            bail!("{place}: does not exist, there are {}", root.skins.len());
        };
        let (expected, nodes) = (model.joints.len(), root.nodes.len());
        if expected == 0 {
            bail!("{place}.joints: expected at least one joint, got none");
        }
        if let Some(at) = model.joints.iter().position(|&joint| joint >= nodes) {
            let joint = model.joints[at];
            bail!("{place}.joints[{at}]: nodes[{joint}] does not exist, there are {nodes}");
        }
        let matrices = match model.inverse_bind_matrices {
            None => vec![DMat4::IDENTITY; expected],
            Some(accessor) => {
                let place = format!("{place}.inverseBindMatrices");
                let data = document.accessor(accessor).with_context(|| place.clone())?;
                if data.components() != 16 {
                    bail!("{place}: expected MAT4, got {} components", data.components());
                }
                if data.count() < expected {
                    bail!("{place}: expected {expected} matrices, got {}", data.count());
                }
                let values = data.to_f32();
                let (matrices, _) = values.as_chunks::<16>();
                matrices.iter().map(|m| DMat4::from_cols_array(&m.map(f64::from))).collect()
            }
        };
        Ok(Self { joints: model.joints.iter().copied().zip(matrices).collect() })
    }

    pub(super) fn joint_count(&self) -> usize {
        self.joints.len()
    }

    /// From the mesh's space to the world, for each joint.
    ///
    /// # Source
    /// glTF 2.0, section 3.7.3 "Skins"; the transform of the node with the mesh has no say.
    pub(super) fn matrices(&self, worlds: &[DMat4]) -> Vec<DMat4> {
        self.joints.iter().map(|&(node, inverse_bind)| worlds[node] * inverse_bind).collect()
    }
}
