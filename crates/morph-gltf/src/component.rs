//! Component and element types, and what their bytes mean.

use std::fmt;

/// Type of one component of an accessor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ComponentType {
    /// 8-bit integer, 5120.
    I8,
    /// 8-bit integer without sign, 5121.
    U8,
    /// 16-bit integer, 5122.
    I16,
    /// 16-bit integer without sign, 5123.
    U16,
    /// 32-bit integer without sign, 5125.
    U32,
    /// 32-bit float, 5126.
    F32,
}

impl ComponentType {
    /// The type of a number of the file.
    #[must_use]
    pub const fn from_gltf(number: usize) -> Option<Self> {
        match number {
            5120 => Some(Self::I8),
            5121 => Some(Self::U8),
            5122 => Some(Self::I16),
            5123 => Some(Self::U16),
            5125 => Some(Self::U32),
            5126 => Some(Self::F32),
            _ => None,
        }
    }

    /// Bytes of one component.
    #[must_use]
    pub const fn bytes(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::U32 | Self::F32 => 4,
        }
    }

    /// Whether it has no sign.
    #[must_use]
    pub const fn is_unsigned(self) -> bool {
        matches!(self, Self::U8 | Self::U16 | Self::U32)
    }

    /// Decodes little-endian components into floats.
    ///
    /// Normalised integers: i8 `max(c / 127, -1)`, u8 `c / 255`, i16 `max(c / 32767, -1)`, u16
    /// `c / 65535`, u32 `c / 4294967295`; others mean their value.
    pub(crate) fn decode_f32(self, normalized: bool, bytes: &[u8], out: &mut Vec<f32>) {
        match (self, normalized) {
            (Self::I8, false) => out.extend(bytes.iter().map(|&b| f32::from(b as i8))),
            (Self::I8, true) => {
                out.extend(bytes.iter().map(|&b| (f32::from(b as i8) / 127.0).max(-1.0)));
            }
            (Self::U8, false) => out.extend(bytes.iter().map(|&b| f32::from(b))),
            (Self::U8, true) => out.extend(bytes.iter().map(|&b| f32::from(b) / 255.0)),
            (Self::I16, false) => {
                out.extend(words(bytes).map(|b| f32::from(i16::from_le_bytes(b))));
            }
            (Self::I16, true) => out.extend(
                words(bytes).map(|b| (f32::from(i16::from_le_bytes(b)) / 32767.0).max(-1.0)),
            ),
            (Self::U16, false) => {
                out.extend(words(bytes).map(|b| f32::from(u16::from_le_bytes(b))));
            }
            (Self::U16, true) => {
                out.extend(words(bytes).map(|b| f32::from(u16::from_le_bytes(b)) / 65535.0));
            }
            (Self::U32, false) => out.extend(words(bytes).map(|b| u32::from_le_bytes(b) as f32)),
            (Self::U32, true) => out.extend(
                words(bytes).map(|b| (f64::from(u32::from_le_bytes(b)) / 4_294_967_295.0) as f32),
            ),
            (Self::F32, _) => out.extend(words(bytes).map(f32::from_le_bytes)),
        }
    }

    /// Decodes little-endian components into indices; `None` for signed types and floats.
    pub(crate) fn decode_u32(self, bytes: &[u8]) -> Option<Vec<u32>> {
        match self {
            Self::U8 => Some(bytes.iter().map(|&b| u32::from(b)).collect()),
            Self::U16 => Some(words(bytes).map(|b| u32::from(u16::from_le_bytes(b))).collect()),
            Self::U32 => Some(words(bytes).map(u32::from_le_bytes).collect()),
            Self::I8 | Self::I16 | Self::F32 => None,
        }
    }
}

impl fmt::Display for ComponentType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::I8 => "i8",
            Self::U8 => "u8",
            Self::I16 => "i16",
            Self::U16 => "u16",
            Self::U32 => "u32",
            Self::F32 => "f32",
        })
    }
}

/// Copies values of `N` bytes out, wherever they lie.
fn words<const N: usize>(bytes: &[u8]) -> impl Iterator<Item = [u8; N]> + '_ {
    bytes.chunks_exact(N).map(|chunk| {
        let mut word = [0; N];
        word.copy_from_slice(chunk);
        word
    })
}

/// Shape of one element of an accessor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ElementType {
    /// One component.
    Scalar,
    /// Two components.
    Vec2,
    /// Three components.
    Vec3,
    /// Four components.
    Vec4,
    /// 2 x 2 components, column after column.
    Mat2,
    /// 3 x 3 components, column after column.
    Mat3,
    /// 4 x 4 components, column after column.
    Mat4,
}

