//! What can be wrong with arrays, weights and layouts; one enum per kind of operation.

use crate::Attribute;
use core::fmt;

/// A base attribute's array does not fit its vertices.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum AttributesError {
    /// The array has not `vertex_count * components` floats.
    Length {
        /// The attribute.
        attribute: Attribute,
        /// Floats expected.
        expected: usize,
        /// Floats found.
        found: usize,
    },
    /// The attribute cannot have this number of components a vertex.
    Components {
        /// The attribute.
        attribute: Attribute,
        /// Components found.
        found: usize,
    },
}

impl fmt::Display for AttributesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { attribute, expected, found } => {
                write!(f, "base {attribute}: expected {expected} floats, got {found}")
            }
            Self::Components { attribute, found } => {
                write!(f, "base {attribute}: {found} components a vertex are not possible")
            }
        }
    }
}

impl core::error::Error for AttributesError {}

/// Targets that do not fit their mesh.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum TargetsError {
    /// A dense array has not `vertex_count` deltas.
    DeltaCount {
        /// Index of the target.
        target: usize,
        /// The attribute.
        attribute: Attribute,
        /// Deltas expected.
        expected: usize,
        /// Deltas found.
        found: usize,
    },
    /// An array of floats does not hold whole deltas.
    PartialDelta {
        /// Index of the target.
        target: usize,
        /// The attribute.
        attribute: Attribute,
        /// Floats a delta.
        components: usize,
        /// Floats found.
        found: usize,
    },
    /// A sparse array has another number of values than of indices.
    SparseCount {
        /// Index of the target.
        target: usize,
        /// The attribute.
        attribute: Attribute,
        /// Number of indices.
        indices: usize,
        /// Number of values (deltas).
        values: usize,
    },
    /// A sparse index is not below the vertex count.
    SparseIndexOutOfRange {
        /// Index of the target.
        target: usize,
        /// The attribute.
        attribute: Attribute,
        /// The index.
        index: u32,
        /// Number of vertices.
        vertex_count: usize,
    },
    /// Sparse indices do not increase strictly.
    SparseNotIncreasing {
        /// Index of the target.
        target: usize,
        /// The attribute.
        attribute: Attribute,
        /// Place in the list of indices.
        position: usize,
        /// The index before it.
        before: u32,
        /// The index there.
        index: u32,
    },
    /// A delta is NaN or infinite.
    NonFinite {
        /// Index of the target.
        target: usize,
        /// The attribute.
        attribute: Attribute,
        /// The vertex.
        vertex: usize,
        /// The component that is not finite.
        value: f32,
    },
    /// One target gives an attribute twice.
    DuplicateAttribute {
        /// Index of the target.
        target: usize,
        /// The attribute.
        attribute: Attribute,
    },
    /// More vertices or targets than 32 bits count.
    TooMany {
        /// Number of vertices.
        vertex_count: usize,
        /// Number of targets.
        target_count: usize,
    },
    /// An absolute shape has another number of vertices, or an attribute that the base lacks.
    ShapeMismatch {
        /// Index of the shape.
        target: usize,
        /// The attribute.
        attribute: Attribute,
        /// Floats that the base has (0: none).
        expected: usize,
        /// Floats that the shape has.
        found: usize,
    },
}

impl fmt::Display for TargetsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DeltaCount { target, attribute, expected, found } => {
                write!(f, "target {target}, {attribute}: expected {expected} deltas, got {found}")
            }
            Self::PartialDelta { target, attribute, components, found } => write!(
                f,
                "target {target}, {attribute}: {found} floats are no whole number of deltas of {components}"
            ),
            Self::SparseCount { target, attribute, indices, values } => write!(
                f,
                "target {target}, {attribute}: expected {indices} sparse values, got {values}"
            ),
            Self::SparseIndexOutOfRange { target, attribute, index, vertex_count } => write!(
                f,
                "target {target}, {attribute}: sparse index {index} is not below the vertex count {vertex_count}"
            ),
            Self::SparseNotIncreasing { target, attribute, position, before, index } => write!(
                f,
                "target {target}, {attribute}: sparse index {index} at {position} does not exceed {before} before it"
            ),
            Self::NonFinite { target, attribute, vertex, value } => write!(
                f,
                "target {target}, {attribute}: delta of vertex {vertex} is not finite ({value})"
            ),
            Self::DuplicateAttribute { target, attribute } => {
                write!(f, "target {target}: {attribute} is given twice")
            }
            Self::TooMany { vertex_count, target_count } => write!(
                f,
                "{vertex_count} vertices and {target_count} targets: expected at most {} of each",
                u32::MAX
            ),
            Self::ShapeMismatch { target, attribute, expected, found } => write!(
                f,
                "shape {target}, {attribute}: expected {expected} floats as in the base, got {found}"
            ),
        }
    }
}

