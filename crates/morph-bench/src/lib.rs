//! Inputs of the benchmarks: meshes of any size, with deltas in runs as faces have them.
//!
//! | bench | what it measures |
//! | --- | --- |
//! | `blend` | the blend on the CPU, a naive loop beside it, and plain reading and copying |
#![forbid(unsafe_code)]

mod naive;
mod workload;

pub use naive::naive_blend;
pub use workload::Workload;
