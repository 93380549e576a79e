use super::*;
use crate::{Deltas, MorphTargets, TargetDeltas, WeightsError};
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

fn targets(vertex_count: usize, targets: Vec<TargetDeltas>) -> MorphTargets {
    MorphTargets::new(vertex_count, targets).unwrap().unwrap()
}

fn one(attribute: Attribute, deltas: Deltas, vertex_count: usize) -> MorphTargets {
    targets(vertex_count, vec![TargetDeltas::new().with(attribute, deltas)])
}

fn dense(values: &[f32]) -> Deltas {
    Deltas::Dense(values.to_vec())
}

fn base() -> VertexAttributes {
    VertexAttributes::new(2)
        .with_positions(&[[1.0, -0.0, 3.0], [4.0, 5.0, 6.0]])
        .unwrap()
        .with_normals(&[[0.0, 0.0, 2.0], [0.0, 1.0, 0.0]])
        .unwrap()
        .with_tangents(&[[1.0, 0.0, 0.0, -1.0], [3.0, 0.0, 0.0, 0.5]])
        .unwrap()
}

fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|v| v.to_bits()).collect()
}

#[track_caller]
fn check(
    base: &VertexAttributes,
    targets: &MorphTargets,
    weights: &[f32],
    normalize: Normalize,
    attribute: Attribute,
    expected: &[f32],
) {
    let morphed = blend(base, targets, weights, normalize).unwrap();
    assert_eq!(bits(morphed.values(attribute).unwrap()), bits(expected), "{morphed:?}");
}

#[test]
fn the_result_is_the_base_plus_weighted_deltas() {
    let targets = targets(
        2,
        vec![
            TargetDeltas::new().with(Attribute::Position, dense(&[2.0, 0.0, 0.0, 0.0, 2.0, 0.0])),
            TargetDeltas::new(),
            TargetDeltas::new().with(
                Attribute::Position,
                Deltas::Sparse { indices: vec![1], values: vec![0.0, 0.0, 4.0] },
            ),
        ],
    );
    let expected = [2.0, 0.0, 3.0, 4.0, 6.0, 5.0];
    let weights = [0.5, 1.0, -0.25];
    check(&base(), &targets, &weights, Normalize::Yes, Attribute::Position, &expected);
}

#[test]
fn targets_are_added_in_ascending_order() {
    // In f32, (1 + 1e8) - 1e8 is 0 and 1 + (1e8 - 1e8) is 1.
    let along_x = |x| TargetDeltas::new().with(Attribute::Position, dense(&[x, 0.0, 0.0]));
    let base = VertexAttributes::new(1).with_positions(&[[1.0, 0.0, 0.0]]).unwrap();
    // Eleven targets: a pass of eight rows, and the rows after it.
    for place in 0..10 {
        let mut list = vec![along_x(0.0); 11];
        list[place] = along_x(1e8);
        list[10] = along_x(-1e8);
        let expected = [0.0, 0.0, 0.0];
        let weights = [1.0; 11];
        let targets = targets(1, list);
        check(&base, &targets, &weights, Normalize::Yes, Attribute::Position, &expected);
    }
}

#[test]
fn negative_weights_and_weights_beyond_one_pass() {
    let targets = one(Attribute::Position, dense(&[1.0; 6]), 2);
    let expected = [-1.0, -2.0, 1.0, 2.0, 3.0, 4.0];
    check(&base(), &targets, &[-2.0], Normalize::Yes, Attribute::Position, &expected);
    let expected = [101.0, 100.0, 103.0, 104.0, 105.0, 106.0];
    check(&base(), &targets, &[100.0], Normalize::Yes, Attribute::Position, &expected);
}

#[test]
fn at_zero_weights_positions_are_the_base_bit_for_bit() {
    let targets = one(Attribute::Position, dense(&[0.5; 6]), 2);
    let expected = [1.0, -0.0, 3.0, 4.0, 5.0, 6.0];
    for weights in [&[][..], &[0.0], &[-0.0], &[0.0, 5.0]] {
        check(&base(), &targets, weights, Normalize::Yes, Attribute::Position, &expected);
    }
}

