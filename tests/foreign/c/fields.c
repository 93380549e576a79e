/* Fields of golden vectors as what the implementation takes, and what it found as fields. */
#include "fields.h"

#include <string.h>

/* ---- Input fields ---- */

uint64_t integer_or(const Case *test, const char *name, uint64_t otherwise) {
    const Field *field = find_field(&test->input, name);
    return field == NULL || field->integers == NULL || field->count != 1 ? otherwise : field->integers[0];
}

uint64_t integer(const Case *test, const char *name) {
    return integer_or(test, name, 0);
}

bool word_is(const Case *test, const char *name, const char *word) {
    const Field *field = find_field(&test->input, name);
    return field != NULL && field->words != NULL && field->count == 1 && strcmp(field->words[0], word) == 0;
}

const Field *list(const Case *test, const char *name) {
    static const Field none;
    const Field *field = find_field(&test->input, name);
    return field == NULL ? &none : field;
}

/* "target.12.NORMAL" gives 12 and NORMAL; false for other names, those of sparse vertices among them. */
static bool is_deltas(const char *name, size_t *target, Word attribute) {
    char at[8] = "";
    return sscanf(name, "target.%zu.%100[A-Z0-9_]%7s", target, attribute, at) == 2;
}

bool has_deltas(const Case *test) {
    Word attribute;
    size_t target;
    for (size_t i = 0; i < test->input.count; i++) {
        if (is_deltas(test->input.fields[i].name, &target, attribute)) return true;
    }
    return false;
}

static MorphDeltas read_deltas(const Case *test, const Field *values, int attribute) {
    char at[TOKEN + 4];
    snprintf(at, sizeof at, "%s.at", values->name);
    const Field *sparse = find_field(&test->input, at);
    size_t count = sparse == NULL ? (size_t)integer(test, "vertices") : sparse->count;
    int floats = count == 0 ? morph_delta_floats(attribute) : (int)(values->count / count);
    MorphDeltas deltas = {true, values->floats, sparse == NULL ? NULL : sparse->integers, count, floats};
    return deltas;
}

MorphReason read_targets(Case *test, MorphTargets *targets) {
    targets->vertices = integer(test, "vertices");
    targets->count = (size_t)integer(test, "targets");
    MorphTarget *read = case_memory(test, targets->count * sizeof *read);
    targets->targets = read;
    for (size_t i = 0; i < test->input.count; i++) {
        const Field *field = &test->input.fields[i];
        Word name;
        size_t target;
        int attribute;
        if (!is_deltas(field->name, &target, name) || target >= targets->count) continue;
        MorphReason reason = morph_attribute(name, &attribute);
        if (reason != MORPH_OK) return reason;
        read[target].of[attribute] = read_deltas(test, field, attribute);
    }
    if (word_is(test, "form", "profile")) morph_profile_targets(read, targets->count, targets->vertices);
    return morph_check_targets(targets);
}

static MorphReason read_base(const Case *test, MorphVertices *base) {
    memset(base, 0, sizeof *base);
    base->vertices = integer_or(test, "base.vertices", integer(test, "vertices"));
    for (size_t i = 0; i < test->input.count; i++) {
        const Field *field = &test->input.fields[i];
        int attribute;
        if (strncmp(field->name, "base.", 5) != 0 || field->type != 'f') continue;
        MorphReason reason = morph_attribute(field->name + 5, &attribute);
        if (reason != MORPH_OK) return reason;
        base->of[attribute].values = field->floats;
        base->of[attribute].components = base->vertices == 0 ? 0 : (int)(field->count / base->vertices);
    }
    return MORPH_OK;
}

MorphReason read_mesh(Case *test, MorphVertices *base, MorphTargets *targets) {
    MorphReason reason = read_base(test, base);
    return reason == MORPH_OK ? read_targets(test, targets) : reason;
}

MorphReason read_bands(const Case *test, MorphBands *bands) {
    const Field *names = list(test, "bands");
    memset(bands, 0, sizeof *bands);
    for (size_t i = 0; i < names->count; i++) {
        int attribute;
        MorphReason reason = morph_attribute(names->words[i], &attribute);
        if (reason != MORPH_OK) return reason;
        bands->has[attribute] = true;
    }
    return MORPH_OK;
}

const char *joined(char name[TOKEN], const char *prefix, const char *end) {
    snprintf(name, TOKEN, "%s%s", prefix, end);
    return name;
}

/* A track of fields whose names begin with `prefix`. */
MorphTrack read_track(const Case *test, const char *prefix) {
    char name[TOKEN];
    MorphMode mode = word_is(test, joined(name, prefix, "mode"), "STEP") ? MORPH_STEP : MORPH_LINEAR_MODE;
    if (word_is(test, name, "CUBICSPLINE")) mode = MORPH_CUBICSPLINE;
    size_t targets = (size_t)integer(test, joined(name, prefix, "targets"));
    const Field *times = list(test, joined(name, prefix, "times"));
    const Field *values = list(test, joined(name, prefix, "values"));
    MorphTrack track = {mode, targets, times->count, values->count, times->floats, values->floats};
    return track;
}

/* ---- Output fields ---- */

void put_integer(Case *test, const char *name, uint64_t value) {
    found_field(test, name, 'u', 1)->integers[0] = value;
}

void put_word(Case *test, const char *name, const char *word) {
    strcpy(found_field(test, name, 'w', 1)->words[0], word);
}

void put_floats(Case *test, const char *name, const float *values, size_t count) {
    memcpy(found_field(test, name, 'f', count)->floats, values, count * sizeof *values);
}

static void put_bytes(Field *bytes, size_t index, uint32_t word) {
    uint8_t four[4];
    morph_little_endian(word, four);
    for (size_t i = 0; i < 4; i++) bytes->integers[4 * index + i] = four[i];
}

void put_numbers(Case *test, const char *name, const uint32_t *words, size_t count) {
    Field *field = found_field(test, name, 'u', count);
    for (size_t i = 0; i < count; i++) field->integers[i] = words[i];
}

void put_words(Case *test, const uint32_t *words, size_t count) {
    Field *field = found_field(test, "words", 'u', count);
    Field *bytes = found_field(test, "bytes", 'u', 4 * count);
    for (size_t i = 0; i < count; i++) {
        field->integers[i] = words[i];
        put_bytes(bytes, i, words[i]);
    }
}

void put_bytes_of(Case *test, const Field *floats) {
    Field *bytes = found_field(test, "bytes", 'u', 4 * floats->count);
    for (size_t i = 0; i < floats->count; i++) put_bytes(bytes, i, morph_bits(floats->floats[i]));
}
