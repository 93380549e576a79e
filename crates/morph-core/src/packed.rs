//! Packed sets: deltas in fewer bits, as words that describe themselves.
//!
//! A set is an array of u32 words: a [`Header`] of [`HEADER_WORDS`], tables, and codes. Many sets
//! lie in one buffer, each at a multiple of [`ALIGNMENT_WORDS`]; every word number inside a set
//! counts from the set's first word. docs/layouts.md draws each word.
//!
//! | set | made by | read by | for |
//! | --- | --- | --- | --- |
//! | blocked sparse | [`BlockedTargets`] | [`BlockedSet`] | the deform pass |
//! | row sparse | [`RowSparseTargets`] | [`RowSparseSet`] | the vertex stage, scattered deltas |
//! | dense, 16 bit or f16 | [`DenseTargets`] | [`DenseSet`] | few targets that move everything |
//!
//! What is stored may differ from the targets: deltas under an [`ErrorBound`] are left out, others
//! are rounded. The [`EncodingReport`] says by how much, measured by decoding what was encoded.
//! A delta of zero is always exact, and vertices at one place with equal deltas decode to equal
//! deltas.
//!
//! # Example
//! ```
//! use morph_core::packed::{BlockEncoding, BlockedSet, BlockedTargets, PackOptions};
//! use morph_core::{Attribute, Deltas, MorphTargets, TargetDeltas};
//! let raise = TargetDeltas::new()
//!     .with(Attribute::Position, Deltas::from_vec3(&[[0.0, 0.3, 0.0], [0.0, 0.1, 0.0]]));
//! let targets = MorphTargets::new(2, vec![raise])?.expect("one target");
//! let packed = BlockedTargets::new(&targets, BlockEncoding::EightBytes, &PackOptions::default())?;
//! let words = packed.encode();
//! let decoded = BlockedSet::new(&words)?.decode()?;
//! let height = decoded.deltas(0, Attribute::Position).unwrap().get(1, 3).unwrap()[1];
//! let bound = packed.report().error_bound(&[1.0])[0].1;
//! assert!((height - 0.1).abs() <= bound && bound < 2e-4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod binary16;
mod blocked;
mod bound;
mod choice;
mod dense;
mod error;
mod field;
mod form;
mod header;
mod metric;
mod options;
mod report;
mod row_sparse;
#[cfg(test)]
mod samples;
mod scale;
mod scratch;
mod sparse;
mod step;
mod twins;

pub use blocked::{BLOCK_RECORD_WORDS, BlockEncoding, BlockEntry, BlockedLayout};
pub use blocked::{BlockedSet, BlockedTargets};
pub use bound::ErrorBound;
pub use choice::{Packing, choose};
pub use dense::{DenseEncoding, DenseLayout, DenseSet, DenseTargets};
pub use error::PackError;
pub use field::Bits;
pub use header::{ALIGNMENT_WORDS, HEADER_WORDS, Header, Kind, MAX_TARGETS, VERSION};
pub use options::PackOptions;
pub use report::{AttributeError, EncodingReport};
pub use row_sparse::{RowSparseLayout, RowSparseSet, RowSparseTargets};
