//! What the deltas of one set of targets are like: found out once, however many meshes share it.

use morph_core::{Attribute, Deltas, MorphMesh, MorphTargets};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hasher};

/// Targets whose hashes are equal are compared with this many others at most.
const MAX_COMPARED: usize = 8;

/// Shapes by the identity of their targets, which stay alive as long as the cache that made them.
#[derive(Debug, Default)]
pub(super) struct Shapes(BTreeMap<usize, Vec<TargetShape>>);

/// What one target does to one primitive.
#[derive(Debug, Clone, Default)]
pub(super) struct TargetShape {
    /// Equal for targets of one set with equal deltas; 0 where nothing moves.
    pub(super) class: usize,
    /// The target's attributes.
    pub(super) bands: Vec<Band>,
}

/// One attribute of a target.
#[derive(Debug, Clone, Copy)]
pub(super) struct Band {
    pub(super) attribute: Attribute,
    /// Vertices whose delta is not zero.
    pub(super) moved: usize,
    /// The last of them.
    pub(super) last: usize,
    /// Length of the longest delta.
    pub(super) longest: f64,
    /// All vertices have the same delta.
    pub(super) rigid: bool,
}

impl Shapes {
    /// Looks at all targets of a mesh that are not known yet.
    pub(super) fn learn(&mut self, mesh: &MorphMesh) {
        for targets in mesh.primitives.iter().filter_map(|p| p.targets.as_ref()) {
            self.0.entry(targets.identity()).or_insert_with(|| shapes(targets));
        }
    }

    /// The shapes of a primitive's targets; none where it has no targets.
    pub(super) fn of(&self, targets: Option<&MorphTargets>) -> &[TargetShape] {
        targets.and_then(|targets| self.0.get(&targets.identity())).map_or(&[], Vec::as_slice)
    }
}

impl TargetShape {
    pub(super) fn band(&self, attribute: Attribute) -> Option<&Band> {
        self.bands.iter().find(|band| band.attribute == attribute)
    }

    /// Whether any vertex's delta of this attribute is not zero.
    pub(super) fn moves(&self, attribute: Attribute) -> bool {
        self.band(attribute).is_some_and(|band| band.moved > 0)
    }
}

fn shapes(targets: &MorphTargets) -> Vec<TargetShape> {
    let mut shapes = Vec::with_capacity(targets.target_count());
    // The targets that stand for their classes, by hash.
    let mut classes: BTreeMap<u64, Vec<(usize, usize)>> = BTreeMap::new();
    let mut next = 1;
    for target in 0..targets.target_count() {
        let mut hasher = DefaultHasher::new();
        let mut bands = Vec::new();
        for &attribute in targets.attributes() {
            if let Some(deltas) = targets.deltas(target, attribute) {
                bands.push(band(attribute, deltas, targets.vertex_count(), &mut hasher));
            }
        }
        let mut class = 0;
        if bands.iter().any(|band| band.moved > 0) {
            let alike = classes.entry(hasher.finish()).or_default();
            let mut compared = alike.iter().take(MAX_COMPARED);
            let known = compared.find(|&&(_, other)| same(targets, target, other));
            class = known.map_or(next, |&(class, _)| class);
            if class == next {
                next += 1;
                alike.push((class, target));
            }
        }
        shapes.push(TargetShape { class, bands });
    }
    shapes
}

/// Deltas that are not zero, with their vertices.
fn moved(deltas: &Deltas, components: usize) -> impl Iterator<Item = (usize, &[f32])> {
    deltas.iter(components).filter(|(_, delta)| delta.iter().any(|&d| d != 0.0))
}

fn band(
    attribute: Attribute,
    deltas: &Deltas,
    vertex_count: usize,
    hasher: &mut DefaultHasher,
) -> Band {
    let mut band = Band { attribute, moved: 0, last: 0, longest: 0.0, rigid: false };
    let mut first: Option<&[f32]> = None;
    let mut even = true;
    for (vertex, delta) in moved(deltas, attribute.delta_components()) {
        if band.moved == 0 {
            // Sets have few attributes, and their order is fixed.
            hasher.write(attribute.to_string().as_bytes());
        }
        band.moved += 1;
        band.last = vertex;
        hasher.write_usize(vertex);
        for &value in delta {
            // -0 moves as little as 0.
            hasher.write_u32((value + 0.0).to_bits());
        }
        let squared: f64 = delta.iter().map(|&d| f64::from(d) * f64::from(d)).sum();
        band.longest = band.longest.max(squared.sqrt());
        even &= **first.get_or_insert(delta) == *delta;
    }
    band.rigid = even && band.moved == vertex_count;
    band
}

/// Whether two targets have equal deltas; where one lacks an attribute, its deltas are zero.
fn same(targets: &MorphTargets, one: usize, other: usize) -> bool {
    targets.attributes().iter().all(|&attribute| {
        let components = attribute.delta_components();
        let of = |target| targets.deltas(target, attribute).into_iter();
        let one = of(one).flat_map(|deltas| moved(deltas, components));
        one.eq(of(other).flat_map(|deltas| moved(deltas, components)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use morph_core::TargetDeltas;

    #[test]
    fn equal_targets_have_one_class_however_they_are_stored() {
        let dense = Deltas::from_vec3(&[[0.0; 3], [-0.0, 2.0, 0.0]]);
        let sparse = Deltas::Sparse { indices: vec![1], values: vec![0.0, 2.0, 0.0] };
        let zero = Deltas::Dense(vec![0.0; 6]);
        let rigid = Deltas::from_vec3(&[[1.0, 0.0, 0.0]; 2]);
        let position =
            |deltas: &Deltas| TargetDeltas::new().with(Attribute::Position, deltas.clone());
        let targets = MorphTargets::new(
            2,
            vec![
                position(&dense),
                TargetDeltas::new().with(Attribute::Normal, dense.clone()),
                position(&sparse).with(Attribute::Normal, zero.clone()),
                position(&zero),
                TargetDeltas::new(),
                position(&rigid),
            ],
        );
        let shapes = shapes(&targets.unwrap().unwrap());
        let classes: Vec<_> = shapes.iter().map(|shape| shape.class).collect();
        assert_eq!(classes, [1, 2, 1, 0, 0, 3]);
        assert_eq!(shapes[0].bands[0].longest, 2.0);
        assert_eq!((shapes[0].bands[0].last, shapes[0].bands[0].rigid), (1, false));
        assert!(shapes[5].bands[0].rigid);
    }
}
