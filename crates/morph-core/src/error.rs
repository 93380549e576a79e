//! What can be wrong with arrays, weights and layouts; one enum per kind of operation.

mod attributes;
mod blend;
mod layout;
mod normals;
mod remap;
mod targets;
mod weights;

pub use attributes::AttributesError;
pub use blend::BlendError;
pub use layout::LayoutError;
pub use normals::NormalsError;
pub use remap::RemapError;
pub use targets::TargetsError;
pub use weights::WeightsError;
