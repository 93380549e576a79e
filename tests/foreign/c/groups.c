/* How each group of golden vectors is run: from input fields to the implementation and back to output fields. */
#include "groups.h"

#include "fields.h"

#include <string.h>

static const MorphStatus ok = {MORPH_OK, 0};

static MorphStatus run_blend(Case *test) {
    MorphVertices base;
    MorphTargets targets;
    MorphReason reason = read_mesh(test, &base, &targets);
    if (reason != MORPH_OK) return morph_status(reason);
    MorphVertices result = base;
    for (int a = 0; a < MORPH_ATTRIBUTES; a++) {
        if (base.of[a].values == NULL) continue;
        char name[24];
        morph_attribute_name(a, name);
        size_t count = (size_t)base.vertices * (size_t)base.of[a].components;
        result.of[a].values = found_field(test, name, 'f', count)->floats;
    }
    const Field *weights = list(test, "weights");
    if (word_is(test, "form", "arrays")) {
        return morph_blend_arrays(&base, &targets, weights->floats, weights->count, &result);
    }
    bool normalize = integer(test, "normalize") == 1;
    return morph_blend(&base, &targets, weights->floats, weights->count, normalize, &result);
}

/* The weights as they are set, and the active ones. */
typedef struct {
    size_t targets, active;
    float *weights;
    MorphPair *pairs;
} Active;

static MorphStatus read_active(Case *test, Active *active) {
    const Field *given = list(test, "weights");
    active->targets = (size_t)integer(test, "targets");
    active->weights = case_memory(test, active->targets * sizeof(float));
    active->pairs = case_memory(test, active->targets * sizeof(MorphPair));
    MorphStatus status = morph_set_weights(given->floats, given->count, active->weights, active->targets);
    if (status.reason == MORPH_OK) active->active = morph_active_list(active->weights, active->targets, active->pairs);
    return status;
}

static MorphStatus run_active(Case *test) {
    Active active;
    MorphStatus status = read_active(test, &active);
    if (status.reason != MORPH_OK) return status;
    uint64_t capacity = integer_or(test, "capacity", active.active);
    size_t kept = morph_shorten(active.pairs, active.active, (size_t)capacity);
    put_floats(test, "weights", active.weights, active.targets);
    put_integer(test, "dropped", active.active - kept);
    Field *indices = found_field(test, "list.indices", 'u', kept);
    Field *weights = found_field(test, "list.weights", 'f', kept);
    for (size_t i = 0; i < kept; i++) {
        indices->integers[i] = active.pairs[i].index;
        weights->floats[i] = active.pairs[i].weight;
    }
    return ok;
}

static MorphReason read_texture(const Case *test, MorphTexture *texture) {
    uint64_t vertices = integer(test, "vertices"), targets = integer(test, "targets");
    if (word_is(test, "profile", "seed")) return morph_seed_texture(vertices, targets, texture);
    MorphBands bands;
    MorphReason reason = read_bands(test, &bands);
    if (reason != MORPH_OK) return reason;
    uint64_t dimension = integer(test, "limit.dimension"), layers = integer(test, "limit.layers");
    return morph_tiled_texture(vertices, targets, &bands, dimension, layers, texture);
}

static void put_texels_addresses(Case *test, const MorphTexture *texture) {
    const Field *targets = list(test, "address.target"), *vertices = list(test, "address.vertex");
    const Field *bands = list(test, "address.band");
    Field *columns = found_field(test, "address.column", 'u', targets->count);
    Field *rows = found_field(test, "address.row", 'u', targets->count);
    Field *layers = found_field(test, "address.layer", 'u', targets->count);
    for (size_t i = 0; i < targets->count; i++) {
        int attribute;
        if (morph_attribute(bands->words[i], &attribute) != MORPH_OK) continue;
        MorphTexel at = morph_texture_address(texture, targets->integers[i], vertices->integers[i], attribute);
        columns->integers[i] = at.column;
        rows->integers[i] = at.row;
        layers->integers[i] = at.layer;
    }
}

static MorphStatus run_texture(Case *test) {
    MorphTexture texture;
    MorphReason reason = read_texture(test, &texture);
    if (reason != MORPH_OK) return morph_status(reason);
    put_integer(test, "stored", texture.stored);
    put_integer(test, "width", texture.width);
    put_integer(test, "rows_per_band", texture.rows_per_band);
    put_integer(test, "height", texture.height);
    put_integer(test, "layers", texture.layers);
    put_texels_addresses(test, &texture);
    if (!has_deltas(test)) return ok;
    MorphTargets targets;
    reason = read_targets(test, &targets);
    if (reason != MORPH_OK) return morph_status(reason);
    Field *texels = found_field(test, "texels", 'f', morph_texture_floats(&texture));
    morph_texture_texels(&texture, &targets, texels->floats);
    put_bytes_of(test, texels);
    return ok;
}

