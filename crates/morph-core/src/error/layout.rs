//! Layouts that a device or a number format cannot hold.

use crate::Attribute;
use core::fmt;

/// A layout that a device or a number format cannot hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum LayoutError {
    /// No target moves any attribute, so there is nothing to store.
    NoBands,
    /// A texture coordinate or colour set beyond the 32 that a set of attributes holds.
    SetOutOfRange {
        /// The attribute.
        attribute: Attribute,
    },
    /// The texture would be larger than the device allows.
    Texture {
        /// Number of vertices.
        vertex_count: usize,
        /// Number of targets.
        target_count: usize,
        /// Width in texels.
        width: u32,
        /// Rows of texels needed, `u64::MAX` where they are more.
        rows: u64,
        /// Largest height.
        max_height: u32,
        /// Largest number of array layers.
        max_layers: u32,
    },
    /// The buffer would be larger than the device lets a shader bind.
    Buffer {
        /// Number of vertices.
        vertex_count: usize,
        /// Number of targets.
        target_count: usize,
        /// Bytes needed, `u64::MAX` where they are more.
        bytes: u64,
        /// Most bytes of one binding.
        limit: u64,
    },
    /// More weights at once than the uniform can hold.
    Capacity {
        /// Active weights.
        active: usize,
        /// Capacity.
        capacity: usize,
    },
    /// The destination has not the layout's size.
    Destination {
        /// Elements expected.
        expected: u64,
        /// Elements found.
        found: u64,
    },
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoBands => f.write_str("no target moves an attribute that can be stored"),
            Self::SetOutOfRange { attribute } => {
                write!(f, "{attribute}: expected a set number of at most 31")
            }
            Self::Texture { vertex_count, target_count, width, rows, max_height, max_layers } => {
                write!(
                    f,
                    "{target_count} targets of {vertex_count} vertices: expected at most {max_layers} layers of {max_height} rows, got {rows} rows of {width} texels"
                )
            }
            Self::Buffer { vertex_count, target_count, bytes, limit } => write!(
                f,
                "{target_count} targets of {vertex_count} vertices: expected at most {limit} bytes, got {bytes}"
            ),
            Self::Capacity { active, capacity } => {
                write!(f, "expected at most {capacity} active weights, got {active}")
            }
            Self::Destination { expected, found } => {
                write!(f, "destination: expected {expected} elements, got {found}")
            }
        }
    }
}

impl core::error::Error for LayoutError {}
