
/* No such band, target or vertex. */
#define MORPH_NONE UINT32_MAX
#define MORPH_NONE64 UINT64_MAX

/* Attributes, in the order of their bands. */
#define MORPH_POSITION 0u
#define MORPH_NORMAL 1u
#define MORPH_TANGENT 2u
#define MORPH_TEXCOORD(n) (3u + (n))
#define MORPH_COLOR(n) (35u + (n))
#define MORPH_ATTRIBUTE_END 67u

/* What targets move: an attribute that any target of the primitive has. */
typedef struct MorphAttributes {
    uint32_t pnt;       /* bit 0 POSITION, bit 1 NORMAL, bit 2 TANGENT */
    uint32_t texcoords; /* bit n TEXCOORD_n */
    uint32_t colors;    /* bit n COLOR_n */
} MorphAttributes;

static inline int morph_has(MorphAttributes set, uint32_t attribute)
{
    if (attribute < MORPH_TEXCOORD(0u))
        return (int)(set.pnt >> attribute & 1u);
    if (attribute < MORPH_COLOR(0u))
        return (int)(set.texcoords >> (attribute - MORPH_TEXCOORD(0u)) & 1u);
    if (attribute < MORPH_ATTRIBUTE_END)
        return (int)(set.colors >> (attribute - MORPH_COLOR(0u)) & 1u);
    return 0;
}

/* Floats of a delta. */
static inline uint32_t morph_delta_words(uint32_t attribute)
{
    if (attribute < MORPH_TEXCOORD(0u))
        return MORPH_DELTA_WORDS_PNT;
    return attribute < MORPH_COLOR(0u) ? MORPH_DELTA_WORDS_TEXCOORD : MORPH_DELTA_WORDS_COLOR;
}

/* Floats of an attribute in base and output of the compute stage. */
static inline uint32_t morph_base_words(uint32_t attribute)
{
    if (attribute == MORPH_TANGENT)
        return MORPH_BASE_WORDS_TANGENT;
    if (attribute < MORPH_TEXCOORD(0u))
        return MORPH_BASE_WORDS_POSITION;
    return attribute < MORPH_COLOR(0u) ? MORPH_BASE_WORDS_TEXCOORD : MORPH_BASE_WORDS_COLOR;
}

/* Bands below an attribute; MORPH_ATTRIBUTE_END gives the number of bands. */
static inline uint32_t morph_bands_before(MorphAttributes set, uint32_t attribute)
{
    uint32_t a, count = 0;
    for (a = 0; a < attribute; a++)
        count += (uint32_t)morph_has(set, a);
    return count;
}

static inline uint32_t morph_band_count(MorphAttributes set)
{
    return morph_bands_before(set, MORPH_ATTRIBUTE_END);
}

/* Band of an attribute in a texture, or MORPH_NONE. */
static inline uint32_t morph_band_index(MorphAttributes set, uint32_t attribute)
{
    return morph_has(set, attribute) ? morph_bands_before(set, attribute) : MORPH_NONE;
}

/* Words of the deltas below an attribute; MORPH_ATTRIBUTE_END gives the stride. */
static inline uint32_t morph_words_before(MorphAttributes set, uint32_t attribute)
{
    uint32_t a, words = 0;
    for (a = 0; a < attribute; a++)
        words += morph_has(set, a) ? morph_delta_words(a) : 0u;
    return words;
}

/* Words of one target and vertex in a linear buffer: 6 in the compat profile. */
static inline uint32_t morph_stride_words(MorphAttributes set)
{
    return morph_words_before(set, MORPH_ATTRIBUTE_END);
}

/* Word of an attribute inside that stride, or MORPH_NONE. */
static inline uint32_t morph_word_offset(MorphAttributes set, uint32_t attribute)
{
    return morph_has(set, attribute) ? morph_words_before(set, attribute) : MORPH_NONE;
}

/* Words of base attributes below this one; MORPH_ATTRIBUTE_END gives the stride. */
static inline uint32_t morph_base_words_before(MorphAttributes set, uint32_t attribute)
{
    uint32_t a, words = 0;
    for (a = 0; a < attribute; a++)
        words += morph_has(set, a) ? morph_base_words(a) : 0u;
    return words;
}

