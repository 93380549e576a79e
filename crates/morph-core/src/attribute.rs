//! Vertex attributes that a target can move.

use core::fmt;
use core::str::FromStr;

/// A vertex attribute that a morph target can move.
///
/// Ordered as in every layout: POSITION, NORMAL, TANGENT, `TEXCOORD_0`.., `COLOR_0`...
///
/// # Example
/// ```
/// use morph_core::Attribute;
/// assert_eq!("TEXCOORD_1".parse(), Ok(Attribute::TexCoord(1)));
/// assert_eq!(Attribute::Color(0).to_string(), "COLOR_0");
/// assert!(Attribute::Position < Attribute::TexCoord(0));
/// ```
///
/// # Source
/// glTF 2.0, section 3.7.2.1 "Overview" (attribute semantics).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Attribute {
    /// Position in the mesh's local units.
    Position,
    /// Normal direction, unit length in the base.
    Normal,
    /// Tangent direction; the base's fourth component is the handedness and is never morphed.
    Tangent,
    /// Texture coordinate set `n`.
    TexCoord(u32),
    /// Vertex colour set `n`, linear RGB or RGBA.
    Color(u32),
}

impl Attribute {
    /// Number of floats that one delta of this attribute has: 3, 3, 3, 2 and 4 in the order above.
    ///
    /// TANGENT deltas have no fourth component. COLOR deltas always carry an alpha delta, 0 where
    /// the source has three components.
    #[must_use]
    pub const fn delta_components(self) -> usize {
        // spec L2, B14
        match self {
            Self::Position | Self::Normal | Self::Tangent => 3,
            Self::TexCoord(_) => 2,
            Self::Color(_) => 4,
        }
    }

    /// Whether the base may have `components` floats a vertex: 3, 3, 4, 2, and 3 or 4 for COLOR.
    #[must_use]
    pub const fn accepts_base_components(self, components: usize) -> bool {
        // spec B21
        match self {
            Self::Position | Self::Normal => components == 3,
            Self::Tangent => components == 4,
            Self::TexCoord(_) => components == 2,
            Self::Color(_) => components == 3 || components == 4,
        }
    }

    /// Whether the blended value is a direction that is normalised after the sum.
    #[must_use]
    pub const fn is_direction(self) -> bool {
        matches!(self, Self::Normal | Self::Tangent)
    }
}

impl fmt::Display for Attribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position => f.write_str("POSITION"),
            Self::Normal => f.write_str("NORMAL"),
            Self::Tangent => f.write_str("TANGENT"),
            Self::TexCoord(n) => write!(f, "TEXCOORD_{n}"),
            Self::Color(n) => write!(f, "COLOR_{n}"),
        }
    }
}

/// The text is no attribute semantic that a target can move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParseAttributeError;

impl fmt::Display for ParseAttributeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected POSITION, NORMAL, TANGENT, TEXCOORD_n or COLOR_n")
    }
}

impl core::error::Error for ParseAttributeError {}

impl FromStr for Attribute {
    type Err = ParseAttributeError;

    fn from_str(text: &str) -> Result<Self, ParseAttributeError> {
        match text {
            "POSITION" => return Ok(Self::Position),
            "NORMAL" => return Ok(Self::Normal),
            "TANGENT" => return Ok(Self::Tangent),
            _ => {}
        }
        let (set, make): (&str, fn(u32) -> Self) = if let Some(set) = text.strip_prefix("TEXCOORD_")
        {
            (set, Self::TexCoord)
        } else if let Some(set) = text.strip_prefix("COLOR_") {
            (set, Self::Color)
        } else {
            return Err(ParseAttributeError);
        };
        // No sign, no leading zero: the form that glTF gives.
        let plain = set == "0" || set.bytes().next().is_some_and(|b| (b'1'..=b'9').contains(&b));
        match set.parse() {
            Ok(set) if plain => Ok(make(set)),
            _ => Err(ParseAttributeError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn every_semantic_survives_text_and_back() {
        for attribute in [
            Attribute::Position,
            Attribute::Normal,
            Attribute::Tangent,
            Attribute::TexCoord(0),
            Attribute::TexCoord(12),
            Attribute::Color(3),
        ] {
            assert_eq!(attribute.to_string().parse(), Ok(attribute));
        }
    }

    #[test]
    fn leading_zeros_signs_and_other_semantics_are_refused() {
        for text in
            ["", "position", "TEXCOORD", "TEXCOORD_", "TEXCOORD_01", "COLOR_+1", "JOINTS_0", "_X"]
        {
            assert_eq!(text.parse::<Attribute>(), Err(ParseAttributeError), "{text}");
        }
    }
}
