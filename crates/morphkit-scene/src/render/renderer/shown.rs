//! What a picture shows of a primitive, for the deform pass: it writes whole vertices.

use crate::render::vertex::place;
use crate::scene::Primitive;
use anyhow::{Context, Result};
use morphkit::core::{
    Attribute, Deltas, MorphPrimitive, MorphTargets, TargetDeltas, VertexAttributes,
};
use morphkit::wgsl::{Interleaved, Output};

/// The primitive with the attributes that vertices have room for, and where these lie; `None` where
/// its targets move none of them.
///
/// With `skinned`, position and normal are among them also where no target moves them, since joints
/// do.
///
/// # Errors
/// What is wrong with the targets.
pub(super) fn shown(
    primitive: &Primitive,
    texcoord: u32,
    skinned: bool,
) -> Result<Option<(MorphPrimitive, Output)>> {
    let Some(targets) = primitive.moving() else { return Ok(None) };
    let mut base = VertexAttributes::new(primitive.base.vertex_count());
    for attribute in primitive.base.attributes().filter(|a| place(*a, texcoord).is_some()) {
        let values = primitive.base.values(attribute).unwrap_or_default().to_vec();
        base.insert(attribute, primitive.base.components(attribute).unwrap_or(1), values)?;
    }
    let targets = targets.for_base(&base);
    if targets.attributes().is_empty() {
        return Ok(None);
    }
    let targets = if skinned {
        with_places(&targets, &base).with_context(|| primitive.place.clone())?
    } else {
        targets
    };
    let places: Vec<u32> =
        targets.attributes().iter().filter_map(|a| place(*a, texcoord)).collect();
    let output = Output::Interleaved(Interleaved::new(crate::render::vertex::WORDS, &places));
    let shown = MorphPrimitive { base, targets: Some(targets), flat: primitive.flat };
    Ok(Some((shown, output)))
}

/// The targets with deltas of the base's position and normal, where there are none: all zeros. They are
/// no others' in any case, since other joints may move primitives that share targets.
fn with_places(targets: &MorphTargets, base: &VertexAttributes) -> Result<MorphTargets> {
    let lacking = [Attribute::Position, Attribute::Normal].into_iter();
    let lacking: Vec<_> = lacking.filter(|a| base.has(*a) && !targets.has(*a)).collect();
    let target = |target: usize| {
        let mut own = TargetDeltas::new();
        for &attribute in targets.attributes() {
            if let Some(deltas) = targets.deltas(target, attribute) {
                own = own.with(attribute, deltas.clone());
            }
        }
        for &attribute in lacking.iter().filter(|_| target == 0) {
            let none = Deltas::Sparse { indices: Vec::new(), values: Vec::new() };
            own = own.with(attribute, none);
        }
        own
    };
    let all = (0..targets.target_count()).map(target).collect();
    MorphTargets::new(targets.vertex_count(), all)?.context("expected targets, got none")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joints_place_vertices_that_no_target_moves() {
        let mut base = VertexAttributes::new(1).with_positions(&[[1.0; 3]]).unwrap();
        base.insert(Attribute::Normal, 3, vec![0.0, 0.0, 1.0]).unwrap();
        let red = Deltas::Dense(vec![0.5, 0.0, 0.0, 0.0]);
        let red = TargetDeltas::new().with(Attribute::Color(0), red);
        let targets = MorphTargets::new(1, vec![red]).unwrap().unwrap();
        let placed = with_places(&targets, &base).unwrap();
        assert_eq!(
            placed.attributes(),
            [Attribute::Position, Attribute::Normal, Attribute::Color(0)]
        );
        assert_eq!(placed.target_count(), 1);
    }
}
