//! The deltas of one accessor that move something, and what it takes to store them.

use super::elements::Elements;
use super::format::Format;
use crate::accessor::AccessorData;
use crate::component::ElementType;
use morph_core::Remap;

/// Bytes of JSON that a sparse accessor has beyond a dense one: a second view and four members.
const SPARSE_JSON: usize = 120;
/// Bytes of JSON of a view, and of the reference to it.
pub(super) const VIEW_JSON: usize = 80;

/// Deltas of one accessor without those that are zero.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct StoredDeltas {
    pub(super) count: usize,
    pub(super) element: ElementType,
    pub(super) normalized: bool,
    /// Vertices that are moved, ascending.
    pub(super) indices: Vec<u32>,
    /// One element for each of them.
    pub(super) elements: Elements,
}

impl StoredDeltas {
    /// What an accessor holds. Sparse data without a view are never spread.
    pub(super) fn of(data: &AccessorData<'_>) -> Self {
        let (count, element, normalized) =
            (data.count(), data.element_type(), data.is_normalized());
        let component = data.component_type();
        let (indices, elements) = match data.sparse() {
            Some((indices, values)) if data.is_viewless() => {
                (Some(indices.to_vec()), Elements::of_floats(component, normalized, values))
            }
            None if data.is_viewless() => {
                (Some(Vec::new()), Elements::of_floats(component, normalized, Vec::new()))
            }
            _ => (None, Elements::of(data)),
        };
        let indices = indices.unwrap_or_else(|| (0..).take(count).collect());
        Self { count, element, normalized, indices, elements }.without_zeros()
    }

    fn without_zeros(self) -> Self {
        let components = self.element.components();
        let moved = self.elements.moved(components);
        if moved.len() == self.indices.len() {
            return self;
        }
        Self {
            indices: moved.iter().map(|&at| self.indices[at]).collect(),
            elements: self.elements.pick(&moved, components),
            ..self
        }
    }

    /// Whether nothing is moved.
    pub(super) fn is_empty(&self) -> bool {
        self.indices.is_empty()
    }

    /// In another format; floats only.
    pub(super) fn with_format(self, format: Option<&Format>) -> Self {
        match (format, &self.elements) {
            (Some(format), Elements::F32(values)) => {
                let elements = format.encode(values, self.element.components());
                Self { normalized: format.is_normalized(), elements, ..self }.without_zeros()
            }
            _ => self,
        }
    }

    /// In another order of vertices.
    pub(super) fn with_order(self, remap: Option<&Remap>) -> Self {
        let Some(remap) = remap else { return self };
        let mut places: Vec<(u32, usize)> =
            self.indices.iter().map(|&old| remap.new_vertices()[old as usize]).zip(0..).collect();
        places.sort_unstable();
        let order: Vec<usize> = places.iter().map(|&(_, at)| at).collect();
        Self {
            indices: places.into_iter().map(|(new, _)| new).collect(),
            elements: self.elements.pick(&order, self.element.components()),
            ..self
        }
    }

    /// Whether the sparse form is smaller.
    pub(super) fn is_sparse(&self) -> bool {
        self.sparse_bytes() < self.dense_bytes()
    }

    /// Bytes of the smaller form.
    pub(super) fn bytes(&self) -> usize {
        self.sparse_bytes().min(self.dense_bytes())
    }

    /// Bytes of the sparse form with this many values, without its indices.
    pub(super) fn bytes_with(&self, values: usize) -> usize {
        (values * self.tight()).next_multiple_of(4) + VIEW_JSON + SPARSE_JSON
    }

    /// Bytes of JSON that a sparse accessor takes.
    pub(super) const fn sparse_json() -> usize {
        VIEW_JSON + SPARSE_JSON
    }

    fn tight(&self) -> usize {
        self.element.components() * self.elements.component().bytes()
    }

    fn dense_bytes(&self) -> usize {
        self.count * self.tight().next_multiple_of(4) + VIEW_JSON
    }

    fn sparse_bytes(&self) -> usize {
        if self.is_empty() {
            return 0;
        }
        let indices = self.indices.len() * index_bytes(self.indices.last().copied().unwrap_or(0));
        indices.next_multiple_of(4) + self.bytes_with(self.indices.len())
    }
}

/// Bytes of the smallest type that holds sparse indices up to this one.
pub(super) const fn index_bytes(highest: u32) -> usize {
    match highest {
        0..=0xff => 1,
        0x100..=0xffff => 2,
        _ => 4,
    }
}
