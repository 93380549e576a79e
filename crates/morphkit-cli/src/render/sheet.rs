//! Pictures of one size in rows, each with its label below.

use super::label::Letters;
use super::legend::Legend;
use anyhow::{Context, Result, anyhow};
use image::RgbaImage;
use morphkit_scene::render::{Background, Size, room};

/// Most pixels of all pictures together.
const PIXELS: u64 = 1 << 28;

/// Where the pictures go.
#[derive(Debug)]
pub(super) struct Sheet<'a> {
    labels: Vec<&'a str>,
    tile: Size,
    columns: u32,
    letters: Letters,
    background: Background,
    legend: Option<Legend>,
}

impl<'a> Sheet<'a> {
    /// Room for a picture for each label, `columns` in a row.
    pub(super) fn new(
        labels: Vec<&'a str>,
        tile: Size,
        columns: u32,
        background: Background,
        legend: Option<Legend>,
    ) -> Self {
        let letters = Letters::fit(labels.iter().copied(), tile.width, background);
        Self { labels, tile, columns, letters, background, legend }
    }

    /// As many columns as make the whole about as high as it is wide.
    pub(super) fn square(count: usize, tile: Size) -> u32 {
        let ratio = f64::from(tile.height) / f64::from(tile.width);
        ((count as f64 * ratio).sqrt().round() as u32).clamp(1, count.max(1) as u32)
    }

    /// A picture with all labels and no pictures.
    ///
    /// # Errors
    /// Where it would be too large.
    pub(super) fn blank(&self) -> Result<RgbaImage> {
        let (Size { width, height }, columns) = (self.tile, self.columns);
        let rows = (self.labels.len() as u32).div_ceil(columns);
        let row = height.saturating_add(self.band());
        let too_large = || {
            anyhow!(
                "--size: {columns} by {rows} pictures of {width}x{height} are too large together"
            )
        };
        let whole = rows.checked_mul(row).and_then(|rows| rows.checked_add(self.legend_height()));
        let size = columns.checked_mul(width).zip(whole);
        let (all_width, all_height) = size.ok_or_else(too_large)?;
        if u64::from(all_width) * u64::from(all_height) > PIXELS {
            return Err(too_large());
        }
        let mut pixels = room(all_width, all_height).context("--size")?;
        let count = all_width as usize * all_height as usize;
        pixels.extend(self.background.pixel().iter().copied().cycle().take(count * 4));
        let picture = RgbaImage::from_raw(all_width, all_height, pixels);
        let mut picture = picture.ok_or_else(too_large)?;
        for (at, label) in self.labels.iter().enumerate() {
            let (x, y) = self.corner(at);
            self.letters.draw(&mut picture, label, x, y + height, width);
        }
        if let Some(legend) = &self.legend {
            legend.draw(&mut picture, rows * row, self.background);
        }
        Ok(picture)
    }

    /// Height of the labels, where there are some.
    fn band(&self) -> u32 {
        if self.labels.iter().all(|label| label.is_empty()) { 0 } else { self.letters.band() }
    }

    fn legend_height(&self) -> u32 {
        let width = self.columns.saturating_mul(self.tile.width);
        self.legend.as_ref().map_or(0, |legend| legend.height(width))
    }

    /// Puts a picture where it belongs.
    pub(super) fn place(&self, all: &mut RgbaImage, at: usize, picture: &RgbaImage) {
        let (x, y) = self.corner(at);
        image::imageops::replace(all, picture, x.into(), y.into());
    }

    fn corner(&self, at: usize) -> (u32, u32) {
        let (at, row) = (at as u32, self.tile.height + self.band());
        (at % self.columns * self.tile.width, at / self.columns * row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgba;
    use morphkit_scene::render::Color;

    #[test]
    fn tiles_stand_in_rows_with_room_for_labels() {
        let tile = Size { width: 40, height: 30 };
        let sheet = Sheet::new(vec!["ab"; 3], tile, 2, Color([255; 3]).into(), None);
        let mut joined = sheet.blank().unwrap();
        for n in 0..3 {
            let grey = 10 * n as u8;
            let picture = RgbaImage::from_pixel(40, 30, Rgba([grey, grey, grey, 255]));
            sheet.place(&mut joined, n, &picture);
        }
        let band = sheet.letters.band();
        assert_eq!(joined.dimensions(), (80, 2 * (30 + band)));
        assert_eq!(joined.get_pixel(45, 5).0[0], 10);
        assert_eq!(joined.get_pixel(5, 30 + band + 5).0[0], 20);
        let dark = |x0: u32, y0: u32| {
            let mut area = (x0..x0 + 40).flat_map(|x| (y0..y0 + band).map(move |y| (x, y)));
            area.any(|(x, y)| joined.get_pixel(x, y).0[0] < 128)
        };
        assert!(dark(0, 30) && dark(40, 30) && dark(0, 60 + band));
        assert!(!dark(40, 60 + band), "no label without a picture");
    }

    #[test]
    fn a_square_of_tiles_has_about_as_many_columns_as_rows() {
        let tile = |width, height| Size { width, height };
        assert_eq!(Sheet::square(53, tile(240, 240)), 7);
        assert_eq!(Sheet::square(9, tile(400, 100)), 2);
        assert_eq!((Sheet::square(1, tile(9, 9)), Sheet::square(2, tile(1, 1000))), (1, 2));
    }

    #[test]
    fn what_no_picture_can_hold_is_told() {
        let sheet = Sheet::new(
            vec![""; 2000],
            Size { width: 9000, height: 9000 },
            50,
            Background::Transparent,
            None,
        );
        let error = sheet.blank().unwrap_err().to_string();
        assert!(error.contains("50 by 40 pictures of 9000x9000 are too large"), "{error}");
    }
}