static MorphReason read_linear(const Case *test, MorphLinear *buffer) {
    uint64_t vertices = integer(test, "vertices"), targets = integer(test, "targets");
    uint64_t binding = integer(test, "limit.binding");
    if (word_is(test, "profile", "compat")) return morph_compat_linear(vertices, targets, binding, buffer);
    MorphBands bands;
    MorphReason reason = read_bands(test, &bands);
    return reason == MORPH_OK ? morph_linear(vertices, targets, &bands, binding, buffer) : reason;
}

static void put_word_addresses(Case *test, const MorphLinear *buffer) {
    const Field *targets = list(test, "address.target"), *vertices = list(test, "address.vertex");
    const Field *bands = list(test, "address.band");
    Field *words = found_field(test, "address.word", 'u', targets->count);
    for (size_t i = 0; i < targets->count; i++) {
        int attribute;
        if (morph_attribute(bands->words[i], &attribute) != MORPH_OK) continue;
        words->integers[i] = morph_linear_address(buffer, targets->integers[i], vertices->integers[i], attribute);
    }
}

static MorphStatus run_linear(Case *test) {
    MorphLinear buffer;
    MorphReason reason = read_linear(test, &buffer);
    if (reason != MORPH_OK) return morph_status(reason);
    put_integer(test, "stride", buffer.stride);
    put_integer(test, "words", buffer.words);
    put_word_addresses(test, &buffer);
    if (!has_deltas(test)) return ok;
    MorphTargets targets;
    reason = read_targets(test, &targets);
    if (reason != MORPH_OK) return morph_status(reason);
    Field *data = found_field(test, "data", 'f', (size_t)buffer.words);
    morph_linear_data(&buffer, &targets, data->floats);
    put_bytes_of(test, data);
    return ok;
}

static MorphKind read_kind(const Case *test) {
    if (word_is(test, "kind", "rows")) return MORPH_ROWS;
    return word_is(test, "kind", "dense") ? MORPH_DENSE : MORPH_BLOCKED;
}

static MorphEncoding read_encoding(const Case *test) {
    if (word_is(test, "encoding", "f32")) return MORPH_F32;
    if (word_is(test, "encoding", "bits16")) return MORPH_BITS16;
    if (word_is(test, "encoding", "f16")) return MORPH_F16;
    return word_is(test, "encoding", "six-bytes") ? MORPH_SIX_BYTES : MORPH_EIGHT_BYTES;
}

static MorphReason write_packed(Case *test) {
    MorphTargets targets;
    MorphReason reason = read_targets(test, &targets);
    size_t count = 0;
    if (reason == MORPH_OK) reason = morph_packed_size(read_kind(test), read_encoding(test), &targets, &count);
    if (reason != MORPH_OK) return reason;
    uint32_t *words = case_memory(test, count * sizeof *words);
    reason = morph_packed_write(read_kind(test), read_encoding(test), &targets, words);
    if (reason == MORPH_OK) put_words(test, words, count);
    return reason;
}

/* Fields of each target and band, from values vertex after vertex. */
static void put_decoded(Case *test, const MorphPacked *set, const float *values) {
    size_t stride = (size_t)morph_band_offset(&set->bands, MORPH_ATTRIBUTES);
    for (size_t t = 0; t < set->targets; t++) {
        for (int a = 0; a < MORPH_ATTRIBUTES; a++) {
            if (!set->bands.has[a]) continue;
            char attribute[24], name[64];
            morph_attribute_name(a, attribute);
            snprintf(name, sizeof name, "decoded.%zu.%s", t, attribute);
            size_t floats = (size_t)morph_delta_floats(a), offset = (size_t)morph_band_offset(&set->bands, a);
            Field *field = found_field(test, name, 'f', (size_t)set->vertices * floats);
            for (size_t v = 0; v < set->vertices; v++) {
                const float *row = values + (t * (size_t)set->vertices + v) * stride + offset;
                memcpy(field->floats + v * floats, row, floats * sizeof *row);
            }
        }
    }
}