impl ElementType {
    /// The type of a text of the file.
    #[must_use]
    pub fn from_gltf(text: &str) -> Option<Self> {
        Some(match text {
            "SCALAR" => Self::Scalar,
            "VEC2" => Self::Vec2,
            "VEC3" => Self::Vec3,
            "VEC4" => Self::Vec4,
            "MAT2" => Self::Mat2,
            "MAT3" => Self::Mat3,
            "MAT4" => Self::Mat4,
            _ => return None,
        })
    }

    /// Components of one element.
    #[must_use]
    pub const fn components(self) -> usize {
        self.columns() * self.rows()
    }

    /// Columns of a matrix, 1 for what is none.
    #[must_use]
    pub(crate) const fn columns(self) -> usize {
        match self {
            Self::Scalar | Self::Vec2 | Self::Vec3 | Self::Vec4 => 1,
            Self::Mat2 => 2,
            Self::Mat3 => 3,
            Self::Mat4 => 4,
        }
    }

    /// Components of one column.
    #[must_use]
    pub(crate) const fn rows(self) -> usize {
        match self {
            Self::Scalar => 1,
            Self::Vec2 | Self::Mat2 => 2,
            Self::Vec3 | Self::Mat3 => 3,
            Self::Vec4 | Self::Mat4 => 4,
        }
    }

    /// Bytes from one column to the next: columns of matrices start at multiples of 4.
    #[must_use]
    pub(crate) const fn column_bytes(self, component: ComponentType) -> usize {
        let bytes = self.rows() * component.bytes();
        if self.columns() == 1 { bytes } else { bytes.next_multiple_of(4) }
    }

    /// Bytes of one element as it is stored, with the padding of columns.
    #[must_use]
    pub(crate) const fn stored_bytes(self, component: ComponentType) -> usize {
        self.columns() * self.column_bytes(component)
    }
}

impl fmt::Display for ElementType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Scalar => "SCALAR",
            Self::Vec2 => "VEC2",
            Self::Vec3 => "VEC3",
            Self::Vec4 => "VEC4",
            Self::Mat2 => "MAT2",
            Self::Mat3 => "MAT3",
            Self::Mat4 => "MAT4",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(kind: ComponentType, normalized: bool, bytes: &[u8], expected: &[f32]) {
        let mut out = Vec::new();
        kind.decode_f32(normalized, bytes, &mut out);
        assert_eq!(out, expected);
    }

    #[test]
    fn normalised_integers_reach_one_and_never_pass_minus_one() {
        check(ComponentType::I8, true, &[127, 0, 0x80, 0x81], &[1.0, 0.0, -1.0, -1.0]);
        check(ComponentType::U8, true, &[255, 0, 51], &[1.0, 0.0, 0.2]);
        check(ComponentType::I16, true, &[0xff, 0x7f, 0, 0x80, 1, 0x80], &[1.0, -1.0, -1.0]);
        check(ComponentType::U16, true, &[0xff, 0xff, 0, 0], &[1.0, 0.0]);
        check(ComponentType::U32, true, &[0xff, 0xff, 0xff, 0xff], &[1.0]);
    }

    #[test]
    fn other_integers_mean_their_value() {
        check(ComponentType::I8, false, &[2, 0xfe], &[2.0, -2.0]);
        check(ComponentType::U8, false, &[200], &[200.0]);
        check(ComponentType::I16, false, &[0x2c, 0x01], &[300.0]);
        check(ComponentType::U16, false, &[0xff, 0xff], &[65535.0]);
        check(ComponentType::U32, false, &[0, 0, 1, 0], &[65536.0]);
        check(ComponentType::F32, true, &1.5_f32.to_le_bytes(), &[1.5]);
    }

    #[test]
    fn only_types_without_sign_are_indices() {
        assert_eq!(ComponentType::U8.decode_u32(&[7]), Some(vec![7]));
        assert_eq!(ComponentType::U16.decode_u32(&[0, 1]), Some(vec![256]));
        assert_eq!(ComponentType::U32.decode_u32(&[0, 0, 0, 1]), Some(vec![1 << 24]));
        assert_eq!(ComponentType::F32.decode_u32(&[0; 4]), None);
    }

    #[test]
    fn columns_of_matrices_are_padded_to_four_bytes() {
        use ComponentType::{F32, I16, U8};
        assert_eq!(ElementType::Mat2.stored_bytes(U8), 8);
        assert_eq!(ElementType::Mat3.stored_bytes(U8), 12);
        assert_eq!(ElementType::Mat3.stored_bytes(I16), 24);
        assert_eq!(ElementType::Mat4.stored_bytes(U8), 16);
        assert_eq!(ElementType::Mat3.stored_bytes(F32), 36);
        assert_eq!(ElementType::Vec3.stored_bytes(U8), 3);
    }
}
