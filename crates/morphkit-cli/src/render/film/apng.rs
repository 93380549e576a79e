//! Animated PNG.

use super::changed;
use anyhow::{Context, Result};
use image::RgbaImage;
use png::{BitDepth, BlendOp, ColorType, DisposeOp, Encoder, Writer};
use std::fs::File;
use std::io::BufWriter;

/// Whole pictures after the first are only what changed.
pub(super) struct Apng {
    writer: Writer<BufWriter<File>>,
    last: Option<RgbaImage>,
}

impl std::fmt::Debug for Apng {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Apng").finish_non_exhaustive()
    }
}

impl Apng {
    pub(super) fn new(
        file: BufWriter<File>,
        (width, height): (u32, u32),
        fps: u32,
        count: usize,
    ) -> Result<Self> {
        let mut encoder = Encoder::new(file, width, height);
        encoder.set_color(ColorType::Rgba);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_animated(u32::try_from(count)?, 0)?;
        encoder.set_frame_delay(1, u16::try_from(fps)?)?;
        encoder.set_blend_op(BlendOp::Source)?;
        encoder.set_dispose_op(DisposeOp::None)?;
        Ok(Self { writer: encoder.write_header()?, last: None })
    }

    pub(super) fn add(&mut self, picture: RgbaImage) -> Result<()> {
        let cut = match &self.last {
            None => None,
            Some(last) => {
                let (left, top, width, height) = changed(last, &picture);
                // The place has to be within the picture all the time.
                self.writer.set_frame_position(0, 0)?;
                self.writer.set_frame_dimension(width, height)?;
                self.writer.set_frame_position(left, top)?;
                Some(image::imageops::crop_imm(&picture, left, top, width, height).to_image())
            }
        };
        let bytes = cut.as_ref().unwrap_or(&picture).as_raw();
        self.writer.write_image_data(bytes).context("cannot be written")?;
        self.last = Some(picture);
        Ok(())
    }

    pub(super) fn finish(self) -> Result<()> {
        self.writer.finish().context("cannot be written")
    }
}
