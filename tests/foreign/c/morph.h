/* Morph targets by docs/spec.md, in C99: one source file for each section of the specification.
 *
 * Numbers in comments are those of its rules. The caller owns all memory; nothing is allocated.
 * Compile with -ffp-contract=off: strict bits need every product rounded before it is added (E1). */
#ifndef MORPH_H
#define MORPH_H

#include <float.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if FLT_EVAL_METHOD != 0
#error "float arithmetic must be rounded to float at each step (E1): on x86, use SSE"
#endif

/* ---- Refusals ---- */

typedef enum {
    MORPH_OK,
    MORPH_NON_FINITE_WEIGHT,
    MORPH_VERTEX_COUNT,
    MORPH_NON_FINITE_DELTA,
    MORPH_SPARSE_INDEX,
    MORPH_NO_BANDS,
    MORPH_SET_NUMBER,
    MORPH_TEXTURE_TOO_LARGE,
    MORPH_BUFFER_TOO_LARGE,
    MORPH_TOO_MANY_ACTIVE,
    MORPH_NO_KEYS,
    MORPH_KEY_TIMES,
    MORPH_VALUE_COUNT,
    MORPH_NON_FINITE_VALUE,
    MORPH_NAN_TIME,
    MORPH_NO_POSITIONS,
    MORPH_NON_FINITE_POSITION,
    MORPH_RANGE,
    MORPH_TOO_LARGE,
    MORPH_MALFORMED,
    MORPH_NON_FINITE_FACTOR,
    MORPH_KEY_DISTANCE,
    MORPH_CLUSTERS
} MorphReason;

/* Why an input is refused; `index` is that of the weight where the reason is MORPH_NON_FINITE_WEIGHT. */
typedef struct {
    MorphReason reason;
    size_t index;
} MorphStatus;

MorphStatus morph_status(MorphReason reason);
const char *morph_reason_word(MorphReason reason);

/* ---- Floats (spec 1) ---- */

uint32_t morph_bits(float number);
float morph_from_bits(uint32_t word);
void morph_little_endian(uint32_t word, uint8_t bytes[4]); /* L5 */
float morph_round_up(double number);   /* the least float that is not less */
float morph_round_down(double number); /* the largest float that is not greater */
bool morph_all_finite(const float *values, size_t count);

/* ---- Attributes, deltas, targets (spec 2, 4.1) ---- */

/* Attributes in the order of bands (L1); set numbers go from 0 to 31 (L3). */
enum {
    MORPH_POSITION,
    MORPH_NORMAL,
    MORPH_TANGENT,
    MORPH_TEXCOORD_0,
    MORPH_COLOR_0 = MORPH_TEXCOORD_0 + 32,
    MORPH_ATTRIBUTES = MORPH_COLOR_0 + 32
};

MorphReason morph_attribute(const char *name, int *attribute);
void morph_attribute_name(int attribute, char name[24]);
int morph_delta_floats(int attribute); /* L2 */

/* What one target adds to one attribute. */
typedef struct {
    bool present;       /* false: the target leaves the attribute alone (B5) */
    const float *values;
    const uint64_t *at; /* sparse: the vertices that have a delta (B9); NULL: every vertex has one */
    size_t count;       /* deltas: V where dense */
    int floats;         /* floats of a delta as it is stored; missing ones are 0 (B18, B21), extra ones ignored (B27) */
} MorphDeltas;

typedef struct {
    MorphDeltas of[MORPH_ATTRIBUTES];
} MorphTarget;

typedef struct {
    uint64_t vertices; /* V */
    size_t count;      /* T */
    const MorphTarget *targets;
} MorphTargets;

/* Values of one attribute, vertex after vertex; `values` is NULL where there is no such attribute. */
typedef struct {
    float *values;
    int components;
} MorphValues;

/* A base, or what was blended. */
typedef struct {
    uint64_t vertices;
    MorphValues of[MORPH_ATTRIBUTES];
} MorphVertices;

MorphReason morph_check_targets(const MorphTargets *targets); /* B9, B25 */
bool morph_moves(const MorphTargets *targets, int attribute); /* B7 */
void morph_profile_targets(MorphTarget *targets, size_t count, uint64_t vertices); /* B18 */
uint64_t morph_vertex_of(const MorphDeltas *deltas, size_t position);
float morph_delta(const MorphDeltas *deltas, size_t position, int component);

/* ---- Blending (spec 2) ---- */

/* `result` has the base's attributes in the caller's memory. */
MorphStatus morph_blend(const MorphVertices *base, const MorphTargets *targets, const float *weights, size_t count,
                        bool normalize, MorphVertices *result);
MorphStatus morph_blend_arrays(const MorphVertices *base, const MorphTargets *targets, const float *weights,
                               size_t count, MorphVertices *result); /* B27 */
void morph_add_targets(int attribute, MorphValues values, const MorphTargets *targets, const float *weights,
                       size_t count);
