/* Attributes, deltas and targets (spec L1 to L3, B7, B9, B25). */
#include "morph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SETS = 32 };

static const char *const plain[] = {"POSITION", "NORMAL", "TANGENT"};

/* The set number behind a prefix such as "COLOR_"; false where the name does not begin with it. */
static bool set_number(const char *name, const char *prefix, unsigned long *number) {
    size_t length = strlen(prefix);
    if (strncmp(name, prefix, length) != 0) return false;
    *number = strtoul(name + length, NULL, 10);
    return true;
}

/* The attribute of a name as in glTF; sets past 31, and other names, are refused (L3). */
MorphReason morph_attribute(const char *name, int *attribute) {
    for (int i = MORPH_POSITION; i <= MORPH_TANGENT; i++) {
        if (strcmp(name, plain[i]) == 0) {
            *attribute = i;
            return MORPH_OK;
        }
    }
    unsigned long number = SETS;
    int first = set_number(name, "COLOR_", &number) ? MORPH_COLOR_0 : MORPH_TEXCOORD_0;
    if (first == MORPH_TEXCOORD_0) set_number(name, "TEXCOORD_", &number);
    if (number >= SETS) return MORPH_SET_NUMBER;
    *attribute = first + (int)number;
    return MORPH_OK;
}

void morph_attribute_name(int attribute, char name[24]) {
    if (attribute < MORPH_TEXCOORD_0) {
        strcpy(name, plain[attribute]);
    } else if (attribute < MORPH_COLOR_0) {
        sprintf(name, "TEXCOORD_%d", attribute - MORPH_TEXCOORD_0);
    } else {
        sprintf(name, "COLOR_%d", attribute - MORPH_COLOR_0);
    }
}

int morph_delta_floats(int attribute) {
    if (attribute < MORPH_TEXCOORD_0) return 3;
    return attribute < MORPH_COLOR_0 ? 2 : 4;
}

/* Sparse vertices are strictly increasing and below V (B9); deltas are finite (B25). */
static MorphReason check_deltas(const MorphDeltas *deltas, uint64_t vertices) {
    for (size_t i = 0; deltas->at != NULL && i < deltas->count; i++) {
        if (deltas->at[i] >= vertices || (i > 0 && deltas->at[i] <= deltas->at[i - 1])) return MORPH_SPARSE_INDEX;
    }
    bool finite = morph_all_finite(deltas->values, deltas->count * (size_t)deltas->floats);
    return finite ? MORPH_OK : MORPH_NON_FINITE_DELTA;
}

MorphReason morph_check_targets(const MorphTargets *targets) {
    for (size_t t = 0; t < targets->count; t++) {
        for (int a = 0; a < MORPH_ATTRIBUTES; a++) {
            const MorphDeltas *deltas = &targets->targets[t].of[a];
            MorphReason reason = deltas->present ? check_deltas(deltas, targets->vertices) : MORPH_OK;
            if (reason != MORPH_OK) return reason;
        }
    }
    return MORPH_OK;
}

/* An attribute is moved where some target has deltas for it, whatever they are (B7). */
bool morph_moves(const MorphTargets *targets, int attribute) {
    for (size_t t = 0; t < targets->count; t++) {
        if (targets->targets[t].of[attribute].present) return true;
    }
    return false;
}

/* Every target of a profile has positions and normals: zeros where none are given (B18, L4). */
void morph_profile_targets(MorphTarget *targets, size_t count, uint64_t vertices) {
    MorphDeltas zeros = {true, NULL, NULL, (size_t)vertices, 0};
    for (size_t t = 0; t < count; t++) {
        for (int a = MORPH_POSITION; a <= MORPH_NORMAL; a++) {
            if (!targets[t].of[a].present) targets[t].of[a] = zeros;
        }
    }
}

uint64_t morph_vertex_of(const MorphDeltas *deltas, size_t position) {
    return deltas->at == NULL ? position : deltas->at[position];
}

float morph_delta(const MorphDeltas *deltas, size_t position, int component) {
    return component < deltas->floats ? deltas->values[position * (size_t)deltas->floats + (size_t)component] : 0.0f;
}
