//! Inputs of the benchmarks: meshes of any size, with deltas in runs as faces have them.
//!
//! | program | what it measures |
//! | --- | --- |
//! | `bench-bounds` | boxes for culling beside the exact ones and other engines', picking beside brute force |
//! | `bench-cpu` | the blend on the CPU beside others' and beside the machine's limits; writes a report |
//! | `bench-gpu` | the deform pass on a GPU beside others' loops and beside the device's limits |
//! | `bench-load` | loading of glTF files beside others, and the memory that it takes; writes a report |
//! | `benches/load.rs` | loading with criterion, to see what a change does |
//! | `benches/blend.rs` | the blend on the CPU with criterion, to see what a change does |
#![forbid(unsafe_code)]

pub mod clips;
mod coverage;
mod naive;
mod patched_head;
mod workload;

pub use coverage::Coverage;
pub use naive::naive_blend;
pub use patched_head::patched_head;
pub use workload::Workload;
