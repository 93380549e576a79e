//! Morph targets (blend shapes): the per-vertex deltas that make a face smile.
//!
//! This crate holds the types that everything else passes around, the rule by which deltas are
//! added to a base, and the byte layouts in which a GPU reads them. It does no IO and knows
//! nothing of glTF, of shader text or of a GPU API.
//!
//! # Features
//! | feature | consequence |
//! | --- | --- |
//! | `std` (default) | float functions from the standard library |
//! | `libm` | float functions from libm, for targets without std |
//! | `avx512` | code for AVX-512, taken where the machine has it; needs Rust 1.89 |
//! | `rayon` | `parallel`: blends on all cores |
//! | `serde` | `Serialize` and `Deserialize` for plain configuration |
//!
//! # Where things are
//! | you want | take |
//! | --- | --- |
//! | a mesh and its targets, checked once | [`VertexAttributes`], [`MorphTargets`], [`MorphMesh`] |
//! | vertices for weights | [`blend`](blend()), [`blend_into`], [`blend_interleaved_into`], [`blend_sequence_into`] |
//! | weights by name, the active ones | [`Weights`], [`ActiveList`], [`arkit`] |
//! | weights over time | [`animation`] |
//! | boxes and rays | [`MorphBounds`], [`ClusterBounds`], [`pick`] |
//! | bytes that a GPU reads | [`choose`](choose()), [`TextureLayout`], [`LinearLayout`], [`packed`], [`encode_row`] |
//! | normal deltas that a file lacks | [`normals`], [`seam`] |
//! | the rule in plain loops | [`reference`](mod@reference) |
//!
//! # Example
//! ```
//! use morph_core::{Attribute, Deltas, MorphTargets, Normalize, TargetDeltas, VertexAttributes};
//! let base = VertexAttributes::new(2).with_positions(&[[0.0; 3], [1.0, 0.0, 0.0]])?;
//! let raise = Deltas::from_vec3(&[[0.0, 1.0, 0.0]; 2]);
//! let pull = Deltas::Sparse { indices: vec![1], values: vec![2.0, 0.0, 0.0] };
//! let targets = [raise, pull].map(|d| TargetDeltas::new().with(Attribute::Position, d));
//! let targets = MorphTargets::new(2, targets.into())?.expect("two targets");
//! let morphed = morph_core::blend(&base, &targets, &[0.5, 1.0], Normalize::Yes)?;
//! assert_eq!(morphed.positions(), Some(&[[0.0, 0.5, 0.0], [3.0, 0.5, 0.0]][..]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # In the book
//! `docs/use-math.md` starts here, `docs/spec.md` has the rules with their numbers, `docs/layouts.md` every byte,
//! `docs/performance.md` what it costs.
#![no_std]

#[cfg(feature = "std")]
extern crate std;

extern crate alloc;

#[cfg(not(any(feature = "std", feature = "libm")))]
compile_error!("morph-core needs float functions: turn on the feature `std` or `libm`");

mod active;
pub mod animation;
mod apply;
pub mod arkit;
mod attribute;
mod attribute_set;
mod blend;
mod bounds;
mod choose;
pub mod deform;
mod deltas;
mod dense_row;
mod error;
mod float;
mod instance;
mod interleaved;
mod layout;
mod limits;
mod lists;
mod mesh;
mod motion;
pub mod normals;
mod order;
pub mod packed;
#[cfg(feature = "rayon")]
pub mod parallel;
pub mod pick;
mod quantized;
pub mod reference;
mod row;
pub mod seam;
mod sequence;
mod simd;
mod stats;
mod targets;
mod vertices;
mod weights;

pub use active::{ActiveList, WeightPair};
pub use apply::{AttributeSlices, MorphedAttributes, apply_morph_targets};
pub use attribute::{Attribute, ParseAttributeError};
pub use attribute_set::AttributeSet;
pub use blend::{
    DeltaSource, MIN_SQUARED_LENGTH, MorphedVertex, Normalize, blend, blend_attribute_into,
    blend_into, blend_vertex,
};
pub use bounds::{
    Aabb, BoundsError, BoxRecord, CLUSTER_BOX_FLOATS, ClusterBounds, ClusterUniform, MorphBounds,
    exact_bounds,
};
pub use choose::{Layout, Stage, choose};
pub use deltas::{Deltas, TargetDeltas};
pub use dense_row::{dense_row_words, encode_dense_row};
pub use error::{
    AttributesError, BlendError, LayoutError, NormalsError, RemapError, TargetsError, WeightsError,
};
pub use instance::CpuInstance;
pub use interleaved::{VertexLayout, blend_interleaved_into};
pub use layout::{LinearLayout, SEED_MAX_TARGETS, SEED_MAX_WIDTH, Texel, TextureLayout};
pub use limits::DeviceLimits;
pub use mesh::{MorphMesh, MorphPrimitive};
pub use motion::{
    MotionList, encode_motion_dense_row, encode_motion_row, encode_motion_uniform,
    motion_dense_row_words, motion_row_words,
};
pub use order::{Remap, VertexOrder};
pub use quantized::QuantizedTargets;
pub use row::{
    COMPAT_FALLBACK, HEADER_WORDS, RowHeader, SEED_FRAME_BYTES, SeedUniform, UniformCapacity,
    UniformHeader, compat_words, encode_compat, encode_row, encode_uniform, first_four, row_words,
};
pub use sequence::blend_sequence_into;
pub use simd::{SimdLevel, UnsupportedLevel};
pub use stats::{BLOCK_VERTICES, TargetStats, TargetsStats};
pub use targets::{MorphTargets, WeakMorphTargets, unique_targets};
pub use vertices::VertexAttributes;
pub use weights::{Weights, check_finite};

/// The README's example runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
