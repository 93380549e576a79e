//! Which attributes a layout or a shader handles, as one small value.

use crate::{Attribute, LayoutError};
use core::fmt;

/// A set of attributes: the bands of a layout and the flags of a shader permutation.
///
/// Bands follow one another in [`Attribute`]'s order. Texture coordinate and colour sets are bit
/// masks: bit `n` is `TEXCOORD_n` or `COLOR_n`, so sets up to 31 can be held.
///
/// # Example
/// ```
/// use morph_core::{Attribute, AttributeSet};
/// let set = AttributeSet::from_attributes([Attribute::TexCoord(1), Attribute::Position])?;
/// assert_eq!(set.bands().collect::<Vec<_>>(), [Attribute::Position, Attribute::TexCoord(1)]);
/// assert_eq!((set.stride_words(), set.word_offset(Attribute::TexCoord(1))), (5, Some(3)));
/// # Ok::<(), morph_core::LayoutError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AttributeSet {
    /// POSITION.
    pub position: bool,
    /// NORMAL.
    pub normal: bool,
    /// TANGENT.
    pub tangent: bool,
    /// Bit `n`: `TEXCOORD_n`.
    pub texcoords: u32,
    /// Bit `n`: `COLOR_n`.
    pub colors: u32,
}

impl AttributeSet {
    /// Nothing.
    pub const EMPTY: Self =
        Self { position: false, normal: false, tangent: false, texcoords: 0, colors: 0 };
    /// POSITION.
    pub const P: Self = Self { position: true, ..Self::EMPTY };
    /// POSITION and NORMAL: the bands of the seed and compat profiles.
    pub const PN: Self = Self { normal: true, ..Self::P };
    /// POSITION, NORMAL and TANGENT.
    pub const PNT: Self = Self { tangent: true, ..Self::PN };

    /// The set of these attributes.
    ///
    /// # Errors
    /// [`LayoutError::SetOutOfRange`] for a `TEXCOORD_n` or `COLOR_n` with n > 31.
    pub fn from_attributes(
        attributes: impl IntoIterator<Item = Attribute>,
    ) -> Result<Self, LayoutError> {
        // spec L3
        let mut set = Self::EMPTY;
        for attribute in attributes {
            let bit = |n: u32| 1u32.checked_shl(n).ok_or(LayoutError::SetOutOfRange { attribute });
            match attribute {
                Attribute::Position => set.position = true,
                Attribute::Normal => set.normal = true,
                Attribute::Tangent => set.tangent = true,
                Attribute::TexCoord(n) => set.texcoords |= bit(n)?,
                Attribute::Color(n) => set.colors |= bit(n)?,
            }
        }
        Ok(set)
    }

    /// Whether the set has no attribute.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::EMPTY
    }

    /// Whether the set has nothing beyond POSITION, NORMAL and TANGENT.
    #[must_use]
    pub const fn is_pnt(&self) -> bool {
        self.texcoords == 0 && self.colors == 0
    }

    /// Whether the attribute is in the set.
    #[must_use]
    pub const fn has(&self, attribute: Attribute) -> bool {
        match attribute {
            Attribute::Position => self.position,
            Attribute::Normal => self.normal,
            Attribute::Tangent => self.tangent,
            Attribute::TexCoord(n) => n < 32 && self.texcoords >> n & 1 == 1,
            Attribute::Color(n) => n < 32 && self.colors >> n & 1 == 1,
        }
    }

    /// The attributes in layout order.
    pub fn bands(self) -> impl Iterator<Item = Attribute> {
        // spec L1
        [Attribute::Position, Attribute::Normal, Attribute::Tangent]
            .into_iter()
            .chain((0..32).map(Attribute::TexCoord))
            .chain((0..32).map(Attribute::Color))
            .filter(move |&attribute| self.has(attribute))
    }

    /// Number of attributes.
    #[must_use]
    pub const fn band_count(&self) -> u32 {
        self.position as u32
            + self.normal as u32
            + self.tangent as u32
            + self.texcoords.count_ones()
            + self.colors.count_ones()
    }

    /// Place of the attribute among the bands.
    #[must_use]
    pub fn band_index(&self, attribute: Attribute) -> Option<u32> {
        let mut bands = self.bands().zip(0..);
        bands.find(|(band, _)| *band == attribute).map(|(_, index)| index)
    }

    /// Words (f32) of one vertex of one target in linear layouts.
    #[must_use]
    pub fn stride_words(&self) -> u32 {
        self.bands().map(words_of).sum()
    }

    /// Word of the attribute inside that stride.
    #[must_use]
    pub fn word_offset(&self, attribute: Attribute) -> Option<u32> {
        self.has(attribute)
            .then(|| self.bands().take_while(|band| *band < attribute).map(words_of).sum())
    }

    /// Number of `TEXCOORD_n` slots that a vertex needs: the highest set in it, plus one.
    #[must_use]
    pub const fn texcoord_slots(&self) -> u32 {
        32 - self.texcoords.leading_zeros()
    }

    /// Number of `COLOR_n` slots that a vertex needs: the highest set in it, plus one.
    #[must_use]
    pub const fn color_slots(&self) -> u32 {
        32 - self.colors.leading_zeros()
    }
}

fn words_of(attribute: Attribute) -> u32 {
    attribute.delta_components() as u32
}

/// Short name: `pnt`, then `u` and `c` with the set numbers, as in `pn-u0u1c0`.
impl fmt::Display for AttributeSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("none");
        }
        for (letter, there) in [("p", self.position), ("n", self.normal), ("t", self.tangent)] {
            if there {
                f.write_str(letter)?;
            }
        }
        if !self.is_pnt() && (self.position || self.normal || self.tangent) {
            f.write_str("-")?;
        }
        for n in (0..32).filter(|n| self.texcoords >> n & 1 == 1) {
            write!(f, "u{n}")?;
        }
        for n in (0..32).filter(|n| self.colors >> n & 1 == 1) {
            write!(f, "c{n}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::{string::ToString, vec::Vec};

    #[test]
    fn bands_offsets_and_indices_agree() {
        let set = AttributeSet { texcoords: 0b101, colors: 0b10, ..AttributeSet::PNT };
        let bands: Vec<_> = set.bands().collect();
        assert_eq!(bands.len() as u32, set.band_count());
        let mut words = 0;
        for (index, &band) in (0..).zip(&bands) {
            assert_eq!(set.band_index(band), Some(index));
            assert_eq!(set.word_offset(band), Some(words));
            words += band.delta_components() as u32;
        }
        assert_eq!((set.stride_words(), words), (17, 17));
        assert_eq!((set.texcoord_slots(), set.color_slots()), (3, 2));
        assert_eq!(AttributeSet::from_attributes(bands), Ok(set));
        assert_eq!(set.to_string(), "pnt-u0u2c1");
    }

    #[test]
    fn absent_attributes_have_no_place() {
        assert_eq!(AttributeSet::P.word_offset(Attribute::Normal), None);
        assert_eq!(AttributeSet::P.band_index(Attribute::Color(40)), None);
        assert_eq!(AttributeSet::EMPTY.to_string(), "none");
    }

    #[test]
    fn sets_past_31_are_refused() {
        let attribute = Attribute::Color(32);
        assert_eq!(
            AttributeSet::from_attributes([attribute]),
            Err(LayoutError::SetOutOfRange { attribute })
        );
    }
}
