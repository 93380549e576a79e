//! Dense in 16 bits: every vertex of every target, planar, as integers or as binary16.
//!
//! ```text
//! | header 16 | steps, targets * bands | 0 | codes of targets | 0 |
//! word of components 2p and 2p + 1:  codes + target * target words + p * lanes + vertex
//! ```

mod encode;
mod layout;

#[cfg(test)]
mod tests;

pub use encode::{DenseSet, DenseTargets};
pub use layout::{DenseEncoding, DenseLayout};
