//! Picking: which triangle of a morphed and skinned mesh a ray hits first, without blending all of
//! it.
//!
//! A [`Picker`] is made once for a mesh. It sorts the triangles along a Morton curve into blocks of
//! 64, and keeps for each block the box around its base and, for each target that moves it, the
//! deltas with the box around them. A [`PickInstance`] has weights and joint matrices. A ray skips
//! the blocks whose conservative box it misses, or whose box lies behind the nearest hit, and
//! morphs and skins the vertices of the others; what was morphed is kept for the next ray.
//!
//! The answer is that of testing every triangle with [`Ray::triangle`]: the same `t` and the same
//! barycentric coordinates, bit for bit, and of triangles at the same `t` the one with the lowest
//! number.
//!
//! # Units and conventions
//! Rays are in the space that vertices are in after morphing, and after skinning where there are
//! joints. To pick in world space, bring the ray into the mesh's space: with the inverse of its
//! node's matrix, or of nothing where joint matrices lead to the world already. `t` counts lengths
//! of the direction, so it is the same in both spaces.
//!
//! # Example
//! ```
//! use morph_core::pick::{Faces, PickMesh, Picker, Ray, Triangles};
//! use morph_core::{Attribute, Deltas, MorphTargets, TargetDeltas, VertexAttributes};
//! let base = VertexAttributes::new(3)
//!     .with_positions(&[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])?;
//! let back = Deltas::from_vec3(&[[0.0, 0.0, -2.0]; 3]);
//! let targets =
//!     MorphTargets::new(3, vec![TargetDeltas::new().with(Attribute::Position, back)])?;
//! let mesh = PickMesh {
//!     base: &base,
//!     targets: targets.as_ref(),
//!     triangles: Triangles::U16(&[0, 1, 2]),
//!     influences: None,
//! };
//! let mut instance = Picker::new(&mesh)?.instance();
//! let ray = Ray::new([0.25, 0.25, 1.0], [0.0, 0.0, -1.0])?;
//!
//! instance.set_pose(&[0.0], &[])?;
//! assert_eq!(instance.pick(&ray, Faces::Front).unwrap().t, 1.0);
//! instance.set_pose(&[0.5], &[])?;
//! let hit = instance.pick(&ray, Faces::Front).unwrap();
//! assert_eq!((hit.triangle, hit.t, hit.barycentrics), (0, 2.0, [0.5, 0.25, 0.25]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod block;
mod boxes;
mod build;
mod error;
mod instance;
mod mesh;
mod ray;
mod skin;

pub use error::PickError;
pub use instance::{Hit, PickInstance};
pub use mesh::{PickMesh, Picker, Triangles};
pub use ray::{Crossing, Faces, Ray};
pub use skin::{Influences, skin_position};

#[cfg(test)]
mod tests;
