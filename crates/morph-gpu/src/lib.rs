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
//! [`InstanceBounds`] computes a box for each instance, for culling. [`MorphedVertexBuffers`] rewrites a vertex buffer on the CPU, for devices and pipelines that
//! cannot read deltas. [`ComputeBlend`] runs the same shader text as a compute pass and reads the
//! result back: for tools and comparisons.
//!
//! Shader text comes from [`morph_wgsl`]; this crate asks it for every binding number. No backend
//! of wgpu is chosen here: that is the program's business, as is the device.
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
