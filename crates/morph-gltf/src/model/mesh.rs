//! Meshes and primitives.

use super::integer;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// A mesh: primitives that share weights.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Mesh {
    /// Name.
    pub name: Option<String>,
    /// Primitives.
    pub primitives: Vec<Primitive>,
    /// Default weights, as written.
    pub weights: Option<Vec<f64>>,
    /// Application data; `targetNames` is read from here.
    #[serde(default)]
    pub extras: Value,
}

/// A part of a mesh with one material.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Primitive {
    /// Accessors of the base attributes.
    #[serde(default, deserialize_with = "integer::map")]
    pub attributes: BTreeMap<String, usize>,
    /// Accessor of the indices.
    #[serde(default, deserialize_with = "integer::optional")]
    pub indices: Option<usize>,
    /// Index of the material.
    #[serde(default, deserialize_with = "integer::optional")]
    pub material: Option<usize>,
    /// 0 points, 1 lines, 2 line loop, 3 line strip, 4 triangles, 5 strip, 6 fan.
    #[serde(default = "triangles", deserialize_with = "integer::required")]
    pub mode: usize,
    /// Accessors of each target's deltas.
    #[serde(default, deserialize_with = "integer::maps")]
    pub targets: Option<Vec<BTreeMap<String, usize>>>,
    /// Extensions.
    #[serde(default)]
    pub extensions: Map<String, Value>,
    /// Application data.
    #[serde(default)]
    pub extras: Value,
}

const fn triangles() -> usize {
    4
}

impl Primitive {
    /// Number of targets.
    #[must_use]
    pub fn target_count(&self) -> usize {
        self.targets.as_ref().map_or(0, Vec::len)
    }
}
