// Records of blocks and entries.
// Defines MorphBlock, morph_block, morph_load_entry, morph_entry_codes, morph_entry_scales.
// Expects morph_words (deform/words.wgsl), MorphTask (deform/frame.wgsl).

/// A block's entries: word of their records, their number, how many are narrow, word of their codes.
struct MorphBlock {
    records: u32,
    count: u32,
    narrow: u32,
    codes: u32,
}

/// The record of the task's block. Word numbers inside a set count from its first word.
fn morph_block(task: MorphTask) -> MorphBlock {
    let at = task.set_word + MORPH_SET_HEADER + MORPH_BLOCK_WORDS * task.block;
    return MorphBlock(
        task.set_word + morph_words[at],
        morph_words[at + 1u],
        morph_words[at + 2u],
        task.set_word + morph_words[at + 3u],
    );
}

/// Target and scales of an entry as they are stored; nothing past the last entry.
fn morph_load_entry(block: MorphBlock, entry: u32) -> vec3<u32> {
    var loaded = vec3<u32>(0u);
    if entry < block.count {
        let at = block.records + MORPH_RECORD_WORDS * entry;
        loaded.x = morph_words[at];
        if MORPH_SCALED {
            loaded.y = morph_words[at + 1u];
        }
        if MORPH_SCALED && MORPH_HAS_TANGENT && MORPH_BAND_TANGENT > 1u {
            loaded.z = morph_words[at + 2u];
        }
    }
    return loaded;
}

/// Word where the codes of an entry begin.
fn morph_entry_codes(block: MorphBlock, entry: u32) -> u32 {
    if MORPH_WIDE && entry >= block.narrow {
        let wide = entry - block.narrow;
        return block.codes + block.narrow * MORPH_NARROW_WORDS + wide * MORPH_WIDE_WORDS;
    }
    return block.codes + entry * MORPH_NARROW_WORDS;
}

/// Scales of position, normal and tangent, each times the step of its codes.
fn morph_entry_scales(entry: vec3<u32>, wide: bool) -> vec3<f32> {
    if !MORPH_SCALED {
        return vec3<f32>(1.0);
    }
    // The first band is in the lower half of the first word, the second in the upper, and so on.
    let lower = bitcast<f32>(entry.y << 16u);
    let upper = bitcast<f32>(entry.y & 0xffff0000u);
    let third = bitcast<f32>(entry.z << 16u);
    let normal = select(lower, upper, MORPH_BAND_NORMAL == 1u);
    let tangent = select(select(lower, upper, MORPH_BAND_TANGENT == 1u), third, MORPH_BAND_TANGENT == 2u);
    let steps = vec3<f32>(MORPH_STEP_POSITION, MORPH_STEP_NORMAL, MORPH_STEP_TANGENT);
    return vec3<f32>(lower, normal, tangent) * select(steps, vec3<f32>(MORPH_STEP_WIDE), MORPH_WIDE && wide);
}