impl core::error::Error for TargetsError {}

/// A weight that cannot be set.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum WeightsError {
    /// A weight is NaN or infinite.
    NonFinite {
        /// Index of the weight.
        index: usize,
        /// The value.
        value: f32,
    },
    /// There is no target of this index.
    NoSuchTarget {
        /// The index.
        index: usize,
        /// Number of targets.
        target_count: usize,
    },
    /// No target has the name asked for.
    NoSuchName,
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NonFinite { index, value } => {
                write!(f, "weights[{index}]: expected a finite number, got {value}")
            }
            Self::NoSuchTarget { index, target_count } => {
                write!(f, "weights[{index}]: there are {target_count} targets")
            }
            Self::NoSuchName => f.write_str("no target has this name"),
        }
    }
}

impl core::error::Error for WeightsError {}

/// A blend whose arrays do not fit each other.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum BlendError {
    /// Base and targets count different vertices.
    VertexCount {
        /// Vertices of the base.
        base: usize,
        /// Vertices of the targets.
        targets: usize,
    },
    /// An array has not the length that the base asks for.
    Length {
        /// The attribute.
        attribute: Attribute,
        /// Floats expected.
        expected: usize,
        /// Floats found.
        found: usize,
    },
    /// A target's array has not the length that the base asks for.
    TargetLength {
        /// Index of the target.
        target: usize,
        /// The attribute.
        attribute: Attribute,
        /// Floats expected.
        expected: usize,
        /// Floats found.
        found: usize,
    },
    /// The output lacks an attribute, or has it with other components than the base.
    Output {
        /// The attribute.
        attribute: Attribute,
    },
    /// The vertex does not exist.
    NoSuchVertex {
        /// The vertex.
        vertex: usize,
        /// Number of vertices.
        vertex_count: usize,
    },
    /// An interleaved buffer is too small.
    Interleaved {
        /// Bytes needed.
        expected: usize,
        /// Bytes there.
        found: usize,
    },
    /// An attribute of an interleaved buffer does not end inside its vertex.
    LeavesStride {
        /// The attribute.
        attribute: Attribute,
        /// Byte behind the attribute, counted from the vertex.
        end_bytes: usize,
        /// Bytes of a vertex.
        stride_bytes: usize,
    },
    /// Two attributes of an interleaved buffer share bytes, or one is listed twice.
    Overlap {
        /// The attribute that is listed first.
        first: Attribute,
        /// The other.
        second: Attribute,
    },
    /// The base lacks an attribute that is to be written.
    NotInBase {
        /// The attribute.
        attribute: Attribute,
    },
    /// A weight is NaN or infinite.
    Weights(WeightsError),
}

impl fmt::Display for BlendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::VertexCount { base, targets } => {
                write!(f, "base has {base} vertices, targets have {targets}")
            }
            Self::Length { attribute, expected, found } => {
                write!(f, "{attribute}: expected {expected} floats, got {found}")
            }
            Self::TargetLength { target, attribute, expected, found } => {
                write!(f, "target {target}, {attribute}: expected {expected} floats, got {found}")
            }
            Self::Output { attribute } => {
                write!(f, "output {attribute}: not there with the base's components")
            }
            Self::NoSuchVertex { vertex, vertex_count } => {
                write!(f, "vertex {vertex}: there are {vertex_count}")
            }
            Self::Interleaved { expected, found } => {
                write!(f, "vertex buffer: expected {expected} bytes, got {found}")
            }
            Self::LeavesStride { attribute, end_bytes, stride_bytes } => write!(
                f,
                "vertex buffer, {attribute}: ends at byte {end_bytes} of a stride of {stride_bytes}"
            ),
            Self::Overlap { first, second } => {
                write!(f, "vertex buffer: {first} and {second} share bytes")
            }
            Self::NotInBase { attribute } => {
                write!(f, "vertex buffer, {attribute}: the base has none")
            }
            Self::Weights(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for BlendError {}

impl From<WeightsError> for BlendError {
    fn from(error: WeightsError) -> Self {
        Self::Weights(error)
    }
}

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
        /// Rows of texels needed.
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
        /// Bytes needed.
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
