//! Width, height and colours of pictures.

use std::str::FromStr;

/// Width and height of a picture, at least 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// Pixels from left to right.
    pub width: u32,
    /// Pixels from top to bottom.
    pub height: u32,
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let sides = text.split_once('x').and_then(|(w, h)| w.parse().ok().zip(h.parse().ok()));
        match sides {
            Some((width, height)) if width > 0 && height > 0 => Ok(Self { width, height }),
            _ => Err("expected WIDTHxHEIGHT in pixels, such as 800x600".into()),
        }
    }
}

/// A colour, sRGB.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Color(pub [u8; 3]);

impl FromStr for Color {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digits = text.strip_prefix('#').unwrap_or(text);
        let all_hex = digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_hexdigit());
        match u32::from_str_radix(digits, 16) {
            Ok(number) if all_hex => {
                let [_, r, g, b] = number.to_be_bytes();
                Ok(Self([r, g, b]))
            }
            _ => Err("expected six hexadecimal digits, such as cdd2da".into()),
        }
    }
}

/// What is behind everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Background {
    /// A colour.
    Color(Color),
    /// Nothing: pixels that nothing covers have alpha 0.
    Transparent,
}

impl From<Color> for Background {
    fn from(color: Color) -> Self {
        Self::Color(color)
    }
}

impl Background {
    /// A pixel that nothing covers.
    #[must_use]
    pub const fn pixel(self) -> [u8; 4] {
        match self {
            Self::Color(Color([r, g, b])) => [r, g, b, 255],
            Self::Transparent => [0; 4],
        }
    }
}

impl FromStr for Background {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.eq_ignore_ascii_case("transparent") {
            return Ok(Self::Transparent);
        }
        let color = text.parse().map(Self::Color);
        color.map_err(|error: String| format!("{error}; or transparent"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_colours_are_read_or_refused() {
        assert_eq!("800x600".parse(), Ok(Size { width: 800, height: 600 }));
        for wrong in ["800", "0x600", "800x", "-1x3", "8x8x8", "99999999999x1"] {
            assert!(wrong.parse::<Size>().is_err(), "{wrong}");
        }
        assert_eq!("#0a80FF".parse(), Ok(Color([10, 128, 255])));
        for wrong in ["fff", "+12345", "gggggg", "1234567"] {
            assert!(wrong.parse::<Color>().is_err(), "{wrong}");
        }
        assert_eq!("Transparent".parse(), Ok(Background::Transparent));
        assert_eq!("#0a80FF".parse::<Background>(), Ok(Color([10, 128, 255]).into()));
        let error = "clear".parse::<Background>().unwrap_err();
        assert_eq!(error, "expected six hexadecimal digits, such as cdd2da; or transparent");
    }
}
