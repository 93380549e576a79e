//! The golden vectors of crowds, through the kernels.

use crate::deform::dispatch::run_shader;
use morph_core::animation::PackedTracks;
use morph_core::animation::packed::{crowd_words, encode_crowd};
use morph_tests::golden::cases;
use morph_wgsl::{TrackSampler, compose_tracks};

#[test]
fn both_kernels_meet_the_vectors() {
    let (mut met, mut refused) = ([0, 0], 0);
    for case in cases("tracks") {
        // What the CPU refuses never meets a kernel.
        if case.refusal().is_some() {
            refused += 1;
            continue;
        }
        let crowd = case.crowd().unwrap();
        let packed = PackedTracks::new(&crowd.tracks).unwrap();
        let count = crowd.players.len() as u32;
        let mut words = vec![0; crowd_words(count) as usize];
        encode_crowd(&crowd.header, &crowd.players, &mut words).unwrap();
        let times: Vec<u32> = crowd.times.iter().map(|time| time.to_bits()).collect();
        let kernel = if crowd.dense { TrackSampler::DENSE } else { TrackSampler::PAIRS };
        let read = [packed.words(), &words, &times];
        let text = compose_tracks(&kernel);
        let found = run_shader(kernel.into(), text, read, crowd.untouched(), count.max(1));
        crowd.assert_rows(&case, &kernel.name(), &found, false);
        met[usize::from(crowd.dense)] += 1;
    }
    assert!(met.iter().all(|&met| met > 15) && refused > 8, "{met:?}, {refused} refused");
}
