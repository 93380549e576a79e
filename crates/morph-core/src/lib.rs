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
//! | `serde` | `Serialize` and `Deserialize` for plain configuration |
#![no_std]

#[cfg(feature = "std")]
extern crate std;

extern crate alloc;

#[cfg(not(any(feature = "std", feature = "libm")))]
compile_error!("morph-core needs float functions: turn on the feature `std` or `libm`");

mod attribute;
mod deltas;
mod error;
mod float;
mod mesh;
mod targets;
mod vertices;

pub use attribute::{Attribute, ParseAttributeError};
pub use deltas::{Deltas, TargetDeltas};
pub use error::{AttributesError, BlendError, LayoutError, TargetsError, WeightsError};
pub use mesh::{MorphMesh, MorphPrimitive};
pub use targets::{MorphTargets, unique_targets};
pub use vertices::VertexAttributes;
