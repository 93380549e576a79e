/* Reading of golden vectors as flat text. */
#include "vectors.h"

#include <stdlib.h>
#include <string.h>

struct Block {
    Block *next;
    double start_of_memory; /* aligned for all that is kept */
};

static void *checked(void *memory) {
    if (memory == NULL) {
        fputs("out of memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    return memory;
}

void *case_memory(Case *test, size_t size) {
    Block *block = checked(calloc(1, sizeof *block + size));
    block->next = test->memory;
    test->memory = block;
    return &block->start_of_memory;
}

void case_clear(Case *test) {
    while (test->memory != NULL) {
        Block *block = test->memory;
        test->memory = block->next;
        free(block);
    }
    test->input.count = test->output.count = test->found.count = 0;
}

static bool next_token(FILE *file, Word token) {
    return fscanf(file, "%100s", token) == 1;
}

static bool expect(FILE *file, const char *wanted) {
    Word token;
    return next_token(file, token) && strcmp(token, wanted) == 0;
}

static bool read_integer(FILE *file, uint64_t *integer) {
    Word token;
    char *end = token;
    if (next_token(file, token)) *integer = strtoull(token, &end, 10);
    return end != token && *end == '\0';
}

static bool read_float(FILE *file, float *number) {
    Word token;
    char *end = token;
    uint32_t bits = 0;
    if (next_token(file, token)) bits = (uint32_t)strtoul(token, &end, 16);
    memcpy(number, &bits, sizeof bits);
    return end == token + 8 && *end == '\0';
}

/* Makes room for the values of a field. */
static void hold(Case *test, Field *field, char type, size_t count) {
    field->type = type;
    field->count = count;
    field->floats = type == 'f' ? case_memory(test, count * sizeof(float)) : NULL;
    field->integers = type == 'u' ? case_memory(test, count * sizeof(uint64_t)) : NULL;
    field->words = type == 'w' ? case_memory(test, count * sizeof(Word)) : NULL;
}

static bool read_value(FILE *file, Field *field, size_t index) {
    if (field->type == 'f') return read_float(file, &field->floats[index]);
    if (field->type == 'u') return read_integer(file, &field->integers[index]);
    return next_token(file, field->words[index]);
}

static bool read_field(FILE *file, Case *test, Field *field) {
    Word type;
    uint64_t count;
    if (!next_token(file, field->name) || !next_token(file, type) || !read_integer(file, &count)) return false;
    if (strlen(type) != 1 || strchr("fuw", type[0]) == NULL || count > UINT32_MAX) return false;
    hold(test, field, type[0], (size_t)count);
    for (size_t i = 0; i < field->count; i++) {
        if (!read_value(file, field, i)) return false;
    }
    return true;
}

static bool read_fields(FILE *file, Case *test, const char *keyword, Fields *fields) {
    uint64_t count;
    if (!expect(file, keyword) || !read_integer(file, &count) || count > FIELDS) return false;
    for (; fields->count < count; fields->count++) {
        if (!read_field(file, test, &fields->fields[fields->count])) return false;
    }
    return true;
}

static bool skip_rules(FILE *file) {
    Word rule;
    uint64_t count;
    if (!expect(file, "rules") || !read_integer(file, &count)) return false;
    for (uint64_t i = 0; i < count; i++) {
        if (!next_token(file, rule)) return false;
    }
    return true;
}

bool vectors_open(const char *path, Vectors *vectors) {
    vectors->file = fopen(path, "r");
    if (vectors->file == NULL) {
        printf("%s: cannot be opened\n", path);
        return false;
    }
    FILE *file = vectors->file;
    bool right = expect(file, "morphkit-golden") && expect(file, "1") && next_token(file, vectors->group) &&
                 read_integer(file, &vectors->cases);
    if (right && vectors->cases > 0) return true;
    printf("%s: %s\n", path, right ? "no cases" : "no golden vectors of version 1");
    fclose(file);
    return false;
}

bool vectors_next(Vectors *vectors, Case *test) {
    FILE *file = vectors->file;
    case_clear(test);
    return expect(file, "case") && next_token(file, test->name) && skip_rules(file) &&
           read_fields(file, test, "input", &test->input) && read_fields(file, test, "output", &test->output);
}

bool vectors_close(Vectors *vectors) {
    Word token;
    bool ended = !next_token(vectors->file, token);
    fclose(vectors->file);
    return ended;
}

const Field *find_field(const Fields *fields, const char *name) {
    for (size_t i = 0; i < fields->count; i++) {
        if (strcmp(fields->fields[i].name, name) == 0) return &fields->fields[i];
    }
    return NULL;
}

Field *found_field(Case *test, const char *name, char type, size_t count) {
    Field *field = &test->found.fields[test->found.count++];
    strcpy(field->name, name);
    hold(test, field, type, count);
    return field;
}
