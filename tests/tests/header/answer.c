/*
 * Answers questions on standard input by the functions of morph_layout.h, a line each.
 * A question is a letter and numbers; its answer is the numbers that the functions give.
 */
#include "morph_layout.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static int read_attributes(MorphAttributes *set)
{
    return scanf("%" SCNu32 " %" SCNu32 " %" SCNu32, &set->pnt, &set->texcoords, &set->colors) == 3;
}

static void answer_texture(const MorphTexture *texture, int fits, uint32_t target,
                           uint32_t attribute, uint32_t vertex)
{
    MorphTexel texel = { 0, 0, 0 };
    if (!fits) {
        puts("none");
        return;
    }
    printf("%" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu64 " %" PRIu64, texture->width,
           texture->rows_per_band, texture->height, texture->layers, morph_texture_texels(texture),
           morph_texture_bytes(texture));
    printf(" %" PRIu32, morph_texture_band_start(texture, target, attribute));
    if (morph_texture_address(texture, target, attribute, vertex, &texel))
        printf(" %" PRIu32 " %" PRIu32 " %" PRIu32, texel.column, texel.row, texel.layer);
    puts("");
}

/* S vertices targets, target attribute vertex */
static int seed(void)
{
    uint32_t vertices, targets, target, attribute, vertex;
    MorphTexture texture;
    if (scanf("%" SCNu32 " %" SCNu32 " %" SCNu32 " %" SCNu32 " %" SCNu32, &vertices, &targets,
              &target, &attribute, &vertex) != 5)
        return 0;
    answer_texture(&texture, morph_texture_seed(vertices, targets, &texture), target, attribute,
                   vertex);
    return 1;
}

/* T attributes, vertices targets dimension layers, target attribute vertex */
static int tiled(void)
{
    uint32_t vertices, targets, dimension, layers, target, attribute, vertex;
    MorphAttributes set;
    MorphTexture texture;
    if (!read_attributes(&set) ||
        scanf("%" SCNu32 " %" SCNu32 " %" SCNu32 " %" SCNu32 " %" SCNu32 " %" SCNu32 " %" SCNu32,
              &vertices, &targets, &dimension, &layers, &target, &attribute, &vertex) != 7)
        return 0;
    answer_texture(&texture,
                   morph_texture_new(vertices, targets, set, dimension, layers, &texture), target,
                   attribute, vertex);
    return 1;
}

/* L attributes, vertices targets bytes, target attribute vertex */
static int linear(void)
{
    uint32_t vertices, targets, target, attribute, vertex;
    uint64_t bytes, word;
    MorphAttributes set;
    MorphLinear layout;
    if (!read_attributes(&set) ||
        scanf("%" SCNu32 " %" SCNu32 " %" SCNu64 " %" SCNu32 " %" SCNu32 " %" SCNu32, &vertices,
              &targets, &bytes, &target, &attribute, &vertex) != 6)
        return 0;
    if (!morph_linear_new(vertices, targets, set, bytes, &layout)) {
        puts("none");
        return 1;
    }
    word = morph_linear_address(&layout, target, attribute, vertex);
    printf("%" PRIu64 " %" PRIu64, morph_linear_words(&layout), morph_linear_bytes(&layout));
    if (word != MORPH_NONE64)
        printf(" %" PRIu64, word);
    puts("");
    return 1;
}

/* A attributes, attribute */
static int attributes(void)
{
    uint32_t attribute;
    MorphAttributes set;
    if (!read_attributes(&set) || scanf("%" SCNu32, &attribute) != 1)
        return 0;
    printf("%d %" PRIu32 " %" PRIu32 " %" PRIu32, morph_has(set, attribute), morph_band_count(set),
           morph_stride_words(set), morph_base_stride_words(set));
    printf(" %" PRIu32 " %" PRIu32 " %" PRIu32 "\n", morph_band_index(set, attribute),
           morph_word_offset(set, attribute), morph_base_word_offset(set, attribute));
    return 1;
}

/* W targets align vertices instances */
static int weights(void)
{
    uint32_t targets, align, vertices, instances, capacity, groups[3];
    if (scanf("%" SCNu32 " %" SCNu32 " %" SCNu32 " %" SCNu32, &targets, &align, &vertices,
              &instances) != 4)
        return 0;
    capacity = morph_capacity(targets);
    morph_dispatch(vertices, instances, groups);
    printf("%" PRIu64 " %" PRIu64 " %" PRIu32 " %" PRIu64, morph_row_words(targets, align),
           morph_compat_words(targets), capacity, morph_uniform_bytes(capacity));
    printf(" %" PRIu32 " %" PRIu32 " %" PRIu32 "\n", groups[0], groups[1], groups[2]);
    return 1;
}

/* C */
static int constants(void)
{
    const uint32_t fallback[] = MORPH_COMPAT_FALLBACK;
    float least = MORPH_MIN_SQUARED_LENGTH;
    uint32_t bits, at;
    memcpy(&bits, &least, sizeof bits);
    printf("%u %u %u", MORPH_LAYOUT_VERSION, MORPH_SEED_FRAME_BYTES, MORPH_MSH_HAS_MORPH_TARGETS);
    printf(" %u %" PRIu32, MORPH_COMPAT_FALLBACK_BYTES, bits);
    for (at = 0; at < sizeof fallback / sizeof *fallback; at++)
        printf(" %" PRIu32, fallback[at]);
    puts("");
    return 1;
}

int main(void)
{
    char question;
    int answered = 1;
    while (answered && scanf(" %c", &question) == 1) {
        switch (question) {
        case 'S': answered = seed(); break;
        case 'T': answered = tiled(); break;
        case 'L': answered = linear(); break;
        case 'A': answered = attributes(); break;
        case 'W': answered = weights(); break;
        case 'C': answered = constants(); break;
        default: answered = 0;
        }
    }
    return answered ? 0 : 1;
}