#[test]
fn directions_are_normalised_at_zero_weights_only_where_asked() {
    let targets = one(Attribute::Normal, dense(&[0.5; 6]), 2);
    let raw = [0.0, 0.0, 2.0, 0.0, 1.0, 0.0];
    check(&base(), &targets, &[0.0], Normalize::No, Attribute::Normal, &raw);
    let unit = [0.0, 0.0, 1.0, 0.0, 1.0, 0.0];
    check(&base(), &targets, &[0.0], Normalize::Yes, Attribute::Normal, &unit);
}

#[test]
fn an_attribute_without_target_is_not_normalised() {
    let targets = one(Attribute::Position, dense(&[0.5; 6]), 2);
    let expected = [0.0, 0.0, 2.0, 0.0, 1.0, 0.0];
    check(&base(), &targets, &[1.0], Normalize::Yes, Attribute::Normal, &expected);
    let expected = [1.0, 0.0, 0.0, -1.0, 3.0, 0.0, 0.0, 0.5];
    check(&base(), &targets, &[1.0], Normalize::Yes, Attribute::Tangent, &expected);
}

#[test]
fn handedness_is_the_base_bit_for_bit() {
    let targets = one(Attribute::Tangent, dense(&[-1.0, 2.0, 0.0, 0.0, 0.0, 4.0]), 2);
    let expected = [0.0, 1.0, 0.0, -1.0, 0.6, 0.0, 0.8, 0.5];
    check(&base(), &targets, &[1.0], Normalize::Yes, Attribute::Tangent, &expected);
    let expected = [0.0, 2.0, 0.0, -1.0, 3.0, 0.0, 4.0, 0.5];
    check(&base(), &targets, &[1.0], Normalize::No, Attribute::Tangent, &expected);
}

#[test]
fn a_sum_without_direction_becomes_zero_and_stays_raw_without_normalising() {
    let deltas = [0.0, 0.0, -2.0, f32::MAX, -1.0, f32::MAX];
    let targets = one(Attribute::Normal, dense(&deltas), 2);
    check(&base(), &targets, &[1.0], Normalize::Yes, Attribute::Normal, &[0.0; 6]);
    let raw = [0.0, 0.0, 0.0, f32::MAX, 0.0, f32::MAX];
    check(&base(), &targets, &[1.0], Normalize::No, Attribute::Normal, &raw);
}

#[test]
fn a_base_without_normals_keeps_its_tangents() {
    let base = VertexAttributes::new(1).with_tangents(&[[2.0, 0.0, 0.0, 1.0]]).unwrap();
    let list = TargetDeltas::new()
        .with(Attribute::Tangent, dense(&[0.0, 1.0, 0.0]))
        .with(Attribute::Normal, dense(&[0.0, 1.0, 0.0]));
    let targets = targets(1, vec![list]);
    let expected = [2.0, 0.0, 0.0, 1.0];
    check(&base, &targets, &[1.0], Normalize::Yes, Attribute::Tangent, &expected);
    assert!(!blend(&base, &targets, &[1.0], Normalize::Yes).unwrap().has(Attribute::Normal));
}

#[test]
fn texture_coordinates_are_a_plain_sum() {
    let base = VertexAttributes::new(1).with_texcoords(1, &[[0.5, 0.5]]).unwrap();
    let targets = one(Attribute::TexCoord(1), dense(&[2.0, -2.0]), 1);
    check(&base, &targets, &[1.0], Normalize::Yes, Attribute::TexCoord(1), &[2.5, -1.5]);
}

