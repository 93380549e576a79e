//! Animations as they are written.

use super::integer;
use serde::Deserialize;
use serde_json::{Map, Value};

/// An animation.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Animation {
    /// Name.
    pub name: Option<String>,
    /// What is animated by which sampler.
    pub channels: Vec<Channel>,
    /// Keys.
    pub samplers: Vec<Sampler>,
}

/// What is animated by which sampler.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Channel {
    /// Index of the sampler within the animation.
    #[serde(deserialize_with = "integer::required")]
    pub sampler: usize,
    /// What is animated.
    pub target: ChannelTarget,
}

/// What a channel animates.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChannelTarget {
    /// Index of the node.
    #[serde(default, deserialize_with = "integer::optional")]
    pub node: Option<usize>,
    /// `weights`, `translation`, `rotation`, `scale`, or what an extension defines.
    pub path: String,
    /// Extensions.
    #[serde(default)]
    pub extensions: Map<String, Value>,
}

/// Keys: times and values.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Sampler {
    /// Accessor of the times.
    #[serde(deserialize_with = "integer::required")]
    pub input: usize,
    /// Accessor of the values.
    #[serde(deserialize_with = "integer::required")]
    pub output: usize,
    /// LINEAR (where it is absent), STEP or CUBICSPLINE.
    pub interpolation: Option<String>,
}
