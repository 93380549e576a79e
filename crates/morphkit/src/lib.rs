//! Morph targets (blend shapes), front to back: a glTF file goes in, morphed vertices come out.
//!
//! This crate has no code of its own: it re-exports the crates of the family, each behind a
//! feature, and lifts the items that nearly everybody needs to its root.
//!
//! # Which crate do I need
//! | you have | depend on | you get |
//! | --- | --- | --- |
//! | your own engine, and want the arithmetic | `morph-core` | types, blending, animation, bounds, picking, byte layouts |
//! | your own engine, and want the shaders | `morph-wgsl` | WGSL text and its binding numbers |
//! | an asset pipeline | `morph-gltf` | meshes, names, weights and animations from glTF files |
//! | wgpu | `morph-gpu` | textures, buffers, bind groups, instances, recovery |
//! | several of these, or all | `morphkit` | one name and one version for them |
//!
//! Each crate can be used alone; the types of [`core`] are the only thing between them.
//!
//! # Features
//! | feature | consequence |
//! | --- | --- |
//! | (none) | [`core`]: bytemuck is the only dependency |
//! | `avx512` | the blend has code for AVX-512, where the machine has it; needs Rust 1.89 |
//! | `rayon` | `core::parallel`: blends on all cores |
//! | `wgsl` (default) | the module `wgsl`; no further dependency |
//! | `translate` | `wgsl` with its modules `validate`, `translate` and `emit`; brings naga |
//! | `gltf` | the module `gltf`; brings `serde_json` |
//! | `meshopt` | `gltf`, with files that meshopt compressed |
//! | `gpu` | the module `gpu`, and `wgsl` with it; brings wgpu, whose backends the program chooses |
//!
//! # Example
//! One vertex, one target, and the shader text that does the same on a GPU:
//! ```
//! use morphkit::{Attribute, Deltas, MorphTargets, Normalize, TargetDeltas, VertexAttributes};
//!
//! let base = VertexAttributes::new(1).with_positions(&[[1.0, 0.0, 0.0]])?;
//! let raise = Deltas::from_vec3(&[[0.0, 2.0, 0.0]]);
//! let raise = TargetDeltas::new().with(Attribute::Position, raise);
//! let targets = MorphTargets::new(1, vec![raise])?.expect("one target, one vertex");
//!
//! let morphed = morphkit::blend(&base, &targets, &[0.5], Normalize::Yes)?;
//! assert_eq!(morphed.positions(), Some(&[[1.0, 1.0, 0.0]][..]));
//!
//! # #[cfg(feature = "wgsl")] {
//! use morphkit::{Permutation, Slots, Stage, compose, core::AttributeSet};
//! let permutation = Permutation::linear(Stage::Vertex, AttributeSet::P, true);
//! let wgsl = compose(&permutation, &Slots { group: 1, first_binding: 2 }, None);
//! assert!(wgsl.contains("fn morph_vertex"));
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//! From a file to a device, with `gltf` and `gpu`:
//! ```no_run
//! # #[cfg(all(feature = "gltf", feature = "gpu"))]
//! # fn show(
//! #     device: &morphkit::gpu::wgpu::Device,
//! #     queue: &morphkit::gpu::wgpu::Queue,
//! # ) -> Result<(), Box<dyn std::error::Error>> {
//! use morphkit::{Choice, MorphPool, PoolOptions, Slots, Stage, compose};
//!
//! let document = morphkit::open("face.glb")?;
//! let mesh = document.morph_mesh(0)?.expect("mesh 0 has targets");
//! let targets = mesh.primitives[0].targets.as_ref().expect("and so has its first primitive");
//!
//! let mut pool = MorphPool::new(device, queue, PoolOptions::default());
//! let id = pool.add_targets(targets, mesh.target_names.clone(), Choice::Auto(Stage::Vertex))?;
//! let face = pool.new_instance(&[id], &mesh.default_weights)?;
//! let slots = Slots { group: 1, first_binding: 2 };
//! let wgsl = compose(&pool.permutation(id)?, &slots, None); // + your shader
//!
//! pool.set_weight(face, "smile", 0.7)?; // each frame
//! pool.upload(queue);
//! # Ok(())
//! # }
//! ```
//! Targets that move positions and leave normals behind get them when a file is read:
//! ```no_run
//! # #[cfg(feature = "gltf")] {
//! use morphkit::gltf::{Normals, ReadOptions, open_with};
//! let options = ReadOptions { normals: Normals::Computed, ..ReadOptions::default() };
//! let mesh = open_with("face.glb", &options)?.mesh(0)?;
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # In the book
//! `docs/start.md` goes from nothing to a smile; `docs/use-everything.md` from a file to clips that run. There is a page
//! for each row of the table above, and `docs/troubleshooting.md` by symptom.
#![forbid(unsafe_code)]

#[doc(no_inline)]
pub use morph_core as core;
#[cfg(feature = "gltf")]
#[doc(no_inline)]
pub use morph_gltf as gltf;
#[cfg(feature = "gpu")]
#[doc(no_inline)]
pub use morph_gpu as gpu;
#[cfg(feature = "wgsl")]
#[doc(no_inline)]
pub use morph_wgsl as wgsl;

#[doc(no_inline)]
pub use morph_core::{
    Attribute, Deltas, MorphMesh, MorphPrimitive, MorphTargets, Normalize, Stage, TargetDeltas,
    VertexAttributes, Weights, animation, blend, blend_into,
};
#[cfg(feature = "gltf")]
#[doc(no_inline)]
pub use morph_gltf::{Document, open};
#[cfg(feature = "gpu")]
#[doc(no_inline)]
pub use morph_gpu::{Choice, InstanceId, MorphPool, PoolOptions, TargetsId};
#[cfg(feature = "wgsl")]
#[doc(no_inline)]
pub use morph_wgsl::{Permutation, Slots, compose};

/// The README's example runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
