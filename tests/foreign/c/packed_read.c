/* Words of packed sets, read (spec L37, K10, R4). */
#include "packed.h"

/* Encodings of each kind, as bits. */
static const unsigned encodings_of[] = {
    [MORPH_BLOCKED] = 1u << MORPH_F32 | 1u << MORPH_BITS16 | 1u << MORPH_EIGHT_BYTES | 1u << MORPH_SIX_BYTES |
                      1u << MORPH_BOUNDED,
    [MORPH_ROWS] = 1u << MORPH_BITS16,
    [MORPH_DENSE] = 1u << MORPH_BITS16 | 1u << MORPH_F16,
};

static void read_bands(const uint32_t *words, MorphBands *bands) {
    for (int a = MORPH_POSITION; a <= MORPH_TANGENT; a++) bands->has[a] = words[PLAIN] >> a & 1;
    for (int n = 0; n < 32; n++) {
        bands->has[MORPH_TEXCOORD_0 + n] = words[TEXCOORDS] >> n & 1;
        bands->has[MORPH_COLOR_0 + n] = words[COLORS] >> n & 1;
    }
}

MorphReason morph_packed_open(MorphKind kind, const uint32_t *words, size_t count, MorphPacked *set) {
    if (count < HEADER) return MORPH_MALFORMED;
    unsigned encoding = words[TAG] >> 8 & 0xFF;
    if (encoding > MORPH_F16 || (encodings_of[kind] >> encoding & 1) == 0) return MORPH_MALFORMED;
    MorphPacked found = {kind, (MorphEncoding)encoding, {{false}}, words[VERTICES], words[TARGETS], words};
    read_bands(words, &found.bands);
    if (morph_check_not_empty(found.vertices, found.targets, &found.bands) != MORPH_OK) return MORPH_MALFORMED;
    if (found.targets > MOST_TARGETS) return MORPH_MALFORMED;
    uint64_t wide = found.encoding == MORPH_BOUNDED ? words[WIDE_ENTRIES] : 0;
    if (wide > words[ENTRIES]) return MORPH_MALFORMED;
    uint64_t entries = kind == MORPH_DENSE ? 0 : words[ENTRIES];
    Header header = header_of(kind, found.encoding, &found.bands, found.vertices, found.targets, entries, wide);
    if (header.word[SIZE] != count) return MORPH_MALFORMED;
    for (size_t i = 0; i < HEADER; i++) {
        if (words[i] != header.word[i]) return MORPH_MALFORMED;
    }
    *set = found;
    return MORPH_OK;
}

/* Where a vertex's deltas of a target go. */
static float *place_of(const MorphPacked *set, float *values, uint64_t target, uint64_t vertex) {
    return values + (target * set->vertices + vertex) * morph_band_offset(&set->bands, MORPH_ATTRIBUTES);
}

static void read_entry(const MorphPacked *set, const Planes *planes, const uint32_t *record, const uint32_t *codes,
                       uint64_t block, float *values) {
    uint32_t scales[MORPH_ATTRIBUTES] = {0};
    float factors[COMPONENTS] = {0};
    for (size_t band = 0; set->encoding != MORPH_F32 && band < morph_band_count(&set->bands); band++) {
        scales[band] = record[1 + band / 2] >> (16 * (band % 2)) & 0xFFFF;
    }
    factors_of_scales(&set->bands, planes, scales, factors);
    for (uint64_t v = block * BLOCK; v < (block + 1) * BLOCK && v < set->vertices; v++) {
        read_lane(planes, codes, factors, v % BLOCK, place_of(set, values, record[0], v));
    }
}

