//! What a glTF file with morph targets draws ([`scene`]), and a renderer for it ([`render`]): what the
//! program and the viewer share.
#![forbid(unsafe_code)]

mod allowed;
mod backend;
mod gpu;
pub mod render;
pub mod scene;

pub use allowed::Allowed;
pub use backend::{Backend, Way};
pub use gpu::Gpu;
