//! What the fuzz targets share: how much memory a file may take, how to ask a document for
//! everything, and how to build files from descriptions.
//!
//! `cargo xtask fuzz` runs the targets; CONTRIBUTING.md says more.

pub mod describe;
pub mod memory;
#[path = "../../../crates/morph-gltf/tests/mutations/json.rs"]
pub mod mutation;
pub mod read;
#[path = "../../../crates/morph-gltf/tests/mutations/sample.rs"]
pub mod sample;

pub use libfuzzer_sys;
