/* Weights of a frame (spec 5). */
#include "morph.h"

#include <string.h>

const uint32_t morph_compat_fallback[MORPH_FALLBACK_WORDS] = {0, 1, 0, 0, 0, 0};

static void header(uint32_t *words, uint64_t a, uint64_t b, uint64_t c, uint64_t d) {
    words[0] = (uint32_t)a;
    words[1] = (uint32_t)b;
    words[2] = (uint32_t)c;
    words[3] = (uint32_t)d;
}

/* Index and weight of each active target, and zeros after them (F4, F9). */
static MorphReason pairs(const MorphPair *active, size_t count, size_t capacity, uint32_t *words, size_t room) {
    if (count > capacity) return MORPH_TOO_MANY_ACTIVE;
    memset(words, 0, room * sizeof *words);
    for (size_t i = 0; i < count; i++) {
        words[2 * i] = active[i].index;
        words[2 * i + 1] = morph_bits(active[i].weight);
    }
    return MORPH_OK;
}

/* Four weights, n, the texture's width, rows_per_band, 0 (F1, F2, W8). */
MorphReason morph_seed_uniform(uint64_t vertices, const float *weights, size_t targets, uint32_t *words) {
    MorphTexture texture;
    MorphReason reason = morph_seed_texture(vertices, targets, &texture);
    if (reason != MORPH_OK) return reason;
    for (size_t t = 0; t < 4; t++) words[t] = t < targets ? morph_bits(weights[t]) : 0;
    header(words + 4, texture.stored, texture.width, texture.rows_per_band, 0);
    return MORPH_OK;
}

size_t morph_pairs_capacity(size_t targets) {
    if (targets <= 64) return 64;
    return targets <= 256 ? 256 : 2046;
}

/* A header of four words and `capacity` pairs (F4, F6). */
MorphReason morph_pairs_uniform(uint64_t vertices, const MorphPair *active, size_t count, uint32_t first_vertex,
                                uint64_t dimension, size_t capacity, uint32_t *words) {
    uint64_t width, rows_per_band;
    morph_tile(vertices, dimension, &width, &rows_per_band);
    header(words, count, width, rows_per_band, first_vertex);
    return pairs(active, count, capacity, words + MORPH_HEADER_WORDS, 2 * capacity);
}

size_t morph_compat_words(size_t targets) {
    return MORPH_HEADER_WORDS + (targets < 2 ? 2 : targets);
}

/* T, V, 0, 0 and one weight for each target; at least two words of weights (F7). */
void morph_compat_weights(uint64_t vertices, const float *weights, size_t targets, uint32_t *words) {
    memset(words, 0, morph_compat_words(targets) * sizeof *words);
    header(words, targets, vertices, 0, 0);
    for (size_t t = 0; t < targets; t++) words[MORPH_HEADER_WORDS + t] = morph_bits(weights[t]);
}

static uint64_t round_to_multiple(uint64_t number, uint64_t multiple) {
    return (number + multiple - 1) / multiple * multiple;
}

uint64_t morph_row_stride(uint64_t targets, uint64_t alignment) {
    uint64_t words = MORPH_HEADER_WORDS + 2 * round_to_multiple(targets, 4);
    return round_to_multiple(words, alignment == 0 ? 1 : alignment);
}

size_t morph_row_capacity(size_t stride) {
    if (stride < MORPH_HEADER_WORDS) return 0;
    return 4 * ((stride - MORPH_HEADER_WORDS) / 8);
}

/* A row of `stride` words: a header of four and the pairs of the active weights (F9, F13). */
MorphReason morph_row(uint64_t vertices, const MorphPair *active, size_t count, uint32_t first_vertex, size_t stride,
                      uint32_t *words) {
    if (stride < MORPH_HEADER_WORDS) return MORPH_TOO_MANY_ACTIVE;
    header(words, count, vertices, first_vertex, stride);
    size_t room = stride - MORPH_HEADER_WORDS;
    return pairs(active, count, morph_row_capacity(stride), words + MORPH_HEADER_WORDS, room);
}

/* A row of `stride` words: the same header and one weight for each target (F15). */
MorphReason morph_dense_row(uint64_t vertices, const float *weights, size_t targets, uint32_t first_vertex,
                            size_t stride, uint32_t *words) {
    size_t active = 0;
    memset(words, 0, stride * sizeof *words);
    for (size_t t = 0; t < targets; t++) {
        words[MORPH_HEADER_WORDS + t] = morph_bits(weights[t]);
        active += weights[t] != 0.0f;
    }
    header(words, active, vertices, first_vertex, stride);
    return MORPH_OK;
}
