/* How boxes grow (spec 7), for whole meshes and for clusters. */
#ifndef BOUNDS_H
#define BOUNDS_H

#include "morph.h"

/* Sums of one axis, in double. */
typedef struct {
    double low, high, magnitude;
} Sums;

/* A box with the targets that take part in it. */
typedef struct {
    Sums axes[3];
    size_t moving;
} Growth;

Growth growth_of(const MorphBox *base);
void grow(Growth *growth, const double ends[2], const MorphBox *delta);
void grown(const Growth *growth, MorphBox *box); /* leaves the box alone where nothing takes part (N6) */

#endif
