/* Runs the C implementation over golden vectors: run tests/golden/GROUP.txt ...
 *
 * Prints for each group how many cases passed. Exits with 1 where one did not, and names it. */
#include "groups.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Whether a word is one of `known`, or begins with one of them that ends with a point. */
static bool is_known(const char *known, const char *name) {
    for (const char *word = known; word != NULL; word = strchr(word, ' ')) {
        word += *word == ' ';
        size_t length = strcspn(word, " ");
        bool family = word[length - 1] == '.';
        if (strncmp(word, name, length) == 0 && (family || name[length] == '\0')) return true;
    }
    return false;
}

/* The words that an input field may have, or NULL where they are not limited. */
static const char *words_of(const char *name) {
    static const char *const fields[][2] = {
        {"form", "targets profile arrays"},
        {"level", "portable strict"},
        {"profile", "seed tiled compat linear"},
        {"format", "seed pairs compat fallback row"},
        {"kind", "blocked rows dense"},
        {"encoding", "f32 bits16 eight-bytes six-bytes f16"},
        {"mode", "STEP LINEAR CUBICSPLINE"},
        {"stage", "vertex compute"},
        {"row.format", "pairs dense"},
    };
    /* "track.0.mode" is a mode. */
    const char *numbered = strncmp(name, "track.", 6) == 0 ? strchr(name + 6, '.') : NULL;
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        if (strcmp(fields[i][0], numbered == NULL ? name : numbered + 1) == 0) return fields[i][1];
    }
    return NULL;
}

static bool has_known_words(const Field *field) {
    const char *known = words_of(field->name);
    return known == NULL || (field->type == 'w' && field->count == 1 && is_known(known, field->words[0]));
}

static bool inputs_are_known(const Group *group, const Case *test, char miss[512]) {
    for (size_t i = 0; i < test->input.count; i++) {
        const Field *field = &test->input.fields[i];
        if (is_known(group->known, field->name) && has_known_words(field)) continue;
        snprintf(miss, 512, "input field %s, or its value, is not known", field->name);
        return false;
    }
    return true;
}

/* What a refused case is found to give: the reason alone. */
static void put_refusal(Case *test, MorphStatus status) {
    test->found.count = 0;
    strcpy(found_field(test, "error", 'w', 1)->words[0], morph_reason_word(status.reason));
    if (status.reason == MORPH_NON_FINITE_WEIGHT) found_field(test, "error.index", 'u', 1)->integers[0] = status.index;
}

static bool run_case(const Group *group, Case *test) {
    char miss[512] = "";
    bool passed = inputs_are_known(group, test, miss);
    if (passed) {
        MorphStatus status = group->run(test);
        if (status.reason != MORPH_OK) put_refusal(test, status);
        passed = compare_case(test, miss);
    }
    if (!passed) printf("%s/%s: %s\n", group->name, test->name, miss);
    return passed;
}

static bool run_cases(const Group *group, Vectors *vectors) {
    static Case test;
    uint64_t passed = 0, read = 0;
    for (; read < vectors->cases && vectors_next(vectors, &test); read++) passed += run_case(group, &test);
    case_clear(&test);
    if (read < vectors->cases) printf("%s: case %" PRIu64 " breaks the grammar\n", group->name, read + 1);
    printf("%s: %" PRIu64 " of %" PRIu64 " cases passed\n", group->name, passed, vectors->cases);
    return passed == vectors->cases;
}

static bool run_file(const char *path) {
    Vectors vectors;
    if (!vectors_open(path, &vectors)) return false;
    const Group *group = find_group(vectors.group);
    if (group == NULL) {
        printf("%s: group %s is not known\n", path, vectors.group);
        vectors_close(&vectors);
        return false;
    }
    bool passed = run_cases(group, &vectors);
    bool ended = vectors_close(&vectors);
    if (passed && !ended) printf("%s: something follows the last case\n", path);
    return passed && ended;
}

int main(int count, char **arguments) {
    bool passed = count > 1;
    if (!passed) puts("no files of vectors were named");
    for (int i = 1; i < count; i++) passed = run_file(arguments[i]) && passed;
    return passed ? EXIT_SUCCESS : EXIT_FAILURE;
}
