//! Text inside pictures.

use image::{Rgba, RgbaImage};
use morphkit_scene::render::{Background, Color};
use noto_sans_mono_bitmap::{FontWeight, RasterHeight, get_raster, get_raster_width};

/// Letters of one height and colour.
#[derive(Debug, Clone, Copy)]
pub(super) struct Letters {
    size: RasterHeight,
    ink: [u8; 3],
}

impl Letters {
    /// The letters for labels below pictures of this width: the largest in which all of them fit,
    /// or the smallest.
    pub(super) fn fit<'a>(
        labels: impl Iterator<Item = &'a str>,
        width: u32,
        background: Background,
    ) -> Self {
        let longest = labels.map(|label| label.chars().count()).max().unwrap_or(0);
        let sizes = [RasterHeight::Size32, RasterHeight::Size24, RasterHeight::Size20];
        let sizes = &sizes[if width >= 360 { 0 } else { 1 }..];
        let fits = |size: &&RasterHeight| longest * advance(**size) as usize <= width as usize;
        let size = sizes.iter().find(fits).copied().unwrap_or(RasterHeight::Size16);
        Self { size, ink: ink(background) }
    }

    /// Height of the band that a label stands in.
    pub(super) const fn band(self) -> u32 {
        let height = self.size.val() as u32;
        height + height / 2
    }

    /// Width of a text.
    pub(super) fn width(self, text: &str) -> u32 {
        text.chars().count() as u32 * advance(self.size)
    }

    /// Writes a label in the middle of a band whose left upper corner is (x, y). What does not fit
    /// ends in dots.
    pub(super) fn draw(self, picture: &mut RgbaImage, text: &str, x: u32, y: u32, width: u32) {
        let advance = advance(self.size);
        let fits = (width / advance) as usize;
        let mut letters: Vec<char> = text.chars().collect();
        if letters.len() > fits {
            letters.truncate(fits.saturating_sub(2));
            letters.extend("..".chars().take(fits));
        }
        let left = x + (width - advance * letters.len() as u32) / 2;
        let top = y + (self.size.val() / 8) as u32;
        for (at, letter) in (0..).zip(letters) {
            // The font has the Latin letters; a question mark stands for others.
            let glyph = get_raster(letter, FontWeight::Regular, self.size)
                .or_else(|| get_raster('?', FontWeight::Regular, self.size));
            let Some(glyph) = glyph else { continue };
            for (row, line) in (0..).zip(glyph.rows()) {
                for (column, &share) in (0..).zip(line) {
                    if let Some(pixel) =
                        picture.get_pixel_mut_checked(left + at * advance + column, top + row)
                    {
                        *pixel = over(self.ink, share, *pixel);
                    }
                }
            }
        }
    }
}

fn advance(size: RasterHeight) -> u32 {
    get_raster_width(FontWeight::Regular, size) as u32
}

/// Dark text on what is light, or on nothing.
fn ink(background: Background) -> [u8; 3] {
    match background {
        Background::Color(Color([r, g, b]))
            if 2 * u32::from(r) + 5 * u32::from(g) + u32::from(b) < 8 * 110 =>
        {
            [232, 234, 238]
        }
        _ => [38, 40, 46],
    }
}

/// A colour over a pixel, as much as the glyph covers of it.
fn over(ink: [u8; 3], share: u8, pixel: Rgba<u8>) -> Rgba<u8> {
    let (share, below) = (u32::from(share), u32::from(pixel.0[3]));
    let rest = below * (255 - share) / 255;
    let alpha = share + rest;
    let channel = |at: usize| match alpha {
        0 => 0,
        _ => ((u32::from(ink[at]) * share + u32::from(pixel.0[at]) * rest) / alpha) as u8,
    };
    Rgba([channel(0), channel(1), channel(2), alpha as u8])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_shrink_until_labels_fit_and_stand_out_from_the_background() {
        let light = Background::Color(Color([255; 3]));
        let size = |label: &str, width| Letters::fit([label].into_iter(), width, light).size.val();
        assert_eq!((size("a", 800), size("a", 240)), (32, 24));
        assert_eq!((size("mouthLowerDownLeft", 300), size(&"x".repeat(99), 240)), (24, 16));
        let dark = Letters::fit([""].into_iter(), 100, Background::Color(Color([20; 3])));
        assert!(dark.ink[0] > 200 && ink(light)[0] < 60 && ink(Background::Transparent)[0] < 60);
    }

    #[test]
    fn text_over_nothing_has_the_alpha_of_its_letters() {
        assert_eq!(over([40; 3], 100, Rgba([0; 4])), Rgba([40, 40, 40, 100]));
        assert_eq!(over([40; 3], 255, Rgba([9, 9, 9, 255])), Rgba([40, 40, 40, 255]));
        assert_eq!(over([40; 3], 0, Rgba([0; 4])), Rgba([0; 4]));
    }
}
