/* Targets written as packed sets, nothing left out (spec 4.4 to 4.6). */
#include "packed.h"

#include <math.h>
#include <string.h>

typedef struct {
    const MorphTargets *targets;
    MorphBands bands;
    size_t floats; /* of a row */
} Source;

static Source source_of(const MorphTargets *targets) {
    Source source = {targets, {{false}}, 0};
    for (int a = 0; a < MORPH_ATTRIBUTES; a++) source.bands.has[a] = morph_moves(targets, a); /* L3 */
    source.floats = (size_t)morph_band_offset(&source.bands, MORPH_ATTRIBUTES);
    return source;
}

/* All components of a vertex, zeros where there are none (L4); false where all are zeros. */
static bool gather(const Source *source, size_t target, uint64_t vertex, float *row) {
    float *values = row;
    for (int a = 0; a < MORPH_ATTRIBUTES; a++) {
        if (!source->bands.has[a]) continue;
        const MorphDeltas *deltas = &source->targets->targets[target].of[a];
        size_t position = 0;
        while (deltas->present && position < deltas->count && morph_vertex_of(deltas, position) != vertex) position++;
        bool there = deltas->present && position < deltas->count;
        for (int c = 0; c < morph_delta_floats(a); c++) *values++ = there ? morph_delta(deltas, position, c) : 0.0f;
    }
    for (size_t c = 0; c < source->floats; c++) {
        if (row[c] != 0) return true;
    }
    return false;
}

static bool in_block(const Source *source, uint64_t block, uint64_t vertex) {
    return vertex < (block + 1) * BLOCK && vertex < source->targets->vertices;
}

/* Whether a target moves a vertex from `first` on to `end`, and the largest magnitude in each band. */
static bool largest_of(const Source *source, size_t target, uint64_t first, uint64_t end, float *largest) {
    float row[COMPONENTS];
    bool moves = false;
    memset(largest, 0, MORPH_ATTRIBUTES * sizeof *largest);
    for (uint64_t v = first; v < end && v < source->targets->vertices; v++) {
        if (!gather(source, target, v, row)) continue;
        moves = true;
        const float *value = row;
        size_t band = 0;
        for (int a = 0; a < MORPH_ATTRIBUTES; a++) {
            if (!source->bands.has[a]) continue;
            for (int c = 0; c < morph_delta_floats(a); c++) largest[band] = fmaxf(largest[band], fabsf(*value++));
            band++;
        }
    }
    return moves;
}

/* K4: the upper half. */
static MorphReason scale_of(float largest, uint32_t *scale) {
    *scale = largest == 0 ? 0 : (uint32_t)(((uint64_t)morph_bits(fmaxf(largest, 0x1p-64f)) + 0xFFFF) >> 16);
    return *scale > 0x7F7F ? MORPH_TOO_LARGE : MORPH_OK;
}

/* L34 */
static uint32_t step_of(float largest) {
    if (largest == 0) return 0;
    float step = fmaxf(largest / 32767, 0x1p-126f);
    return morph_bits(step) - (isinf(step * 32767) ? 1 : 0);
}

static void steps_of(const Source *source, size_t target, uint32_t *steps) {
    float largest[MORPH_ATTRIBUTES];
    largest_of(source, target, 0, source->targets->vertices, largest);
    for (size_t band = 0; band < morph_band_count(&source->bands); band++) steps[band] = step_of(largest[band]);
}

static uint64_t count_entries(const Source *source, MorphKind kind) {
    float row[COMPONENTS], largest[MORPH_ATTRIBUTES];
    uint64_t count = 0, vertices = source->targets->vertices;
    for (size_t t = 0; kind != MORPH_DENSE && t < source->targets->count; t++) {
        if (kind == MORPH_ROWS) {
            for (uint64_t v = 0; v < vertices; v++) count += gather(source, t, v, row);
        } else {
            for (uint64_t v = 0; v < vertices; v += BLOCK) count += largest_of(source, t, v, v + BLOCK, largest);
        }
    }
    return count;
}

static MorphReason write_entry(const Source *source, const Planes *planes, MorphEncoding encoding, uint64_t block,
                               size_t target, const float *largest, uint32_t *record, uint32_t *codes) {
    uint32_t scales[MORPH_ATTRIBUTES] = {0};
    float factors[COMPONENTS] = {0}, row[COMPONENTS];
    MorphReason reason = MORPH_OK;
    record[0] = (uint32_t)target;
    for (size_t band = 0; encoding != MORPH_F32 && band < morph_band_count(&source->bands); band++) {
        reason = scale_of(largest[band], &scales[band]);
        if (reason != MORPH_OK) return reason;
        record[1 + band / 2] |= scales[band] << (16 * (band % 2));
    }
    factors_of_scales(&source->bands, planes, scales, factors);
    for (uint64_t v = block * BLOCK; in_block(source, block, v) && reason == MORPH_OK; v++) {
        if (gather(source, target, v, row)) reason = write_lane(planes, row, factors, v % BLOCK, codes);
    }
    return reason;
}

