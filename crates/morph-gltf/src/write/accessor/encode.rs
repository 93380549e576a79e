//! Numbers as little-endian bytes, and the smallest and largest of them.

use crate::component::{ComponentType, ElementType};
use serde_json::Value;

/// Numbers of one component type.
#[derive(Debug, Clone, Copy)]
pub enum Numbers<'a> {
    /// 5120.
    I8(&'a [i8]),
    /// 5121.
    U8(&'a [u8]),
    /// 5122.
    I16(&'a [i16]),
    /// 5123.
    U16(&'a [u16]),
    /// 5125.
    U32(&'a [u32]),
    /// 5126.
    F32(&'a [f32]),
}

/// Does the same with the numbers of every type.
macro_rules! each {
    ($numbers:expr, $values:ident => $what:expr) => {
        match $numbers {
            Numbers::I8($values) => $what,
            Numbers::U8($values) => $what,
            Numbers::I16($values) => $what,
            Numbers::U16($values) => $what,
            Numbers::U32($values) => $what,
            Numbers::F32($values) => $what,
        }
    };
}

impl Numbers<'_> {
    /// How many there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        each!(self, values => values.len())
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The type of each.
    #[must_use]
    pub const fn component(&self) -> ComponentType {
        match self {
            Self::I8(_) => ComponentType::I8,
            Self::U8(_) => ComponentType::U8,
            Self::I16(_) => ComponentType::I16,
            Self::U16(_) => ComponentType::U16,
            Self::U32(_) => ComponentType::U32,
            Self::F32(_) => ComponentType::F32,
        }
    }

    /// The first number that JSON and glTF cannot hold.
    pub(super) fn not_finite(&self) -> Option<(usize, f32)> {
        let Self::F32(values) = self else { return None };
        let position = values.iter().position(|value| !value.is_finite())?;
        Some((position, values[position]))
    }

    /// The bytes, and the stride where elements are padded to multiples of 4.
    pub(super) fn encode(&self, element: ElementType, pad: bool) -> (Vec<u8>, Option<usize>) {
        let components = element.components();
        let tight = components * self.component().bytes();
        let stride = if pad { tight.next_multiple_of(4) } else { tight };
        let mut bytes = Vec::with_capacity(self.len() / components * stride);
        each!(self, values => for element in values.chunks_exact(components) {
            for number in element {
                bytes.extend_from_slice(&number.to_le_bytes());
            }
            bytes.resize(bytes.len() + stride - tight, 0);
        });
        (bytes, (stride != tight).then_some(stride))
    }

    /// The smallest and the largest number of each component, with zero where it is among them.
    pub(super) fn bounds(&self, components: usize, zeros: bool) -> (Vec<Value>, Vec<Value>) {
        let mut both: (Vec<Value>, Vec<Value>) = (Vec::new(), Vec::new());
        for component in 0..components {
            let (min, max) = each!(self, values => {
                let of_component = values.iter().skip(component).step_by(components);
                let of_component = of_component.map(|&value| f64::from(value));
                of_component.chain(zeros.then_some(0.0)).fold(
                    (f64::INFINITY, f64::NEG_INFINITY),
                    |(min, max), value| (min.min(value), max.max(value)),
                )
            });
            both.0.push(self.bound(min));
            both.1.push(self.bound(max));
        }
        both
    }

    /// A bound as JSON: integers without a fraction, and no negative zero.
    fn bound(&self, value: f64) -> Value {
        match self {
            // The sum of -0 and +0 is +0.
            Self::F32(_) => (value + 0.0).into(),
            // Exact: it was an integer of at most 32 bits.
            _ => (value as i64).into(),
        }
    }
}

/// The number that stands for a component type.
pub(super) const fn number_of(component: ComponentType) -> u32 {
    match component {
        ComponentType::I8 => 5120,
        ComponentType::U8 => 5121,
        ComponentType::I16 => 5122,
        ComponentType::U16 => 5123,
        ComponentType::U32 => 5125,
        ComponentType::F32 => 5126,
    }
}

/// Indices as the smallest type that holds them.
pub(super) fn smallest(indices: &[u32]) -> (Vec<u8>, ComponentType) {
    let largest = indices.iter().copied().max().unwrap_or(0);
    let (component, bytes) = match largest {
        0..=0xff => (ComponentType::U8, 1),
        0x100..=0xffff => (ComponentType::U16, 2),
        _ => (ComponentType::U32, 4),
    };
    let narrow = indices.iter().flat_map(|index| index.to_le_bytes().into_iter().take(bytes));
    (narrow.collect(), component)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertices_are_padded_to_four_bytes_and_others_are_not() {
        let numbers = Numbers::I16(&[1, -1, 2, 3, 4, 5]);
        let (bytes, stride) = numbers.encode(ElementType::Vec3, true);
        assert_eq!(stride, Some(8));
        assert_eq!(bytes, [1, 0, 255, 255, 2, 0, 0, 0, 3, 0, 4, 0, 5, 0, 0, 0]);
        let (bytes, stride) = numbers.encode(ElementType::Vec3, false);
        assert_eq!((bytes.len(), stride), (12, None));
        let (bytes, stride) = Numbers::F32(&[1.0; 3]).encode(ElementType::Vec3, true);
        assert_eq!((bytes.len(), stride), (12, None));
    }

    #[test]
    fn bounds_are_those_of_the_stored_numbers() {
        let (min, max) = Numbers::F32(&[0.1, 2.0, -0.0, 3.0]).bounds(2, false);
        assert_eq!(min, [f64::from(-0.0_f32) + 0.0, 2.0].map(Value::from));
        assert_eq!(max, [f64::from(0.1_f32), 3.0].map(Value::from));
        let (min, max) = Numbers::I8(&[3, -7]).bounds(2, true);
        assert_eq!((min, max), (vec![0.into(), (-7).into()], vec![3.into(), 0.into()]));
    }

    #[test]
    fn indices_take_the_smallest_type() {
        for (indices, component, bytes) in [
            (&[0, 255][..], ComponentType::U8, &[0, 255][..]),
            (&[256], ComponentType::U16, &[0, 1]),
            (&[1 << 16], ComponentType::U32, &[0, 0, 1, 0]),
        ] {
            assert_eq!(smallest(indices), (bytes.to_vec(), component));
        }
    }
}
