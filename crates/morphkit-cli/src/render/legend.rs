//! The scale below a heat map.

use super::label::Letters;
use image::{Rgba, RgbaImage};
use morphkit_scene::render::{Background, heat_color};

/// From nothing to the farthest.
#[derive(Debug)]
pub(super) struct Legend {
    pub(super) caption: String,
    /// The number at the end, with its unit.
    pub(super) end: String,
}

/// Height of the bar.
const BAR: u32 = 14;
/// Free room around it.
const EDGE: u32 = 12;
/// The widest that it gets.
const WIDEST: u32 = 900;

impl Legend {
    /// Its height below a picture of this width.
    pub(super) fn height(&self, width: u32) -> u32 {
        EDGE + BAR + self.letters(width, Background::Transparent).band() + EDGE / 2
    }

    /// The largest letters in which all of it fits.
    fn letters(&self, width: u32, background: Background) -> Letters {
        let all = format!("0  {}  {}", self.caption, self.end);
        Letters::fit(
            [all.as_str()].into_iter(),
            width.min(WIDEST).saturating_sub(2 * EDGE),
            background,
        )
    }

    /// Draws it from this row on.
    pub(super) fn draw(&self, picture: &mut RgbaImage, top: u32, background: Background) {
        let letters = self.letters(picture.width(), background);
        let width = picture.width().min(WIDEST).saturating_sub(2 * EDGE);
        let left = (picture.width() - width) / 2;
        for x in 0..width {
            let [r, g, b] = heat_color(x as f32 / width.saturating_sub(1).max(1) as f32);
            for y in top + EDGE..top + EDGE + BAR {
                picture.put_pixel(left + x, y, Rgba([r, g, b, 255]));
            }
        }
        let row = top + EDGE + BAR;
        let [start, end] = ["0", &self.end].map(|text| letters.width(text));
        letters.draw(picture, "0", left, row, start.min(width));
        let end = end.min(width);
        letters.draw(picture, &self.end, left + width - end, row, end);
        // Where there is no room for it, the numbers count.
        let rest = width.saturating_sub(start + end + 2 * EDGE);
        if rest > letters.width("....") {
            let caption = letters.width(&self.caption).min(rest);
            // In the middle of all, unless the numbers are in the way.
            let middle = (width - caption) / 2;
            let at = middle.min((width - end - EDGE).saturating_sub(caption)).max(start + EDGE);
            letters.draw(picture, &self.caption, left + at, row, caption);
        }
    }
}
