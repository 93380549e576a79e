// A crowd that plays: weights of a time for each player, written as a row. A workgroup a player.
// Defines morph_crowd, morph_times, morph_rows, morph_row_header, morph_main.
// Expects morph_span (tracks/set.wgsl), morph_write_row (tracks/rows_*).

/// A header, then for each player its track and its row.
@group(MORPH_GROUP) @binding(MORPH_BINDING + 1u)
var<storage, read> morph_crowd: array<u32>;

/// Bits of each player's time, in seconds.
@group(MORPH_GROUP) @binding(MORPH_BINDING + 2u)
var<storage, read> morph_times: array<u32>;

@group(MORPH_GROUP) @binding(MORPH_BINDING + 3u)
var<storage, read_write> morph_rows: array<u32>;

/// The words that a row begins with.
fn morph_row_header(row: u32, active_count: u32) {
    morph_rows[row + MORPH_ROW_ACTIVE_COUNT] = active_count;
    morph_rows[row + MORPH_ROW_VERTEX_COUNT] = morph_crowd[MORPH_CROWD_VERTEX_COUNT];
    morph_rows[row + MORPH_ROW_FIRST_VERTEX] = morph_crowd[MORPH_CROWD_FIRST_VERTEX];
    morph_rows[row + MORPH_ROW_STRIDE] = morph_crowd[MORPH_CROWD_ROW_STRIDE];
}

/// Workgroups past the first row of the dispatch go on in the second dimension.
@compute @workgroup_size(MORPH_WORKGROUP)
fn morph_main(
    @builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32,
) {
    let number = group.y * MORPH_DISPATCH_ROW + group.x;
    if number >= morph_crowd[MORPH_CROWD_PLAYER_COUNT] {
        return;
    }
    let player = MORPH_CROWD_HEADER + number * MORPH_PLAYER_WORDS;
    let row = morph_crowd[player + MORPH_PLAYER_ROW] * morph_crowd[MORPH_CROWD_ROW_STRIDE];
    let span = morph_span(morph_crowd[player + MORPH_PLAYER_TRACK], morph_times[number]);
    morph_write_row(span, row, lane);
}
