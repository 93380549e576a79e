//! Inputs of the benchmarks: meshes of any size, with deltas in runs as faces have them.
//!
//! | program | what it measures |
//! | --- | --- |
//! | `bench-cpu` | the blend on the CPU beside others' and beside the machine's limits; writes a report |
//! | `benches/blend.rs` | the blend on the CPU with criterion, to see what a change does |
#![forbid(unsafe_code)]

mod coverage;
mod naive;
mod workload;

pub use coverage::Coverage;
pub use naive::naive_blend;
pub use workload::Workload;
