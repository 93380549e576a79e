/* Mixing of weights (spec 9), strict: in double, rounded to float after each layer (M4). */
#include "morph.h"

#include <math.h>

static double at(const float *values, size_t count, size_t target) {
    return target < count ? values[target] : 0.0;
}

MorphReason morph_check_layer(const MorphLayer *layer) {
    bool finite = isfinite(layer->factor) && morph_all_finite(layer->mask, layer->mask_count); /* M2 */
    return finite ? MORPH_OK : MORPH_NON_FINITE_FACTOR;
}

/* M3 to M5 for every weight of a row. */
void morph_mix_layer(const MorphLayer *layer, float *row, size_t targets) {
    for (size_t i = 0; i < targets && i < layer->count; i++) {
        double t = layer->factor * (layer->has_mask ? at(layer->mask, layer->mask_count, i) : 1.0); /* M2 */
        double below = row[i], own = layer->weights[i];
        if (t == 0) continue; /* M3 */
        if (layer->adds) {
            row[i] = (float)(below + (own - at(layer->first, layer->first_count, i)) * t); /* M5 */
        } else {
            row[i] = t == 1 ? layer->weights[i] : (float)(below + (own - below) * t); /* M4 */
        }
    }
}

/* Defaults, layers bottom to top, and overrides over all (M1, M8). */
MorphStatus morph_mix(const float *defaults, size_t count, const MorphLayer *layers, size_t layer_count,
                      const MorphOverrides *overrides, float *row, size_t targets) {
    for (size_t i = 0; i < layer_count; i++) {
        MorphReason reason = morph_check_layer(&layers[i]);
        if (reason != MORPH_OK) return morph_status(reason);
    }
    MorphStatus status = morph_check_weights(overrides->weights, overrides->count);
    if (status.reason == MORPH_OK) status = morph_set_weights(defaults, count, row, targets);
    if (status.reason != MORPH_OK) return status;
    for (size_t i = 0; i < layer_count; i++) morph_mix_layer(&layers[i], row, targets);
    for (size_t i = 0; i < overrides->count; i++) {
        if (overrides->targets[i] < targets) row[overrides->targets[i]] = overrides->weights[i];
    }
    return status;
}
