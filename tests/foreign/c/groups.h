/* How each group of golden vectors is run. */
#ifndef GROUPS_H
#define GROUPS_H

#include "morph.h"
#include "vectors.h"

typedef struct {
    const char *name;
    MorphStatus (*run)(Case *test);
    const char *known; /* the input fields, separated by spaces; "limit." stands for all that begin with it */
} Group;

MorphStatus run_tracks(Case *test);
MorphStatus run_clusters(Case *test);

/* The group of a name, or NULL. */
const Group *find_group(const char *name);

#endif
