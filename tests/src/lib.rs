//! What the family's cross-crate tests share: devices, random meshes, tolerances.
#![forbid(unsafe_code)]
#![allow(clippy::missing_panics_doc, reason = "a helper of tests fails its test")]

mod adapter;
pub mod golden;
pub mod limits;
mod random;
mod tolerance;

pub use adapter::{Gpu, another_gpu, gpu, gpu_of, gpu_with};
pub use random::{random_mesh, random_weights};
pub use tolerance::assert_blend;

/// The examples in the pages run.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../../README.md")]
    struct Readme;
    #[doc = include_str!("../../docs/gltf.md")]
    struct Gltf;
    #[doc = include_str!("../../docs/layouts.md")]
    struct Layouts;
    #[doc = include_str!("../../docs/lifetimes.md")]
    struct Lifetimes;
    #[doc = include_str!("../../docs/motion.md")]
    struct Motion;
    #[doc = include_str!("../../docs/use-assets.md")]
    struct UseAssets;
    #[doc = include_str!("../../docs/use-everything.md")]
    struct UseEverything;
    #[doc = include_str!("../../docs/use-math.md")]
    struct UseMath;
    #[doc = include_str!("../../docs/use-shaders.md")]
    struct UseShaders;
    #[doc = include_str!("../../docs/use-wgpu.md")]
    struct UseWgpu;
}
