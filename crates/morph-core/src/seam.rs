//! Vertices at one place: where attributes part although the surface does not.

#[cfg(test)]
mod tests;

use crate::lists::Lists;
use alloc::vec::Vec;

/// The vertices of a mesh in groups of one place each.
///
/// A mesh has several vertices at one place where texture coordinates, normals or materials part:
/// such twins must move together, or the surface cracks. Two vertices are at one place where their
/// base positions are equal bit for bit; only -0 counts as +0. There is no distance within which
/// vertices count as near, so the groups depend on nothing but the positions.
///
/// Groups are numbered by their lowest vertex, and members ascend. Sorting takes
/// `V * log V` steps.
///
/// # Shapes
/// One position a vertex; vertices past the first 2^32 - 1 are left out.
///
/// # Example
/// ```
/// use morph_core::seam::Seams;
/// let seams = Seams::new(&[[0.0; 3], [1.0, 0.0, 0.0], [-0.0, 0.0, 0.0]]);
/// assert_eq!(seams.group_count(), 2);
/// assert_eq!((seams.group(0), seams.group(1), seams.group(2)), (0, 1, 0));
/// assert_eq!(seams.members(0), [0, 2]);
/// assert_eq!(seams.twins().collect::<Vec<_>>(), [[0, 2]]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Seams {
    /// The group of each vertex.
    groups: Vec<u32>,
    /// The vertices of each group.
    members: Lists,
}

impl Seams {
    /// Finds the groups.
    #[must_use]
    pub fn new(positions: &[[f32; 3]]) -> Self {
        // The vertex is the last key, so it decides among equals: no two elements are the same.
        let mut order: Vec<([u32; 3], u32)> =
            positions.iter().map(place).zip(0..u32::MAX).collect();
        order.sort_unstable();
        // Until groups have their numbers, a vertex is given the lowest one at its place.
        let mut groups = alloc::vec![0; order.len()];
        for twins in order.chunk_by(|a, b| a.0 == b.0) {
            let lowest = twins[0].1;
            for &(_, vertex) in twins {
                groups[vertex as usize] = lowest;
            }
        }
        let mut count = 0;
        for vertex in 0..groups.len() {
            let lowest = groups[vertex] as usize;
            if lowest == vertex {
                groups[vertex] = count;
                count += 1;
            } else {
                groups[vertex] = groups[lowest];
            }
        }
        let members = Lists::new(count as usize, groups.iter().copied().zip(0..));
        Self { groups, members }
    }

    /// The number of vertices.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.groups.len()
    }

    /// The number of groups: of different places.
    #[must_use]
    pub fn group_count(&self) -> usize {
        self.members.count()
    }

    /// The group of a vertex.
    ///
    /// # Panics
    /// Where there is no such vertex.
    #[must_use]
    pub fn group(&self, vertex: u32) -> u32 {
        self.groups[vertex as usize]
    }

    /// The group of each vertex.
    #[must_use]
    pub fn groups(&self) -> &[u32] {
        &self.groups
    }

    /// The vertices of a group, at least one, ascending.
    ///
    /// # Panics
    /// Where there is no such group.
    #[must_use]
    pub fn members(&self, group: u32) -> &[u32] {
        self.members.get(group)
    }

    /// The groups of more than one vertex, each as its vertices, in order of their lowest vertex.
    pub fn twins(&self) -> impl Iterator<Item = &[u32]> + '_ {
        self.members.iter().filter(|members| members.len() > 1)
    }
}

/// Bits of a position, with -0 as +0.
fn place(position: &[f32; 3]) -> [u32; 3] {
    position.map(|component| if component == 0.0 { 0 } else { component.to_bits() })
}
