/* 32-bit floats (spec 1), and the words of refusals. */
#include "morph.h"

#include <math.h>
#include <string.h>

uint32_t morph_bits(float number) {
    uint32_t word;
    memcpy(&word, &number, sizeof word);
    return word;
}

float morph_from_bits(uint32_t word) {
    float number;
    memcpy(&number, &word, sizeof number);
    return number;
}

void morph_little_endian(uint32_t word, uint8_t bytes[4]) {
    for (int i = 0; i < 4; i++) bytes[i] = (uint8_t)(word >> (8 * i));
}

float morph_round_up(double number) {
    float nearest = (float)number;
    return (double)nearest >= number ? nearest : nextafterf(nearest, INFINITY);
}

float morph_round_down(double number) {
    return -morph_round_up(-number);
}

bool morph_all_finite(const float *values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(values[i])) return false;
    }
    return true;
}

MorphStatus morph_status(MorphReason reason) {
    MorphStatus status = {reason, 0};
    return status;
}

const char *morph_reason_word(MorphReason reason) {
    static const char *const words[] = {
        [MORPH_OK] = "ok",
        [MORPH_NON_FINITE_WEIGHT] = "non-finite-weight",
        [MORPH_VERTEX_COUNT] = "vertex-count",
        [MORPH_NON_FINITE_DELTA] = "non-finite-delta",
        [MORPH_SPARSE_INDEX] = "sparse-index",
        [MORPH_NO_BANDS] = "no-bands",
        [MORPH_SET_NUMBER] = "set-number",
        [MORPH_TEXTURE_TOO_LARGE] = "texture-too-large",
        [MORPH_BUFFER_TOO_LARGE] = "buffer-too-large",
        [MORPH_TOO_MANY_ACTIVE] = "too-many-active",
        [MORPH_NO_KEYS] = "no-keys",
        [MORPH_KEY_TIMES] = "key-times",
        [MORPH_VALUE_COUNT] = "value-count",
        [MORPH_NON_FINITE_VALUE] = "non-finite-value",
        [MORPH_NAN_TIME] = "nan-time",
        [MORPH_NO_POSITIONS] = "no-positions",
        [MORPH_NON_FINITE_POSITION] = "non-finite-position",
        [MORPH_RANGE] = "range",
        [MORPH_TOO_LARGE] = "too-large",
        [MORPH_MALFORMED] = "malformed",
        [MORPH_NON_FINITE_FACTOR] = "non-finite-factor",
        [MORPH_KEY_DISTANCE] = "key-distance",
        [MORPH_CLUSTERS] = "clusters",
    };
    return words[reason];
}
