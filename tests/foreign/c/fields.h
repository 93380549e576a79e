/* Fields of golden vectors as what the implementation takes, and what it found as fields. */
#ifndef FIELDS_H
#define FIELDS_H

#include "morph.h"
#include "vectors.h"

/* The only value of an input field. */
uint64_t integer(const Case *test, const char *name); /* 0 where there is none */
uint64_t integer_or(const Case *test, const char *name, uint64_t otherwise);
bool word_is(const Case *test, const char *name, const char *word);
/* A list of an input; an empty one where there is none. */
const Field *list(const Case *test, const char *name);

bool has_deltas(const Case *test);
MorphReason read_targets(Case *test, MorphTargets *targets);
MorphReason read_mesh(Case *test, MorphVertices *base, MorphTargets *targets);
MorphReason read_bands(const Case *test, MorphBands *bands);
/* The name of a field that begins with a prefix, in `name`. */
const char *joined(char name[TOKEN], const char *prefix, const char *end);
MorphTrack read_track(const Case *test, const char *prefix);

/* New fields of found values. */
void put_integer(Case *test, const char *name, uint64_t value);
void put_word(Case *test, const char *name, const char *word);
void put_floats(Case *test, const char *name, const float *values, size_t count);
void put_numbers(Case *test, const char *name, const uint32_t *numbers, size_t count);
void put_words(Case *test, const uint32_t *words, size_t count); /* and their bytes */
void put_bytes_of(Case *test, const Field *floats);

#endif
