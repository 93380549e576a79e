//! The inverse of quantised positions as a part of inverse bind matrices.

use super::Inverse;
use crate::Document;
use crate::component::ElementType;
use crate::optimize::OptimizeError;
use crate::write::{NewAccessor, Numbers, Patch};
use serde_json::Value;
use std::collections::BTreeMap;

const IDENTITY: [f32; 16] =
    [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0];

/// Puts the inverse into the matrices of each skin that a quantised mesh wears. A skin that others
/// wear as well is copied.
pub(super) fn apply(
    patch: &mut Patch<'_>,
    inverses: &BTreeMap<usize, Inverse>,
) -> Result<(), OptimizeError> {
    let root = patch.document().root();
    for skin in 0..root.skins.len() {
        let wearers = root.nodes.iter().enumerate().filter(|(_, node)| node.skin == Some(skin));
        let mut groups: Vec<(Option<Inverse>, Vec<usize>)> = Vec::new();
        for (node, model) in wearers {
            let Some(mesh) = model.mesh else { continue };
            let inverse = inverses.get(&mesh).copied();
            match groups.iter_mut().find(|(of, _)| *of == inverse) {
                Some((_, nodes)) => nodes.push(node),
                None => groups.push((inverse, vec![node])),
            }
        }
        // The skin itself stays with those that need it as it was, else with the first.
        let mut is_free = groups.iter().all(|(inverse, _)| inverse.is_some());
        for (inverse, nodes) in groups {
            let Some(inverse) = inverse else { continue };
            let matrices = matrices(patch.document(), skin, &inverse)?;
            let new = NewAccessor::new(ElementType::Mat4, Numbers::F32(&matrices));
            let new = match root.skins[skin].inverse_bind_matrices {
                Some(old) => new.like(old),
                None => new,
            };
            let accessor = patch.add_accessor(&new)?;
            let of_nodes = if is_free {
                skin
            } else {
                let copy = patch.json()["skins"][skin].clone();
                patch.push("skins", copy)
            };
            is_free = false;
            patch.json_mut()["skins"][of_nodes]["inverseBindMatrices"] = accessor.into();
            for node in nodes {
                let slot = &mut patch.json_mut()["nodes"][node]["skin"];
                if slot.as_f64() != Some(of_nodes as f64) {
                    *slot = Value::from(of_nodes);
                }
            }
        }
    }
    Ok(())
}

/// The matrices of a skin, each times scale and translation from the right.
fn matrices(
    document: &Document,
    skin: usize,
    inverse: &Inverse,
) -> Result<Vec<f32>, OptimizeError> {
    let model = &document.root().skins[skin];
    let old = match model.inverse_bind_matrices {
        Some(accessor) => document.accessor(accessor)?.to_f32(),
        None => IDENTITY.repeat(model.joints.len().max(1)),
    };
    let Inverse { step, center } = *inverse;
    let mut new = Vec::with_capacity(old.len());
    for matrix in old.chunks_exact(16) {
        let at = |column: usize, row: usize| f64::from(matrix[column * 4 + row]);
        for column in 0..3 {
            new.extend((0..4).map(|row| (at(column, row) * step) as f32));
        }
        new.extend((0..4).map(|row| {
            let moved: f64 = (0..3).map(|axis| at(axis, row) * center[axis]).sum();
            (moved + at(3, row)) as f32
        }));
    }
    Ok(new)
}
