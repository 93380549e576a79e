//! Whether two files show the same.

use crate::world::{Drawn, drawn, heir};
use morph_core::Attribute;
use morph_gltf::optimize::{Optimized, Quantize};
use morph_gltf::{Document, NoFiles};
use std::collections::BTreeMap;

/// The file that was made, read again, without findings that the one before did not have.
pub(crate) fn read(optimized: &Optimized) -> Document {
    Document::from_slice(&optimized.written.to_glb().unwrap(), NoFiles).unwrap()
}

/// Holds a file against the one that it was made of, at each target alone and at a mixture, with
/// nodes as they are and scaled. `bound` is `None` where nothing may change.
pub(crate) fn assert_same(before: &Document, optimized: &Optimized, bound: Option<Quantize>) {
    let after = read(optimized);
    assert_eq!(after.root().meshes.len(), before.root().meshes.len());
    for (node, model) in before.root().nodes.iter().enumerate() {
        let Some(mesh) = model.mesh else { continue };
        let count = before.target_count(mesh).unwrap();
        let of_mesh = optimized.report.meshes.iter().find(|of| of.mesh == mesh);
        let dropped: Vec<usize> =
            of_mesh.map_or(vec![], |of| of.dropped.iter().map(|d| d.target).collect());
        let heir = heir(before, &after, node);
        let mixture = (0..count).map(|t| [0.5, -0.25, 1.5][t % 3]).collect();
        let alone = |target: usize| (0..count).map(|t| f32::from(u8::from(t == target))).collect();
        let tried: Vec<Vec<f32>> =
            (0..count).map(alone).chain([vec![0.0; count], mixture]).collect();
        for weights in tried {
            let kept: Vec<f32> = (0..count)
                .filter(|target| !dropped.contains(target))
                .map(|target| weights[target])
                .collect();
            for scales in [BTreeMap::new(), BTreeMap::from([(node, 3.0)])] {
                let (old, new) =
                    (drawn(before, node, &weights, &scales), drawn(&after, heir, &kept, &scales));
                assert_eq!(old.len(), new.len());
                for (at, (old, new)) in old.iter().zip(&new).enumerate() {
                    let sum = weights.iter().map(|w| f64::from(w.abs())).sum::<f64>().max(1.0);
                    let alone = weights.iter().all(|&w| w == 0.0 || w == 1.0) && sum == 1.0;
                    let place = format!("node {node}, primitive {at}, weights {weights:?}");
                    match bound {
                        None => assert_eq!(old, new, "{place}"),
                        Some(bound) => {
                            let radius = radius(before, mesh);
                            near(old, new, bound, radius, (sum, alone), &place);
                        }
                    }
                }
            }
        }
    }
}

/// Positions within the bound in the world, directions within theirs, and all else the same.
/// `sum` is that of the weights; only of a target alone the bound speaks of directions.
fn near(
    old: &Drawn,
    new: &Drawn,
    bound: Quantize,
    radius: f64,
    (sum, alone): (f64, bool),
    place: &str,
) {
    let largest = old.positions.iter().flatten().fold(0.0_f64, |m, x| m.max(x.abs()));
    // Sums in floats, and matrices of floats, round as well.
    let rounding = 1e-6 * (largest + radius * old.stretch) * (sum + 1.0);
    let allowed = bound.position * radius * old.stretch * sum + rounding;
    assert_eq!(old.positions.len(), new.positions.len(), "{place}");
    for (a, b) in old.positions.iter().zip(&new.positions) {
        let off = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt();
        assert!(off <= allowed, "{place}: {a:?}, {b:?}: {off} of {allowed}");
    }
    let names = |drawn: &Drawn| drawn.attributes.keys().copied().collect::<Vec<_>>();
    assert_eq!(names(old), names(new), "{place}");
    for (attribute, values) in &old.attributes {
        let found = &new.attributes[attribute];
        match attribute {
            Attribute::Position => {}
            Attribute::Normal | Attribute::Tangent => {
                for (a, b) in values.iter().zip(found) {
                    let degrees = angle(a, b);
                    assert!(
                        !alone || degrees <= bound.direction_degrees + 0.02,
                        "{place}: {attribute}: {a:?}, {b:?}: {degrees}"
                    );
                    assert_eq!(a.get(3), b.get(3), "{place}");
                }
            }
            _ => assert_eq!(values, found, "{place}: {attribute}"),
        }
    }
}

/// Degrees between two directions, 0 where the first is next to none.
fn angle(a: &[f32], b: &[f32]) -> f64 {
    let [a, b] = [a, b].map(|v| [f64::from(v[0]), f64::from(v[1]), f64::from(v[2])]);
    let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let (aa, bb) = (dot(a, a).sqrt(), dot(b, b).sqrt());
    if aa < 1e-3 {
        return 0.0;
    }
    (dot(a, b) / (aa * bb)).clamp(-1.0, 1.0).acos().to_degrees()
}

/// Half the diagonal of the box around a mesh.
fn radius(document: &Document, mesh: usize) -> f64 {
    let mesh = document.mesh(mesh).unwrap();
    let bases = mesh.primitives.iter().filter_map(|part| part.base.positions());
    let positions: Vec<[f32; 3]> = bases.flatten().copied().collect();
    let size = (0..3).map(|axis| {
        let of = positions.iter().map(|p| f64::from(p[axis]));
        of.clone().fold(f64::NEG_INFINITY, f64::max) - of.fold(f64::INFINITY, f64::min)
    });
    size.map(|size| size * size).sum::<f64>().sqrt() / 2.0
}
