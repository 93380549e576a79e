use super::*;
use alloc::vec;

fn one(attribute: Attribute, deltas: Deltas) -> Vec<TargetDeltas> {
    vec![TargetDeltas::new(), TargetDeltas::new().with(attribute, deltas)]
}

// spec B24
#[test]
fn no_targets_or_no_vertices_give_no_morph_object() {
    assert_eq!(MorphTargets::new(3, vec![]), Ok(None));
    assert_eq!(MorphTargets::new(0, vec![TargetDeltas::new()]), Ok(None));
}

#[test]
fn a_target_without_attributes_is_still_a_target() {
    let targets = MorphTargets::new(3, vec![TargetDeltas::new()]).unwrap().unwrap();
    assert_eq!((targets.target_count(), targets.attributes().len()), (1, 0));
}

#[test]
fn every_wrong_shape_is_named() {
    use Attribute::Normal;
    let sparse = |indices: &[u32], values: &[f32]| Deltas::Sparse {
        indices: indices.to_vec(),
        values: values.to_vec(),
    };
    for (deltas, text) in [
        (Deltas::Dense(vec![0.0; 9]), "target 1, NORMAL: expected 2 deltas, got 3"),
        (
            Deltas::Dense(vec![0.0; 7]),
            "target 1, NORMAL: 7 floats are no whole number of deltas of 3",
        ),
        (sparse(&[0], &[0.0; 6]), "target 1, NORMAL: expected 1 sparse values, got 2"),
        (
            sparse(&[2], &[0.0; 3]),
            "target 1, NORMAL: sparse index 2 is not below the vertex count 2",
        ),
        (
            sparse(&[1, 1], &[0.0; 6]),
            "target 1, NORMAL: sparse index 1 at 1 does not exceed 1 before it",
        ),
        (
            Deltas::Dense(vec![0.0, 0.0, 0.0, 0.0, f32::NAN, 0.0]),
            "target 1, NORMAL: delta of vertex 1 is not finite (NaN)",
        ),
    ] {
        let error = MorphTargets::new(2, one(Normal, deltas)).unwrap_err();
        assert_eq!(alloc::format!("{error}"), text);
    }
}

#[test]
fn an_attribute_given_twice_is_refused() {
    let twice = TargetDeltas::new()
        .with(Attribute::Position, Deltas::from_vec3(&[[0.0; 3]]))
        .with(Attribute::Position, Deltas::from_vec3(&[[0.0; 3]]));
    assert_eq!(
        MorphTargets::new(1, vec![twice]),
        Err(TargetsError::DuplicateAttribute { target: 0, attribute: Attribute::Position })
    );
}

#[test]
fn absolute_shapes_become_deltas_and_keep_alpha_and_handedness_out() {
    let base = VertexAttributes::new(1)
        .with_tangents(&[[1.0, 0.0, 0.0, -1.0]])
        .unwrap()
        .with_colors(0, &[[0.25, 0.5, 0.75, 1.0]])
        .unwrap();
    let shape = VertexAttributes::new(1)
        .with_tangents(&[[0.0, 1.0, 0.0, 1.0]])
        .unwrap()
        .with_colors(0, &[[0.5, 0.5, 0.5, 0.5]])
        .unwrap();
    let targets = MorphTargets::from_absolute(&base, &[shape]).unwrap().unwrap();
    assert_eq!(targets.deltas(0, Attribute::Tangent), Some(&Deltas::Dense(vec![-1.0, 1.0, 0.0])));
    assert_eq!(
        targets.deltas(0, Attribute::Color(0)),
        Some(&Deltas::Dense(vec![0.25, 0.0, -0.25, -0.5]))
    );
}

#[test]
fn a_shape_with_what_the_base_lacks_is_refused() {
    let base = VertexAttributes::new(1).with_positions(&[[0.0; 3]]).unwrap();
    let shape = VertexAttributes::new(1).with_normals(&[[0.0; 3]]).unwrap();
    assert_eq!(
        MorphTargets::from_absolute(&base, &[shape]),
        Err(TargetsError::ShapeMismatch {
            target: 0,
            attribute: Attribute::Normal,
            expected: 0,
            found: 3
        })
    );
}