/* Words of one vertex in base and output of the compute stage. */
static inline uint32_t morph_base_stride_words(MorphAttributes set)
{
    return morph_base_words_before(set, MORPH_ATTRIBUTE_END);
}

/* Word of an attribute inside that stride, or MORPH_NONE. */
static inline uint32_t morph_base_word_offset(MorphAttributes set, uint32_t attribute)
{
    return morph_has(set, attribute) ? morph_base_words_before(set, attribute) : MORPH_NONE;
}

/*
 * Tiled texture: rgba32float, one delta a texel, unused components and texels 0.
 *   column = vertex % width
 *   row    = (target * bands + band) * rows_per_band + vertex / width
 *   layer  = row / height, line in it = row % height
 */
typedef struct MorphTexture {
    uint32_t vertex_count, target_count;
    MorphAttributes attributes;
    uint32_t width, rows_per_band;
    uint32_t height, layers; /* of each layer; number of layers */
} MorphTexture;

typedef struct MorphTexel {
    uint32_t column, row, layer; /* the row inside the layer */
} MorphTexel;

static inline uint64_t morph_divide_up(uint64_t value, uint64_t by)
{
    return value / by + (value % by != 0u);
}

/* The seed profile: the first four targets, POSITION and NORMAL. 0 without vertices or targets. */
static inline int morph_texture_seed(uint32_t vertex_count, uint32_t target_count, MorphTexture *out)
{
    MorphAttributes pn = { 3u, 0u, 0u };
    if (vertex_count == 0u || target_count == 0u)
        return 0;
    out->vertex_count = vertex_count;
    out->target_count =
        target_count < MORPH_SEED_MAX_TARGETS ? target_count : MORPH_SEED_MAX_TARGETS;
    out->attributes = pn;
    out->width = vertex_count < MORPH_SEED_MAX_WIDTH ? vertex_count : MORPH_SEED_MAX_WIDTH;
    out->rows_per_band = (uint32_t)morph_divide_up(vertex_count, out->width);
    out->height = out->target_count * 2u * out->rows_per_band;
    out->layers = 1u;
    return 1;
}

/*
 * Any number of targets, any bands. The limits are those of the device for the width and height of
 * a 2D texture and for array layers. 0 where there is nothing to store, or where it does not fit.
 */
static inline int morph_texture_new(uint32_t vertex_count, uint32_t target_count,
                                    MorphAttributes attributes, uint32_t max_dimension,
                                    uint32_t max_layers, MorphTexture *out)
{
    uint64_t bands = (uint64_t)target_count * morph_band_count(attributes);
    uint64_t rows, layers;
    uint32_t width = vertex_count < max_dimension ? vertex_count : max_dimension;
    if (vertex_count == 0u || bands == 0u)
        return 0;
    width = width > 0u ? width : 1u;
    out->rows_per_band = (uint32_t)morph_divide_up(vertex_count, width);
    /* Rows are 32-bit numbers in the shader. */
    if (bands > UINT32_MAX / out->rows_per_band)
        return 0;
    rows = bands * out->rows_per_band;
    layers = morph_divide_up(rows, max_dimension > 0u ? max_dimension : 1u);
    if (layers > max_layers)
        return 0;
    out->vertex_count = vertex_count;
    out->target_count = target_count;
    out->attributes = attributes;
    out->width = width;
    out->height = (uint32_t)morph_divide_up(rows, layers);
    out->layers = (uint32_t)layers;
    return 1;
}

/* The product, or UINT64_MAX where it is larger. */
static inline uint64_t morph_multiply(uint64_t a, uint64_t b)
{
    return a != 0u && b > UINT64_MAX / a ? UINT64_MAX : a * b;
}

/* Texels of all layers, UINT64_MAX where they are more. */
static inline uint64_t morph_texture_texels(const MorphTexture *texture)
{
    return morph_multiply((uint64_t)texture->height * texture->layers, texture->width);
}

/* Bytes of all layers, UINT64_MAX where they are more. */
static inline uint64_t morph_texture_bytes(const MorphTexture *texture)
{
    return morph_multiply(morph_texture_texels(texture), MORPH_TEXEL_BYTES);
}

