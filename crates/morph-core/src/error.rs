//! What can be wrong with arrays, weights and layouts; one enum per kind of operation.

mod attributes;
mod blend;
mod layout;
mod targets;
mod weights;

pub use attributes::AttributesError;
pub use blend::BlendError;
pub use layout::LayoutError;
pub use targets::TargetsError;
pub use weights::WeightsError;
