//! Animated weights as keys.

/// An animation of a mesh's weights, linear between its keys.
///
/// # Shapes
/// `weights` holds one row of all the mesh's weights for each of `times`.
#[derive(Debug, Clone, PartialEq)]
pub struct WeightClip {
    /// The animation's name.
    pub name: String,
    /// Key times in seconds, strictly increasing from 0.
    pub times: Vec<f32>,
    /// Rows of weights, one after the other.
    pub weights: Vec<f32>,
}
