//! A permutation of vertices, and how arrays follow it.

use crate::{Deltas, MorphTargets, RemapError, TargetDeltas, VertexAttributes};
use alloc::vec;
use alloc::vec::Vec;

/// A permutation of the vertices of one primitive.
///
/// # Example
/// ```
/// use morph_core::{Deltas, Remap};
/// let remap = Remap::new(vec![2, 0, 1])?; // the third vertex comes first
/// assert_eq!(remap.values(&["a", "b", "c"], 1)?, ["c", "a", "b"]);
/// assert_eq!(remap.indices(&[0, 1, 2])?, [1, 2, 0]);
/// let deltas = Deltas::Sparse { indices: vec![0, 2], values: vec![1.0, 1.0, 3.0, 3.0] };
/// let moved = Deltas::Sparse { indices: vec![0, 1], values: vec![3.0, 3.0, 1.0, 1.0] };
/// assert_eq!(remap.deltas(&deltas, 2)?, moved);
/// assert_eq!(remap.inverse().old_vertices(), remap.new_vertices());
/// # Ok::<(), morph_core::RemapError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remap {
    old_vertices: Vec<u32>,
    new_vertices: Vec<u32>,
}

impl Remap {
    /// Takes the old vertex of each new one.
    ///
    /// # Errors
    /// [`RemapError`] where a vertex is not below the number of them, or is there twice.
    pub fn new(old_vertices: Vec<u32>) -> Result<Self, RemapError> {
        let vertex_count = old_vertices.len();
        if u32::try_from(vertex_count).is_err() {
            return Err(RemapError::TooMany { vertex_count });
        }
        let mut new_vertices = vec![u32::MAX; vertex_count];
        for (place, &vertex) in old_vertices.iter().enumerate() {
            let Some(new) = new_vertices.get_mut(vertex as usize) else {
                return Err(RemapError::OutOfRange { place, vertex, vertex_count });
            };
            if *new != u32::MAX {
                return Err(RemapError::Twice { vertex, first: *new as usize, second: place });
            }
            *new = place as u32;
        }
        Ok(Self { old_vertices, new_vertices })
    }

    /// As [`Remap::new`], of what is known to be a permutation.
    pub(super) fn of_order(old_vertices: Vec<u32>) -> Self {
        let mut new_vertices = vec![0; old_vertices.len()];
        for (new, &old) in (0..).zip(&old_vertices) {
            new_vertices[old as usize] = new;
        }
        Self { old_vertices, new_vertices }
    }

    /// Number of vertices.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.old_vertices.len()
    }

    /// The old vertex of each new one.
    #[must_use]
    pub fn old_vertices(&self) -> &[u32] {
        &self.old_vertices
    }

    /// The new vertex of each old one.
    #[must_use]
    pub fn new_vertices(&self) -> &[u32] {
        &self.new_vertices
    }

    /// Whether every vertex stays where it is.
    #[must_use]
    pub fn is_identity(&self) -> bool {
        (0..).zip(&self.old_vertices).all(|(new, &old): (u32, _)| new == old)
    }

    /// The way back.
    #[must_use]
    pub fn inverse(&self) -> Self {
        Self { old_vertices: self.new_vertices.clone(), new_vertices: self.old_vertices.clone() }
    }

    /// An array of `components` values a vertex, in the new order.
    ///
    /// # Errors
    /// [`RemapError::Length`] unless there are as many for each vertex.
    pub fn values<T: Copy>(&self, values: &[T], components: usize) -> Result<Vec<T>, RemapError> {
        let expected = self.vertex_count().saturating_mul(components);
        if values.len() != expected {
            return Err(RemapError::Length { expected, found: values.len() });
        }
        let of_vertex = |&old: &u32| &values[old as usize * components..][..components];
        Ok(self.old_vertices.iter().flat_map(of_vertex).copied().collect())
    }

    /// Deltas of `components` floats, in the new order; sparse ones stay sparse.
    ///
    /// # Errors
    /// [`RemapError`] where dense deltas have another number of vertices, or sparse ones an index
    /// beyond them or another number of values.
    pub fn deltas(&self, deltas: &Deltas, components: usize) -> Result<Deltas, RemapError> {
        let (indices, values) = match deltas {
            Deltas::Dense(values) => return self.values(values, components).map(Deltas::Dense),
            Deltas::Sparse { indices, values } => (indices, values),
        };
        let expected = indices.len().saturating_mul(components);
        if values.len() != expected {
            return Err(RemapError::Length { expected, found: values.len() });
        }
        let mut places: Vec<(u32, usize)> = (self.indices(indices)?.into_iter()).zip(0..).collect();
        places.sort_unstable();
        let of_place = |&(_, at): &(u32, usize)| &values[at * components..][..components];
        Ok(Deltas::Sparse {
            indices: places.iter().map(|&(new, _)| new).collect(),
            values: places.iter().flat_map(of_place).copied().collect(),
        })
    }

    /// Indices, or any list of vertices, that name the same vertices by their new numbers.
    ///
    /// # Errors
    /// [`RemapError::Index`] where one names no vertex.
    pub fn indices(&self, indices: &[u32]) -> Result<Vec<u32>, RemapError> {
        let vertex_count = self.vertex_count();
        let new = |(place, &index): (usize, &u32)| {
            let new = self.new_vertices.get(index as usize).copied();
            new.ok_or(RemapError::Index { place, index, vertex_count })
        };
        indices.iter().enumerate().map(new).collect()
    }

    /// A base in the new order.
    ///
    /// # Errors
    /// [`RemapError::Length`] where it has another number of vertices.
    pub fn base(&self, base: &VertexAttributes) -> Result<VertexAttributes, RemapError> {
        self.check_vertices(base.vertex_count())?;
        let mut moved = base.clone();
        for attribute in base.attributes() {
            let components = base.components(attribute).unwrap_or(1);
            if let (Some(old), Some(new)) = (base.values(attribute), moved.values_mut(attribute)) {
                new.copy_from_slice(&self.values(old, components)?);
            }
        }
        Ok(moved)
    }

    /// Targets in the new order.
    ///
    /// # Errors
    /// [`RemapError::Length`] where they have another number of vertices.
    pub fn targets(&self, targets: &MorphTargets) -> Result<MorphTargets, RemapError> {
        self.check_vertices(targets.vertex_count())?;
        let mut list = Vec::with_capacity(targets.target_count());
        for target in 0..targets.target_count() {
            let mut deltas = TargetDeltas::new();
            for &attribute in targets.attributes() {
                if let Some(of_target) = targets.deltas(target, attribute) {
                    let moved = self.deltas(of_target, attribute.delta_components())?;
                    deltas = deltas.with(attribute, moved);
                }
            }
            list.push(deltas);
        }
        // What was checked once is as right in another order.
        let moved = MorphTargets::new(targets.vertex_count(), list).ok().flatten();
        Ok(moved.unwrap_or_else(|| targets.clone()))
    }

    fn check_vertices(&self, found: usize) -> Result<(), RemapError> {
        let expected = self.vertex_count();
        if found == expected { Ok(()) } else { Err(RemapError::Length { expected, found }) }
    }
}
