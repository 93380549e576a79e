//! GIF: 256 colours a picture, times in hundredths of a second, alpha all or nothing.

use super::changed;
use ::gif::{DisposalMethod, Encoder, Frame, Repeat};
use anyhow::{Context, Result};
use image::RgbaImage;
use std::fs::File;
use std::io::{BufWriter, Write};

/// How the colours are chosen: 1 is slow, 30 is coarse. What the first picture shows may stay for all
/// of the film, such as labels.
const FIRST: i32 = 1;
const SPEED: i32 = 10;

pub(super) struct Gif {
    encoder: Encoder<BufWriter<File>>,
    fps: u32,
    transparent: bool,
    written: u32,
    last: Option<RgbaImage>,
}

impl std::fmt::Debug for Gif {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Gif").field("written", &self.written).finish_non_exhaustive()
    }
}

impl Gif {
    pub(super) fn new(
        file: BufWriter<File>,
        (width, height): (u32, u32),
        fps: u32,
        transparent: bool,
    ) -> Result<Self> {
        let side = |length: u32| {
            let most = u16::MAX;
            u16::try_from(length)
                .ok()
                .with_context(|| format!("GIF has at most {most} pixels a side, got {length}"))
        };
        let mut encoder = Encoder::new(file, side(width)?, side(height)?, &[])?;
        encoder.set_repeat(Repeat::Infinite)?;
        Ok(Self { encoder, fps, transparent, written: 0, last: None })
    }

    pub(super) fn add(&mut self, mut picture: RgbaImage) -> Result<()> {
        for pixel in picture.pixels_mut() {
            let whole = pixel.0[3] >= 128;
            pixel.0 = if whole { [pixel.0[0], pixel.0[1], pixel.0[2], 255] } else { [0; 4] };
        }
        let (left, top, width, height) = match &self.last {
            Some(last) => changed(last, &picture),
            _ => (0, 0, picture.width(), picture.height()),
        };
        let mut cut = image::imageops::crop_imm(&picture, left, top, width, height).to_image();
        if let Some(last) = &self.last {
            // What stays keeps the colours that it was written with.
            for (x, y, pixel) in cut.enumerate_pixels_mut() {
                if pixel == last.get_pixel(left + x, top + y) {
                    pixel.0 = [0; 4];
                }
            }
        }
        let speed = if self.written == 0 { FIRST } else { SPEED };
        // The sizes were checked before.
        let mut frame = Frame::from_rgba_speed(
            width as u16,
            height as u16,
            cut.as_flat_samples_mut().samples,
            speed,
        );
        (frame.left, frame.top) = (left as u16, top as u16);
        frame.dispose = match self.transparent {
            true => DisposalMethod::Background,
            false => DisposalMethod::Keep,
        };
        frame.delay = (self.end(self.written + 1) - self.end(self.written)) as u16;
        self.encoder.write_frame(&frame).context("cannot be written")?;
        self.written += 1;
        // Nothing can be made transparent again but by taking the picture before away.
        self.last = (!self.transparent).then_some(picture);
        Ok(())
    }

    /// When a picture ends, in hundredths of a second: rounded so that the film's length is right.
    fn end(&self, pictures: u32) -> u32 {
        (f64::from(pictures) * 100.0 / f64::from(self.fps)).round() as u32
    }

    pub(super) fn finish(self) -> Result<()> {
        let mut file = self.encoder.into_inner().context("cannot be written")?;
        file.flush().context("cannot be written")
    }
}
