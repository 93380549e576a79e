//! The group `tracks`.

use crate::refusal::{Refusal, of_animation, of_pack_tracks};
use morph_core::animation::packed::{crowd_words, encode_crowd};
use morph_core::animation::{Cursor, PackedTracks};
use morph_core::{ActiveList, encode_dense_row, encode_row};
use morph_tests::golden::{Case, CrowdCase, cases};

#[test]
fn words_of_tracks_and_crowds_are_exact_and_rows_hold_what_they_play() {
    let mut counts = [0, 0];
    for case in cases("tracks") {
        let found = check(&case);
        counts[usize::from(found.is_err())] += 1;
        match found {
            Err(refusal) => case.assert_refused(refusal),
            Ok(()) => assert_eq!(case.refusal(), None, "{}", case.name),
        }
    }
    assert!(counts[0] > 30 && counts[1] > 8, "{counts:?}");
}

fn check(case: &Case) -> Result<(), Refusal> {
    let crowd = case.crowd().map_err(|error| of_animation(&error))?;
    let packed = PackedTracks::new(&crowd.tracks).map_err(|error| of_pack_tracks(&error))?;
    let rows = rows(&crowd, &packed)?;
    case.assert_numbers("tracks", packed.words().iter().map(|&word| word.into()));
    let mut words = vec![7; crowd_words(crowd.players.len() as u32) as usize];
    encode_crowd(&crowd.header, &crowd.players, &mut words).unwrap();
    case.assert_numbers("crowd", words.into_iter().map(u64::from));
    crowd.assert_rows(case, "sample_into", &rows, true);
    Ok(())
}

/// The rows of a crowd, from tracks that were packed.
fn rows(crowd: &CrowdCase, packed: &PackedTracks) -> Result<Vec<u32>, Refusal> {
    let (tracks, header) = (packed.decode(), &crowd.header);
    let mut rows = crowd.untouched();
    let mut weights = vec![-77.0; header.target_count as usize];
    for (player, &time) in crowd.players.iter().zip(&crowd.times) {
        let track = &tracks[player.track as usize];
        let sampled = track.sample_into(time, &mut Cursor::default(), &mut weights);
        sampled.map_err(|error| of_animation(&error))?;
        let (vertices, first) = (header.vertex_count, header.first_vertex);
        let row = &mut rows[crowd.row(player.row)];
        if crowd.dense {
            encode_dense_row(&weights, vertices, first, row).unwrap();
        } else {
            let mut active = ActiveList::default();
            active.fill(&weights, weights.len());
            encode_row(vertices, first, &active, row).unwrap();
        }
    }
    Ok(rows)
}
