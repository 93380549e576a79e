//! A mesh with all that a viewer needs beside it.

use crate::WeightClip;
use morph_core::MorphMesh;

/// A generated mesh, its triangles, its material and a short animation.
///
/// # Example
/// ```
/// let sample = morph_sample::cube();
/// assert_eq!(sample.mesh.primitives.len(), sample.indices.len());
/// let bytes = morph_sample::glb::write(&sample);
/// assert_eq!(&bytes[..4], b"glTF");
/// ```
#[derive(Debug, Clone)]
pub struct Sample {
    /// The mesh: one primitive, named targets, default weights.
    pub mesh: MorphMesh,
    /// Triangle corners of each primitive, counter-clockwise from outside.
    pub indices: Vec<Vec<u32>>,
    /// The material of all primitives.
    pub material: Material,
    /// An animation of the weights, where the sample has one.
    pub clip: Option<WeightClip>,
}

impl Sample {
    /// Number of vertices of all primitives.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.mesh.primitives.iter().map(|p| p.base.vertex_count()).sum()
    }
}

/// A plain metallic-roughness material without textures.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Material {
    /// Linear RGBA; vertex colours are multiplied by it.
    pub base_color: [f32; 4],
    /// 0 for dielectrics, 1 for metals.
    pub metallic: f32,
    /// 0 for mirrors, 1 for chalk.
    pub roughness: f32,
    /// Whether back faces are seen.
    pub double_sided: bool,
}

impl Default for Material {
    fn default() -> Self {
        Self { base_color: [1.0; 4], metallic: 0.0, roughness: 0.6, double_sided: false }
    }
}
