//! Textures: decoded images and how they are sampled.

use anyhow::{Result, anyhow, bail};
use image::imageops::thumbnail;
use image::{ImageReader, Limits, RgbaImage};
use morphkit::gltf::Document;
use morphkit::gltf::model::TextureSampler;
use std::collections::BTreeMap;
use std::io::Cursor;
use std::rc::Rc;

/// Largest width and height of an image.
const LARGEST_SIDE: u32 = 16_384;

/// Most bytes that decoding one image may take: 8192 x 8192 pixels.
const DECODE_BYTES: u64 = 256 << 20;

/// Most bytes that all images may take.
const TOTAL_BYTES: usize = 512 << 20;

/// Longest side of an image that is kept as it is, by the bytes that the images before it take: a
/// few bytes of PNG may be a lot of pixels, and pictures show few of them.
const fn kept_side(bytes: usize) -> u32 {
    match bytes >> 20 {
        0..256 => 4096,
        256..384 => 2048,
        _ => 1024,
    }
}

/// What happens outside of 0..1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wrap {
    /// The texture is repeated.
    Repeat,
    /// Every other repetition is mirrored.
    Mirror,
    /// The border goes on.
    Clamp,
}

/// How a texture is sampled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sampling {
    /// Along u and v.
    pub wrap: [Wrap; 2],
    /// Whether texels are seen as squares from near.
    pub nearest: bool,
}

/// An image and how it is sampled.
#[derive(Debug)]
pub struct Texture {
    /// The image, sRGB with straight alpha.
    pub image: Rc<RgbaImage>,
    /// How it is sampled.
    pub sampling: Sampling,
}

/// Decodes images, each once.
#[derive(Debug)]
pub(super) struct Images<'a> {
    document: &'a Document,
    decoded: BTreeMap<usize, Rc<RgbaImage>>,
    bytes: usize,
}

impl<'a> Images<'a> {
    pub(super) const fn new(document: &'a Document) -> Self {
        Self { document, decoded: BTreeMap::new(), bytes: 0 }
    }

    /// Reads a texture of the file.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub(super) fn texture(&mut self, index: usize) -> Result<Texture> {
        let root = self.document.root();
        let Some(texture) = root.textures.get(index) else {
            bail!("it does not exist, there are {}", root.textures.len());
        };
        let image = texture.source.ok_or_else(|| anyhow!("it has no PNG or JPEG image"))?;
        let sampler = match texture.sampler {
            Some(index) => root.samplers.get(index).cloned().unwrap_or_default(),
            None => TextureSampler::default(),
        };
        Ok(Texture { image: self.image(image)?, sampling: sampling(&sampler) })
    }

    fn image(&mut self, index: usize) -> Result<Rc<RgbaImage>> {
        if let Some(image) = self.decoded.get(&index) {
            return Ok(Rc::clone(image));
        }
        let encoded = self.document.image_bytes(index)?;
        let image = decode(&encoded.bytes).map_err(|error| anyhow!("images[{index}]: {error}"))?;
        let image = shrink(image, kept_side(self.bytes));
        self.bytes = self.bytes.saturating_add(image.len());
        if self.bytes > TOTAL_BYTES {
            bail!("images[{index}]: all images together exceed {TOTAL_BYTES} bytes");
        }
        let image = Rc::new(image);
        self.decoded.insert(index, Rc::clone(&image));
        Ok(image)
    }
}

fn decode(bytes: &[u8]) -> Result<RgbaImage> {
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format()?;
    let mut limits = Limits::default();
    limits.max_image_width = Some(LARGEST_SIDE);
    limits.max_image_height = Some(LARGEST_SIDE);
    limits.max_alloc = Some(DECODE_BYTES);
    reader.limits(limits);
    let image = reader.decode()?;
    if image.width() == 0 || image.height() == 0 {
        bail!("it has no pixels");
    }
    Ok(image.into_rgba8())
}

/// The image with its sides cut in halves until none is longer than `side`.
fn shrink(image: RgbaImage, side: u32) -> RgbaImage {
    let (width, height) = image.dimensions();
    let mut halves = 0;
    while width.max(height) >> halves > side {
        halves += 1;
    }
    if halves == 0 {
        return image;
    }
    thumbnail(&image, (width >> halves).max(1), (height >> halves).max(1))
}

/// From OpenGL's numbers; unknown ones mean the default.
fn sampling(sampler: &TextureSampler) -> Sampling {
    let wrap = |number| match number {
        33071 => Wrap::Clamp,
        33648 => Wrap::Mirror,
        _ => Wrap::Repeat,
    };
    Sampling {
        wrap: [wrap(sampler.wrap_s), wrap(sampler.wrap_t)],
        nearest: sampler.mag_filter == Some(9728),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_beyond_the_first_megabytes_are_kept_smaller() {
        assert_eq!([0, 256 << 20, 384 << 20].map(kept_side), [4096, 2048, 1024]);
        let size = |width, height| shrink(RgbaImage::new(width, height), 64).dimensions();
        assert_eq!(size(64, 3), (64, 3));
        assert_eq!(size(65, 1), (32, 1));
        assert_eq!(size(100, 400), (12, 50));
    }

    #[test]
    fn what_is_no_image_is_an_error() {
        for bytes in [&b""[..], b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0"] {
            assert!(decode(bytes).is_err(), "{bytes:?}");
        }
    }
}
