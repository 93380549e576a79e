//! Meshes: their primitives as lists of points, lines or triangles.

use super::material;
use super::topology::to_list;
use super::{Influences, Topology};
use anyhow::{Context, Result};
use morphkit::core::{Attribute, MorphTargets, VertexAttributes};
use morphkit::gltf::Document;
use std::sync::Arc;

/// A mesh's primitives that can be drawn.
#[derive(Debug)]
pub struct Mesh {
    /// `meshes[3]`.
    pub place: String,
    /// Index in the file.
    pub index: usize,
    /// Name, where it has one.
    pub name: Option<String>,
    /// Names of the targets.
    pub target_names: Option<Arc<[String]>>,
    /// Number of targets.
    pub target_count: usize,
    /// The primitives.
    pub primitives: Vec<Primitive>,
}

/// One draw: vertices, and what joins them.
#[derive(Debug)]
pub struct Primitive {
    /// `meshes[3].primitives[0]`.
    pub place: String,
    /// Base attributes, POSITION among them.
    pub base: VertexAttributes,
    /// Targets, also those that move nothing.
    targets: Option<MorphTargets>,
    /// Whether it is shaded flat, since it has no normals.
    pub flat: bool,
    /// What the indices join.
    pub topology: Topology,
    /// List of vertices.
    pub indices: Vec<u32>,
    /// The vertices that an index names, each once, ascending.
    pub(super) drawn: Vec<u32>,
    /// Joints of each vertex.
    pub influences: Option<Influences>,
    /// Index into the scene's materials.
    pub material: usize,
}

impl Mesh {
    /// Reads a mesh; primitives that draw nothing are left out with a note.
    pub(super) fn read(
        document: &Document,
        index: usize,
        materials: &mut material::Reader<'_>,
        notes: &mut Vec<String>,
    ) -> Result<Self> {
        let mesh = document.mesh(index)?;
        let target_count = mesh.target_count();
        let place = format!("meshes[{index}]");
        let mut primitives = Vec::with_capacity(mesh.primitives.len());
        for (at, morph) in mesh.primitives.into_iter().enumerate() {
            let model = &document.root().meshes[index].primitives[at];
            let place = format!("{place}.primitives[{at}]");
            if morph.base.positions().is_none_or(<[_]>::is_empty) {
                notes.push(format!("{place}: has no POSITION, so it draws nothing"));
                continue;
            }
            let vertex_count = morph.base.vertex_count();
            let (topology, indices) = match document.triangles(index, at)? {
                Some(triangles) => (Topology::Triangles, triangles.into_flattened()),
                None => {
                    let indices = document.indices(index, at)?;
                    let indices = indices.unwrap_or_else(|| (0..vertex_count as u32).collect());
                    to_list(model.mode, indices).with_context(|| place.clone())?
                }
            };
            if indices.is_empty() {
                notes.push(format!("{place}: has too few indices to draw anything"));
                continue;
            }
            let influences = Influences::read(document, &place, model, vertex_count, notes)?;
            let material = materials.material(&place, model.material)?;
            primitives.push(Primitive {
                drawn: drawn(&indices, vertex_count),
                base: morph.base,
                targets: morph.targets,
                flat: morph.flat,
                topology,
                indices,
                influences,
                material,
                place,
            });
        }
        let (name, target_names) = (mesh.name, mesh.target_names);
        Ok(Self { place, index, name, target_names, target_count, primitives })
    }

    pub(super) fn vertex_count(&self) -> usize {
        self.primitives.iter().map(|p| p.base.vertex_count()).sum()
    }
}

impl Primitive {
    /// The targets, if they move anything that the base has.
    #[must_use]
    pub fn moving(&self) -> Option<&MorphTargets> {
        self.targets.as_ref().filter(|targets| !targets.attributes().is_empty())
    }
}

impl Primitive {
    /// For each vertex, whether a target moves its position.
    #[must_use]
    pub fn moved(&self) -> Vec<bool> {
        let mut moved = vec![false; self.base.vertex_count()];
        let Some(targets) = &self.targets else { return moved };
        for target in 0..targets.target_count() {
            let Some(deltas) = targets.deltas(target, Attribute::Position) else { continue };
            for (vertex, delta) in deltas.iter(3) {
                moved[vertex] |= delta.iter().any(|&d| d != 0.0);
            }
        }
        moved
    }
}

fn drawn(indices: &[u32], vertex_count: usize) -> Vec<u32> {
    let mut named = vec![false; vertex_count];
    indices.iter().for_each(|&index| named[index as usize] = true);
    (0..vertex_count as u32).filter(|&vertex| named[vertex as usize]).collect()
}
