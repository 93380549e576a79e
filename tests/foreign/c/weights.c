/* Weights and the list of active ones (spec 3). */
#include "morph.h"

#include <math.h>
#include <stdlib.h>

/* The first weight that is not finite is named, extra weights among them (W3). */
MorphStatus morph_check_weights(const float *weights, size_t count) {
    MorphStatus status = {MORPH_OK, 0};
    for (; status.index < count; status.index++) {
        if (!isfinite(weights[status.index])) {
            status.reason = MORPH_NON_FINITE_WEIGHT;
            return status;
        }
    }
    return status;
}

/* One weight for each target: omitted ones are 0 (W4), extra ones are ignored (W5), none is clamped (W2). */
MorphStatus morph_set_weights(const float *given, size_t count, float *weights, size_t targets) {
    MorphStatus status = morph_check_weights(given, count);
    if (status.reason != MORPH_OK) return status;
    for (size_t t = 0; t < targets; t++) weights[t] = t < count ? given[t] : 0.0f;
    return status;
}

/* Each weight that is neither +0 nor -0, in ascending order (W1, W6). */
size_t morph_active_list(const float *weights, size_t count, MorphPair *pairs) {
    size_t active = 0;
    for (size_t i = 0; i < count; i++) {
        if (weights[i] == 0.0f) continue;
        pairs[active].index = (uint32_t)i;
        pairs[active].weight = weights[i];
        active++;
    }
    return active;
}

static int by_index(const void *left, const void *right) {
    const MorphPair *l = left, *r = right;
    return (l->index > r->index) - (l->index < r->index);
}

static int by_magnitude(const void *left, const void *right) {
    const MorphPair *l = left, *r = right;
    float lm = fabsf(l->weight), rm = fabsf(r->weight);
    return lm == rm ? by_index(left, right) : (lm < rm) - (lm > rm);
}

/* Keeps the `capacity` largest weights by magnitude, ties to the lower index, in ascending order (W7). */
size_t morph_shorten(MorphPair *pairs, size_t count, size_t capacity) {
    if (count <= capacity) return count;
    qsort(pairs, count, sizeof *pairs, by_magnitude);
    qsort(pairs, capacity, sizeof *pairs, by_index);
    return capacity;
}
