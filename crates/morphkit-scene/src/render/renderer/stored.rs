//! How the targets of a scene are stored on a device.

use crate::Backend;
use morphkit::gpu::ShaderLayout;
use morphkit::wgsl::DeformLayout;

/// How the targets of one primitive are stored.
#[derive(Debug, Clone, PartialEq)]
pub struct Stored {
    /// `meshes[3].primitives[0]`.
    pub place: String,
    /// The layout that was taken.
    pub layout: Layout,
    /// Why.
    pub reason: &'static str,
    /// How far one target may move a vertex wrongly, in the mesh's units; `None` where deltas are
    /// stored as they are.
    pub worst: Option<f32>,
}

/// A layout of deltas.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Layout {
    /// The vertex stage reads it.
    Shader(ShaderLayout),
    /// The deform pass reads it.
    Pass(DeformLayout),
}

impl Layout {
    /// The backend that always takes this layout.
    #[must_use]
    pub fn backend(&self) -> Option<Backend> {
        match self {
            Self::Shader(ShaderLayout::Texture(_)) => Some(Backend::Texture),
            Self::Shader(ShaderLayout::Linear(_)) => Some(Backend::Storage),
            Self::Shader(ShaderLayout::RowSparse(_)) => Some(Backend::RowSparse),
            Self::Pass(layout) => Backend::of_layout(*layout),
        }
    }
}