void morph_normalize_directions(MorphValues values, uint64_t vertices);
float morph_clamp_colour(float value);

/* ---- Weights (spec 3) ---- */

typedef struct {
    uint32_t index;
    float weight;
} MorphPair;

MorphStatus morph_check_weights(const float *weights, size_t count);
MorphStatus morph_set_weights(const float *given, size_t count, float *weights, size_t targets);
size_t morph_active_list(const float *weights, size_t count, MorphPair *pairs);
size_t morph_shorten(MorphPair *pairs, size_t count, size_t capacity); /* gives the number that is kept */

/* ---- Layouts of deltas (spec 4) ---- */

typedef struct {
    bool has[MORPH_ATTRIBUTES];
} MorphBands;

typedef struct {
    MorphBands bands;
    uint64_t stored; /* number of targets */
    uint64_t vertices, width, rows_per_band, height, layers;
} MorphTexture;

typedef struct {
    uint64_t column, row, layer;
} MorphTexel;

typedef struct {
    MorphBands bands;
    uint64_t targets, vertices, stride, words;
} MorphLinear;

MorphBands morph_profile_bands(void);           /* L10, L21 */
uint64_t morph_band_count(const MorphBands *bands);
uint64_t morph_band_index(const MorphBands *bands, int attribute);
uint64_t morph_band_offset(const MorphBands *bands, int attribute); /* floats of the bands before */
MorphReason morph_check_not_empty(uint64_t vertices, uint64_t targets, const MorphBands *bands);

void morph_tile(uint64_t vertices, uint64_t widest, uint64_t *width, uint64_t *rows_per_band);
MorphReason morph_seed_texture(uint64_t vertices, uint64_t targets, MorphTexture *texture);
MorphReason morph_tiled_texture(uint64_t vertices, uint64_t targets, const MorphBands *bands, uint64_t dimension,
                                uint64_t most_layers, MorphTexture *texture);
MorphTexel morph_texture_address(const MorphTexture *texture, uint64_t target, uint64_t vertex, int attribute);
size_t morph_texture_floats(const MorphTexture *texture);
void morph_texture_texels(const MorphTexture *texture, const MorphTargets *targets, float *texels);

MorphReason morph_compat_linear(uint64_t vertices, uint64_t targets, uint64_t binding, MorphLinear *buffer);
MorphReason morph_linear(uint64_t vertices, uint64_t targets, const MorphBands *bands, uint64_t binding,
                         MorphLinear *buffer);
uint64_t morph_linear_address(const MorphLinear *buffer, uint64_t target, uint64_t vertex, int attribute);
void morph_linear_data(const MorphLinear *buffer, const MorphTargets *targets, float *data);

/* ---- Packed sets (spec 4.4 to 4.6) ---- */

typedef enum { MORPH_BLOCKED = 1, MORPH_ROWS, MORPH_DENSE } MorphKind;
typedef enum {
    MORPH_F32,
    MORPH_BITS16,
    MORPH_EIGHT_BYTES,
    MORPH_SIX_BYTES,
    MORPH_BOUNDED, /* read only */
    MORPH_F16
} MorphEncoding;

/* Words that were opened. */
typedef struct {
    MorphKind kind;
    MorphEncoding encoding;
    MorphBands bands;
    uint64_t vertices, targets;
    const uint32_t *words;
} MorphPacked;

/* A set that leaves nothing out: first its number of words, then the words. */
MorphReason morph_packed_size(MorphKind kind, MorphEncoding encoding, const MorphTargets *targets, size_t *words);
MorphReason morph_packed_write(MorphKind kind, MorphEncoding encoding, const MorphTargets *targets, uint32_t *words);
MorphReason morph_packed_open(MorphKind kind, const uint32_t *words, size_t count, MorphPacked *set); /* L37 */
/* `values` are zeros for all components of all bands, vertex after vertex, target after target. */
MorphReason morph_packed_read(const MorphPacked *set, float *values);

/* ---- Weights of a frame (spec 5): words are written to the caller's memory ---- */

enum { MORPH_SEED_WORDS = 8, MORPH_HEADER_WORDS = 4, MORPH_FALLBACK_WORDS = 6 };
extern const uint32_t morph_compat_fallback[MORPH_FALLBACK_WORDS]; /* F8 */

MorphReason morph_seed_uniform(uint64_t vertices, const float *weights, size_t targets, uint32_t *words);
size_t morph_pairs_capacity(size_t targets);    /* F5 */
MorphReason morph_pairs_uniform(uint64_t vertices, const MorphPair *active, size_t count, uint32_t first_vertex,
                                uint64_t dimension, size_t capacity, uint32_t *words);
size_t morph_compat_words(size_t targets);
void morph_compat_weights(uint64_t vertices, const float *weights, size_t targets, uint32_t *words);
uint64_t morph_row_stride(uint64_t targets, uint64_t alignment); /* F10 */
size_t morph_row_capacity(size_t stride);                        /* F13 */
MorphReason morph_row(uint64_t vertices, const MorphPair *active, size_t count, uint32_t first_vertex, size_t stride,
                      uint32_t *words);