/* First row of a band, counted over all layers, or MORPH_NONE. */
static inline uint32_t morph_texture_band_start(const MorphTexture *texture, uint32_t target,
                                                uint32_t attribute)
{
    uint32_t band = morph_band_index(texture->attributes, attribute);
    if (band == MORPH_NONE || target >= texture->target_count)
        return MORPH_NONE;
    return (target * morph_band_count(texture->attributes) + band) * texture->rows_per_band;
}

/* Where a delta lies. 0 where there is none. */
static inline int morph_texture_address(const MorphTexture *texture, uint32_t target,
                                        uint32_t attribute, uint32_t vertex, MorphTexel *out)
{
    uint32_t start = morph_texture_band_start(texture, target, attribute), row;
    if (start == MORPH_NONE || vertex >= texture->vertex_count)
        return 0;
    row = start + vertex / texture->width;
    out->column = vertex % texture->width;
    out->row = row % texture->height;
    out->layer = row / texture->height;
    return 1;
}

/*
 * Linear buffer of f32 words:
 *   word = (target * vertices + vertex) * stride + word_offset(attribute)
 * The compat profile has POSITION and NORMAL: { 3, 0, 0 }.
 */
typedef struct MorphLinear {
    uint32_t vertex_count, target_count;
    MorphAttributes attributes;
} MorphLinear;

/* 0 where there is nothing to store, or where a binding of so many bytes cannot hold it. */
static inline int morph_linear_new(uint32_t vertex_count, uint32_t target_count,
                                   MorphAttributes attributes, uint64_t max_bytes,
                                   MorphLinear *out)
{
    uint64_t cells = (uint64_t)vertex_count * target_count;
    uint64_t stride = morph_stride_words(attributes);
    /* Words are 32-bit numbers in the shader. */
    uint64_t limit = (uint64_t)UINT32_MAX * 4u;
    limit = max_bytes < limit ? max_bytes : limit;
    if (cells == 0u || stride == 0u || cells > limit / (stride * 4u))
        return 0;
    out->vertex_count = vertex_count;
    out->target_count = target_count;
    out->attributes = attributes;
    return 1;
}

static inline uint64_t morph_linear_words(const MorphLinear *linear)
{
    return (uint64_t)linear->vertex_count * linear->target_count *
           morph_stride_words(linear->attributes);
}

static inline uint64_t morph_linear_bytes(const MorphLinear *linear)
{
    return morph_linear_words(linear) * 4u;
}

/* Word where a delta begins, or MORPH_NONE64. */
static inline uint64_t morph_linear_address(const MorphLinear *linear, uint32_t target,
                                            uint32_t attribute, uint32_t vertex)
{
    uint32_t offset = morph_word_offset(linear->attributes, attribute);
    if (offset == MORPH_NONE || target >= linear->target_count || vertex >= linear->vertex_count)
        return MORPH_NONE64;
    return ((uint64_t)target * linear->vertex_count + vertex) *
               morph_stride_words(linear->attributes) + offset;
}

/* The seed profile's uniform. A frame writes MORPH_SEED_FRAME_BYTES from its start. */
typedef struct MorphSeedUniform {
    float weights[4]; /* of the first four targets, omitted ones 0 */
    uint32_t count, tex_width, rows_per_band, pad;
} MorphSeedUniform;

/* An active weight, in uniforms and rows. */
typedef struct MorphWeightPair {
    uint32_t index;
    float weight;
} MorphWeightPair;

/* Before the pairs of a uniform. All bytes past the active pairs are 0. */
typedef struct MorphUniformHeader {
    uint32_t active_count, tex_width, rows_per_band, first_vertex;
} MorphUniformHeader;

/* Before the pairs of a row. All bytes past the active pairs are 0. */
typedef struct MorphRowHeader {
    uint32_t active_count, vertex_count, first_vertex, row_stride;
} MorphRowHeader;

/* Before the weights of the compat profile. */
typedef struct MorphCompatHeader {
    uint32_t count, vertex_count, pad[2];
} MorphCompatHeader;

