//! A mesh that can be picked.

use super::block::Blocks;
use super::{Influences, PickError, PickInstance};
use crate::{MorphTargets, VertexAttributes};
use alloc::sync::Arc;

/// Corners of triangles, three each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Triangles<'a> {
    /// Vertices in order.
    NotIndexed,
    /// Indices of vertices.
    U16(&'a [u16]),
    /// Indices of vertices.
    U32(&'a [u32]),
}

impl Triangles<'_> {
    /// Number of corners.
    pub(super) fn corner_count(&self, vertex_count: usize) -> usize {
        match self {
            Self::NotIndexed => vertex_count,
            Self::U16(indices) => indices.len(),
            Self::U32(indices) => indices.len(),
        }
    }

    /// Vertices of a triangle.
    pub(super) fn corners(&self, triangle: usize) -> [u32; 3] {
        [0, 1, 2].map(|corner| {
            let at = 3 * triangle + corner;
            match self {
                Self::NotIndexed => at as u32,
                Self::U16(indices) => indices[at].into(),
                Self::U32(indices) => indices[at],
            }
        })
    }
}

/// What a [`Picker`] is made of.
#[derive(Debug, Clone, Copy)]
pub struct PickMesh<'a> {
    /// The base. Triangles with a position that is not finite are never hit.
    pub base: &'a VertexAttributes,
    /// The targets, if there are any.
    pub targets: Option<&'a MorphTargets>,
    /// The triangles. Strips and fans are to be written out.
    pub triangles: Triangles<'a>,
    /// The joints that vertices follow, if there are any.
    pub influences: Option<Influences<'a>>,
}

/// A mesh, ready for rays. Immutable and shared: a clone is the same one.
///
/// Takes the memory of the base's positions and of the position deltas that are not zero, of
/// vertices between two blocks twice, and two boxes for each block and each target that moves it.
#[derive(Debug, Clone)]
pub struct Picker {
    pub(super) blocks: Arc<Blocks>,
}

impl Picker {
    /// Sorts the triangles of a mesh into blocks. See [`crate::pick`] for an example.
    ///
    /// # Errors
    /// [`PickError`] where indices, targets or joints do not fit the base.
    pub fn new(mesh: &PickMesh<'_>) -> Result<Self, PickError> {
        Ok(Self { blocks: Arc::new(Blocks::new(mesh)?) })
    }

    /// Number of blocks of triangles.
    #[must_use]
    pub fn block_count(&self) -> usize {
        self.blocks.blocks.len()
    }

    /// Joint matrices that a pose needs at least: 0 where there is no skin.
    #[must_use]
    pub fn matrix_count(&self) -> usize {
        self.blocks.matrix_count
    }

    /// An instance of the mesh, at zero weights; one with joints is hit by nothing before
    /// [`PickInstance::set_pose`]. Allocates what it will ever need: two boxes for each block, and
    /// the positions of all vertices.
    #[must_use]
    pub fn instance(&self) -> PickInstance {
        PickInstance::new(self.clone())
    }
}
