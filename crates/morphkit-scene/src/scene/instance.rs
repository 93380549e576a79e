//! One node that draws a mesh.

use super::{Mesh, Primitive};
use anyhow::{Context, Result};
use glam::{DMat4, DVec3};
use morphkit::core::{Normalize, VertexAttributes, blend};
use std::borrow::Cow;
use std::rc::Rc;

/// A node that draws a mesh.
#[derive(Debug)]
pub struct Instance {
    /// The node.
    pub node: usize,
    /// The skin whose joints move it.
    pub(super) skin: Option<usize>,
    /// Number of the skin's joints, 0 without one.
    pub joint_count: usize,
    /// The mesh.
    pub mesh: Rc<Mesh>,
    /// Weights as the file has them, one a target.
    pub weights: Vec<f32>,
}

/// Where an instance is drawn: how its vertices get to the world.
#[derive(Debug, Clone, PartialEq)]
pub struct Placement {
    /// From the mesh's space to the world, for primitives that no joint moves.
    pub world: DMat4,
    /// The same for each joint; empty without a skin.
    pub joints: Vec<DMat4>,
}

impl Placement {
    /// Whether primitives are seen in a mirror, so that their triangles turn round.
    #[must_use]
    pub fn is_mirrored(&self, skinned: bool) -> bool {
        if !skinned {
            return self.world.determinant() < 0.0;
        }
        let mirrored = self.joints.iter().filter(|m| m.determinant() < 0.0).count();
        mirrored * 2 > self.joints.len()
    }

    /// Calls `visit` with the place of each drawn vertex of a primitive.
    pub fn visit(
        &self,
        primitive: &Primitive,
        positions: &[[f32; 3]],
        mut visit: impl FnMut(DVec3),
    ) {
        let influences = primitive.influences.as_ref().filter(|_| !self.joints.is_empty());
        for &vertex in primitive.drawn.iter() {
            let vertex = vertex as usize;
            let position = DVec3::from_array(positions[vertex].map(f64::from));
            let Some(influences) = influences else {
                visit(self.world.transform_point3(position));
                continue;
            };
            let shares = influences.joints[vertex].iter().zip(&influences.weights[vertex]);
            let moved = shares.filter(|&(_, &weight)| weight > 0.0).map(|(&joint, &weight)| {
                self.joints[usize::from(joint)].transform_point3(position) * f64::from(weight)
            });
            visit(moved.sum());
        }
    }
}

/// The vertices of a primitive with weights, blended on the CPU.
///
/// # Errors
/// A weight that is not finite.
pub fn blended<'a>(primitive: &'a Primitive, weights: &[f32]) -> Result<Cow<'a, VertexAttributes>> {
    match primitive.moving() {
        None => Ok(Cow::Borrowed(&primitive.base)),
        Some(targets) => {
            let vertices = blend(&primitive.base, targets, weights, Normalize::Yes)
                .with_context(|| primitive.place.clone())?;
            Ok(Cow::Owned(vertices))
        }
    }
}
