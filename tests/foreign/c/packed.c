/* Headers and factors of packed sets (spec L30, L31, L36, K1, K4, R1). */
#include "packed.h"

static uint64_t aligned(uint64_t words, uint64_t to) {
    return (words + to - 1) / to * to;
}

static uint64_t tag_of(MorphKind kind, MorphEncoding encoding) {
    return (uint64_t)kind | (uint64_t)encoding << 8 | (uint64_t)1 << 16;
}

static void lay_out_blocked(Header *header, MorphEncoding encoding, const MorphBands *bands) {
    uint64_t *word = header->word, blocks = (word[VERTICES] + BLOCK - 1) / BLOCK;
    word[COUNT] = blocks;
    word[TABLE] = HEADER;
    word[RECORDS] = HEADER + 4 * blocks;
    word[RECORD_WORDS] = encoding == MORPH_F32 ? 1 : 1 + (morph_band_count(bands) + 1) / 2;
    word[VALUES] = aligned(word[RECORDS] + word[RECORD_WORDS] * word[ENTRIES], LINE);
    word[NARROW_WORDS] = planes_of(bands, encoding, BLOCK).words;
    if (encoding == MORPH_BOUNDED) word[WIDE_WORDS] = planes_of(bands, MORPH_BITS16, BLOCK).words;
    uint64_t narrow = word[ENTRIES] - word[WIDE_ENTRIES];
    word[SIZE] = word[VALUES] + narrow * word[NARROW_WORDS] + word[WIDE_ENTRIES] * word[WIDE_WORDS];
}

static void lay_out_rows(Header *header, const MorphBands *bands) {
    uint64_t *word = header->word;
    word[COUNT] = word[ENTRIES];
    word[TABLE] = HEADER;
    word[RECORDS] = HEADER + word[VERTICES] + 1;
    word[RECORD_WORDS] = (2 + morph_band_offset(bands, MORPH_ATTRIBUTES)) / 2;
    word[VALUES] = word[RECORDS] + word[RECORD_WORDS] * word[ENTRIES];
    word[SIZE] = aligned(word[VALUES] + word[TARGETS] * morph_band_count(bands), LINE);
}

static void lay_out_dense(Header *header, MorphEncoding encoding, const MorphBands *bands) {
    uint64_t *word = header->word, lanes = aligned(word[VERTICES], BLOCK);
    uint64_t steps = encoding == MORPH_BITS16 ? word[TARGETS] * morph_band_count(bands) : 0;
    word[COUNT] = lanes;
    word[VALUES] = aligned(HEADER + steps, LINE);
    word[RECORDS] = steps > 0 ? HEADER : word[VALUES];
    word[RECORD_WORDS] = lanes * morph_band_offset(bands, MORPH_ATTRIBUTES) / 2;
    word[SIZE] = word[VALUES] + word[TARGETS] * word[RECORD_WORDS];
}

Header header_of(MorphKind kind, MorphEncoding encoding, const MorphBands *bands, uint64_t vertices, uint64_t targets,
                 uint64_t entries, uint64_t wide_entries) {
    Header header = {{tag_of(kind, encoding), vertices, targets}};
    uint64_t *word = header.word;
    for (int a = MORPH_POSITION; a <= MORPH_TANGENT; a++) word[PLAIN] |= (uint64_t)bands->has[a] << a;
    for (int n = 0; n < 32; n++) {
        word[TEXCOORDS] |= (uint64_t)bands->has[MORPH_TEXCOORD_0 + n] << n;
        word[COLORS] |= (uint64_t)bands->has[MORPH_COLOR_0 + n] << n;
    }
    word[ENTRIES] = entries;
    word[WIDE_ENTRIES] = wide_entries;
    if (kind == MORPH_BLOCKED) lay_out_blocked(&header, encoding, bands);
    if (kind == MORPH_ROWS) lay_out_rows(&header, bands);
    if (kind == MORPH_DENSE) lay_out_dense(&header, encoding, bands);
    return header;
}

void factors_of_scales(const MorphBands *bands, const Planes *planes, const uint32_t *scales, float *factors) {
    size_t c = 0, band = 0;
    for (int a = 0; a < MORPH_ATTRIBUTES; a++) {
        if (!bands->has[a]) continue;
        float scale = morph_from_bits(scales[band++] << 16);
        for (int i = 0; i < morph_delta_floats(a); i++, c++) factors[c] = scale * (1.0f / (float)planes->unit[c]);
    }
}

void factors_of_steps(const MorphBands *bands, const uint32_t *steps, float *factors) {
    for (int a = 0; a < MORPH_ATTRIBUTES; a++) {
        if (!bands->has[a]) continue;
        for (int i = 0; i < morph_delta_floats(a); i++) *factors++ = morph_from_bits(*steps);
        steps++;
    }
}
