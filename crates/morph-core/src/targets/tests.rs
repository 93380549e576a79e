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
