//! Small orders, seen whole.

use super::*;
use crate::{Attribute, Deltas, RemapError, TargetDeltas};
use alloc::vec;

fn sparse(indices: &[u32]) -> TargetDeltas {
    let values = vec![1.0; indices.len() * 3];
    TargetDeltas::new()
        .with(Attribute::Position, Deltas::Sparse { indices: indices.to_vec(), values })
}

fn line(count: usize) -> VertexAttributes {
    let positions: Vec<[f32; 3]> = (0..count).map(|v| [v as f32, 0.0, 0.0]).collect();
    VertexAttributes::new(count).with_positions(&positions).unwrap()
}

#[test]
fn vertices_of_one_set_are_neighbours_and_what_rests_comes_last() {
    let targets = MorphTargets::new(6, vec![sparse(&[1, 3, 5]), sparse(&[3, 4])]);
    let remap = VertexOrder::Signature.remap(&line(6), &targets.unwrap().unwrap());
    // {0}, {0, 1}, {1}, {}: each set differs from the one before by one target.
    assert_eq!(remap.old_vertices(), [1, 5, 3, 4, 0, 2]);
}

#[test]
fn a_stored_zero_moves_nothing() {
    let zeros = Deltas::Sparse { indices: vec![0], values: vec![0.0, -0.0, 0.0] };
    let still = TargetDeltas::new().with(Attribute::Normal, zeros);
    let targets = MorphTargets::new(3, vec![still, sparse(&[2])]).unwrap().unwrap();
    let remap = VertexOrder::Signature.remap(&line(3), &targets);
    assert_eq!(remap.old_vertices(), [2, 0, 1]);
}

#[test]
fn twins_are_neighbours_whatever_moves_them() {
    let positions = [[5.0, 0.0, 0.0], [0.0; 3], [5.0, 0.0, -0.0], [1.0, 0.0, 0.0]];
    let base = VertexAttributes::new(4).with_positions(&positions).unwrap();
    let targets = MorphTargets::new(4, vec![sparse(&[2])]).unwrap().unwrap();
    for order in [VertexOrder::Signature, VertexOrder::Morton] {
        let remap = order.remap(&base, &targets);
        assert_eq!(remap.new_vertices()[0] + 1, remap.new_vertices()[2], "{order:?}");
    }
}

#[test]
fn without_positions_equal_vertices_keep_their_order() {
    let targets = MorphTargets::new(4, vec![sparse(&[1, 2])]).unwrap().unwrap();
    let base = VertexAttributes::new(4);
    assert_eq!(VertexOrder::Signature.remap(&base, &targets).old_vertices(), [1, 2, 0, 3]);
    assert!(VertexOrder::Morton.remap(&base, &targets).is_identity());
}

#[test]
fn only_permutations_are_taken() {
    let out_of_range = RemapError::OutOfRange { place: 1, vertex: 2, vertex_count: 2 };
    assert_eq!(Remap::new(vec![0, 2]), Err(out_of_range));
    let twice = RemapError::Twice { vertex: 0, first: 1, second: 2 };
    assert_eq!(Remap::new(vec![1, 0, 0]), Err(twice));
    assert!(Remap::new(vec![]).is_ok_and(|remap| remap.is_identity()));
}

#[test]
fn arrays_of_other_lengths_and_indices_of_no_vertex_are_refused() {
    let remap = Remap::new(vec![1, 0]).unwrap();
    assert_eq!(remap.values(&[0.0; 5], 3), Err(RemapError::Length { expected: 6, found: 5 }));
    assert_eq!(
        remap.indices(&[1, 2]),
        Err(RemapError::Index { place: 1, index: 2, vertex_count: 2 })
    );
    let deltas = Deltas::Sparse { indices: vec![0], values: vec![0.0; 4] };
    assert_eq!(remap.deltas(&deltas, 3), Err(RemapError::Length { expected: 3, found: 4 }));
    let length = RemapError::Length { expected: 2, found: 3 };
    assert_eq!(remap.base(&line(3)), Err(length));
    let targets = MorphTargets::new(3, vec![sparse(&[0])]).unwrap().unwrap();
    assert_eq!(remap.targets(&targets), Err(length));
}
