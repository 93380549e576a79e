//! Crowds on the GPU: sampled weights are those of the CPU.

mod crowd;
mod golden;
mod later;
mod leaving;
mod pool;
mod row;

use crate::deform::dispatch::{UNTOUCHED, run_shader};
use crowd::{times_of, tracks};
use morph_core::animation::packed::{CrowdHeader, crowd_words, encode_crowd};
use morph_core::animation::{PackedTracks, Player, WeightTrack};
use morph_core::{dense_row_words, row_words};
use morph_tests::gpu;
use morph_wgsl::{TrackSampler, WeightsFormat, compose_tracks};
use row::assert_row;

/// Samples a crowd and compares each of its rows with the CPU; other words stay as they were.
#[track_caller]
fn check(kernel: TrackSampler, tracks: &[WeightTrack], crowd: &[(Player, f32)], targets: u32) {
    let stride = match kernel.format() {
        WeightsFormat::Rows => row_words(targets, 1),
        _ => dense_row_words(targets, 64),
    } as u32;
    let header = CrowdHeader {
        target_count: targets,
        row_stride: stride,
        vertex_count: 77,
        first_vertex: 13,
        ..CrowdHeader::default()
    };
    let players: Vec<Player> = crowd.iter().map(|member| member.0).collect();
    let times: Vec<u32> = crowd.iter().map(|member| member.1.to_bits()).collect();
    let packed = PackedTracks::new(tracks).unwrap();
    let mut words = vec![0; crowd_words(players.len() as u32) as usize];
    encode_crowd(&header, &players, &mut words).unwrap();
    let rows = players.iter().map(|player| player.row + 1).max().unwrap_or(1);
    let before = vec![UNTOUCHED; (rows * stride) as usize];
    let text = compose_tracks(&kernel);
    let read = [packed.words(), &words, &times];
    // More workgroups than players do no harm.
    let found = run_shader(kernel.into(), text, read, before, players.len() as u32 + 3);
    for (row, words) in (0..).zip(found.chunks_exact(stride as usize)) {
        match players.iter().position(|player| player.row == row) {
            None => assert!(words.iter().all(|&word| word == UNTOUCHED), "row {row}"),
            Some(at) => {
                let track = &tracks[players[at].track as usize];
                assert_row(kernel.format(), words, track, crowd[at].1, &header);
            }
        }
    }
}

#[test]
fn each_player_gets_the_weights_of_its_track_and_time() {
    eprintln!("adapter: {}", gpu().adapter);
    let tracks = tracks();
    for kernel in TrackSampler::ALL {
        // Fewer targets than tracks have, as many, more; more than a workgroup has lanes.
        for targets in [1, 5, 52, 150] {
            let mut crowd = Vec::new();
            for (number, track) in (0..).zip(&tracks) {
                for time in times_of(track) {
                    // Every third row is nobody's, and they do not ascend.
                    let row = crowd.len() as u32 * 3 / 2;
                    crowd.push((Player { track: number, row: row ^ 1 }, time));
                }
            }
            // Rows are exchanged in pairs where both are there.
            crowd.sort_by_key(|member| member.0.row);
            crowd.dedup_by_key(|member| member.0.row);
            for part in crowd.chunks(60) {
                let first = part[0].0.row;
                let part: Vec<_> = part
                    .iter()
                    .rev()
                    .map(|(player, time)| (Player { row: player.row - first, ..*player }, *time))
                    .collect();
                check(kernel, &tracks, &part, targets);
            }
        }
    }
}

#[test]
fn a_crowd_of_nobody_and_one_of_many_are_sampled() {
    let tracks = tracks();
    for kernel in TrackSampler::ALL {
        check(kernel, &tracks, &[], 5);
        let player = |row| Player { track: row % tracks.len() as u32, row };
        let many: Vec<_> = (0..700).map(|row| (player(row), row as f32 / 64.0 - 2.0)).collect();
        check(kernel, &tracks, &many, 5);
    }
}
