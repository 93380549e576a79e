//! The family for JavaScript, by wasm-bindgen: the npm package `morphkit-wasm`.
//!
//! Everything that needs no GPU: reading glTF files, blending, animation, bounds, the layouts in
//! which a GPU reads deltas and weights, and shader text. What a function means is said by the
//! item of `morphkit` that it calls; this crate converts arguments and results.
//!
//! # Units and conventions
//! Numbers of vertices, targets and the like are checked: an argument that is no whole number in
//! range is an error, never cut. Plain data crosses over as plain objects and typed arrays, whose
//! TypeScript types stand in `typescript`; classes hold what stays inside.
//!
//! # Errors
//! Every refusal is a JavaScript `Error` with the text that the library gives.
#![forbid(unsafe_code)]

mod animation;
mod arrays;
mod attributes;
mod bounds;
mod document;
mod layout;
mod limits;
mod mesh;
mod primitive;
mod shader;
mod targets;
mod typescript;
mod value;
mod weights;

pub use animation::{Clip, WeightTrack};
pub use arrays::apply_morph_targets;
pub use bounds::Bounds;
pub use document::Document;
pub use layout::{LinearLayout, TextureLayout, choose_layout};
pub use mesh::Mesh;
pub use primitive::Primitive;
pub use shader::{permutation_names, shader_bindings, wgsl};
pub use targets::Targets;
pub use weights::{
    active_weights, compat_fallback, compat_weights, fit_weights, row_words, seed_uniform,
    uniform_capacity, weights_row, weights_uniform,
};
