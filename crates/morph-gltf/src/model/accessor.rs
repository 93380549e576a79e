//! Buffers, views and accessors.

use super::integer;
use serde::Deserialize;
use serde_json::{Map, Value};

/// Binary data.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Buffer {
    /// Where the bytes are: a file beside the model or a `data:` URI; absent for a GLB's own.
    pub uri: Option<String>,
    /// Number of bytes.
    #[serde(deserialize_with = "integer::required")]
    pub byte_length: usize,
    /// Name.
    pub name: Option<String>,
    /// Extensions.
    #[serde(default)]
    pub extensions: Map<String, Value>,
}

/// A range of a buffer.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BufferView {
    /// Index of the buffer.
    #[serde(deserialize_with = "integer::required")]
    pub buffer: usize,
    /// First byte.
    #[serde(default, deserialize_with = "integer::required")]
    pub byte_offset: usize,
    /// Number of bytes.
    #[serde(deserialize_with = "integer::required")]
    pub byte_length: usize,
    /// Bytes from one element to the next, for vertex attributes.
    #[serde(default, deserialize_with = "integer::optional")]
    pub byte_stride: Option<usize>,
    /// Extensions.
    #[serde(default)]
    pub extensions: Map<String, Value>,
}

/// How a view is compressed: the object of `EXT_meshopt_compression` and of
/// `KHR_meshopt_compression`.
///
/// # Source
/// `KHR_meshopt_compression`, "JSON schema updates".
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MeshoptView {
    /// Index of the buffer with the compressed bytes.
    #[serde(deserialize_with = "integer::required")]
    pub buffer: usize,
    /// First compressed byte.
    #[serde(default, deserialize_with = "integer::required")]
    pub byte_offset: usize,
    /// Number of compressed bytes.
    #[serde(deserialize_with = "integer::required")]
    pub byte_length: usize,
    /// Bytes of an element.
    #[serde(deserialize_with = "integer::required")]
    pub byte_stride: usize,
    /// Number of elements.
    #[serde(deserialize_with = "integer::required")]
    pub count: usize,
    /// ATTRIBUTES, TRIANGLES or INDICES.
    pub mode: String,
    /// NONE (where it is absent), OCTAHEDRAL, QUATERNION, EXPONENTIAL or COLOR.
    pub filter: Option<String>,
}

/// A typed array over a view, or zeros where it has none.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Accessor {
    /// Index of the view; without one all elements are zero.
    #[serde(default, deserialize_with = "integer::optional")]
    pub buffer_view: Option<usize>,
    /// First byte within the view.
    #[serde(default, deserialize_with = "integer::required")]
    pub byte_offset: usize,
    /// Number that stands for the component type, 5120 to 5126.
    #[serde(deserialize_with = "integer::required")]
    pub component_type: usize,
    /// Whether integers stand for 0..1 or -1..1.
    #[serde(default)]
    pub normalized: bool,
    /// Number of elements.
    #[serde(deserialize_with = "integer::required")]
    pub count: usize,
    /// SCALAR, VEC2, VEC3, VEC4, MAT2, MAT3 or MAT4.
    #[serde(rename = "type")]
    pub kind: String,
    /// Smallest value of each component, as stored.
    pub min: Option<Vec<f64>>,
    /// Largest value of each component, as stored.
    pub max: Option<Vec<f64>>,
    /// Elements that are replaced.
    pub sparse: Option<Sparse>,
    /// Name.
    pub name: Option<String>,
}

/// Elements of an accessor that are replaced.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Sparse {
    /// Number of replaced elements.
    #[serde(deserialize_with = "integer::required")]
    pub count: usize,
    /// Which elements.
    pub indices: SparseIndices,
    /// What they become.
    pub values: SparseValues,
}

/// Indices of replaced elements.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SparseIndices {
    /// Index of the view.
    #[serde(deserialize_with = "integer::required")]
    pub buffer_view: usize,
    /// First byte within the view.
    #[serde(default, deserialize_with = "integer::required")]
    pub byte_offset: usize,
    /// 5121, 5123 or 5125.
    #[serde(deserialize_with = "integer::required")]
    pub component_type: usize,
}

/// Values of replaced elements, typed like the accessor.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SparseValues {
    /// Index of the view.
    #[serde(deserialize_with = "integer::required")]
    pub buffer_view: usize,
    /// First byte within the view.
    #[serde(default, deserialize_with = "integer::required")]
    pub byte_offset: usize,
}