static MorphReason read_packed(Case *test, const Field *given) {
    uint32_t *words = case_memory(test, given->count * sizeof *words);
    for (size_t i = 0; i < given->count; i++) words[i] = (uint32_t)given->integers[i];
    MorphPacked set;
    MorphReason reason = morph_packed_open(read_kind(test), words, given->count, &set);
    if (reason != MORPH_OK) return reason;
    size_t floats = (size_t)(set.targets * set.vertices * morph_band_offset(&set.bands, MORPH_ATTRIBUTES));
    float *values = case_memory(test, floats * sizeof *values);
    reason = morph_packed_read(&set, values);
    if (reason != MORPH_OK) return reason;
    put_integer(test, "vertices", set.vertices);
    put_integer(test, "targets", set.targets);
    put_decoded(test, &set, values);
    return MORPH_OK;
}

static MorphStatus run_packed(Case *test) {
    const Field *words = find_field(&test->input, "words");
    return morph_status(words == NULL ? write_packed(test) : read_packed(test, words));
}

static MorphReason run_pairs(Case *test, Active *active) {
    size_t capacity = (size_t)integer_or(test, "capacity", morph_pairs_capacity(active->targets));
    size_t kept = active->active, count = MORPH_HEADER_WORDS + 2 * capacity;
    if (integer(test, "shorten") == 1) kept = morph_shorten(active->pairs, active->active, capacity);
    uint32_t *words = case_memory(test, count * sizeof *words);
    MorphReason reason = morph_pairs_uniform(integer(test, "vertices"), active->pairs, kept,
                                             (uint32_t)integer(test, "first_vertex"),
                                             integer(test, "limit.dimension"), capacity, words);
    put_words(test, words, count);
    put_integer(test, "dropped", active->active - kept);
    return reason;
}

static MorphReason run_row(Case *test, const Active *active) {
    uint64_t padded = morph_row_stride(active->targets, integer(test, "alignment"));
    size_t stride = (size_t)integer_or(test, "stride", padded);
    uint32_t *words = case_memory(test, stride * sizeof *words);
    MorphReason reason = morph_row(integer(test, "vertices"), active->pairs, active->active,
                                   (uint32_t)integer(test, "first_vertex"), stride, words);
    put_words(test, words, stride);
    return reason;
}

static MorphReason run_seed(Case *test, const Active *active) {
    uint32_t words[MORPH_SEED_WORDS];
    MorphReason reason = morph_seed_uniform(integer(test, "vertices"), active->weights, active->targets, words);
    put_words(test, words, MORPH_SEED_WORDS);
    return reason;
}

static MorphReason run_compat(Case *test, const Active *active) {
    size_t count = morph_compat_words(active->targets);
    uint32_t *words = case_memory(test, count * sizeof *words);
    morph_compat_weights(integer(test, "vertices"), active->weights, active->targets, words);
    put_words(test, words, count);
    return MORPH_OK;
}

static MorphStatus run_frame(Case *test) {
    if (word_is(test, "format", "fallback")) {
        put_words(test, morph_compat_fallback, MORPH_FALLBACK_WORDS);
        return ok;
    }
    Active active;
    MorphStatus status = read_active(test, &active);
    if (status.reason != MORPH_OK) return status;
    if (word_is(test, "format", "seed")) return morph_status(run_seed(test, &active));
    if (word_is(test, "format", "compat")) return morph_status(run_compat(test, &active));
    if (word_is(test, "format", "row")) return morph_status(run_row(test, &active));
    return morph_status(run_pairs(test, &active));
}

static MorphStatus run_animation(Case *test) {
    const Field *at = list(test, "at");
    MorphTrack track = read_track(test, "");
    MorphReason reason = morph_check_track(&track);
    size_t room = (size_t)integer(test, "room");
    Field *weights = found_field(test, "weights", 'f', room * at->count);
    for (size_t i = 0; i < at->count && reason == MORPH_OK; i++) {
        reason = morph_sample(&track, at->floats[i], weights->floats + i * room, room);
    }
    return morph_status(reason);
}

/* The list of a layer; an empty one where there is none. */
static const Field *of_layer(const Case *test, size_t layer, const char *name) {
    char field[TOKEN];
    snprintf(field, sizeof field, "layer.%zu.%s", layer, name);
    return list(test, field);
}

static MorphLayer read_layer(const Case *test, size_t number) {
    const Field *weights = of_layer(test, number, "weights"), *first = of_layer(test, number, "first");
    const Field *mask = of_layer(test, number, "mask");
    char name[TOKEN];
    snprintf(name, sizeof name, "layer.%zu.mask", number);
    MorphLayer layer = {0};
    layer.adds = strcmp(of_layer(test, number, "mode")->words[0], "add") == 0;
    layer.has_mask = find_field(&test->input, name) != NULL;
    layer.factor = of_layer(test, number, "factor")->floats[0];
    layer.count = weights->count;
    layer.weights = weights->floats;
    layer.first_count = first->count;
    layer.first = first->floats;
    layer.mask_count = mask->count;
    layer.mask = mask->floats;
    return layer;
}

