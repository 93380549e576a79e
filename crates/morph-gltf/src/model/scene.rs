//! Nodes, skins and scenes.

use super::integer;
use serde::Deserialize;
use serde_json::{Map, Value};

/// A node: a place, and what is there.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Node {
    /// Name.
    pub name: Option<String>,
    /// Index of the mesh.
    #[serde(deserialize_with = "integer::optional")]
    pub mesh: Option<usize>,
    /// Index of the skin.
    #[serde(deserialize_with = "integer::optional")]
    pub skin: Option<usize>,
    /// Index of the camera.
    #[serde(deserialize_with = "integer::optional")]
    pub camera: Option<usize>,
    /// Weights of this instance of the mesh, as written.
    pub weights: Option<Vec<f64>>,
    /// Indices of the children.
    #[serde(deserialize_with = "integer::list")]
    pub children: Vec<usize>,
    /// Transform, column after column; instead of the three below.
    pub matrix: Option<[f32; 16]>,
    /// Translation.
    pub translation: Option<[f32; 3]>,
    /// Rotation as a unit quaternion x, y, z, w.
    pub rotation: Option<[f32; 4]>,
    /// Scale.
    pub scale: Option<[f32; 3]>,
    /// Extensions.
    pub extensions: Map<String, Value>,
}

/// A skin: joints and their inverse bind matrices.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Skin {
    /// Name.
    pub name: Option<String>,
    /// Accessor of the inverse bind matrices; identity where it is absent.
    #[serde(default, deserialize_with = "integer::optional")]
    pub inverse_bind_matrices: Option<usize>,
    /// Index of the skeleton's root node.
    #[serde(default, deserialize_with = "integer::optional")]
    pub skeleton: Option<usize>,
    /// Indices of the nodes that are joints.
    #[serde(deserialize_with = "integer::list")]
    pub joints: Vec<usize>,
}

/// A scene: root nodes.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Scene {
    /// Name.
    pub name: Option<String>,
    /// Indices of the root nodes.
    #[serde(deserialize_with = "integer::list")]
    pub nodes: Vec<usize>,
}
