/* Blending (spec 2), strict (E1). */
#include "morph.h"

#include <math.h>
#include <string.h>

static const uint32_t no_length = 0x0da24260; /* the bits of 1e-30, squared (B12) */

static bool is_direction(int attribute) {
    return attribute == MORPH_NORMAL || attribute == MORPH_TANGENT;
}

/* base + sum of weight * delta, in place: target after target, each step rounded (B1, B2, E1). */
void morph_add_targets(int attribute, MorphValues values, const MorphTargets *targets, const float *weights,
                       size_t count) {
    /* Fewer than the components of TANGENT (B14), fewer than a delta's floats in a base without alpha (B21). */
    int floats = morph_delta_floats(attribute);
    int moved = values.components < floats ? values.components : floats;
    for (size_t t = 0; t < targets->count && t < count; t++) { /* W4, W5 */
        const MorphDeltas *deltas = &targets->targets[t].of[attribute];
        if (weights[t] == 0.0f || !deltas->present) continue; /* B3, B5 */
        for (size_t i = 0; i < deltas->count; i++) {
            float *vertex = values.values + morph_vertex_of(deltas, i) * (size_t)values.components;
            for (int c = 0; c < moved; c++) {
                float product = weights[t] * morph_delta(deltas, i, c);
                vertex[c] = vertex[c] + product;
            }
        }
    }
}

/* A vector of length one, or +0 where there is no direction (B10, B12, B13). */
static void normalize_direction(float *v) {
    float s = (v[0] * v[0] + v[1] * v[1]) + v[2] * v[2];
    if (!isfinite(s) || s <= morph_from_bits(no_length)) {
        v[0] = v[1] = v[2] = 0.0f;
        return;
    }
    float length = sqrtf(s);
    for (int c = 0; c < 3; c++) v[c] = v[c] / length;
}

/* The first three components of each vertex. */
void morph_normalize_directions(MorphValues values, uint64_t vertices) {
    for (uint64_t v = 0; v < vertices; v++) normalize_direction(values.values + v * (uint64_t)values.components);
}

/* 0..1; NaN and -0 become +0 (B19). */
float morph_clamp_colour(float value) {
    if (value >= 1.0f) return 1.0f;
    return value > 0.0f ? value : 0.0f;
}

static void clamp_colours(MorphValues values, uint64_t vertices) {
    for (uint64_t i = 0; i < vertices * (uint64_t)values.components; i++) {
        values.values[i] = morph_clamp_colour(values.values[i]);
    }
}

/* What all forms refuse; after that the result is a copy of the base. */
static MorphStatus check_and_copy(const MorphVertices *base, const MorphTargets *targets, const float *weights,
                                  size_t count, MorphVertices *result) {
    MorphReason reason = morph_check_targets(targets);
    if (reason != MORPH_OK) return morph_status(reason);
    if (base->vertices != targets->vertices) return morph_status(MORPH_VERTEX_COUNT); /* B23 */
    MorphStatus status = morph_check_weights(weights, count);
    if (status.reason != MORPH_OK) return status;
    for (int a = 0; a < MORPH_ATTRIBUTES; a++) {
        MorphValues from = base->of[a];
        if (from.values == NULL) continue;
        memcpy(result->of[a].values, from.values, base->vertices * (size_t)from.components * sizeof(float));
    }
    return status;
}

MorphStatus morph_blend(const MorphVertices *base, const MorphTargets *targets, const float *weights, size_t count,
                        bool normalize, MorphVertices *result) {
    MorphStatus status = check_and_copy(base, targets, weights, count, result);
    if (status.reason != MORPH_OK) return status;
    bool flat = base->of[MORPH_NORMAL].values == NULL;
    for (int a = 0; a < MORPH_ATTRIBUTES; a++) {
        MorphValues values = result->of[a];
        bool ignored = flat && is_direction(a); /* B17 */
        if (values.values == NULL || ignored || !morph_moves(targets, a)) continue; /* B6, B7 */
        morph_add_targets(a, values, targets, weights, count);
        if (normalize && is_direction(a)) morph_normalize_directions(values, base->vertices);
        if (a == MORPH_COLOR_0) clamp_colours(values, base->vertices);
    }
    return status;
}

/* Normalises in any case, and morphs tangents without normals as well (B27). */
MorphStatus morph_blend_arrays(const MorphVertices *base, const MorphTargets *targets, const float *weights,
                               size_t count, MorphVertices *result) {
    MorphStatus status = check_and_copy(base, targets, weights, count, result);
    if (status.reason != MORPH_OK) return status;
    for (int a = MORPH_POSITION; a <= MORPH_TANGENT; a++) {
        if (result->of[a].values == NULL) continue;
        morph_add_targets(a, result->of[a], targets, weights, count);
        if (is_direction(a)) morph_normalize_directions(result->of[a], base->vertices);
    }
    return status;
}
