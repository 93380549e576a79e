//! Morph targets (blend shapes) in WGSL.
//!
//! The text is made of whole files, each with one concern, and a short generated prelude of
//! constants. A [`Permutation`] says which files and which constants; [`compose()`] joins them, for
//! the [`Slots`] where the caller wants the bindings; [`bindings`] says what to bind there. There
//! is no preprocessor, and composing cannot fail.
//!
//! # Example
//! A vertex shader that morphs, for deltas in a storage buffer:
//! ```
//! use morph_wgsl::{AttributeSet, Permutation, Slots, Stage, bindings, compose};
//! let permutation = Permutation::linear(Stage::Vertex, AttributeSet::PN, true);
//! let slots = Slots { group: 1, first_binding: 2 };
//! let shader = compose(&permutation, &slots, None)
//!     + "@vertex fn main(
//!            @location(0) position: vec3<f32>, @location(1) normal: vec3<f32>,
//!            @builtin(vertex_index) index: u32, @builtin(instance_index) instance: u32,
//!        ) -> @builtin(position) vec4<f32> {
//!            var v: MorphVertex;
//!            v.position = position;
//!            v.normal = normal;
//!            return vec4(morph_vertex(v, morph_local(index), instance).position, 1.0);
//!        }";
//! assert!(shader.contains("const MORPH_GROUP: u32 = 1u;"));
//! let at: Vec<_> = bindings(&permutation, &slots).iter().map(|b| b.binding).collect();
//! assert_eq!(at, [2, 3]);
//! ```
//!
//! # Features
//! | feature | consequence |
//! | --- | --- |
//! | `validate` | the module `validate`: parsing, validation and reflection with naga |
//! | `translate` | the modules `translate` and `emit`: SPIR-V, HLSL, MSL and GLSL, as text or as files; turns `validate` on |
//!
//! # In the book
//! `docs/use-shaders.md` starts here; `docs/shaders.md` has all names, bindings and languages,
//! `docs/layouts.md` the bytes that shaders read, `docs/motion.md` motion vectors.
#![forbid(unsafe_code)]

mod binding;
mod bounds;
mod compose;
mod deform;
#[cfg(feature = "translate")]
pub mod emit;
mod header;
mod material;
mod mesh;
mod permutation;
mod prelude;
mod shader;
pub mod source;
mod tracks;
#[cfg(feature = "translate")]
pub mod translate;
#[cfg(feature = "validate")]
pub mod validate;

pub use binding::{Binding, BindingKind, Slots, bindings, deform_bindings};
pub use bounds::{Bounds, bounds_dispatch};
pub use compose::{Composition, Origin, Part, compose, compose_deform, compose_tracks};
pub use deform::{
    DISPATCH_ROW, Deform, DeformLayout, Interleaved, Output, WORKGROUP_SIZE, arena_stride_words,
    base_stride_words, base_word_offset, deform_dispatch, dispatch,
};
pub use header::{LAYOUT_HEADER_VERSION, layout_header};
pub use material::{MaterialBinding, MaterialBindingKind, MaterialBindings, MaterialPlan};
pub use mesh::{MSH_HAS_MORPH_TARGETS, MeshBindings};
pub use morph_core::{AttributeSet, Stage, UniformCapacity};
pub use permutation::{DeltaSource, ParsePermutationError, Permutation, WeightsFormat};
pub use shader::Shader;
pub use tracks::{TrackSampler, track_bindings};

/// The README's example runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
