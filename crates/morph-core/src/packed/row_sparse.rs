//! Row sparse: per vertex the targets that move it, 16 bits a component.
//!
//! ```text
//! | header 16 | rows, V + 1 | entries | steps, targets * bands | 0 |
//! entry: target | components of all bands, two a word, the first beside the target
//! ```

mod encode;
mod layout;
mod set;

#[cfg(test)]
mod tests;

pub use encode::RowSparseTargets;
pub use layout::RowSparseLayout;
pub use set::RowSparseSet;