static MorphStatus run_mix(Case *test) {
    size_t count = 0, targets = (size_t)integer(test, "targets");
    while (of_layer(test, count, "mode")->count == 1 && of_layer(test, count, "factor")->count == 1) count++;
    MorphLayer *layers = case_memory(test, count * sizeof *layers);
    for (size_t i = 0; i < count; i++) layers[i] = read_layer(test, i);
    const Field *defaults = list(test, "defaults"), *weights = list(test, "override.weights");
    MorphOverrides overrides = {weights->count, list(test, "override.targets")->integers, weights->floats};
    Field *row = found_field(test, "weights", 'f', targets);
    return morph_mix(defaults->floats, defaults->count, layers, count, &overrides, row->floats, targets);
}

static void put_box(Case *test, const char *min, const char *max, const MorphBox *box) {
    put_floats(test, min, box->min, 3);
    put_floats(test, max, box->max, 3);
}

static MorphStatus run_bounds(Case *test) {
    MorphVertices base;
    MorphTargets targets;
    MorphBox box;
    MorphReason reason = read_mesh(test, &base, &targets);
    if (reason != MORPH_OK) return morph_status(reason);
    const Field *weights = list(test, "weights"), *lows = list(test, "ranges.low"), *highs = list(test, "ranges.high");
    bool ranges = find_field(&test->input, "ranges.low") != NULL;
    MorphStatus status =
        ranges ? morph_box_for_ranges(&base, &targets, lows->floats, highs->floats, lows->count, &box)
               : morph_box_for_weights(&base, &targets, weights->floats, weights->count, &box);
    if (status.reason != MORPH_OK) return status;
    put_box(test, "min", "max", &box);
    if (ranges) return ok;
    float *positions = case_memory(test, (size_t)base.vertices * 3 * sizeof *positions);
    status = morph_exact_box(&base, &targets, weights->floats, weights->count, positions, &box);
    if (status.reason == MORPH_OK) put_box(test, "exact.min", "exact.max", &box);
    else put_word(test, "exact.error", morph_reason_word(status.reason));
    return ok;
}

static MorphStatus run_choice(Case *test) {
    MorphBands bands;
    MorphChoice choice;
    MorphReason reason = read_bands(test, &bands);
    if (reason != MORPH_OK) return morph_status(reason);
    MorphStage stage = word_is(test, "stage", "vertex") ? MORPH_VERTEX_STAGE : MORPH_COMPUTE_STAGE;
    MorphLimits limits = {integer(test, "limit.dimension"), integer(test, "limit.layers"),
                          integer(test, "limit.binding"), integer(test, "limit.storage_buffers")};
    reason = morph_choose(integer(test, "vertices"), integer(test, "targets"), &bands, stage, &limits, &choice);
    if (reason == MORPH_OK) put_word(test, "layout", choice == MORPH_CHOSE_LINEAR ? "linear" : "texture");
    return morph_status(reason);
}

const Group *find_group(const char *name) {
    static const Group groups[] = {
        {"blend", run_blend, "form level normalize weights vertices targets base. target."},
        {"active", run_active, "targets weights capacity"},
        {"texture", run_texture, "profile vertices targets bands limit. address. target."},
        {"linear", run_linear, "profile vertices targets bands limit. address. target."},
        {"packed", run_packed, "kind encoding words vertices targets target."},
        {"frame", run_frame,
         "format vertices targets weights first_vertex limit.dimension capacity shorten alignment stride"},
        {"animation", run_animation, "mode targets times values at room"},
        {"tracks", run_tracks,
         "row.format targets stride vertices first_vertex track. players.track players.row players.time"},
        {"mix", run_mix, "targets defaults layer. override.targets override.weights"},
        {"bounds", run_bounds, "vertices targets base. target. weights ranges.low ranges.high"},
        {"clusters", run_clusters, "vertices targets base. target. clusters row.format row.count stride weights"},
        {"choice", run_choice,
         "vertices targets bands stage limit.dimension limit.layers limit.binding limit.storage_buffers"},
    };
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
        if (strcmp(groups[i].name, name) == 0) return &groups[i];
    }
    return NULL;
}
