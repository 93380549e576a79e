/* Packed tracks and crowds (spec 6.1). */
#include "morph.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { TAG = 65540, TRACKS_HEADER = 4, RECORD = 4, CROWD_HEADER = 8 };

/* Whether 32 bits are enough between a key and the next one (P2). */
static MorphReason check_key(const MorphTrack *track, size_t key) {
    double d = (double)track->times[key + 1] - track->times[key];
    if (d < ldexp(1.0, -100) || d > ldexp(1.0, 100)) return MORPH_KEY_DISTANCE;
    for (size_t t = 0; t < track->targets; t++) {
        MorphLetters of = morph_letters(track, key, t);
        double sum = fabs(of.a) + fabs(of.b) + d * (fabs(of.u) + fabs(of.v));
        if (sum > FLT_MAX) return MORPH_TOO_LARGE;
    }
    return MORPH_OK;
}

MorphReason morph_tracks_size(const MorphTrack *tracks, size_t count, size_t *words) {
    uint64_t all = TRACKS_HEADER + (uint64_t)RECORD * count;
    for (size_t i = 0; i < count; i++) {
        MorphReason reason = morph_check_track(&tracks[i]);
        for (size_t key = 0; reason == MORPH_OK && tracks[i].mode != MORPH_STEP && key + 1 < tracks[i].keys; key++) {
            reason = check_key(&tracks[i], key);
        }
        if (reason != MORPH_OK) return reason;
        all += tracks[i].keys + tracks[i].value_count;
    }
    *words = (size_t)all;
    return all > UINT32_MAX ? MORPH_BUFFER_TOO_LARGE : MORPH_OK;
}

static size_t put_bits(uint32_t *words, size_t at, const float *numbers, size_t count) {
    for (size_t i = 0; i < count; i++) words[at + i] = morph_bits(numbers[i]);
    return at + count;
}

/* Header, records, and for each track its times and values (P1). */
void morph_tracks_pack(const MorphTrack *tracks, size_t count, uint32_t *words) {
    size_t end = TRACKS_HEADER + RECORD * count;
    for (size_t i = 0; i < count; i++) {
        const MorphTrack *track = &tracks[i];
        uint32_t record[RECORD] = {(uint32_t)end, (uint32_t)track->keys, (uint32_t)track->targets, track->mode};
        memcpy(words + TRACKS_HEADER + RECORD * i, record, sizeof record);
        end = put_bits(words, end, track->times, track->keys);
        end = put_bits(words, end, track->values, track->value_count);
    }
    uint32_t header[TRACKS_HEADER] = {TAG, (uint32_t)count, (uint32_t)end, 0};
    memcpy(words, header, sizeof header);
}

size_t morph_crowd_words(size_t players) {
    return CROWD_HEADER + 2 * players;
}

/* A header and two words for each player (P3). */
void morph_crowd(const MorphPlayer *players, size_t count, const MorphRows *rows, uint32_t *words) {
    uint32_t header[CROWD_HEADER] = {(uint32_t)count, rows->targets, rows->stride, rows->vertices, rows->first_vertex};
    memcpy(words, header, sizeof header);
    for (size_t i = 0; i < count; i++) {
        words[CROWD_HEADER + 2 * i] = players[i].track;
        words[CROWD_HEADER + 2 * i + 1] = players[i].row;
    }
}

/* The row of one player (P4, P5). `weights` and `pairs` have room for the row's targets. */
MorphReason morph_play(const MorphTrack *track, float time, const MorphRows *rows, float *weights, MorphPair *pairs,
                       uint32_t *row) {
    MorphReason reason = morph_sample(track, time, weights, rows->targets); /* P6 */
    if (reason != MORPH_OK) return reason;
    if (rows->dense) {
        return morph_dense_row(rows->vertices, weights, rows->targets, rows->first_vertex, rows->stride, row);
    }
    size_t active = morph_active_list(weights, rows->targets, pairs);
    return morph_row(rows->vertices, pairs, active, rows->first_vertex, rows->stride, row);
}
