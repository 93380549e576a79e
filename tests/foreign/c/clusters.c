/* Cluster boxes (spec 7.1). */
#include "bounds.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { MOST = 64, BOX = 6 };

MorphReason morph_cluster_count(const uint64_t *clusters, size_t listed, uint64_t vertices, size_t *count) {
    bool is_there[MOST] = {false};
    *count = 0;
    if (listed != vertices) return MORPH_CLUSTERS; /* N12 */
    for (size_t v = 0; v < listed; v++) {
        if (clusters[v] >= MOST) return MORPH_CLUSTERS;
        is_there[clusters[v]] = true;
        if (clusters[v] >= *count) *count = (size_t)clusters[v] + 1;
    }
    for (size_t c = 0; c < *count; c++) {
        if (!is_there[c]) return MORPH_CLUSTERS;
    }
    return MORPH_OK;
}

size_t morph_cluster_floats(size_t count, size_t targets) {
    return BOX * count * (1 + targets);
}

/* The least number that is not below, and neither subnormal nor -0 (N11). */
static float outwards(float side) {
    if (side > 0.0f) return fmaxf(side, FLT_MIN);
    return side > -FLT_MIN ? 0.0f : side;
}

/* The boxes around the points of each cluster. */
static void boxes_of(const float *points, const uint64_t *clusters, uint64_t vertices, size_t count, float *boxes) {
    for (size_t i = 0; i < BOX * count; i++) boxes[i] = i % BOX < 3 ? INFINITY : -INFINITY;
    for (size_t v = 0; v < vertices; v++) {
        float *box = boxes + BOX * clusters[v];
        for (size_t axis = 0; axis < 3; axis++) {
            box[axis] = fminf(box[axis], points[3 * v + axis]);
            box[3 + axis] = fmaxf(box[3 + axis], points[3 * v + axis]);
        }
    }
    for (size_t i = 0; i < BOX * count; i++) {
        boxes[i] = i % BOX < 3 ? 0.0f - outwards(-boxes[i]) : outwards(boxes[i]);
    }
}

/* Base boxes, then those of each target's deltas (N10). `points` has room for three floats a vertex. */
MorphReason morph_cluster_boxes(const MorphVertices *base, const MorphTargets *targets, const uint64_t *clusters,
                                size_t count, float *points, float *boxes) {
    MorphBox whole;
    MorphReason reason = morph_base_box(base, &whole);
    if (reason != MORPH_OK) return reason;
    boxes_of(base->of[MORPH_POSITION].values, clusters, base->vertices, count, boxes);
    for (size_t t = 0; t < targets->count; t++) {
        const MorphDeltas *deltas = &targets->targets[t].of[MORPH_POSITION];
        memset(points, 0, 3 * (size_t)base->vertices * sizeof *points);
        for (size_t i = 0; deltas->present && i < deltas->count; i++) {
            for (int c = 0; c < 3; c++) points[3 * morph_vertex_of(deltas, i) + (size_t)c] = morph_delta(deltas, i, c);
        }
        boxes_of(points, clusters, base->vertices, count, boxes + BOX * count * (1 + t));
    }
    return MORPH_OK;
}

void morph_cluster_uniform(size_t count, size_t targets, size_t rows, uint32_t stride,
                           uint32_t words[MORPH_CLUSTER_WORDS]) {
    uint32_t lanes = 1;
    while (lanes < count) lanes *= 2;
    const uint32_t uniform[MORPH_CLUSTER_WORDS] = {(uint32_t)count, lanes, (uint32_t)targets, (uint32_t)rows, stride};
    memcpy(words, uniform, sizeof uniform); /* N13 */
}

static MorphBox box_at(const float *boxes, size_t number) {
    MorphBox box;
    memcpy(box.min, boxes + BOX * number, sizeof box.min);
    memcpy(box.max, boxes + BOX * number + 3, sizeof box.max);
    return box;
}

static bool moves(const MorphBox *delta) {
    bool moved = false;
    for (int axis = 0; axis < 3; axis++) moved = moved || delta->min[axis] != 0.0f || delta->max[axis] != 0.0f;
    return moved;
}

/* The box of a row: one weight for each target (N14, N15). */
MorphStatus morph_row_box(const float *boxes, size_t count, size_t targets, const float *weights, MorphBox *box) {
    MorphStatus status = morph_check_weights(weights, targets);
    for (size_t c = 0; c < count && status.reason == MORPH_OK; c++) {
        MorphBox own = box_at(boxes, c);
        Growth growth = growth_of(&own);
        for (size_t t = 0; t < targets; t++) {
            MorphBox delta = box_at(boxes, (1 + t) * count + c);
            double ends[2] = {weights[t], weights[t]};
            if (weights[t] != 0.0f && moves(&delta)) grow(&growth, ends, &delta);
        }
        grown(&growth, &own);
        for (int axis = 0; axis < 3; axis++) {
            box->min[axis] = c == 0 ? own.min[axis] : fminf(box->min[axis], own.min[axis]);
            box->max[axis] = c == 0 ? own.max[axis] : fmaxf(box->max[axis], own.max[axis]);
        }
    }
    return status;
}
