//! The bytes of images, for those who draw.

use crate::Document;
use crate::error::ImageError;
use crate::uri::decode_data;
use std::borrow::Cow;

/// An image as it is stored: PNG, JPEG or what an extension allows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImageBytes<'a> {
    /// The encoded image.
    pub bytes: Cow<'a, [u8]>,
    /// Media type, where the file gives one.
    pub mime: Option<String>,
}

impl Document {
    /// Reads an image's bytes from its bufferView, `data:` URI or file.
    ///
    /// Images are read only here: one that is missing stops nothing else.
    ///
    /// # Errors
    /// [`ImageError`] names the image and why it cannot be read.
    pub fn image_bytes(&self, image: usize) -> Result<ImageBytes<'_>, ImageError> {
        let images = &self.root().images;
        let Some(model) = images.get(image) else {
            return Err(ImageError::NoSuchImage { image, image_count: images.len() });
        };
        let mime = model.mime_type.clone();
        if let Some(view) = model.buffer_view {
            return match self.view_bytes(view) {
                Ok(bytes) => Ok(ImageBytes { bytes: bytes.into(), mime }),
                Err(reason) => Err(ImageError::View { image, reason }),
            };
        }
        let uri = model.uri.as_deref().ok_or(ImageError::NoSource { image })?;
        let fail = |reason| ImageError::Uri { image, reason };
        if let Some(data) = decode_data(uri) {
            let data = data.map_err(fail)?;
            return Ok(ImageBytes { bytes: data.bytes.into(), mime: mime.or(data.mime) });
        }
        let bytes = self.resolver().read(uri, u64::MAX).map_err(fail)?;
        Ok(ImageBytes { bytes: bytes.into(), mime })
    }
}
