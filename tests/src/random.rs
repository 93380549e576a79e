//! Random meshes and weights, the same on every machine.

use morph_core::{Attribute, AttributeSet, MorphTargets, VertexAttributes};

/// Base and targets of a random mesh (see [`morph_sample::random_mesh`]).
///
/// # Panics
/// Where `vertex_count` or `target_count` is 0.
#[must_use]
pub fn random_mesh(
    seed: u32,
    vertex_count: usize,
    target_count: usize,
    attributes: AttributeSet,
) -> (VertexAttributes, MorphTargets) {
    let attributes: Vec<Attribute> = attributes.bands().collect();
    let sample = morph_sample::random_mesh(seed.into(), vertex_count, target_count, &attributes);
    let primitive = sample.mesh.primitives.into_iter().next().unwrap();
    (primitive.base, primitive.targets.unwrap())
}

/// Weights of which about a third are zero, some negative and some beyond 1.
#[must_use]
pub fn random_weights(seed: u32, count: usize) -> Vec<f32> {
    let one = [Attribute::Position];
    let weights = morph_sample::random_mesh(seed.into(), 1, count, &one).mesh.default_weights;
    weights.into_iter().map(|w| if w.abs() < 0.33 { 0.0 } else { w * 1.5 }).collect()
}
