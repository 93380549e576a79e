//! Deltas of one target and attribute, as they come in.

use crate::Attribute;
use alloc::vec::Vec;

/// Deltas of one attribute of one target.
///
/// # Shapes
/// Values are flat: [`Attribute::delta_components`] floats for each delta.
#[derive(Debug, Clone, PartialEq)]
pub enum Deltas {
    /// One delta for each vertex, in order.
    Dense(Vec<f32>),
    /// Deltas of some vertices; all others are zero.
    Sparse {
        /// Vertices, strictly increasing.
        indices: Vec<u32>,
        /// One delta for each index.
        values: Vec<f32>,
    },
}

impl Deltas {
    /// Dense deltas of three components: POSITION, NORMAL or TANGENT.
    #[must_use]
    pub fn from_vec3(deltas: &[[f32; 3]]) -> Self {
        Self::Dense(bytemuck::cast_slice(deltas).to_vec())
    }

    /// Dense deltas of two components: `TEXCOORD_n`.
    #[must_use]
    pub fn from_vec2(deltas: &[[f32; 2]]) -> Self {
        Self::Dense(bytemuck::cast_slice(deltas).to_vec())
    }

    /// Dense deltas of four components: `COLOR_n` as RGBA.
    #[must_use]
    pub fn from_vec4(deltas: &[[f32; 4]]) -> Self {
        Self::Dense(bytemuck::cast_slice(deltas).to_vec())
    }

    /// Dense deltas of RGB colours; the alpha delta is 0.
    #[must_use]
    pub fn from_rgb(deltas: &[[f32; 3]]) -> Self {
        Self::Dense(deltas.iter().flat_map(|&[r, g, b]| [r, g, b, 0.0]).collect())
    }

    /// The floats that are stored.
    #[must_use]
    pub fn values(&self) -> &[f32] {
        match self {
            Self::Dense(values) | Self::Sparse { values, .. } => values,
        }
    }

    /// Number of deltas that are stored, for deltas of `components` floats.
    #[must_use]
    pub fn stored_count(&self, components: usize) -> usize {
        self.values().len() / components
    }

    /// The delta of a vertex, `None` where a sparse array holds none.
    #[must_use]
    pub fn get(&self, vertex: usize, components: usize) -> Option<&[f32]> {
        // spec B9
        let at = match self {
            Self::Dense(_) => vertex,
            Self::Sparse { indices, .. } => {
                indices.binary_search(&u32::try_from(vertex).ok()?).ok()?
            }
        };
        let from = at.checked_mul(components)?;
        self.values().get(from..from.checked_add(components)?)
    }

    /// Each stored delta with its vertex, in ascending order.
    pub fn iter(&self, components: usize) -> impl Iterator<Item = (usize, &[f32])> {
        let indices = match self {
            Self::Dense(_) => None,
            Self::Sparse { indices, .. } => Some(indices.as_slice()),
        };
        self.values()
            .chunks_exact(components)
            .enumerate()
            .map(move |(at, delta)| (indices.map_or(at, |i| i[at] as usize), delta))
    }
}

/// One target as it comes in: deltas for any subset of attributes.
///
/// # Example
/// ```
/// use morph_core::{Attribute, Deltas, TargetDeltas};
/// let smile = TargetDeltas::new()
///     .with(Attribute::Position, Deltas::from_vec3(&[[0.0, 0.1, 0.0]; 3]))
///     .with(Attribute::Normal, Deltas::Sparse { indices: vec![2], values: vec![0.0, 0.0, 0.1] });
/// assert_eq!(smile.attributes.len(), 2);
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TargetDeltas {
    /// Attributes with their deltas, in any order, each at most once.
    pub attributes: Vec<(Attribute, Deltas)>,
}

impl TargetDeltas {
    /// A target that moves nothing yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { attributes: Vec::new() }
    }

    /// Adds the deltas of an attribute.
    #[must_use]
    pub fn with(mut self, attribute: Attribute, deltas: Deltas) -> Self {
        self.attributes.push((attribute, deltas));
        self
    }
}
