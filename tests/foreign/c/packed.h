/* What writing and reading of packed sets share (spec 4.4 to 4.6). */
#ifndef PACKED_H
#define PACKED_H

#include "planes.h"

/* The header's words (L30). */
enum {
    TAG, VERTICES, TARGETS, SIZE, PLAIN, TEXCOORDS, COLORS, COUNT, TABLE, RECORDS, RECORD_WORDS, VALUES, NARROW_WORDS,
    WIDE_WORDS, ENTRIES, WIDE_ENTRIES
};
/* Most targets of a set (L31). */
enum { MOST_TARGETS = 65536 };

/* The header of a set with so many entries; all words are 64 bits until they are known to fit. */
typedef struct {
    uint64_t word[HEADER];
} Header;

Header header_of(MorphKind kind, MorphEncoding encoding, const MorphBands *bands, uint64_t vertices, uint64_t targets,
                 uint64_t entries, uint64_t wide_entries);

/* The factor of each component, from one scale a band (K4). */
void factors_of_scales(const MorphBands *bands, const Planes *planes, const uint32_t *scales, float *factors);
/* The factor of each component, from one step a band. */
void factors_of_steps(const MorphBands *bands, const uint32_t *steps, float *factors);

#endif