static MorphReason write_blocked(const Source *source, MorphEncoding encoding, const Header *header, uint32_t *words) {
    Planes planes = planes_of(&source->bands, encoding, BLOCK);
    uint32_t *record = words + header->word[RECORDS], *codes = words + header->word[VALUES];
    float largest[MORPH_ATTRIBUTES];
    for (uint64_t block = 0; block < header->word[COUNT]; block++) {
        uint32_t *table = words + HEADER + 4 * block;
        table[0] = (uint32_t)(record - words);
        table[3] = (uint32_t)(codes - words);
        for (size_t t = 0; t < source->targets->count; t++) {
            if (!largest_of(source, t, block * BLOCK, (block + 1) * BLOCK, largest)) continue;
            MorphReason reason = write_entry(source, &planes, encoding, block, t, largest, record, codes);
            if (reason != MORPH_OK) return reason;
            record += header->word[RECORD_WORDS];
            codes += planes.words;
            table[1] = table[2] = table[1] + 1;
        }
    }
    return MORPH_OK;
}

/* Target and codes, 16 bits each (R3). */
static void write_row_entry(const Source *source, size_t target, const float *row, const float *factors,
                            uint32_t *entry) {
    entry[0] = (uint32_t)target;
    for (size_t c = 0; c < source->floats; c++) {
        entry[(c + 1) / 2] |= integer_code(row[c], factors[c]) << (16 * ((c + 1) % 2));
    }
}

static void write_rows(const Source *source, const Header *header, uint32_t *words) {
    float row[COMPONENTS], factors[COMPONENTS];
    uint32_t *steps = words + header->word[VALUES], *entry = words + header->word[RECORDS];
    size_t bands = (size_t)morph_band_count(&source->bands);
    for (size_t t = 0; t < source->targets->count; t++) steps_of(source, t, steps + t * bands);
    for (uint64_t v = 0; v < source->targets->vertices; v++) {
        words[HEADER + v + 1] = words[HEADER + v];
        for (size_t t = 0; t < source->targets->count; t++) {
            if (!gather(source, t, v, row)) continue;
            factors_of_steps(&source->bands, steps + t * bands, factors);
            write_row_entry(source, t, row, factors, entry);
            entry += header->word[RECORD_WORDS];
            words[HEADER + v + 1]++;
        }
    }
}

static MorphReason write_dense(const Source *source, MorphEncoding encoding, const Header *header, uint32_t *words) {
    float row[COMPONENTS], factors[COMPONENTS];
    Planes planes = planes_of(&source->bands, encoding, (size_t)header->word[COUNT]);
    size_t bands = (size_t)morph_band_count(&source->bands);
    for (size_t t = 0; t < source->targets->count; t++) {
        uint32_t steps[MORPH_ATTRIBUTES] = {0}, *codes = words + header->word[VALUES] + t * planes.words;
        steps_of(source, t, steps);
        factors_of_steps(&source->bands, steps, factors);
        if (encoding == MORPH_BITS16) memcpy(words + HEADER + t * bands, steps, bands * sizeof *steps);
        for (uint64_t v = 0; v < source->targets->vertices; v++) {
            if (!gather(source, t, v, row)) continue;
            MorphReason reason = write_lane(&planes, row, factors, (size_t)v, codes);
            if (reason != MORPH_OK) return reason;
        }
    }
    return MORPH_OK;
}

static Header header_for(const Source *source, MorphKind kind, MorphEncoding encoding) {
    uint64_t vertices = source->targets->vertices, entries = count_entries(source, kind);
    return header_of(kind, encoding, &source->bands, vertices, source->targets->count, entries, 0);
}

MorphReason morph_packed_size(MorphKind kind, MorphEncoding encoding, const MorphTargets *targets, size_t *words) {
    Source source = source_of(targets);
    MorphReason reason = morph_check_not_empty(targets->vertices, targets->count, &source.bands);
    if (reason != MORPH_OK) return reason;
    uint64_t size = header_for(&source, kind, encoding).word[SIZE];
    *words = (size_t)size;
    return size > UINT32_MAX ? MORPH_BUFFER_TOO_LARGE : MORPH_OK; /* L31 */
}

MorphReason morph_packed_write(MorphKind kind, MorphEncoding encoding, const MorphTargets *targets, uint32_t *words) {
    Source source = source_of(targets);
    Header header = header_for(&source, kind, encoding);
    memset(words, 0, (size_t)header.word[SIZE] * sizeof *words);
    for (size_t i = 0; i < HEADER; i++) words[i] = (uint32_t)header.word[i];
    if (kind == MORPH_BLOCKED) return write_blocked(&source, encoding, &header, words);
    if (kind == MORPH_DENSE) return write_dense(&source, encoding, &header, words);
    write_rows(&source, &header, words);
    return MORPH_OK;
}
