use super::*;
use alloc::vec;

#[test]
fn no_vertices_give_no_groups() {
    for seams in [Seams::new(&[]), Seams::default()] {
        assert_eq!((seams.vertex_count(), seams.group_count(), seams.twins().count()), (0, 0, 0));
    }
}

#[test]
fn groups_are_numbered_by_their_lowest_vertex() {
    let [a, b, c] = [[9.0, 0.0, 0.0], [1.0, 2.0, 3.0], [-5.0, 0.0, 0.0]];
    let seams = Seams::new(&[a, b, a, c, b, a]);
    assert_eq!(seams.groups(), [0, 1, 0, 2, 1, 0]);
    assert_eq!(seams.members(0), [0, 2, 5]);
    assert_eq!(seams.members(1), [1, 4]);
    assert_eq!(seams.members(2), [3]);
    assert_eq!(seams.twins().collect::<Vec<_>>(), vec![&[0, 2, 5][..], &[1, 4]]);
}

#[test]
fn the_sign_of_a_zero_is_no_other_place_and_a_last_bit_is() {
    let near = f32::from_bits(1.0_f32.to_bits() + 1);
    let seams = Seams::new(&[[0.0, 1.0, -0.0], [-0.0, 1.0, 0.0], [0.0, near, 0.0]]);
    assert_eq!(seams.groups(), [0, 0, 1]);
}

#[test]
fn positions_that_are_no_number_have_places_too() {
    let seams =
        Seams::new(&[[f32::NAN; 3], [f32::INFINITY; 3], [f32::NAN; 3], [-f32::INFINITY; 3]]);
    assert_eq!(seams.groups(), [0, 1, 0, 2]);
}

#[test]
fn every_vertex_is_in_its_group_once() {
    // A grid of 7 places, met in a scattered order.
    let positions: Vec<[f32; 3]> =
        (0..1000u32).map(|v| [((v * 5 + v / 3) % 7) as f32; 3]).collect();
    let seams = Seams::new(&positions);
    let mut seen = vec![0; positions.len()];
    for group in 0..seams.group_count() as u32 {
        let members = seams.members(group);
        assert!(members.windows(2).all(|pair| pair[0] < pair[1]), "{members:?}");
        for &vertex in members {
            assert_eq!(seams.group(vertex), group);
            assert_eq!(positions[vertex as usize], positions[members[0] as usize]);
            seen[vertex as usize] += 1;
        }
    }
    assert_eq!((seams.group_count(), seen), (7, vec![1; 1000]));
}
