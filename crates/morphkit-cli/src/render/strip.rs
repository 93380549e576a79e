//! `--strip`: several weight settings of one file, side by side, with labels.

use super::label;
use crate::set::Setting;
use anyhow::{Context, Result, anyhow};
use image::RgbaImage;
use morphkit_scene::render::{Color, room};
use std::str::FromStr;

/// The pictures of a strip.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Strip(pub(super) Vec<Tile>);

/// One picture of a strip.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Tile {
    /// What is written below it.
    pub(super) label: String,
    /// Weights to set, over everything else.
    pub(super) settings: Vec<Setting>,
}

impl FromStr for Strip {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let tiles: Vec<_> = text
            .split(';')
            .filter(|part| !part.trim().is_empty())
            .map(str::parse)
            .collect::<Result<_, _>>()?;
        if tiles.is_empty() {
            return Err("expected LABEL:NAME=VALUE,..;LABEL:..".into());
        }
        Ok(Self(tiles))
    }
}

impl FromStr for Tile {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.contains('=') && !text.contains(':') {
            let text = text.trim();
            return Err(format!(
                "{text:?}: expected a label and a colon first: LABEL:NAME=VALUE,.., such as mine:{text}"
            ));
        }
        let (label, settings) = text.split_once(':').unwrap_or((text, ""));
        let label = label.trim().to_owned();
        let parts = settings.split(',').map(str::trim).filter(|part| !part.is_empty());
        let settings = parts
            .map(|part| part.parse().map_err(|error| format!("{label}: {part}: {error}")))
            .collect::<Result<_, _>>()?;
        Ok(Self { label, settings })
    }
}

/// Puts pictures of one size side by side, `columns` in a row, each with its label below.
///
/// # Errors
/// Where the picture would be too large.
pub(super) fn join(
    tiles: &[(String, RgbaImage)],
    columns: u32,
    background: Color,
) -> Result<RgbaImage> {
    let Some((_, first)) = tiles.first() else { return Err(anyhow!("--strip: no pictures")) };
    let (width, height) = first.dimensions();
    let band = label::band(width);
    let rows = (tiles.len() as u32).div_ceil(columns);
    let size = columns.checked_mul(width).zip(rows.checked_mul(height.saturating_add(band)));
    let too_large =
        || anyhow!("--strip: {columns} by {rows} pictures of {width}x{height} are too large");
    let (all_width, all_height) = size.ok_or_else(too_large)?;
    if u64::from(all_width) * u64::from(all_height) > 1 << 28 {
        return Err(too_large());
    }
    let [r, g, b] = background.0;
    let mut pixels = room(all_width, all_height).context("--strip")?;
    let count = all_width as usize * all_height as usize;
    pixels.extend([r, g, b, 255].iter().copied().cycle().take(count * 4));
    let mut joined = RgbaImage::from_raw(all_width, all_height, pixels).ok_or_else(too_large)?;
    for (at, (text, picture)) in (0..).zip(tiles) {
        let (x, y) = (at % columns * width, at / columns * (height + band));
        image::imageops::replace(&mut joined, picture, x.into(), y.into());
        label::draw(&mut joined, text, x, y + height, width);
    }
    Ok(joined)
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgba;

    #[test]
    fn a_strip_is_labels_and_settings() {
        let strip: Strip = "neutral; smile: a=1, head:b=0.5 ;".parse().unwrap();
        let [neutral, smile] = &strip.0[..] else { panic!("{strip:?}") };
        assert_eq!((neutral.label.as_str(), neutral.settings.len()), ("neutral", 0));
        let settings: Vec<_> = smile.settings.iter().map(ToString::to_string).collect();
        assert_eq!(
            (smile.label.as_str(), settings),
            ("smile", vec!["a=1".into(), "head:b=0.5".into()])
        );
        assert!("".parse::<Strip>().is_err());
        let error = "x:a".parse::<Strip>().unwrap_err();
        assert_eq!(error, "x: a: expected NAME=VALUE");
        let error = "neutral; smile=1".parse::<Strip>().unwrap_err();
        assert!(error.starts_with("\"smile=1\": expected a label and a colon first"), "{error}");
        assert!(error.contains("LABEL:NAME=VALUE"), "{error}");
    }

    #[test]
    fn tiles_stand_in_rows_with_room_for_labels() {
        let picture = |grey| RgbaImage::from_pixel(40, 30, Rgba([grey, grey, grey, 255]));
        let tiles: Vec<_> = (0..3).map(|n| ("ab".to_owned(), picture(10 * n))).collect();
        let joined = join(&tiles, 2, Color([255, 255, 255])).unwrap();
        let band = label::band(40);
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
}
