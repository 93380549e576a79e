//! Errors of reading an image's bytes.

use super::ViewError;
use crate::resolver::ResolveError;
use thiserror::Error;

/// An image whose bytes are not there.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ImageError {
    /// There is no such image.
    #[error("images[{image}]: there are {image_count}")]
    NoSuchImage {
        /// Index of the image.
        image: usize,
        /// Number of images.
        image_count: usize,
    },
    /// The image has neither a uri nor a bufferView.
    #[error("images[{image}]: neither uri nor bufferView")]
    NoSource {
        /// Index of the image.
        image: usize,
    },
    /// The file or the `data:` URI cannot be read.
    #[error("images[{image}].uri: {reason}")]
    Uri {
        /// Index of the image.
        image: usize,
        /// Why.
        reason: ResolveError,
    },
    /// The bufferView cannot be read.
    #[error("images[{image}].bufferView: {reason}")]
    View {
        /// Index of the image.
        image: usize,
        /// Why.
        reason: ViewError,
    },
}
