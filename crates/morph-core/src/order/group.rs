//! Vertices at one place, or each alone where nothing says what is at one place.

use crate::seam::Seams;
use alloc::vec::Vec;

/// The units that are ordered.
pub(super) enum Groups {
    /// Vertices at one place.
    Seams(Seams),
    /// Each vertex for itself.
    Alone(Vec<u32>),
}

impl Groups {
    /// By position, where each vertex has one.
    pub(super) fn new(vertex_count: usize, positions: Option<&[[f32; 3]]>) -> Self {
        match positions {
            Some(positions) => Self::Seams(Seams::new(positions)),
            None => Self::Alone((0..).take(vertex_count).collect()),
        }
    }

    /// Number of groups.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Seams(seams) => seams.group_count(),
            Self::Alone(vertices) => vertices.len(),
        }
    }

    /// The group of a vertex. Groups are numbered by their first vertex.
    pub(super) fn of(&self, vertex: u32) -> u32 {
        match self {
            Self::Seams(seams) => seams.group(vertex),
            Self::Alone(_) => vertex,
        }
    }

    /// The vertices of a group, ascending; at least one.
    pub(super) fn members(&self, group: u32) -> &[u32] {
        match self {
            Self::Seams(seams) => seams.members(group),
            Self::Alone(vertices) => core::slice::from_ref(&vertices[group as usize]),
        }
    }
}
