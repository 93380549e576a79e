/* Planes of packed sets (spec 4.4 and 4.5): how the components of one delta lie in words. */
#ifndef PLANES_H
#define PLANES_H

#include "morph.h"

enum { COMPONENTS = 3 * 3 + 32 * 2 + 32 * 4, PIECES = MORPH_ATTRIBUTES, BLOCK = 64, HEADER = 16, LINE = 32 };

/* How components lie together. */
typedef enum { FLOATS, INTEGERS, HALF_FLOATS, ELEVEN, PAIR } Together;

typedef struct {
    Together together;
    size_t first, count; /* components */
    size_t plane;        /* the first of its word planes */
} Piece;

typedef struct {
    size_t lanes, pieces, planes, words;
    bool half; /* whether a half plane follows */
    Piece piece[PIECES];
    double unit[COMPONENTS]; /* what a scale is divided by, for each component */
} Planes;

Planes planes_of(const MorphBands *bands, MorphEncoding encoding, size_t lanes);

/* Writes one lane's delta into zeroed words; value = integer * factor. */
MorphReason write_lane(const Planes *planes, const float *row, const float *factors, size_t lane, uint32_t *words);
void read_lane(const Planes *planes, const uint32_t *words, const float *factors, size_t lane, float *row);

int32_t nearest(double number, int32_t most); /* L33 */
uint32_t integer_code(float value, float factor); /* L34, K6 */
float integer_value(uint32_t code, float factor);

#endif
