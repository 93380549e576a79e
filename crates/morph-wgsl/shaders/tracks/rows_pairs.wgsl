// A row of (index, weight) pairs of the active targets, ascending, then zeros.
// Defines morph_ballot, morph_write_row. Expects MorphSpan (tracks/set.wgsl), morph_curve
// (tracks/curve.wgsl), morph_crowd, morph_rows, morph_row_header (tracks/main.wgsl).

/// A bit for each lane whose target is active.
var<workgroup> morph_ballot: array<atomic<u32>, MORPH_BALLOTS>;

/// Each lane has a target a turn; its pair's place is the number of active targets before it.
fn morph_write_row(span: MorphSpan, row: u32, lane: u32) {
    let target_count = morph_crowd[MORPH_CROWD_TARGET_COUNT];
    let word = lane / 32u;
    let below = (1u << (lane % 32u)) - 1u;
    var active_count = 0u;
    for (var first = 0u; first < target_count; first += MORPH_WORKGROUP) {
        if lane < MORPH_BALLOTS {
            atomicStore(&morph_ballot[lane], 0u);
        }
        workgroupBarrier();
        let index = first + lane;
        var weight = 0u;
        if index < target_count {
            weight = morph_curve(span, index);
        }
        let is_active = (weight & 0x7fffffffu) != 0u;
        if is_active {
            atomicOr(&morph_ballot[word], 1u << (lane % 32u));
        }
        workgroupBarrier();
        var before = active_count + countOneBits(atomicLoad(&morph_ballot[word]) & below);
        for (var ballot = 0u; ballot < MORPH_BALLOTS; ballot++) {
            let ones = countOneBits(atomicLoad(&morph_ballot[ballot]));
            before += select(0u, ones, ballot < word);
            active_count += ones;
        }
        if is_active {
            let pair = row + MORPH_ROW_HEADER + 2u * before;
            morph_rows[pair] = index;
            morph_rows[pair + 1u] = weight;
        }
        workgroupBarrier();
    }
    let end = row + morph_crowd[MORPH_CROWD_ROW_STRIDE];
    for (var at = row + MORPH_ROW_HEADER + 2u * active_count + lane; at < end; at += MORPH_WORKGROUP) {
        morph_rows[at] = 0u;
    }
    if lane == 0u {
        morph_row_header(row, active_count);
    }
}
