//! What a loader yields: meshes with names, default weights and primitives.

use crate::{MorphTargets, VertexAttributes};
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// One mesh: its primitives share target names and weights.
///
/// Weights belong to an instance (a node that draws the mesh) and serve all its primitives.
#[derive(Debug, Clone, Default)]
pub struct MorphMesh {
    /// The mesh's name, where it has one.
    pub name: Option<String>,
    /// One name for each target; authored meshes may carry more or fewer.
    pub target_names: Option<Arc<[String]>>,
    /// Weights of an instance that has none of its own, one for each target.
    pub default_weights: Vec<f32>,
    /// The primitives, also those without targets.
    pub primitives: Vec<MorphPrimitive>,
}

impl MorphMesh {
    /// Number of targets: the largest of its primitives'.
    #[must_use]
    pub fn target_count(&self) -> usize {
        self.primitives
            .iter()
            .filter_map(|p| p.targets.as_ref())
            .map(MorphTargets::target_count)
            .max()
            .unwrap_or(0)
    }

    /// The name of a target, `None` where it has none.
    #[must_use]
    pub fn target_name(&self, target: usize) -> Option<&str> {
        self.target_names.as_ref()?.get(target).map(String::as_str)
    }

    /// Index of the first target of this name.
    #[must_use]
    pub fn target_index(&self, name: &str) -> Option<usize> {
        let names = self.target_names.as_ref()?;
        names.iter().take(self.target_count()).position(|n| n == name)
    }
}

/// One primitive: a base and, where it is morphed, its targets.
#[derive(Debug, Clone, Default)]
pub struct MorphPrimitive {
    /// Base attributes.
    pub base: VertexAttributes,
    /// Targets, `None` where the primitive has none.
    pub targets: Option<MorphTargets>,
    /// The base has no NORMAL: normal and tangent deltas were left out, shade it flat.
    pub flat: bool,
}
