//! What an accessor holds, once it is found and checked.

use crate::component::{ComponentType, ElementType};
use std::borrow::Cow;

/// A decoded accessor: count, type, and the elements.
///
/// # Shapes
/// Elements are flat: [`components`](Self::components) numbers each, matrices column after
/// column without padding.
#[derive(Debug, Clone)]
pub struct AccessorData<'a> {
    pub(super) count: usize,
    pub(super) element: ElementType,
    pub(super) component: ComponentType,
    pub(super) normalized: bool,
    /// Tightly packed little-endian components; `None` where all are zero.
    pub(super) base: Option<Cow<'a, [u8]>>,
    pub(super) sparse: Option<SparseData<'a>>,
}

/// Replaced elements, tightly packed.
#[derive(Debug, Clone)]
pub(super) struct SparseData<'a> {
    pub(super) indices: Vec<u32>,
    pub(super) values: Cow<'a, [u8]>,
}

impl AccessorData<'_> {
    /// Number of elements.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Shape of an element.
    #[must_use]
    pub const fn element_type(&self) -> ElementType {
        self.element
    }

    /// Type of a component.
    #[must_use]
    pub const fn component_type(&self) -> ComponentType {
        self.component
    }

    /// Numbers of one element.
    #[must_use]
    pub const fn components(&self) -> usize {
        self.element.components()
    }

    /// Whether integers stand for 0..1 or -1..1.
    #[must_use]
    pub const fn is_normalized(&self) -> bool {
        self.normalized
    }

    /// Whether there is no data: all elements are zero but for the sparse ones.
    #[must_use]
    pub const fn is_viewless(&self) -> bool {
        self.base.is_none()
    }

    /// All elements as floats, sparse ones put in.
    ///
    /// # Units and conventions
    /// Normalised integers: i8 `max(c / 127, -1)`, u8 `c / 255`, i16 `max(c / 32767, -1)`, u16
    /// `c / 65535`; other integers mean their value.
    #[must_use]
    pub fn to_f32(&self) -> Vec<f32> {
        let components = self.components();
        let mut out = match &self.base {
            None => vec![0.0; self.count * components],
            Some(bytes) => {
                let mut out = Vec::with_capacity(self.count * components);
                self.component.decode_f32(self.normalized, bytes, &mut out);
                out
            }
        };
        if let Some((indices, values)) = self.sparse() {
            for (&index, value) in indices.iter().zip(values.chunks_exact(components)) {
                let at = index as usize * components;
                out[at..at + components].copy_from_slice(value);
            }
        }
        out
    }

    /// All components as integers, sparse ones put in; `None` for signed types and floats.
    #[must_use]
    pub fn to_u32(&self) -> Option<Vec<u32>> {
        let components = self.components();
        let mut out = match &self.base {
            None if self.component.is_unsigned() => vec![0; self.count * components],
            None => return None,
            Some(bytes) => self.component.decode_u32(bytes)?,
        };
        if let Some(sparse) = &self.sparse {
            let values = self.component.decode_u32(&sparse.values)?;
            for (&index, value) in sparse.indices.iter().zip(values.chunks_exact(components)) {
                let at = index as usize * components;
                out[at..at + components].copy_from_slice(value);
            }
        }
        Some(out)
    }

    /// The replaced elements: indices, strictly increasing, and their values as floats.
    #[must_use]
    pub fn sparse(&self) -> Option<(&[u32], Vec<f32>)> {
        let sparse = self.sparse.as_ref()?;
        let mut values = Vec::with_capacity(sparse.indices.len() * self.components());
        self.component.decode_f32(self.normalized, &sparse.values, &mut values);
        Some((&sparse.indices, values))
    }

    /// As [`AccessorData::sparse`], without a copy of the indices.
    pub(crate) fn into_sparse(self) -> Option<(Vec<u32>, Vec<f32>)> {
        let values = self.sparse().map(|(_, values)| values)?;
        Some((self.sparse?.indices, values))
    }

    /// The type in words for messages: `VEC3 i16 normalized`.
    pub(crate) fn describe(&self) -> String {
        let normalized = if self.normalized { " normalized" } else { "" };
        format!("{} {}{normalized}", self.element, self.component)
    }
}
