/* Comparing what was found with golden vectors. */
#include "morph.h"
#include "vectors.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { MISS = 512 };

static bool ends_with(const char *name, const char *end) {
    size_t length = strlen(name), last = strlen(end);
    return length > last && strcmp(name + length - last, end) == 0;
}

static const Field *beside(const Fields *fields, const char *name, const char *end) {
    char whole[TOKEN + 16];
    snprintf(whole, sizeof whole, "%s%s", name, end);
    return find_field(fields, whole);
}

static bool same_count(const Field *want, const Field *got, char *miss) {
    if (want->type == got->type && want->count == got->count) return true;
    snprintf(miss, MISS, "%s: expected %zu of type %c, found %zu of type %c", want->name, want->count, want->type,
             got->count, got->type);
    return false;
}

static bool same_bits(float want, float got) {
    return morph_bits(want) == morph_bits(got) || (isnan(want) && isnan(got));
}

static bool miss_float(const Field *want, size_t index, double slack, float got, char *miss) {
    snprintf(miss, MISS, "%s[%zu]: expected %.9g within %.9g, found %.9g", want->name, index,
             (double)want->floats[index], slack, (double)got);
    return false;
}

/* Equal integers and words, equal bits of floats. */
static bool exact(const Field *want, const Field *got, char *miss) {
    if (!same_count(want, got, miss)) return false;
    for (size_t i = 0; i < want->count; i++) {
        if (want->type == 'f' && !same_bits(want->floats[i], got->floats[i])) {
            return miss_float(want, i, 0.0, got->floats[i], miss);
        }
        if (want->type == 'u' && want->integers[i] != got->integers[i]) {
            snprintf(miss, MISS, "%s[%zu]: expected %" PRIu64 ", found %" PRIu64, want->name, i, want->integers[i],
                     got->integers[i]);
            return false;
        }
        if (want->type == 'w' && strcmp(want->words[i], got->words[i]) != 0) {
            snprintf(miss, MISS, "%s[%zu]: expected %s, found %s", want->name, i, want->words[i], got->words[i]);
            return false;
        }
    }
    return true;
}

/* |found - expected| <= tolerance, or equal: infinities and NaN among them. */
static bool within(const Field *want, const Field *tolerance, const Field *got, char *miss) {
    if (!same_count(want, got, miss) || !same_count(want, tolerance, miss)) return false;
    for (size_t i = 0; i < want->count; i++) {
        float value = want->floats[i], number = got->floats[i];
        bool equal = value == number || (isnan(value) && isnan(number));
        double slack = tolerance->floats[i];
        if (!equal && !(fabs((double)number - (double)value) <= slack)) return miss_float(want, i, slack, number, miss);
    }
    return true;
}

/* A side may be outside by `slack` (N5, N15), never inside (N4). */
static bool side(const Field *want, size_t axis, float got, double outside, double slack, char *miss) {
    float value = want->floats[axis];
    bool met = got == value || (outside >= 0.0 && outside <= slack);
    return met || miss_float(want, axis, slack, got, miss);
}

static bool are_corners(const Field *field, const Field *found) {
    return field != NULL && field->type == 'f' && field->count == found->count;
}

/* The boxes that are found around the expected ones, and around the exact ones where those were found. */
static bool around(const Case *test, char *miss) {
    const Field *min = find_field(&test->output, "min"), *max = find_field(&test->output, "max");
    const Field *slack = find_field(&test->output, "slack"), *found = find_field(&test->found, "min");
    const float *low = found->floats, *high = find_field(&test->found, "max")->floats;
    const Field *exact_min = find_field(&test->found, "exact.min"), *exact_max = find_field(&test->found, "exact.max");
    if (!are_corners(min, found) || !are_corners(max, found) || !are_corners(slack, found)) {
        snprintf(miss, MISS, "min, max, slack: found %zu of each", found->count);
        return false;
    }
    for (size_t i = 0; i < found->count; i++) {
        double room = slack->floats[i];
        if (!side(min, i, low[i], (double)min->floats[i] - (double)low[i], room, miss)) return false;
        if (!side(max, i, high[i], (double)high[i] - (double)max->floats[i], room, miss)) return false;
        if (exact_min != NULL && !(low[i] <= exact_min->floats[i] && exact_max->floats[i] <= high[i])) {
            snprintf(miss, MISS, "side %zu: expected the exact box inside, found %.9g..%.9g", i, (double)low[i],
                     (double)high[i]);
            return false;
        }
    }
    return true;
}

/* Whether a field of the output says how another one is compared. */
static bool is_side_note(const char *name) {
    return ends_with(name, ".tolerance") || ends_with(name, ".strict") || strcmp(name, "slack") == 0;
}

static bool compare_field(const Case *test, const Field *want, char *miss) {
    const Field *got = find_field(&test->found, want->name);
    if (got == NULL) {
        snprintf(miss, MISS, "%s: expected, not found", want->name);
        return false;
    }
    const Field *tolerance = beside(&test->output, want->name, ".tolerance");
    if (tolerance == NULL) return exact(want, got, miss);
    const Field *strict = beside(&test->output, want->name, ".strict");
    if (strict == NULL) {
        snprintf(miss, MISS, "%s: expected strict bits beside it", want->name);
        return false;
    }
    return within(want, tolerance, got, miss) && exact(strict, got, miss);
}

bool compare_case(const Case *test, char miss[512]) {
    bool boxes = find_field(&test->output, "min") != NULL && find_field(&test->found, "min") != NULL;
    if (boxes && !around(test, miss)) return false;
    size_t compared = 0;
    for (size_t i = 0; i < test->output.count; i++) {
        const Field *want = &test->output.fields[i];
        if (is_side_note(want->name)) continue;
        compared++;
        bool is_side = boxes && (strcmp(want->name, "min") == 0 || strcmp(want->name, "max") == 0);
        if (!is_side && !compare_field(test, want, miss)) return false;
    }
    bool spare = find_field(&test->found, "bytes") != NULL && find_field(&test->output, "bytes") == NULL;
    if (compared + spare == test->found.count) return true; /* bytes are expected only where they are few */
    snprintf(miss, MISS, "expected %zu output fields, found %zu", compared, test->found.count);
    return false;
}