#[test]
fn the_first_colours_are_clamped_where_a_target_moves_them() {
    let color = [[0.5, 0.5, 0.25, 2.0]];
    let base =
        VertexAttributes::new(1).with_colors(0, &color).unwrap().with_colors(1, &color).unwrap();
    let deltas = dense(&[1.0, -1.0, 0.25, 0.0]);
    let moved = TargetDeltas::new()
        .with(Attribute::Color(0), deltas.clone())
        .with(Attribute::Color(1), deltas.clone());
    let both = targets(1, vec![moved]);
    check(&base, &both, &[1.0], Normalize::No, Attribute::Color(0), &[1.0, 0.0, 0.5, 1.0]);
    check(&base, &both, &[1.0], Normalize::No, Attribute::Color(1), &[1.5, -0.5, 0.5, 2.0]);
    let other = one(Attribute::Color(1), deltas, 1);
    check(&base, &other, &[1.0], Normalize::No, Attribute::Color(0), &[0.5, 0.5, 0.25, 2.0]);
}

#[test]
fn rgb_colours_ignore_alpha_deltas() {
    let mut base = VertexAttributes::new(1);
    base.insert(Attribute::Color(0), 3, vec![0.25, 0.5, 0.75]).unwrap();
    let targets = one(Attribute::Color(0), dense(&[0.25, 0.25, 0.5, 9.0]), 1);
    check(&base, &targets, &[1.0], Normalize::Yes, Attribute::Color(0), &[0.5, 0.75, 1.0]);
}

#[test]
fn a_weight_that_is_no_number_is_an_error_naming_its_index() {
    let targets = one(Attribute::Position, dense(&[1.0; 6]), 2);
    for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let error = blend(&base(), &targets, &[0.0, value], Normalize::Yes).unwrap_err();
        let BlendError::Weights(WeightsError::NonFinite { index: 1, .. }) = error else {
            panic!("{error}");
        };
    }
}

#[test]
fn every_wrong_shape_is_named() {
    let fit = one(Attribute::Position, dense(&[1.0; 6]), 2);
    let other = one(Attribute::Position, dense(&[1.0; 3]), 1);
    let texts = [
        blend(&base(), &other, &[], Normalize::Yes).unwrap_err(),
        blend_vertex(&base(), &fit, &[], Normalize::Yes, 2).unwrap_err(),
        blend_into(&base(), &fit, &[], Normalize::Yes, &mut VertexAttributes::new(2)).unwrap_err(),
        blend_attribute_into(
            &base(),
            &fit,
            Attribute::Position,
            &[],
            Normalize::Yes,
            &mut [0.0; 5],
        )
        .unwrap_err(),
        blend_attribute_into(&base(), &fit, Attribute::Color(0), &[], Normalize::Yes, &mut [0.0])
            .unwrap_err(),
    ]
    .map(|error| error.to_string());
    assert_eq!(
        texts,
        [
            "targets: expected 2 vertices as in the base, got 1",
            "vertex 2: there are 2",
            "output POSITION: not there with the base's components",
            "POSITION: expected 6 floats, got 5",
            "COLOR_0: expected 0 floats, got 1",
        ]
    );
}

#[test]
fn one_vertex_is_the_vertex_of_the_whole_blend() {
    let moved = TargetDeltas::new()
        .with(Attribute::Position, dense(&[0.1, 0.2, 0.3, 0.4, 0.5, 0.6]))
        .with(Attribute::Tangent, dense(&[0.1; 6]))
        .with(Attribute::Normal, Deltas::Sparse { indices: vec![1], values: vec![0.3; 3] });
    let targets = targets(2, vec![moved]);
    let whole = blend(&base(), &targets, &[0.7], Normalize::Yes).unwrap();
    for vertex in 0..2 {
        let one = blend_vertex(&base(), &targets, &[0.7], Normalize::Yes, vertex).unwrap();
        assert_eq!(one.position, Some(whole.positions().unwrap()[vertex]));
        assert_eq!(one.normal, Some(whole.normals().unwrap()[vertex]));
        assert_eq!(one.tangent, Some(whole.tangents().unwrap()[vertex]));
    }
}
