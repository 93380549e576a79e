//! Float64 results of single vertices, and how far what was measured is from them.

use crate::scene::Scene;
use anyhow::{Result, ensure};
use morph_core::Attribute;

/// Vertices that are compared, spread over the mesh.
const SAMPLES: usize = 2_000;

/// How far a component of the sum may be off, before normalising.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Bound {
    pub(crate) position: f64,
    pub(crate) normal: f64,
}

impl Bound {
    /// Deltas of float32.
    pub(crate) const EXACT: Self = Self { position: 0.0, normal: 0.0 };
}

/// The largest error in units of what is allowed: at most 1 where the result is right.
///
/// `output` holds six floats a vertex, POSITION and NORMAL.
///
/// # Errors
/// Where an error is larger than allowed; it names the vertex.
pub(crate) fn check(scene: &Scene, instance: usize, output: &[f32], bound: Bound) -> Result<f64> {
    let count = scene.case.vertices;
    ensure!(output.len() == count * 6, "expected {} floats, got {}", count * 6, output.len());
    let samples = SAMPLES.min(count);
    let mut worst: f64 = 0.0;
    for sample in 0..samples {
        let vertex = sample * (count - 1) / (samples - 1).max(1);
        let (expected, allowed) = expected(scene, instance, vertex, bound);
        for component in 0..6 {
            let got = f64::from(output[vertex * 6 + component]);
            let error = (got - expected[component]).abs() / allowed[component];
            ensure!(
                error <= 1.0,
                "vertex {vertex}, component {component}: expected {}, got {got}",
                expected[component]
            );
            worst = worst.max(error);
        }
    }
    Ok(worst)
}

/// A vertex in f64, and how far each component may be off.
fn expected(scene: &Scene, instance: usize, vertex: usize, bound: Bound) -> ([f64; 6], [f64; 6]) {
    let mut sum = [0.0; 6];
    let mut magnitude = 0.0;
    let attributes = [Attribute::Position, Attribute::Normal];
    for (half, attribute) in sum.chunks_exact_mut(3).zip(attributes) {
        let base = scene.base.values(attribute).map(|values| &values[vertex * 3..vertex * 3 + 3]);
        let base = base.expect("the scene has both attributes");
        half.iter_mut().zip(base).for_each(|(sum, &base)| *sum = f64::from(base));
        for (target, &weight) in scene.weights(instance).iter().enumerate() {
            let deltas = scene.targets.deltas(target, attribute).filter(|_| weight != 0.0);
            let Some(delta) = deltas.and_then(|deltas| deltas.get(vertex, 3)) else { continue };
            for (sum, &delta) in half.iter_mut().zip(delta) {
                *sum += f64::from(weight) * f64::from(delta);
                magnitude += f64::from((weight * delta).abs());
            }
        }
    }
    let rounding = (scene.case.active + 2) as f64 * f64::from(f32::EPSILON) * (1.0 + magnitude);
    let position = bound.position + rounding;
    let length = sum[3..].iter().map(|c| c * c).sum::<f64>().sqrt();
    // A vector may be off by this; beyond half its length any direction is possible.
    let off = (bound.normal + rounding) * 3_f64.sqrt();
    let normal = if off < 0.5 * length { 1.2 * off / length } else { 2.0 };
    sum[3..].iter_mut().for_each(|c| *c /= length);
    (sum, [position, position, position, normal, normal, normal])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::{Case, Moved};
    use morph_core::{Normalize, blend};

    #[test]
    fn the_blend_on_the_cpu_passes_and_one_wrong_vertex_does_not() {
        let scene = Scene::new(Case::one(300, 20, 13, Moved::Runs(20)));
        let blended = blend(&scene.base, &scene.targets, scene.weights(0), Normalize::Yes).unwrap();
        let [positions, normals] = [Attribute::Position, Attribute::Normal]
            .map(|attribute| blended.values(attribute).unwrap().chunks_exact(3));
        let mut output: Vec<f32> =
            positions.zip(normals).flat_map(|(p, n)| p.iter().chain(n)).copied().collect();
        assert!(check(&scene, 0, &output, Bound::EXACT).unwrap() <= 1.0);
        output[299 * 6 + 4] += 1e-3;
        let error = check(&scene, 0, &output, Bound::EXACT).unwrap_err().to_string();
        assert!(error.starts_with("vertex 299, component 4: expected"), "{error}");
    }
}
