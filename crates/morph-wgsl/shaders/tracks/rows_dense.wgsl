// A row with a weight for each target, then zeros.
// Defines morph_active_count, morph_write_row. Expects MorphSpan (tracks/set.wgsl), morph_curve
// (tracks/curve.wgsl), morph_crowd, morph_rows, morph_row_header (tracks/main.wgsl).

var<workgroup> morph_active_count: atomic<u32>;

/// Each lane has a target a turn.
fn morph_write_row(span: MorphSpan, row: u32, lane: u32) {
    let target_count = morph_crowd[MORPH_CROWD_TARGET_COUNT];
    let room = morph_crowd[MORPH_CROWD_ROW_STRIDE] - MORPH_ROW_HEADER;
    if lane == 0u {
        atomicStore(&morph_active_count, 0u);
    }
    workgroupBarrier();
    var active_count = 0u;
    for (var index = lane; index < room; index += MORPH_WORKGROUP) {
        var weight = 0u;
        if index < target_count {
            weight = morph_curve(span, index);
        }
        if (weight & 0x7fffffffu) != 0u {
            active_count++;
        }
        morph_rows[row + MORPH_ROW_HEADER + index] = weight;
    }
    atomicAdd(&morph_active_count, active_count);
    workgroupBarrier();
    if lane == 0u {
        morph_row_header(row, atomicLoad(&morph_active_count));
    }
}
