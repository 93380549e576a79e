//! What can go wrong, one enum per kind of operation.

mod accessor;
mod animation;
mod image;
mod mesh;
mod meshopt;
mod open;

pub use accessor::{AccessorError, BufferError, ViewError};
pub use animation::AnimationError;
pub use image::ImageError;
pub use mesh::MeshError;
pub use meshopt::MeshoptError;
pub use open::{GlbError, OpenError};

use crate::finding::{Code, Finding, Severity};
use std::fmt;

/// A fatal finding with an error's text, whose place stands first.
pub(crate) fn fatal(code: Code, error: &dyn fmt::Display) -> Finding {
    Finding { severity: Severity::Fatal, ..Finding::from_text(code, &error.to_string()) }
}