static MorphReason read_blocked(const MorphPacked *set, float *values) {
    const uint32_t *words = set->words;
    Planes forms[] = {planes_of(&set->bands, set->encoding, BLOCK), planes_of(&set->bands, MORPH_BITS16, BLOCK)};
    uint64_t record = words[RECORDS], code = words[VALUES];
    uint64_t left[] = {words[ENTRIES] - words[WIDE_ENTRIES], words[WIDE_ENTRIES]};
    for (uint64_t block = 0; block < words[COUNT]; block++) {
        const uint32_t *table = words + HEADER + 4 * block;
        uint64_t counts[] = {table[2], (uint64_t)table[1] - table[2]};
        bool fits = table[2] <= table[1] && counts[0] <= left[0] && counts[1] <= left[1];
        if (table[0] != record || table[3] != code || !fits) return MORPH_MALFORMED;
        for (size_t width = 0; width < 2; width++) {
            uint64_t least = 0;
            for (uint64_t i = 0; i < counts[width]; i++) {
                uint32_t target = words[record];
                if (target < least || target >= set->targets) return MORPH_MALFORMED;
                least = (uint64_t)target + 1;
                read_entry(set, &forms[width], words + record, words + code, block, values);
                record += words[RECORD_WORDS];
                code += forms[width].words;
            }
            left[width] -= counts[width];
        }
    }
    return left[0] + left[1] > 0 ? MORPH_MALFORMED : MORPH_OK;
}

static MorphReason check_rows(const MorphPacked *set) {
    const uint32_t *rows = set->words + HEADER;
    if (rows[0] != 0 || rows[set->vertices] != set->words[ENTRIES]) return MORPH_MALFORMED;
    for (uint64_t v = 0; v < set->vertices; v++) {
        if (rows[v] > rows[v + 1]) return MORPH_MALFORMED;
    }
    return MORPH_OK;
}

static MorphReason read_rows(const MorphPacked *set, float *values) {
    const uint32_t *words = set->words, *rows = words + HEADER;
    size_t bands = (size_t)morph_band_count(&set->bands);
    size_t floats = (size_t)morph_band_offset(&set->bands, MORPH_ATTRIBUTES);
    if (check_rows(set) != MORPH_OK) return MORPH_MALFORMED;
    for (uint64_t v = 0; v < set->vertices; v++) {
        uint64_t least = 0;
        for (uint64_t number = rows[v]; number < rows[v + 1]; number++) {
            const uint32_t *entry = words + words[RECORDS] + number * words[RECORD_WORDS];
            uint32_t target = entry[0] & 0xFFFF;
            if (target < least || target >= set->targets) return MORPH_MALFORMED;
            least = (uint64_t)target + 1;
            float factors[COMPONENTS], *row = place_of(set, values, target, v);
            factors_of_steps(&set->bands, words + words[VALUES] + target * bands, factors);
            for (size_t c = 0; c < floats; c++) {
                uint32_t code = entry[(c + 1) / 2] >> (16 * ((c + 1) % 2)) & 0xFFFF;
                row[c] = integer_value(code, factors[c]);
            }
        }
    }
    return MORPH_OK;
}

static void read_dense(const MorphPacked *set, float *values) {
    const uint32_t *words = set->words;
    Planes planes = planes_of(&set->bands, set->encoding, words[COUNT]);
    size_t bands = (size_t)morph_band_count(&set->bands);
    for (uint64_t t = 0; t < set->targets; t++) {
        float factors[COMPONENTS] = {0};
        if (set->encoding == MORPH_BITS16) factors_of_steps(&set->bands, words + HEADER + t * bands, factors);
        const uint32_t *codes = words + words[VALUES] + t * planes.words;
        for (uint64_t v = 0; v < set->vertices; v++) {
            read_lane(&planes, codes, factors, (size_t)v, place_of(set, values, t, v));
        }
    }
}

MorphReason morph_packed_read(const MorphPacked *set, float *values) {
    if (set->kind == MORPH_BLOCKED) return read_blocked(set, values);
    if (set->kind == MORPH_ROWS) return read_rows(set, values);
    read_dense(set, values);
    return MORPH_OK;
}
