// Tracks in storage: a record each, then the times and the values of their keys.
// Defines morph_tracks, MorphSpan, morph_rank, morph_span. Expects nothing.

@group(MORPH_GROUP) @binding(MORPH_BINDING)
var<storage, read> morph_tracks: array<u32>;

/// Where a time lies in a track.
struct MorphSpan {
    /// Word of the weight that the last key at or before the time has for target 0.
    word: u32,
    target_count: u32,
    /// How the weights go on from there; MORPH_MODE_STEP where that key's are given as they are.
    mode: u32,
    /// Seconds to the next key, and the share of them that has passed.
    seconds: f32,
    share: f32,
}

/// A number that grows with a float of these bits: zeros of both signs are equal, infinities are the
/// ends, and numbers that a device flushes to zero keep their places.
fn morph_rank(bits: u32) -> i32 {
    let magnitude = bitcast<i32>(bits & 0x7fffffffu);
    return select(magnitude, -magnitude, magnitude != bitcast<i32>(bits));
}

/// Where a time, given as bits, lies in a track. Keys are compared exactly: at the time of a key its
/// own weights are given, before the first and after the last key those of the first and the last.
fn morph_span(track: u32, time: u32) -> MorphSpan {
    let record = MORPH_TRACKS_HEADER + track * MORPH_TRACK_WORDS;
    let first_word = morph_tracks[record + MORPH_TRACK_FIRST_WORD];
    let key_count = morph_tracks[record + MORPH_TRACK_KEY_COUNT];
    let target_count = morph_tracks[record + MORPH_TRACK_TARGET_COUNT];
    let mode = morph_tracks[record + MORPH_TRACK_MODE];
    let now = morph_rank(time);
    var key = 0u;
    var end = key_count;
    while end - key > 1u {
        let middle = (key + end) / 2u;
        if morph_rank(morph_tracks[first_word + middle]) <= now {
            key = middle;
        } else {
            end = middle;
        }
    }
    let start = morph_tracks[first_word + key];
    var row = key;
    if mode == MORPH_MODE_CUBIC_SPLINE {
        row = MORPH_SPLINE_PARTS * key + MORPH_SPLINE_VALUES;
    }
    let word = first_word + key_count + row * target_count;
    if mode == MORPH_MODE_STEP || key + 1u == key_count || now <= morph_rank(start) {
        return MorphSpan(word, target_count, MORPH_MODE_STEP, 1.0, 0.0);
    }
    let begin = bitcast<f32>(start);
    let seconds = bitcast<f32>(morph_tracks[first_word + key + 1u]) - begin;
    return MorphSpan(word, target_count, mode, seconds, (bitcast<f32>(time) - begin) / seconds);
}
