//! Clusters, their boxes, and how they are stored.

use super::*;
use crate::{Deltas, MorphBounds, TargetDeltas};
use alloc::string::ToString;

fn line(count: usize) -> VertexAttributes {
    let positions: Vec<_> = (0..count).map(|x| [x as f32, 1.0, -2.0]).collect();
    VertexAttributes::new(count).with_positions(&positions).unwrap()
}

fn targets(count: usize, all: Vec<Deltas>) -> MorphTargets {
    let target = |deltas| TargetDeltas::new().with(Attribute::Position, deltas);
    MorphTargets::new(count, all.into_iter().map(target).collect()).unwrap().unwrap()
}

#[test]
fn clusters_are_of_32_vertices_until_there_are_64() {
    for (vertices, clusters) in [(1, 1), (32, 1), (33, 2), (2048, 64), (2049, 64), (9000, 64)] {
        let nothing = Deltas::Sparse { indices: vec![], values: vec![] };
        let bounds =
            ClusterBounds::new(&line(vertices), &targets(vertices, vec![nothing])).unwrap();
        assert_eq!(bounds.cluster_count(), clusters, "{vertices} vertices");
        let last = (vertices - 1) as f32;
        let expected = Aabb { min: [0.0, 1.0, -2.0], max: [last, 1.0, -2.0] };
        assert_eq!(bounds.bounds(&[3.0]), Ok(expected), "what moves nothing rounds nothing");
    }
}

#[test]
fn only_clusters_that_a_target_moves_grow() {
    let lift = Deltas::Sparse { indices: vec![0, 40], values: vec![5.0, 0.0, 0.0, -7.0, 9.0, 0.0] };
    let targets = targets(64, vec![lift]);
    let bounds = ClusterBounds::new(&line(64), &targets).unwrap();
    assert_eq!(bounds.cluster_count(), 2);
    let found = bounds.bounds(&[1.0]).unwrap();
    assert!(found.min[0] <= 0.0 && found.min[0] > -1e-4, "{found:?}");
    assert!(found.max[0] >= 63.0 && found.max[0] < 63.001, "{found:?}");
    assert!(found.max[1] >= 10.0 && found.max[1] < 10.001, "{found:?}");
    let whole = MorphBounds::new(&line(64), &targets).unwrap().bounds(&[1.0]).unwrap();
    assert!(whole.min[0] < -6.9 && whole.max[0] > 67.9, "{whole:?}");
    assert_eq!(bounds.bounds(&[]).unwrap().max, [63.0, 1.0, -2.0]);
}

#[test]
fn encoded_boxes_have_no_subnormal_side_and_hold_what_was_inside() {
    let tiny = f32::from_bits(3);
    let deltas = Deltas::from_vec3(&[[tiny, -tiny, 0.0], [1.0, -1.0, 2.0 * tiny]]);
    let bounds = ClusterBounds::new(&line(2), &targets(2, vec![deltas])).unwrap();
    let mut floats = vec![9.0; bounds.float_count()];
    bounds.encode_into(&mut floats).unwrap();
    let least = f32::MIN_POSITIVE;
    assert_eq!(floats, [0., 1., -2., 1., 1., -2., 0., -1., 0., 1., 0., least]);
    assert!(floats.iter().all(|side| side.to_bits() != 1 << 31), "{floats:?}");
    assert_eq!(
        bounds.encode_into(&mut floats[..11]),
        Err(LayoutError::Destination { expected: 12, found: 11 })
    );
}

#[test]
fn clusters_that_are_given_are_taken_and_others_refused_with_their_place() {
    let nothing = Deltas::Sparse { indices: vec![], values: vec![] };
    let (base, targets) = (line(5), targets(5, vec![nothing]));
    let given = |clusters: &[u32]| ClusterBounds::with_clusters(&base, &targets, clusters);
    let bounds = given(&[1, 0, 1, 0, 2]).unwrap();
    let mut floats = vec![9.0; bounds.float_count()];
    bounds.encode_into(&mut floats).unwrap();
    let (lows, highs) = ([1.0, 0.0, 4.0], [3.0, 2.0, 4.0]);
    for (cluster, one) in floats.chunks_exact(SIDES).take(3).enumerate() {
        assert_eq!((one[0], one[3]), (lows[cluster], highs[cluster]));
    }
    let refused = |clusters: &[u32]| given(clusters).unwrap_err().to_string();
    assert_eq!(refused(&[0; 4]), "clusters: expected one for each of 5 vertices, got 4");
    assert_eq!(refused(&[0, 0, 64, 0, 0]), "clusters[2]: expected at most 63, got 64");
    assert_eq!(refused(&[3, 0, 1, 0, 3]), "clusters: expected a vertex in each, got none in 2");
}
