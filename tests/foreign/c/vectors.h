/* The golden vectors' flat text (tests/golden/README.md): reading, and comparing with what was found. */
#ifndef VECTORS_H
#define VECTORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { TOKEN = 101 /* characters, with the end */, FIELDS = 4096 };

typedef char Word[TOKEN];

/* A named list of values of one type: 'f', 'u' or 'w'. */
typedef struct {
    Word name;
    char type;
    size_t count;
    float *floats;
    uint64_t *integers;
    Word *words;
} Field;

typedef struct {
    Field fields[FIELDS];
    size_t count;
} Fields;

typedef struct Block Block;

/* One case; all its memory is freed when the next one is read. */
typedef struct {
    Word name;
    Fields input, output, found;
    Block *memory;
} Case;

typedef struct {
    FILE *file;
    Word group;
    uint64_t cases;
} Vectors;

/* Opens a file; false, with a line that says why, where it is none of version 1 or has no cases. */
bool vectors_open(const char *path, Vectors *vectors);
/* Reads the next case; false where the file breaks the grammar. */
bool vectors_next(Vectors *vectors, Case *test);
/* Closes the file; false where anything follows the last case. */
bool vectors_close(Vectors *vectors);

/* Zeroed memory that lives as long as the case. */
void *case_memory(Case *test, size_t size);
void case_clear(Case *test);

const Field *find_field(const Fields *fields, const char *name);
/* A new field of found values, to be filled. */
Field *found_field(Case *test, const char *name, char type, size_t count);

/* Compares what was found with the case's output; false, with the miss in `miss`, where they differ. */
bool compare_case(const Case *test, char miss[512]);

#endif
