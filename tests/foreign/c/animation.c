/* Animation of weights (spec 6), strict: in double, rounded to float once (A7). */
#include "morph.h"

#include <math.h>

/* In-tangents, values and out-tangents of a spline's key are its parts 0, 1 and 2 (A2). */
enum { IN_TANGENTS = 0, VALUES = 1, OUT_TANGENTS = 2, SPLINE_PARTS = 3 };

static size_t parts(const MorphTrack *track) {
    return track->mode == MORPH_CUBICSPLINE ? SPLINE_PARTS : 1;
}

static const float *part(const MorphTrack *track, size_t key, size_t number) {
    return track->values + (key * parts(track) + number) * track->targets;
}

static const float *values_of(const MorphTrack *track, size_t key) {
    return part(track, key, track->mode == MORPH_CUBICSPLINE ? VALUES : 0);
}

MorphReason morph_check_track(const MorphTrack *track) {
    if (track->keys == 0) return MORPH_NO_KEYS;
    if (!morph_all_finite(track->times, track->keys)) return MORPH_KEY_TIMES;
    for (size_t key = 1; key < track->keys; key++) {
        if (!(track->times[key - 1] < track->times[key])) return MORPH_KEY_TIMES;
    }
    if (track->value_count != track->keys * parts(track) * track->targets) return MORPH_VALUE_COUNT;
    return morph_all_finite(track->values, track->value_count) ? MORPH_OK : MORPH_NON_FINITE_VALUE;
}

/* A10, in its order. */
static float spline(double d, double s, double a, double u, double b, double v) {
    double s2 = s * s;
    double s3 = s * s * s;
    double of_a = (2 * s3 - 3 * s2) + 1;
    double of_u = d * ((s3 - 2 * s2) + s);
    double of_b = -2 * s3 + 3 * s2;
    double of_v = d * (s3 - s2);
    return (float)(of_a * a + of_u * u + of_b * b + of_v * v);
}

/* A9. */
static float line(double s, double a, double b) {
    return (float)(a + (b - a) * s);
}

MorphLetters morph_letters(const MorphTrack *track, size_t key, size_t target) {
    MorphLetters of = {values_of(track, key)[target], values_of(track, key + 1)[target], 0.0f, 0.0f};
    if (track->mode == MORPH_CUBICSPLINE) {
        of.u = part(track, key, OUT_TANGENTS)[target];
        of.v = part(track, key + 1, IN_TANGENTS)[target];
    }
    return of;
}

/* One target's weight between two keys (A7). */
static float between(const MorphTrack *track, size_t key, float time, size_t target) {
    double start = track->times[key];
    double d = (double)track->times[key + 1] - start;
    double s = ((double)time - start) / d;
    MorphLetters of = morph_letters(track, key, target);
    return track->mode == MORPH_LINEAR_MODE ? line(s, of.a, of.b) : spline(d, s, of.a, of.u, of.b, of.v);
}

/* `room` weights at a time: fewer than the targets, or zeros after them (A12). */
MorphReason morph_sample(const MorphTrack *track, float time, float *weights, size_t room) {
    if (isnan(time)) return MORPH_NAN_TIME; /* A11 */
    size_t next = 0;
    while (next < track->keys && track->times[next] <= time) next++;
    size_t key = next == 0 ? 0 : next - 1; /* A3, A4 */
    bool held = next == 0 || next == track->keys;
    held = held || track->times[key] == time || track->mode == MORPH_STEP; /* A5, A8 */
    for (size_t t = 0; t < room; t++) {
        if (t >= track->targets) {
            weights[t] = 0.0f;
        } else {
            weights[t] = held ? values_of(track, key)[t] : between(track, key, time, t);
        }
    }
    return MORPH_OK;
}
