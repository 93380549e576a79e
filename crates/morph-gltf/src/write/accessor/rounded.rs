//! Floats as the numbers of a component type that they came from.

use super::Numbers;
use crate::component::ComponentType;

/// Numbers in memory of their own.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Rounded {
    I8(Vec<i8>),
    U8(Vec<u8>),
    I16(Vec<i16>),
    U16(Vec<u16>),
    U32(Vec<u32>),
    F32(Vec<f32>),
}

impl Rounded {
    /// The nearest number of the type for each float; what was decoded from it comes back.
    pub(crate) fn new(values: &[f32], component: ComponentType, normalized: bool) -> Self {
        let scaled = |largest: f32| {
            let factor = if normalized { largest } else { 1.0 };
            values.iter().map(move |value| (value * factor).round())
        };
        // Conversion from a float saturates.
        match component {
            ComponentType::I8 => Self::I8(scaled(127.0).map(|v| v as i8).collect()),
            ComponentType::U8 => Self::U8(scaled(255.0).map(|v| v as u8).collect()),
            ComponentType::I16 => Self::I16(scaled(32767.0).map(|v| v as i16).collect()),
            ComponentType::U16 => Self::U16(scaled(65535.0).map(|v| v as u16).collect()),
            ComponentType::U32 => Self::U32(scaled(u32::MAX as f32).map(|v| v as u32).collect()),
            ComponentType::F32 => Self::F32(values.to_vec()),
        }
    }

    pub(crate) fn numbers(&self) -> Numbers<'_> {
        match self {
            Self::I8(values) => Numbers::I8(values),
            Self::U8(values) => Numbers::U8(values),
            Self::I16(values) => Numbers::I16(values),
            Self::U16(values) => Numbers::U16(values),
            Self::U32(values) => Numbers::U32(values),
            Self::F32(values) => Numbers::F32(values),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_a_type_comes_back() {
        let shorts: Vec<i16> = (-32767..=32767).collect();
        let bytes: Vec<u8> = shorts.iter().flat_map(|v| v.to_le_bytes()).collect();
        for normalized in [false, true] {
            let mut floats = Vec::new();
            ComponentType::I16.decode_f32(normalized, &bytes, &mut floats);
            assert_eq!(
                Rounded::new(&floats, ComponentType::I16, normalized),
                Rounded::I16(shorts.clone())
            );
        }
        let bytes: Vec<u8> = (0..=255).collect();
        let mut floats = Vec::new();
        ComponentType::U8.decode_f32(true, &bytes, &mut floats);
        assert_eq!(Rounded::new(&floats, ComponentType::U8, true), Rounded::U8(bytes));
    }
}
