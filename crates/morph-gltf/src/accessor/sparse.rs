//! Sparse elements: which are replaced, and by what.

use super::Place;
use super::data::SparseData;
use crate::Document;
use crate::component::{ComponentType, ElementType};
use crate::error::AccessorError;
use crate::model::Sparse;

pub(super) fn read<'a>(
    document: &'a Document,
    accessor: usize,
    count: usize,
    sparse: &Sparse,
    element: ElementType,
    component: ComponentType,
) -> Result<SparseData<'a>, AccessorError> {
    if sparse.count == 0 || sparse.count > count {
        return Err(AccessorError::SparseCount { accessor, count, found: sparse.count });
    }
    let found = sparse.indices.component_type;
    let unknown = AccessorError::UnknownComponentType { accessor, found };
    let index_type =
        ComponentType::from_gltf(found).filter(|t| t.is_unsigned()).ok_or(unknown.clone())?;
    let packed = document.elements(Place {
        accessor,
        part: ".sparse.indices",
        view: sparse.indices.buffer_view,
        offset: sparse.indices.byte_offset,
        count: sparse.count,
        element: ElementType::Scalar,
        component: index_type,
        strided: false,
    })?;
    let indices = index_type.decode_u32(&packed).ok_or(unknown)?;
    check(accessor, count, &indices)?;
    let values = document.elements(Place {
        accessor,
        part: ".sparse.values",
        view: sparse.values.buffer_view,
        offset: sparse.values.byte_offset,
        count: sparse.count,
        element,
        component,
        strided: false,
    })?;
    Ok(SparseData { indices, values })
}

fn check(accessor: usize, count: usize, indices: &[u32]) -> Result<(), AccessorError> {
    // Without a way out the compiler compares many at once.
    let rising = indices.windows(2).fold(true, |rising, pair| rising & (pair[0] < pair[1]));
    if rising && indices.last().is_none_or(|&last| (last as usize) < count) {
        return Ok(());
    }
    let mut before = None;
    for (position, &index) in indices.iter().enumerate() {
        match before {
            Some(before) if index <= before => {
                return Err(AccessorError::SparseNotIncreasing {
                    accessor,
                    position,
                    before,
                    index,
                });
            }
            _ => {}
        }
        if index as usize >= count {
            return Err(AccessorError::SparseIndexOutOfRange { accessor, position, index, count });
        }
        before = Some(index);
    }
    Ok(())
}
