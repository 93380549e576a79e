/* How golden vectors of packed tracks and crowds are run. */
#include "groups.h"

#include "fields.h"

#include <string.h>

/* The weights of a row's targets, 0 where no pair has one (F9, F15). */
static void read_row(const MorphRows *rows, const uint32_t *row, float *weights) {
    for (size_t t = 0; rows->dense && t < rows->targets; t++) weights[t] = morph_from_bits(row[4 + t]);
    for (size_t i = 0; !rows->dense && i < row[0]; i++) weights[row[4 + 2 * i]] = morph_from_bits(row[5 + 2 * i]);
}

/* The rows of all players, and the weights that are read from them. */
static MorphReason play_all(Case *test, const MorphTrack *tracks, const MorphPlayer *players, const MorphRows *rows) {
    const Field *times = list(test, "players.time");
    size_t count = 0, stride = rows->stride, targets = rows->targets;
    for (size_t i = 0; i < times->count; i++) count = players[i].row < count ? count : players[i].row + 1;
    uint32_t *words = case_memory(test, count * stride * sizeof *words);
    memset(words, 0xFF, count * stride * sizeof *words);
    float *sampled = case_memory(test, targets * sizeof *sampled);
    MorphPair *pairs = case_memory(test, targets * sizeof *pairs);
    Field *weights = found_field(test, "weights", 'f', targets * times->count);
    for (size_t i = 0; i < times->count; i++) {
        uint32_t *row = words + players[i].row * stride;
        MorphReason reason = morph_play(&tracks[players[i].track], times->floats[i], rows, sampled, pairs, row);
        if (reason != MORPH_OK) return reason;
        read_row(rows, row, weights->floats + i * targets);
    }
    put_numbers(test, "rows", words, count * stride);
    return MORPH_OK;
}

/* The tracks of a case; gives their number. */
static size_t read_tracks(Case *test, MorphTrack **tracks) {
    char prefix[32] = "track.0.", name[TOKEN];
    size_t count = 0;
    while (find_field(&test->input, joined(name, prefix, "mode")) != NULL) {
        snprintf(prefix, sizeof prefix, "track.%zu.", ++count);
    }
    *tracks = case_memory(test, count * sizeof **tracks);
    for (size_t i = 0; i < count; i++) {
        snprintf(prefix, sizeof prefix, "track.%zu.", i);
        (*tracks)[i] = read_track(test, prefix);
    }
    return count;
}

MorphStatus run_tracks(Case *test) {
    MorphTrack *tracks;
    size_t count = read_tracks(test, &tracks), size;
    MorphReason reason = morph_tracks_size(tracks, count, &size);
    if (reason != MORPH_OK) return morph_status(reason);
    uint32_t *words = case_memory(test, size * sizeof *words);
    morph_tracks_pack(tracks, count, words);
    put_numbers(test, "tracks", words, size);

    const Field *track = list(test, "players.track"), *row = list(test, "players.row");
    MorphPlayer *players = case_memory(test, track->count * sizeof *players);
    for (size_t i = 0; i < track->count; i++) {
        players[i].track = (uint32_t)track->integers[i];
        players[i].row = (uint32_t)row->integers[i];
    }
    MorphRows rows = {(uint32_t)integer(test, "targets"), (uint32_t)integer(test, "stride"),
                      (uint32_t)integer(test, "vertices"), (uint32_t)integer(test, "first_vertex"),
                      word_is(test, "row.format", "dense")};
    words = case_memory(test, morph_crowd_words(track->count) * sizeof *words);
    morph_crowd(players, track->count, &rows, words);
    put_numbers(test, "crowd", words, morph_crowd_words(track->count));
    return morph_status(play_all(test, tracks, players, &rows));
}
