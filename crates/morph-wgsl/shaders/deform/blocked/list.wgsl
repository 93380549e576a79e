// The active entries of a block, gathered once for all its vertices, in ascending order.
// Defines morph_ballot, MorphTally, morph_tally, morph_gather.
// Expects MorphBlock, morph_entry_codes, morph_entry_scales (deform/blocked/record.wgsl), morph_cached
// (deform/blocked/cache.wgsl), morph_live (deform/run.wgsl), morph_list_sets (deform/blocked/sets_*).

/// A bit for each entry that is active.
var<workgroup> morph_ballot: array<atomic<u32>, MORPH_BALLOTS>;

/// Active entries in the words of the ballot: before this lane's word, of all, of narrow ones.
struct MorphTally {
    before: u32,
    all: u32,
    narrow: u32,
}

/// Adds word `k` of the ballot; `narrow` lanes hold narrow entries.
fn morph_tally(tally: MorphTally, k: u32, word: u32, narrow: u32) -> MorphTally {
    if k >= MORPH_BALLOT_WORDS {
        return tally;
    }
    let bits = atomicLoad(&morph_ballot[k]);
    let ones = countOneBits(bits);
    var narrow_ones = ones;
    if MORPH_WIDE {
        let lanes = clamp(narrow, 32u * k, 32u * k + 32u) - 32u * k;
        narrow_ones = countOneBits(extractBits(bits, 0u, lanes));
    }
    let before = select(0u, ones, k < word);
    return MorphTally(tally.before + before, tally.all + ones, tally.narrow + narrow_ones);
}

/// Lists the active ones of the entries from `first` on, of which each lane holds one.
fn morph_gather(
    block: MorphBlock, first: u32, index: u32, entry: vec3<u32>, weights: u32,
) -> MorphTally {
    if index < MORPH_BALLOTS {
        atomicStore(&morph_ballot[index], 0u);
    }
    workgroupBarrier();
    let number = first + index;
    var weight = 0.0;
    if number < block.count {
        weight = morph_cached(weights, entry.x);
    }
    let word = index / 32u;
    if weight != 0.0 {
        atomicOr(&morph_ballot[word], 1u << (index % 32u));
    }
    workgroupBarrier();
    let narrow = max(block.narrow, first) - first;
    var tally = MorphTally(0u, 0u, 0u);
    tally = morph_tally(tally, 0u, word, narrow);
    tally = morph_tally(tally, 1u, word, narrow);
    tally = morph_tally(tally, 2u, word, narrow);
    tally = morph_tally(tally, 3u, word, narrow);
    tally = morph_tally(tally, 4u, word, narrow);
    tally = morph_tally(tally, 5u, word, narrow);
    tally = morph_tally(tally, 6u, word, narrow);
    tally = morph_tally(tally, 7u, word, narrow);
    if weight != 0.0 {
        let below = (1u << (index % 32u)) - 1u;
        let rank = tally.before + countOneBits(atomicLoad(&morph_ballot[word]) & below);
        let scales = weight * morph_entry_scales(entry, number >= block.narrow);
        morph_live[rank] = vec4<u32>(morph_entry_codes(block, number), bitcast<vec3<u32>>(scales));
        morph_list_sets(rank, block, number, weight);
    }
    workgroupBarrier();
    return tally;
}
