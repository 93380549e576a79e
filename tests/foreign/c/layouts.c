/* Layouts of deltas (spec 4): addresses and what is stored. */
#include "morph.h"

#include <string.h>

enum { SEED_TARGETS = 4, SEED_WIDTH = 2048, TEXEL = 4 };

static uint64_t least(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

static uint64_t ceil_div(uint64_t a, uint64_t b) {
    return a / b + (a % b != 0);
}

/* A product that does not wrap: one beyond 64 bits is above every limit all the same. */
static uint64_t times(uint64_t a, uint64_t b) {
    return a != 0 && b > UINT64_MAX / a ? UINT64_MAX : a * b;
}

/* ---- Bands (4.1) ---- */

MorphBands morph_profile_bands(void) {
    MorphBands bands = {{false}};
    bands.has[MORPH_POSITION] = bands.has[MORPH_NORMAL] = true;
    return bands;
}

uint64_t morph_band_index(const MorphBands *bands, int attribute) {
    uint64_t before = 0;
    for (int a = 0; a < attribute; a++) before += bands->has[a];
    return before;
}

uint64_t morph_band_count(const MorphBands *bands) {
    return morph_band_index(bands, MORPH_ATTRIBUTES);
}

uint64_t morph_band_offset(const MorphBands *bands, int attribute) {
    uint64_t floats = 0;
    for (int a = 0; a < attribute; a++) {
        if (bands->has[a]) floats += (uint64_t)morph_delta_floats(a);
    }
    return floats;
}

MorphReason morph_check_not_empty(uint64_t vertices, uint64_t targets, const MorphBands *bands) {
    return vertices == 0 || targets == 0 || morph_band_count(bands) == 0 ? MORPH_NO_BANDS : MORPH_OK; /* L6 */
}

/* ---- Tiled texture (4.2) ---- */

void morph_tile(uint64_t vertices, uint64_t widest, uint64_t *width, uint64_t *rows_per_band) {
    *width = least(vertices, widest);                /* L12 */
    *rows_per_band = ceil_div(vertices, *width);     /* L13 */
}

/* All but height and layers; gives the number of rows. */
static uint64_t lay_out(MorphTexture *texture, const MorphBands *bands, uint64_t vertices, uint64_t stored,
                        uint64_t widest) {
    texture->bands = *bands;
    texture->stored = stored;
    texture->vertices = vertices;
    morph_tile(vertices, widest, &texture->width, &texture->rows_per_band);
    return times(times(stored, morph_band_count(bands)), texture->rows_per_band);
}

MorphReason morph_seed_texture(uint64_t vertices, uint64_t targets, MorphTexture *texture) {
    MorphBands bands = morph_profile_bands();
    MorphReason reason = morph_check_not_empty(vertices, targets, &bands);
    if (reason != MORPH_OK) return reason;
    texture->height = lay_out(texture, &bands, vertices, least(targets, SEED_TARGETS), SEED_WIDTH);
    texture->layers = 1; /* L15 */
    return texture->height > UINT32_MAX ? MORPH_TEXTURE_TOO_LARGE : MORPH_OK;
}

MorphReason morph_tiled_texture(uint64_t vertices, uint64_t targets, const MorphBands *bands, uint64_t dimension,
                                uint64_t most_layers, MorphTexture *texture) {
    MorphReason reason = morph_check_not_empty(vertices, targets, bands);
    if (reason != MORPH_OK) return reason;
    if (dimension == 0) return MORPH_TEXTURE_TOO_LARGE;
    uint64_t rows = lay_out(texture, bands, vertices, targets, dimension);
    texture->layers = ceil_div(rows, dimension); /* L16 */
    texture->height = ceil_div(rows, texture->layers);
    return rows > UINT32_MAX || texture->layers > most_layers ? MORPH_TEXTURE_TOO_LARGE : MORPH_OK; /* L18 */
}

MorphTexel morph_texture_address(const MorphTexture *texture, uint64_t target, uint64_t vertex, int attribute) {
    uint64_t band = target * morph_band_count(&texture->bands) + morph_band_index(&texture->bands, attribute);
    uint64_t row = band * texture->rows_per_band + vertex / texture->width; /* L14 */
    MorphTexel texel = {vertex % texture->width, row % texture->height, row / texture->height};
    return texel;
}

size_t morph_texture_floats(const MorphTexture *texture) {
    return TEXEL * (size_t)(texture->width * texture->height * texture->layers);
}

void morph_texture_texels(const MorphTexture *texture, const MorphTargets *targets, float *texels) {
    memset(texels, 0, morph_texture_floats(texture) * sizeof *texels); /* L4, L11 */
    for (uint64_t t = 0; t < texture->stored; t++) {
        for (int a = 0; a < MORPH_ATTRIBUTES; a++) {
            const MorphDeltas *deltas = &targets->targets[t].of[a];
            if (!texture->bands.has[a] || !deltas->present) continue;
            for (size_t i = 0; i < deltas->count; i++) {
                MorphTexel at = morph_texture_address(texture, t, morph_vertex_of(deltas, i), a);
                uint64_t line = at.layer * texture->height + at.row; /* L17 */
                float *texel = texels + TEXEL * (line * texture->width + at.column);
                for (int c = 0; c < morph_delta_floats(a); c++) texel[c] = morph_delta(deltas, i, c);
            }
        }
    }
}

/* ---- Linear storage (4.3) ---- */

MorphReason morph_linear(uint64_t vertices, uint64_t targets, const MorphBands *bands, uint64_t binding,
                         MorphLinear *buffer) {
    MorphReason reason = morph_check_not_empty(vertices, targets, bands);
    if (reason != MORPH_OK) return reason;
    buffer->bands = *bands;
    buffer->targets = targets;
    buffer->vertices = vertices;
    buffer->stride = morph_band_offset(bands, MORPH_ATTRIBUTES);
    buffer->words = times(times(targets, vertices), buffer->stride);
    uint64_t most = least(binding, 4 * (uint64_t)UINT32_MAX);
    return times(4, buffer->words) > most ? MORPH_BUFFER_TOO_LARGE : MORPH_OK; /* L22 */
}

MorphReason morph_compat_linear(uint64_t vertices, uint64_t targets, uint64_t binding, MorphLinear *buffer) {
    MorphBands bands = morph_profile_bands();
    return morph_linear(vertices, targets, &bands, binding, buffer);
}

uint64_t morph_linear_address(const MorphLinear *buffer, uint64_t target, uint64_t vertex, int attribute) {
    uint64_t start = (target * buffer->vertices + vertex) * buffer->stride;
    return start + morph_band_offset(&buffer->bands, attribute); /* L20 */
}

void morph_linear_data(const MorphLinear *buffer, const MorphTargets *targets, float *data) {
    memset(data, 0, (size_t)buffer->words * sizeof *data); /* L4 */
    for (uint64_t t = 0; t < buffer->targets; t++) {
        for (int a = 0; a < MORPH_ATTRIBUTES; a++) {
            const MorphDeltas *deltas = &targets->targets[t].of[a];
            if (!buffer->bands.has[a] || !deltas->present) continue;
            for (size_t i = 0; i < deltas->count; i++) {
                float *word = data + morph_linear_address(buffer, t, morph_vertex_of(deltas, i), a);
                for (int c = 0; c < morph_delta_floats(a); c++) word[c] = morph_delta(deltas, i, c);
            }
        }
    }
}
