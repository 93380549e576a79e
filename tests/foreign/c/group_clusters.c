/* How golden vectors of cluster boxes are run. */
#include "groups.h"

#include "fields.h"

/* The boxes of all rows. */
static MorphStatus put_rows(Case *test, const MorphVertices *base, const MorphTargets *targets, const float *boxes,
                            size_t count, float *positions) {
    static const char *const names[] = {"min", "max", "exact.min", "exact.max"};
    const float *weights = list(test, "weights")->floats;
    size_t rows = (size_t)integer(test, "row.count");
    float *corners[4];
    MorphStatus status = {MORPH_OK, 0};
    for (size_t i = 0; i < 4; i++) corners[i] = case_memory(test, 3 * rows * sizeof **corners);
    MorphReason beyond = MORPH_OK;
    for (size_t row = 0; row < rows; row++) {
        const float *own = weights + row * targets->count;
        MorphBox of_row, exact;
        status = morph_row_box(boxes, count, targets->count, own, &of_row);
        if (status.reason != MORPH_OK) return status;
        status = morph_exact_box(base, targets, own, targets->count, positions, &exact);
        if (status.reason != MORPH_OK) beyond = status.reason;
        const float *found[] = {of_row.min, of_row.max, exact.min, exact.max};
        for (size_t i = 0; i < (status.reason == MORPH_OK ? 4u : 2u); i++) {
            for (size_t axis = 0; axis < 3; axis++) corners[i][3 * row + axis] = found[i][axis];
        }
    }
    for (size_t i = 0; i < (beyond == MORPH_OK ? 4u : 2u); i++) put_floats(test, names[i], corners[i], 3 * rows);
    if (beyond != MORPH_OK) put_word(test, "exact.error", morph_reason_word(beyond));
    return morph_status(MORPH_OK);
}

MorphStatus run_clusters(Case *test) {
    MorphVertices base;
    MorphTargets targets;
    size_t count;
    const Field *clusters = list(test, "clusters");
    MorphReason reason = read_mesh(test, &base, &targets);
    if (reason == MORPH_OK) {
        reason = morph_cluster_count(clusters->integers, clusters->count, targets.vertices, &count);
    }
    if (reason != MORPH_OK) return morph_status(reason);
    float *positions = case_memory(test, 3 * (size_t)base.vertices * sizeof *positions);
    Field *boxes = found_field(test, "boxes", 'f', morph_cluster_floats(count, targets.count));
    reason = morph_cluster_boxes(&base, &targets, clusters->integers, count, positions, boxes->floats);
    if (reason != MORPH_OK) return morph_status(reason);
    uint32_t uniform[MORPH_CLUSTER_WORDS], stride = (uint32_t)integer(test, "stride");
    morph_cluster_uniform(count, targets.count, (size_t)integer(test, "row.count"), stride, uniform);
    put_numbers(test, "uniform", uniform, MORPH_CLUSTER_WORDS);
    return put_rows(test, &base, &targets, boxes->floats, count, positions);
}