MorphReason morph_dense_row(uint64_t vertices, const float *weights, size_t targets, uint32_t first_vertex,
                            size_t stride, uint32_t *words); /* F15 */

/* ---- Animation (spec 6) ---- */

typedef enum { MORPH_STEP, MORPH_LINEAR_MODE, MORPH_CUBICSPLINE } MorphMode;

typedef struct {
    MorphMode mode;
    size_t targets, keys, value_count;
    const float *times, *values;
} MorphTrack;

MorphReason morph_check_track(const MorphTrack *track); /* A1, A2 */
MorphReason morph_sample(const MorphTrack *track, float time, float *weights, size_t room);

/* The letters of A7 and A10 between a key and the next one; u and v of lines are 0. */
typedef struct {
    float a, b, u, v;
} MorphLetters;

MorphLetters morph_letters(const MorphTrack *track, size_t key, size_t target);

/* ---- Packed tracks and crowds (spec 6.1) ---- */

typedef struct {
    uint32_t track, row;
} MorphPlayer;

/* What the rows of a crowd have in common. */
typedef struct {
    uint32_t targets, stride, vertices, first_vertex;
    bool dense; /* a weight for each target (F15), and not pairs (F9) */
} MorphRows;

/* First their number of words, or why they are refused (P2), then the words. */
MorphReason morph_tracks_size(const MorphTrack *tracks, size_t count, size_t *words);
void morph_tracks_pack(const MorphTrack *tracks, size_t count, uint32_t *words);
size_t morph_crowd_words(size_t players);
void morph_crowd(const MorphPlayer *players, size_t count, const MorphRows *rows, uint32_t *words);
MorphReason morph_play(const MorphTrack *track, float time, const MorphRows *rows, float *weights, MorphPair *pairs,
                       uint32_t *row);

/* ---- Mixing (spec 9) ---- */

typedef struct {
    bool adds, has_mask;
    float factor;
    size_t count, first_count, mask_count;
    const float *weights, *first, *mask; /* first: at the first key, where the layer adds (M5) */
} MorphLayer;

typedef struct {
    size_t count;
    const uint64_t *targets;
    const float *weights;
} MorphOverrides;

MorphReason morph_check_layer(const MorphLayer *layer); /* M2 */
void morph_mix_layer(const MorphLayer *layer, float *row, size_t targets);
MorphStatus morph_mix(const float *defaults, size_t count, const MorphLayer *layers, size_t layer_count,
                      const MorphOverrides *overrides, float *row, size_t targets);

/* ---- Bounds (spec 7) ---- */

typedef struct {
    float min[3], max[3];
} MorphBox;

MorphReason morph_base_box(const MorphVertices *base, MorphBox *box);
bool morph_delta_box(const MorphTargets *targets, size_t target, MorphBox *box); /* false where there is none (N1) */
MorphStatus morph_box_for_weights(const MorphVertices *base, const MorphTargets *targets, const float *weights,
                                  size_t count, MorphBox *box);
MorphStatus morph_box_for_ranges(const MorphVertices *base, const MorphTargets *targets, const float *lows,
                                 const float *highs, size_t count, MorphBox *box);
/* `positions` has room for three floats a vertex. */
MorphStatus morph_exact_box(const MorphVertices *base, const MorphTargets *targets, const float *weights, size_t count,
                            float *positions, MorphBox *box);

/* ---- Cluster boxes (spec 7.1) ---- */

enum { MORPH_CLUSTER_WORDS = 8 };

/* The number of clusters, from that of each vertex (N12). */
MorphReason morph_cluster_count(const uint64_t *clusters, size_t listed, uint64_t vertices, size_t *count);
size_t morph_cluster_floats(size_t count, size_t targets);
/* `points` has room for three floats a vertex. */
MorphReason morph_cluster_boxes(const MorphVertices *base, const MorphTargets *targets, const uint64_t *clusters,
                                size_t count, float *points, float *boxes);
void morph_cluster_uniform(size_t count, size_t targets, size_t rows, uint32_t stride,
                           uint32_t words[MORPH_CLUSTER_WORDS]);
MorphStatus morph_row_box(const float *boxes, size_t count, size_t targets, const float *weights, MorphBox *box);

/* ---- Choice (spec 8) ---- */

typedef enum { MORPH_VERTEX_STAGE, MORPH_COMPUTE_STAGE } MorphStage;
typedef enum { MORPH_CHOSE_LINEAR, MORPH_CHOSE_TEXTURE } MorphChoice;

typedef struct {
    uint64_t dimension, layers, binding, storage_buffers;
} MorphLimits;

MorphReason morph_choose(uint64_t vertices, uint64_t targets, const MorphBands *bands, MorphStage stage,
                         const MorphLimits *limits, MorphChoice *choice);

#endif
