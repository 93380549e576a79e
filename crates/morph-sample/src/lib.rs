//! Sample meshes with morph targets, generated: no asset is read.
//!
//! [`head`] is a stylised head with ARKit's 52 shapes and any number of vertices, [`cube`] a cube
//! with three targets, [`random_mesh`] noise for comparisons. All are [`Sample`]s of core types;
//! [`glb::write`] makes the bytes of a .glb file of one, [`vrm::write`] an avatar of the head. The same arguments give the same vertices
//! everywhere.
//!
//! # Features
//! | feature | consequence |
//! | --- | --- |
//! | none | everything is there |
//!
//! # Example
//! ```
//! let head = morph_sample::head(2000);
//! assert_eq!((head.vertex_count(), head.mesh.target_count()), (2000, 52));
//! let bytes = morph_sample::glb::write(&head); // what `morphkit sample head` writes
//! assert_eq!(&bytes[..4], b"glTF");
//! ```
#![forbid(unsafe_code)]

mod clip;
mod cube;
mod curve;
pub mod glb;
mod hash;
mod head;
mod random;
mod sample;
mod vector;
pub mod vrm;

pub use clip::WeightClip;
pub use cube::cube;
pub use head::{HEAD_TARGET_NAMES, HEAD_VERTICES, MIN_HEAD_VERTICES, head};
pub use random::random_mesh;
pub use sample::{Material, Sample};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
