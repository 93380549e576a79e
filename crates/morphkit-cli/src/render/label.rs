//! Text inside pictures.

use image::{Rgba, RgbaImage};
use noto_sans_mono_bitmap::{FontWeight, RasterHeight, get_raster, get_raster_width};

/// Colour of the text.
const INK: [u8; 3] = [38, 40, 46];

/// Height of the letters for a picture of this width.
const fn letters(width: u32) -> RasterHeight {
    if width >= 360 { RasterHeight::Size32 } else { RasterHeight::Size24 }
}

/// Height of a label below a picture of this width.
pub(super) const fn band(width: u32) -> u32 {
    let height = letters(width).val() as u32;
    height + height / 2
}

/// Writes a label in the middle of a band whose left upper corner is (x, y). What does not fit
/// ends in dots.
pub(super) fn draw(picture: &mut RgbaImage, text: &str, x: u32, y: u32, width: u32) {
    let size = letters(width);
    let advance = get_raster_width(FontWeight::Regular, size) as u32;
    let fits = (width / advance) as usize;
    let mut letters: Vec<char> = text.chars().collect();
    if letters.len() > fits {
        letters.truncate(fits.saturating_sub(2));
        letters.extend("..".chars().take(fits));
    }
    let left = x + (width - advance * letters.len() as u32) / 2;
    let top = y + (size.val() / 8) as u32;
    for (at, letter) in (0..).zip(letters) {
        // The font has the Latin letters; a question mark stands for others.
        let glyph = get_raster(letter, FontWeight::Regular, size)
            .or_else(|| get_raster('?', FontWeight::Regular, size));
        let Some(glyph) = glyph else { continue };
        for (row, line) in (0..).zip(glyph.rows()) {
            for (column, &share) in (0..).zip(line) {
                if let Some(pixel) =
                    picture.get_pixel_mut_checked(left + at * advance + column, top + row)
                {
                    *pixel = mix(*pixel, share);
                }
            }
        }
    }
}

/// The ink over a pixel, as much as the glyph covers of it.
fn mix(pixel: Rgba<u8>, share: u8) -> Rgba<u8> {
    let share = u32::from(share);
    let channel = |at: usize| {
        let sum = u32::from(INK[at]) * share + u32::from(pixel.0[at]) * (255 - share);
        (sum / 255) as u8
    };
    Rgba([channel(0), channel(1), channel(2), pixel.0[3]])
}