#[test]
fn clones_are_the_same_and_equal_content_is_equal() {
    let make = || MorphTargets::new(1, vec![TargetDeltas::new()]).unwrap().unwrap();
    let (a, b) = (make(), make());
    assert!(a.same(&a.clone()) && !a.same(&b) && a == b);
}

/// A target that moves attributes by its own number, chosen by the bits.
fn numbered(number: usize, attributes: usize) -> TargetDeltas {
    let value = number as f32;
    let mut target = TargetDeltas::new();
    if attributes & 1 != 0 {
        target = target.with(Attribute::Position, Deltas::from_vec3(&[[value; 3]; 2]));
    }
    if attributes & 2 != 0 {
        let sparse = Deltas::Sparse { indices: vec![1], values: vec![value; 3] };
        target = target.with(Attribute::Normal, sparse);
    }
    target
}

#[test]
fn edited_targets_are_those_that_would_have_been_made_so_and_share_what_stays() {
    let mut model = vec![numbered(0, 3), numbered(1, 1)];
    let mut targets = MorphTargets::new(2, model.clone()).unwrap().unwrap();
    let (mut random, mut shared) = (1_u32, 0);
    for number in 2..200 {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let (kind, at) = (random >> 30, (random >> 8) as usize % model.len());
        let new = numbered(number, (random >> 4) as usize % 4);
        let before = targets.clone();
        match kind {
            0 | 1 if model.len() < 9 => {
                let at = (random >> 8) as usize % (model.len() + 1);
                model.insert(at, new.clone());
                targets = targets.with_target(at, new).unwrap();
            }
            2 if model.len() > 1 => {
                model.remove(at);
                targets = targets.without_target(at).unwrap().unwrap();
            }
            _ => {
                model[at] = new.clone();
                targets = targets.with_replaced(at, new).unwrap();
            }
        }
        let whole = MorphTargets::new(2, model.clone()).unwrap().unwrap();
        assert_eq!(targets, whole);
        for target in 0..targets.target_count() {
            for attribute in targets.attributes() {
                let pointer = |of: &MorphTargets, target| {
                    of.deltas(target, *attribute).map(core::ptr::from_ref)
                };
                let mine = pointer(&targets, target);
                let kept = (0..before.target_count()).any(|old| pointer(&before, old) == mine);
                shared += usize::from(mine.is_some() && kept);
            }
            assert!(targets.same_deltas(target, &whole, target), "the same bits elsewhere");
        }
    }
    assert!(shared > 400, "{shared} cells of targets that stayed are shared");
}

#[test]
fn edits_of_targets_are_checked_and_the_last_target_leaves_none() {
    let targets = MorphTargets::new(2, vec![numbered(1, 3)]).unwrap().unwrap();
    let none = TargetsError::NoSuchTarget { index: 1, target_count: 1 };
    assert_eq!(targets.without_target(1), Err(none));
    assert_eq!(targets.with_replaced(1, numbered(2, 1)), Err(none));
    let beyond = TargetsError::NoSuchTarget { index: 2, target_count: 1 };
    assert_eq!(targets.with_target(2, numbered(2, 1)), Err(beyond));
    let short = TargetDeltas::new().with(Attribute::Position, Deltas::Dense(vec![0.0; 3]));
    let error = targets.with_target(1, short.clone()).unwrap_err();
    assert_eq!(alloc::format!("{error}"), "target 1, POSITION: expected 2 deltas, got 1");
    assert!(targets.with_replaced(0, short).is_err());
    assert_eq!(targets.without_target(0), Ok(None));
}

#[test]
fn deltas_are_the_same_by_bits_and_by_the_way_they_are_stored() {
    let of = |deltas: Deltas| {
        let target = TargetDeltas::new().with(Attribute::Position, deltas);
        MorphTargets::new(1, vec![target]).unwrap().unwrap()
    };
    let zero = of(Deltas::Dense(vec![0.0; 3]));
    assert!(zero.same_deltas(0, &of(Deltas::Dense(vec![0.0; 3])), 0));
    assert!(!zero.same_deltas(0, &of(Deltas::Dense(vec![-0.0; 3])), 0));
    assert!(!zero.same_deltas(0, &of(Deltas::Sparse { indices: vec![], values: vec![] }), 0));
    assert!(!zero.same_deltas(1, &zero, 1), "no such target");
}
