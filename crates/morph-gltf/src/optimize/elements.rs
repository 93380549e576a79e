//! The numbers of an accessor, in the type that they are stored in.

use crate::accessor::AccessorData;
use crate::component::ComponentType;
use crate::write::Numbers;

/// Numbers of one component type, element after element.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Elements {
    I8(Vec<i8>),
    U8(Vec<u8>),
    I16(Vec<i16>),
    U16(Vec<u16>),
    U32(Vec<u32>),
    F32(Vec<f32>),
}

/// Does the same with the numbers of every type, and keeps the type.
macro_rules! map {
    ($elements:expr, $values:ident => $what:expr) => {
        match $elements {
            Elements::I8($values) => Elements::I8($what),
            Elements::U8($values) => Elements::U8($what),
            Elements::I16($values) => Elements::I16($what),
            Elements::U16($values) => Elements::U16($what),
            Elements::U32($values) => Elements::U32($what),
            Elements::F32($values) => Elements::F32($what),
        }
    };
}

impl Elements {
    /// All elements of an accessor, sparse ones put in.
    pub(super) fn of(data: &AccessorData<'_>) -> Self {
        match data.component_type() {
            component if component.is_unsigned() => {
                let values = data.to_u32().unwrap_or_default();
                Self::of_unsigned(component, &values)
            }
            component => Self::of_floats(component, data.is_normalized(), data.to_f32()),
        }
    }

    /// Numbers that were decoded, as what they were stored as.
    pub(super) fn of_floats(component: ComponentType, normalized: bool, values: Vec<f32>) -> Self {
        let scaled = |scale: f32| {
            let scale = if normalized { scale } else { 1.0 };
            values.iter().map(move |value| (value * scale).round())
        };
        match component {
            ComponentType::I8 => Self::I8(scaled(127.0).map(|v| v as i8).collect()),
            ComponentType::U8 => Self::U8(scaled(255.0).map(|v| v as u8).collect()),
            ComponentType::I16 => Self::I16(scaled(32767.0).map(|v| v as i16).collect()),
            ComponentType::U16 => Self::U16(scaled(65535.0).map(|v| v as u16).collect()),
            ComponentType::U32 => Self::U32(scaled(1.0).map(|v| v as u32).collect()),
            ComponentType::F32 => Self::F32(values),
        }
    }

    pub(super) fn of_unsigned(component: ComponentType, values: &[u32]) -> Self {
        match component {
            ComponentType::U8 => Self::U8(values.iter().map(|&v| v as u8).collect()),
            ComponentType::U16 => Self::U16(values.iter().map(|&v| v as u16).collect()),
            _ => Self::U32(values.to_vec()),
        }
    }

    /// For a new accessor.
    pub(super) fn numbers(&self) -> Numbers<'_> {
        match self {
            Self::I8(values) => Numbers::I8(values),
            Self::U8(values) => Numbers::U8(values),
            Self::I16(values) => Numbers::I16(values),
            Self::U16(values) => Numbers::U16(values),
            Self::U32(values) => Numbers::U32(values),
            Self::F32(values) => Numbers::F32(values),
        }
    }

    /// The numbers where they are floats, else none.
    pub(super) fn floats(&self) -> Vec<f32> {
        match self {
            Self::F32(values) => values.clone(),
            _ => Vec::new(),
        }
    }

    /// The type of a number.
    pub(super) fn component(&self) -> ComponentType {
        self.numbers().component()
    }

    /// The elements at these places, in this order.
    pub(super) fn pick(&self, places: &[usize], components: usize) -> Self {
        map!(self, values => places
            .iter()
            .flat_map(|&at| &values[at * components..][..components])
            .copied()
            .collect())
    }

    /// Elements of zeros but for these, which stand at `indices`.
    pub(super) fn spread(&self, count: usize, indices: &[u32], components: usize) -> Self {
        map!(self, values => {
            let mut all = vec![Default::default(); count * components];
            for (&index, element) in indices.iter().zip(values.chunks_exact(components)) {
                all[index as usize * components..][..components].copy_from_slice(element);
            }
            all
        })
    }

    /// Places of the elements that are not zero.
    pub(super) fn moved(&self, components: usize) -> Vec<usize> {
        let of = |zeros: Vec<bool>| -> Vec<usize> {
            zeros.iter().enumerate().filter(|(_, zero)| !**zero).map(|(at, _)| at).collect()
        };
        of(match self {
            Self::I8(v) => v.chunks_exact(components).map(|e| e.iter().all(|&x| x == 0)).collect(),
            Self::U8(v) => v.chunks_exact(components).map(|e| e.iter().all(|&x| x == 0)).collect(),
            Self::I16(v) => v.chunks_exact(components).map(|e| e.iter().all(|&x| x == 0)).collect(),
            Self::U16(v) => v.chunks_exact(components).map(|e| e.iter().all(|&x| x == 0)).collect(),
            Self::U32(v) => v.chunks_exact(components).map(|e| e.iter().all(|&x| x == 0)).collect(),
            Self::F32(v) => {
                v.chunks_exact(components).map(|e| e.iter().all(|&x| x == 0.0)).collect()
            }
        })
    }
}
