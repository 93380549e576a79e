//! Decoding any accessor: its place in the buffers, its sparse elements, its limits.

mod data;
mod sparse;

pub use data::AccessorData;

use crate::Document;
use crate::component::{ComponentType, ElementType};
use crate::error::AccessorError;
use crate::model;
use std::borrow::Cow;

/// Elements that an accessor without a bufferView may always have.
const ALWAYS_ALLOWED: usize = 65_536;

impl Document {
    /// Decodes an accessor of any type.
    ///
    /// Sparse elements stay apart until [`AccessorData::to_f32`] or
    /// [`AccessorData::sparse`] asks for them; data without a bufferView takes no memory.
    ///
    /// # Errors
    /// [`AccessorError`] names the accessor and what is wrong with it or with what it names.
    /// An accessor without a bufferView may have at most as many elements as the file and its
    /// buffers have bytes, or 65,536 where that is more.
    ///
    /// # Example
    /// ```
    /// use morph_gltf::{Document, NoFiles};
    /// let text = r#"{ "asset": { "version": "2.0" },
    ///   "accessors": [{ "componentType": 5126, "type": "VEC3", "count": 2 }] }"#;
    /// let document = Document::from_slice(text.as_bytes(), NoFiles)?;
    /// let zeros = document.accessor(0)?;
    /// assert_eq!((zeros.count(), zeros.components()), (2, 3));
    /// assert_eq!(zeros.to_f32(), [0.0; 6]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Source
    /// glTF 2.0, section 3.6.2 "Accessors".
    pub fn accessor(&self, accessor: usize) -> Result<AccessorData<'_>, AccessorError> {
        let model = self.accessor_model(accessor)?;
        let (element, component) = element_of(accessor, model)?;
        let base = match model.buffer_view {
            Some(view) => Some(self.elements(Place {
                accessor,
                part: "",
                view,
                offset: model.byte_offset,
                count: model.count,
                element,
                component,
                strided: true,
            })?),
            None => {
                let limit = self.most_elements();
                if model.count > limit {
                    return Err(AccessorError::Limit { accessor, count: model.count, limit });
                }
                None
            }
        };
        let sparse = match &model.sparse {
            Some(sparse) => {
                Some(sparse::read(self, accessor, model.count, sparse, element, component)?)
            }
            None => None,
        };
        Ok(AccessorData {
            count: model.count,
            element,
            component,
            normalized: model.normalized,
            base,
            sparse,
        })
    }

    /// Elements that an accessor without a bufferView may have.
    pub(crate) fn most_elements(&self) -> usize {
        self.total_bytes().max(ALWAYS_ALLOWED)
    }

    /// The accessor as it is written.
    pub(crate) fn accessor_model(
        &self,
        accessor: usize,
    ) -> Result<&model::Accessor, AccessorError> {
        let accessors = &self.root().accessors;
        accessors
            .get(accessor)
            .ok_or(AccessorError::NoSuchAccessor { accessor, accessor_count: accessors.len() })
    }

    /// Copies elements out of a view, tightly packed; borrows them where they already are.
    fn elements(&self, place: Place) -> Result<Cow<'_, [u8]>, AccessorError> {
        let Place { accessor, part, view, offset, count, element, component, .. } = place;
        let bytes = self.view_bytes(view).map_err(|reason| AccessorError::View {
            accessor,
            part,
            reason,
        })?;
        let stored = element.stored_bytes(component);
        let stride = self.root().buffer_views[view].byte_stride.filter(|&s| s > 0 && place.strided);
        let stride = match stride {
            Some(found) if found < stored => {
                return Err(AccessorError::Stride { accessor, view, expected: stored, found });
            }
            Some(stride) => stride,
            None => stored,
        };
        let needed = match count.checked_sub(1) {
            None => Some(offset),
            Some(strides) => strides
                .checked_mul(stride)
                .and_then(|b| b.checked_add(stored))
                .and_then(|b| b.checked_add(offset)),
        };
        let slice =
            needed.and_then(|end| bytes.get(offset..end)).ok_or(AccessorError::OutOfRange {
                accessor,
                part,
                count,
                offset,
                needed: needed.map_or(u64::MAX, |n| n as u64),
                view,
                available: bytes.len(),
            })?;
        let column = element.column_bytes(component);
        let tight_column = element.rows() * component.bytes();
        if stride == stored && column == tight_column {
            return Ok(Cow::Borrowed(slice));
        }
        // Bounded by the view, since every element lies in it; a stride cannot be below `stored`.
        let mut tight = Vec::with_capacity(count * element.columns() * tight_column);
        for at in 0..count {
            for c in 0..element.columns() {
                let from = at * stride + c * column;
                tight.extend_from_slice(&slice[from..from + tight_column]);
            }
        }
        Ok(Cow::Owned(tight))
    }
}

/// What to copy, and how to name it in errors.
#[derive(Debug, Clone, Copy)]
struct Place {
    accessor: usize,
    part: &'static str,
    view: usize,
    offset: usize,
    count: usize,
    element: ElementType,
    component: ComponentType,
    /// Whether the view's byteStride counts; sparse indices and values are tightly packed.
    strided: bool,
}

pub(crate) fn element_of(
    accessor: usize,
    model: &model::Accessor,
) -> Result<(ElementType, ComponentType), AccessorError> {
    let element = ElementType::from_gltf(&model.kind)
        .ok_or_else(|| AccessorError::UnknownType { accessor, found: model.kind.clone() })?;
    let component = ComponentType::from_gltf(model.component_type)
        .ok_or(AccessorError::UnknownComponentType { accessor, found: model.component_type })?;
    Ok((element, component))
}
