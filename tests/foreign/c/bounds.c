/* Bounds (spec 7). */
#include "bounds.h"

#include <math.h>
#include <string.h>

/* The box around points of three floats; `count` is at least 1. */
static MorphReason box_around(const float *points, size_t count, MorphBox *box) {
    if (!morph_all_finite(points, 3 * count)) return MORPH_NON_FINITE_POSITION;
    for (int axis = 0; axis < 3; axis++) {
        box->min[axis] = box->max[axis] = points[axis];
        for (size_t i = 1; i < count; i++) {
            box->min[axis] = fminf(box->min[axis], points[3 * i + (size_t)axis]);
            box->max[axis] = fmaxf(box->max[axis], points[3 * i + (size_t)axis]);
        }
    }
    return MORPH_OK;
}

MorphReason morph_base_box(const MorphVertices *base, MorphBox *box) {
    const float *positions = base->of[MORPH_POSITION].values;
    if (positions == NULL || base->vertices == 0) return MORPH_NO_POSITIONS;
    return box_around(positions, (size_t)base->vertices, box); /* N8 */
}

static bool all_zero(const float *values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (values[i] != 0.0f) return false;
    }
    return true;
}

bool morph_delta_box(const MorphTargets *targets, size_t target, MorphBox *box) {
    const MorphDeltas *deltas = &targets->targets[target].of[MORPH_POSITION];
    if (!deltas->present || all_zero(deltas->values, (size_t)deltas->floats * deltas->count)) return false;
    box_around(deltas->values, deltas->count, box); /* deltas are finite (B25) */
    for (int axis = 0; axis < 3 && deltas->count < targets->vertices; axis++) {
        box->min[axis] = fminf(box->min[axis], 0.0f); /* the other vertices are not moved */
        box->max[axis] = fmaxf(box->max[axis], 0.0f);
    }
    return true;
}

Growth growth_of(const MorphBox *base) {
    Growth growth = {{{0.0, 0.0, 0.0}}, 0};
    for (int axis = 0; axis < 3; axis++) {
        double low = base->min[axis], high = base->max[axis];
        Sums sums = {low, high, fmax(fabs(low), fabs(high))};
        growth.axes[axis] = sums;
    }
    return growth;
}

/* Adds the extremes of low * lo, low * hi, high * lo and high * hi (N2, N3). */
void grow(Growth *growth, const double ends[2], const MorphBox *delta) {
    for (int axis = 0; axis < 3; axis++) {
        Sums *sums = &growth->axes[axis];
        double lowest = ends[0] * delta->min[axis], highest = lowest;
        for (int i = 1; i < 4; i++) {
            double product = ends[i / 2] * (i % 2 == 0 ? delta->min[axis] : delta->max[axis]);
            lowest = fmin(lowest, product);
            highest = fmax(highest, product);
        }
        sums->low += lowest;
        sums->high += highest;
        sums->magnitude += fmax(fabs(lowest), fabs(highest));
    }
    growth->moving++;
}

/* Goes outwards by more than float sums in any order can be off (N4, N5). */
void grown(const Growth *growth, MorphBox *box) {
    for (int axis = 0; axis < 3 && growth->moving > 0; axis++) {
        const Sums *sums = &growth->axes[axis];
        double error = (double)(growth->moving + 2) * (ldexp(sums->magnitude, -23) + ldexp(1.0, -149));
        bool beyond = sums->magnitude + error > FLT_MAX; /* N7: a sum on the way may be infinite */
        box->min[axis] = beyond ? -INFINITY : morph_round_down(sums->low - error);
        box->max[axis] = beyond ? INFINITY : morph_round_up(sums->high + error);
    }
}

/* The base box, moved by all targets that take part; weights beyond `count` are 0. */
static void widen(const MorphTargets *targets, const float *lows, const float *highs, size_t count, MorphBox *box) {
    Growth growth = growth_of(box);
    for (size_t t = 0; t < targets->count && t < count; t++) { /* W4, W5 */
        MorphBox delta;
        double ends[2] = {lows[t], highs[t]};
        bool rests = ends[0] == 0.0 && ends[1] == 0.0;
        if (!rests && morph_delta_box(targets, t, &delta)) grow(&growth, ends, &delta);
    }
    grown(&growth, box);
}

MorphStatus morph_box_for_weights(const MorphVertices *base, const MorphTargets *targets, const float *weights,
                                  size_t count, MorphBox *box) {
    MorphStatus status = morph_check_weights(weights, count);
    if (status.reason == MORPH_OK) status.reason = morph_base_box(base, box);
    if (status.reason == MORPH_OK) widen(targets, weights, weights, count, box);
    return status;
}

MorphStatus morph_box_for_ranges(const MorphVertices *base, const MorphTargets *targets, const float *lows,
                                 const float *highs, size_t count, MorphBox *box) {
    MorphStatus status = {MORPH_OK, 0};
    for (; status.index < count; status.index++) {
        float low = lows[status.index], high = highs[status.index];
        if (!isfinite(low) || !isfinite(high)) status.reason = MORPH_NON_FINITE_WEIGHT;
        else if (low > high) status.reason = MORPH_RANGE;
        if (status.reason != MORPH_OK) return status;
    }
    status.reason = morph_base_box(base, box);
    if (status.reason == MORPH_OK) widen(targets, lows, highs, count, box);
    return status;
}

MorphStatus morph_exact_box(const MorphVertices *base, const MorphTargets *targets, const float *weights, size_t count,
                            float *positions, MorphBox *box) {
    MorphStatus status = morph_check_weights(weights, count);
    if (status.reason == MORPH_OK) status.reason = morph_base_box(base, box);
    if (status.reason != MORPH_OK) return status;
    MorphValues values = {positions, 3};
    memcpy(positions, base->of[MORPH_POSITION].values, (size_t)base->vertices * 3 * sizeof *positions);
    morph_add_targets(MORPH_POSITION, values, targets, weights, count);
    status.reason = box_around(positions, (size_t)base->vertices, box); /* N9 */
    return status;
}
