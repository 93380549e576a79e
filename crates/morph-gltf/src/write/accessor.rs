//! New accessors: numbers to bytes, with their bounds.

mod encode;
mod rounded;

pub use encode::Numbers;
pub(crate) use rounded::Rounded;

use super::{Patch, Usage, WriteError};
use crate::component::ElementType;
use serde_json::{Map, Value, json};

/// Members of an accessor that say how and where it is stored. All others may be kept.
const STORAGE: [&str; 9] = [
    "bufferView",
    "byteOffset",
    "componentType",
    "normalized",
    "count",
    "type",
    "max",
    "min",
    "sparse",
];

/// What a new accessor holds.
///
/// # Example
/// ```
/// use morph_gltf::write::{NewAccessor, Numbers};
/// use morph_gltf::ElementType::{Scalar, Vec3};
/// let times = NewAccessor::new(Scalar, Numbers::F32(&[0.0, 0.5])).bounds();
/// // Vertex 7 of 24 moves up; what is not listed is zero.
/// let delta = [0.0, 1.0, 0.0];
/// let raise = NewAccessor::new(Vec3, Numbers::F32(&delta)).sparse(24, &[7]).bounds();
/// # let _ = (times, raise);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct NewAccessor<'a> {
    element: ElementType,
    numbers: Numbers<'a>,
    normalized: bool,
    usage: Usage,
    bounds: bool,
    sparse: Option<(usize, &'a [u32])>,
    like: Option<usize>,
}

impl<'a> NewAccessor<'a> {
    /// Elements of a type, one after the other without padding.
    #[must_use]
    pub const fn new(element: ElementType, numbers: Numbers<'a>) -> Self {
        Self {
            element,
            numbers,
            normalized: false,
            usage: Usage::Other,
            bounds: false,
            sparse: None,
            like: None,
        }
    }

    /// Integers stand for 0..1 or -1..1.
    #[must_use]
    pub const fn normalized(mut self) -> Self {
        self.normalized = true;
        self
    }

    /// For vertices: elements are padded to multiples of 4 bytes, and the view says what it is for.
    #[must_use]
    pub const fn vertex(mut self) -> Self {
        self.usage = Usage::Vertex;
        self
    }

    /// For the indices of a primitive.
    #[must_use]
    pub const fn index(mut self) -> Self {
        self.usage = Usage::Index;
        self
    }

    /// With `min` and `max`, exact and in stored numbers: POSITION, its deltas, and the times of
    /// animations must have them.
    #[must_use]
    pub const fn bounds(mut self) -> Self {
        self.bounds = true;
        self
    }

    /// The numbers are only those of `indices`, strictly increasing; the other of `count` elements
    /// are zero. Without any index there are no data at all.
    #[must_use]
    pub const fn sparse(mut self, count: usize, indices: &'a [u32]) -> Self {
        self.sparse = Some((count, indices));
        self
    }

    /// Keeps the name, the extras and whatever else does not say how it is stored of an accessor.
    #[must_use]
    pub const fn like(mut self, accessor: usize) -> Self {
        self.like = Some(accessor);
        self
    }

    /// Checks it and gives the number of elements.
    fn count(&self) -> Result<usize, WriteError> {
        let components = self.element.components();
        let found = self.numbers.len();
        if let Some((position, value)) = self.numbers.not_finite() {
            return Err(WriteError::NotFinite { place: "new accessor".into(), position, value });
        }
        let count = match self.sparse {
            None => {
                let expected = found.next_multiple_of(components);
                if expected != found {
                    return Err(WriteError::Length { expected, found });
                }
                found / components
            }
            Some((count, indices)) => {
                let expected = indices.len().saturating_mul(components);
                if expected != found {
                    return Err(WriteError::Length { expected, found });
                }
                check_indices(count, indices)?;
                count
            }
        };
        if count == 0 {
            return Err(WriteError::Unwritable { why: "expected at least one element, got 0" });
        }
        if self.element.columns() > 1 && !matches!(self.numbers, Numbers::F32(_)) {
            return Err(WriteError::Unwritable { why: "matrices are written as f32 only" });
        }
        Ok(count)
    }
}

fn check_indices(count: usize, indices: &[u32]) -> Result<(), WriteError> {
    let mut least = 0;
    for (position, &index) in indices.iter().enumerate() {
        if u64::from(index) < least || index as usize >= count {
            return Err(WriteError::SparseIndex { position, index, count });
        }
        least = u64::from(index) + 1;
    }
    Ok(())
}

impl Patch<'_> {
    /// Appends an accessor with its data, and gives its index.
    ///
    /// Sparse indices take the smallest type that holds them.
    ///
    /// # Errors
    /// [`WriteError`] where numbers, elements and indices do not fit, or a number is not finite.
    pub fn add_accessor(&mut self, new: &NewAccessor<'_>) -> Result<usize, WriteError> {
        let count = new.count()?;
        let mut accessor = self.kept_of(new.like);
        match new.sparse {
            None => {
                let (bytes, stride) = new.numbers.encode(new.element, new.usage == Usage::Vertex);
                let view = self.add_view(&bytes, new.usage, stride);
                accessor.insert("bufferView".into(), view.into());
            }
            Some((_, [])) => {}
            Some((_, indices)) => {
                let sparse = self.add_sparse(new, indices);
                accessor.insert("sparse".into(), sparse);
            }
        }
        accessor.insert("componentType".into(), encode::number_of(new.numbers.component()).into());
        if new.normalized {
            accessor.insert("normalized".into(), true.into());
        }
        accessor.insert("count".into(), count.into());
        accessor.insert("type".into(), new.element.to_string().into());
        if new.bounds {
            let zeros = new.sparse.is_some_and(|(count, indices)| indices.len() < count);
            let (min, max) = new.numbers.bounds(new.element.components(), zeros);
            accessor.insert("min".into(), min.into());
            accessor.insert("max".into(), max.into());
        }
        Ok(self.push("accessors", accessor.into()))
    }

    fn add_sparse(&mut self, new: &NewAccessor<'_>, indices: &[u32]) -> Value {
        let (bytes, component) = encode::smallest(indices);
        let of_indices = self.add_view(&bytes, Usage::Other, None);
        let (bytes, _tight) = new.numbers.encode(new.element, false);
        let of_values = self.add_view(&bytes, Usage::Other, None);
        json!({
            "count": indices.len(),
            "indices": { "bufferView": of_indices, "componentType": encode::number_of(component) },
            "values": { "bufferView": of_values },
        })
    }

    /// What of an accessor outlives its data.
    fn kept_of(&self, accessor: Option<usize>) -> Map<String, Value> {
        let old = accessor.and_then(|accessor| self.json()["accessors"][accessor].as_object());
        let kept = old.into_iter().flatten().filter(|(key, _)| !STORAGE.contains(&key.as_str()));
        kept.map(|(key, value)| (key.clone(), value.clone())).collect()
    }
}
