//! Morph targets on wgpu: the only library crate of the family that names a GPU API.
//!
//! Two levels, to be mixed freely:
//!
//! - **Parts** for people with their own resource management: [`create_delta_texture`],
//!   [`create_delta_buffer`], [`layout_entries`], [`device_limits`], [`check_shader`], and [`MorphData`] with the two
//!   profiles of Babylon Lite.
//! - [`MorphPool`]: one owner per device with arenas for deltas, rows of weights for any number of
//!   instances, and recovery. [`Crowd`] samples animations into these rows on the GPU.
//!
//! [`InstanceBounds`] computes a box for each instance, for culling. [`MorphedVertexBuffers`] rewrites
//! a vertex buffer on the CPU, for devices and pipelines that cannot read deltas. [`ComputeBlend`] runs the same shader text as a compute pass and reads the
//! result back: for tools and comparisons.
//!
//! Shader text comes from [`morph_wgsl`]; this crate asks it for every binding number. No backend
//! of wgpu is chosen here: that is the program's business, as is the device.
//!
//! # Features
//! | feature | consequence |
//! | --- | --- |
//! | (none) | everything is there; wgpu is built without back ends, so the program names those that it wants |
//!
//! # Example
//! A face whose shader reads a row of weights, and what a frame sends:
//! ```
//! use morph_core::{Attribute, Deltas, MorphTargets, TargetDeltas};
//! use morph_gpu::{Choice, MorphPool, PoolOptions};
//! use morph_wgsl::{Slots, Stage, compose};
//! # let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
//! let smile = TargetDeltas::new().with(Attribute::Position, Deltas::from_vec3(&[[0.0, 1.0, 0.0]; 3]));
//! let targets = MorphTargets::new(3, vec![smile])?.expect("one target");
//!
//! let mut pool = MorphPool::new(&device, &queue, PoolOptions::default());
//! let names = Some(["smile".to_owned()].into());
//! let id = pool.add_targets(&targets, names, Choice::Auto(Stage::Vertex))?;
//! let face = pool.new_instance(&[id], &[])?;
//! let slots = Slots { group: 1, first_binding: 0 };
//! let wgsl = compose(&pool.permutation(id)?, &slots, None); // + your shader, which calls morph_vertex
//! assert_eq!(pool.bind_entries(id, &slots)?.len(), 2); // beside entries of yours
//!
//! // Each frame:
//! pool.set_weight(face, "smile", 0.7)?;
//! assert_eq!(pool.upload(&queue).writes, 1);
//! assert_eq!(pool.upload(&queue).writes, 0); // nothing has changed
//! let offset = pool.weights_offset(face, 0)?; // the dynamic offset at the draw
//! # let _ = (wgsl, offset);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # In the book
//! `docs/use-wgpu.md` starts here, after the program of `docs/start.md`; `docs/lifetimes.md` says who owns what and
//! what a lost device takes, `docs/motion.md` what motion vectors need, `docs/troubleshooting.md` what is wrong.
#![forbid(unsafe_code)]

mod arena;
mod base;
mod binding;
mod bounds;
mod compute;
mod data;
mod delta;
mod error;
mod limits;
mod lost;
mod pool;
mod readback;
mod scope;
mod vertex_buffer;

pub use binding::layout_entries;
pub use bounds::InstanceBounds;
pub use compute::ComputeBlend;
pub use data::{
    MorphData, Profile, Resources, TargetArrays, create_compat_fallback, unique_morph_data,
};
pub use delta::{create_delta_buffer, create_delta_texture, delta_view};
pub use error::GpuError;
pub use limits::{check_shader, device_limits};
pub use lost::is_lost;
pub use pool::{
    Choice, Crowd, CrowdMember, DeformChoice, DeformHook, DeformInfo, DeformOptions,
    DeformedVertices, EditStats, InstanceId, InstanceSink, MorphPool, PoolOptions, PoolStats,
    ShaderLayout, Supplied, TargetRef, TargetsId, UploadStats,
};
pub use readback::read_buffer;
pub use vertex_buffer::MorphedVertexBuffers;
pub use wgpu;

/// The README's examples compile.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
