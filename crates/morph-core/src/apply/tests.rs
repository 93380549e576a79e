use super::*;
use crate::WeightsError;
use alloc::vec;

const BASE: AttributeSlices<'_> = AttributeSlices {
    positions: Some(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]),
    normals: Some(&[0.0, 0.0, 1.0, 0.0, 1.0, 0.0]),
    tangents: Some(&[1.0, 0.0, 0.0, -1.0, 0.0, 1.0, 0.0, 1.0]),
};
const FIRST: AttributeSlices<'_> = AttributeSlices {
    positions: Some(&[2.0, 0.0, 0.0, 0.0, 2.0, 0.0]),
    normals: Some(&[0.0, 1.0, 0.0, 1.0, 0.0, 0.0]),
    tangents: Some(&[0.0, 1.0, 0.0, 1.0, 0.0, 0.0]),
};
const SECOND: AttributeSlices<'_> = AttributeSlices {
    positions: Some(&[0.0, 4.0, 0.0, 0.0, 0.0, 4.0]),
    normals: None,
    tangents: None,
};

const fn positions(values: &[f32]) -> AttributeSlices<'_> {
    AttributeSlices { positions: Some(values), normals: None, tangents: None }
}

#[track_caller]
fn assert_close(found: Option<&Vec<f32>>, expected: &[f32]) {
    let found = found.expect("an array");
    assert_eq!(found.len(), expected.len());
    for (f, e) in found.iter().zip(expected) {
        assert!((f - e).abs() <= 1e-6, "{found:?}, expected {expected:?}");
    }
}

#[test]
fn two_targets_move_positions_normals_and_tangents() {
    let morphed = apply_morph_targets(BASE, &[FIRST, SECOND], &[0.5, 0.25]).unwrap();
    assert_eq!(morphed.positions, Some(vec![2.0, 3.0, 3.0, 4.0, 6.0, 7.0]));
    let (long, short) = (0.894_427_2, 0.447_213_6);
    assert_close(morphed.normals.as_ref(), &[0.0, short, long, short, long, 0.0]);
    assert_close(morphed.tangents.as_ref(), &[long, short, 0.0, -1.0, short, long, 0.0, 1.0]);
}

#[test]
fn the_base_is_not_modified_and_the_arrays_are_new() {
    let base = vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];
    let right = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    let up = [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    let targets = [positions(&right), positions(&up)];
    let morphed = apply_morph_targets(positions(&base), &targets, &[0.5, 0.25]).unwrap();
    let new = morphed.positions.unwrap();
    assert_eq!(new[..3], [0.5, 0.25, 0.0]);
    assert_eq!(new[3..], base[3..]);
    assert_eq!(base[..3], [0.0; 3]);
    assert_eq!((morphed.normals, morphed.tangents), (None, None));
}

#[test]
fn more_targets_than_four_all_count() {
    let deltas: Vec<[f32; 3]> = (1..=8_u8).map(|x| [f32::from(x), 0.0, 0.0]).collect();
    let targets: Vec<_> = deltas.iter().map(|d| positions(d)).collect();
    let morphed = apply_morph_targets(positions(&[0.0; 3]), &targets, &[0.25; 8]).unwrap();
    assert_eq!(morphed.positions, Some(vec![9.0, 0.0, 0.0]));
}

#[test]
fn tangent_deltas_of_three_and_four_floats_are_the_same() {
    let padded = [0.0, 1.0, 0.0, 99.0, 1.0, 0.0, 0.0, f32::NAN];
    let four = AttributeSlices { tangents: Some(&padded), ..FIRST };
    for weights in [[1.0, 0.0], [-0.5, 2.0]] {
        assert_eq!(
            apply_morph_targets(BASE, &[four, SECOND], &weights),
            apply_morph_targets(BASE, &[FIRST, SECOND], &weights)
        );
    }
}

#[test]
fn missing_weights_are_zero_and_extra_ones_are_ignored() {
    let full = apply_morph_targets(BASE, &[FIRST, SECOND], &[0.5, 0.0]);
    assert_eq!(apply_morph_targets(BASE, &[FIRST, SECOND], &[0.5]), full);
    assert_eq!(apply_morph_targets(BASE, &[FIRST, SECOND], &[0.5, 0.0, 7.0]), full);
    let none = apply_morph_targets(BASE, &[FIRST, SECOND], &[]).unwrap();
    assert_eq!(none.positions.as_deref(), BASE.positions);
}

#[test]
fn what_the_base_lacks_is_not_made() {
    let base = AttributeSlices { normals: None, ..BASE };
    let morphed = apply_morph_targets(base, &[FIRST], &[1.0]).unwrap();
    assert_eq!(morphed.normals, None);
    assert!(morphed.tangents.is_some());
    let nothing = apply_morph_targets(AttributeSlices::default(), &[FIRST], &[1.0]);
    assert_eq!(nothing, Ok(MorphedAttributes::default()));
}

#[test]
fn opposite_normals_give_zero() {
    let base = AttributeSlices { normals: Some(&[0.0, 0.0, 1.0]), ..Default::default() };
    let back = AttributeSlices { normals: Some(&[0.0, 0.0, -1.0]), ..Default::default() };
    let morphed = apply_morph_targets(base, &[back], &[1.0]).unwrap();
    assert_eq!(morphed.normals, Some(vec![0.0; 3]));
}

#[test]
fn every_wrong_length_and_weight_is_named() {
    let short = AttributeSlices { normals: Some(&[0.0; 5]), ..BASE };
    for (base, targets, weights, error) in [
        (
            positions(&[0.0; 4]),
            vec![],
            [0.0],
            BlendError::Length { attribute: Attribute::Position, expected: 3, found: 4 },
        ),
        (
            short,
            vec![],
            [0.0],
            BlendError::Length { attribute: Attribute::Normal, expected: 6, found: 5 },
        ),
        (
            BASE,
            vec![FIRST, short],
            [0.0],
            BlendError::TargetLength {
                target: 1,
                attribute: Attribute::Normal,
                expected: 6,
                found: 5,
            },
        ),
        (
            BASE,
            vec![FIRST],
            [f32::INFINITY],
            BlendError::Weights(WeightsError::NonFinite { index: 0, value: f32::INFINITY }),
        ),
    ] {
        assert_eq!(apply_morph_targets(base, &targets, &weights), Err(error));
    }
}

#[test]
fn no_vertices_give_empty_arrays() {
    let morphed = apply_morph_targets(positions(&[]), &[positions(&[])], &[1.0]).unwrap();
    assert_eq!(morphed.positions, Some(vec![]));
}