#define MORPH_CHECK(name, condition) typedef char morph_check_##name[(condition) ? 1 : -1]
MORPH_CHECK(seed, sizeof(MorphSeedUniform) == MORPH_SEED_UNIFORM_BYTES);
MORPH_CHECK(seed_count, offsetof(MorphSeedUniform, count) == MORPH_SEED_UNIFORM_COUNT);
MORPH_CHECK(seed_width, offsetof(MorphSeedUniform, tex_width) == MORPH_SEED_UNIFORM_TEX_WIDTH);
MORPH_CHECK(seed_rows,
            offsetof(MorphSeedUniform, rows_per_band) == MORPH_SEED_UNIFORM_ROWS_PER_BAND);
MORPH_CHECK(pair, sizeof(MorphWeightPair) == MORPH_PAIR_BYTES);
MORPH_CHECK(pair_weight, offsetof(MorphWeightPair, weight) == MORPH_PAIR_WEIGHT);
MORPH_CHECK(uniform, sizeof(MorphUniformHeader) == MORPH_HEADER_BYTES);
MORPH_CHECK(uniform_width, offsetof(MorphUniformHeader, tex_width) == MORPH_UNIFORM_TEX_WIDTH);
MORPH_CHECK(uniform_rows,
            offsetof(MorphUniformHeader, rows_per_band) == MORPH_UNIFORM_ROWS_PER_BAND);
MORPH_CHECK(uniform_first,
            offsetof(MorphUniformHeader, first_vertex) == MORPH_UNIFORM_FIRST_VERTEX);
MORPH_CHECK(row, sizeof(MorphRowHeader) == MORPH_HEADER_BYTES);
MORPH_CHECK(row_vertices, offsetof(MorphRowHeader, vertex_count) == MORPH_ROW_VERTEX_COUNT);
MORPH_CHECK(row_first, offsetof(MorphRowHeader, first_vertex) == MORPH_ROW_FIRST_VERTEX);
MORPH_CHECK(row_stride, offsetof(MorphRowHeader, row_stride) == MORPH_ROW_STRIDE);
MORPH_CHECK(compat, sizeof(MorphCompatHeader) == MORPH_HEADER_BYTES);
#undef MORPH_CHECK

/* Pairs of the smallest uniform that holds all targets; of the largest where none does. */
static inline uint32_t morph_capacity(uint32_t target_count)
{
    const uint32_t capacities[MORPH_CAPACITY_COUNT] = MORPH_CAPACITIES;
    uint32_t at = 0;
    while (at + 1u < MORPH_CAPACITY_COUNT && capacities[at] < target_count)
        at++;
    return capacities[at];
}

/* Bytes of a uniform of pairs. */
static inline uint64_t morph_uniform_bytes(uint32_t capacity)
{
    return MORPH_HEADER_BYTES + (uint64_t)capacity * MORPH_PAIR_BYTES;
}

/*
 * Words of a row for so many targets, its pairs padded to a multiple of four, then the row to a
 * multiple of `align_words`. A row that a draw begins at must lie at a multiple of the device's
 * offset alignment: 64 words suffice on every device.
 */
static inline uint64_t morph_row_words(uint32_t target_count, uint32_t align_words)
{
    uint64_t align = align_words > 0u ? align_words : 1u;
    uint64_t pairs = morph_divide_up(target_count, 4u) * 4u;
    return morph_divide_up(MORPH_HEADER_BYTES / 4u + 2u * pairs, align) * align;
}

/* Words of the compat profile's weights: header, then a weight for each target, at least two. */
static inline uint64_t morph_compat_words(uint32_t target_count)
{
    return MORPH_HEADER_BYTES / 4u + (target_count < 2u ? (uint64_t)2u : target_count);
}

/* Workgroups of the compute stage: out[0] columns, out[1] lines, out[2] instances. */
static inline void morph_dispatch(uint32_t vertex_count, uint32_t instances, uint32_t out[3])
{
    uint32_t groups = (uint32_t)morph_divide_up(vertex_count, MORPH_WORKGROUP_SIZE);
    out[0] = groups < MORPH_DISPATCH_ROW ? groups : MORPH_DISPATCH_ROW;
    out[1] = (uint32_t)morph_divide_up(groups, MORPH_DISPATCH_ROW);
    out[2] = instances;
}
