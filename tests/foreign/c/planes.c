/* Planes of packed sets (spec L32 to L36, K5 to K8). */
#include "planes.h"

#include <math.h>

static const double steps_16 = 32767, steps_11 = 1022.0 * 2097152, two_21 = 2097152, two_22 = 4194304;

int32_t nearest(double number, int32_t most) {
    double size = floor(fabs(number) + 0.5);
    int32_t whole = size > most ? most : (int32_t)size;
    return number < 0 ? -whole : whole;
}

/* How many steps of a factor a component is; a factor of 0 stands for components that are all 0. */
static double steps(float value, float factor) {
    return factor == 0 ? 0 : (double)value / (double)factor;
}

static uint32_t field(double number, int32_t most, uint32_t mask) {
    return (uint32_t)nearest(number, most) & mask;
}

static int32_t with_sign(uint32_t bits, int count) {
    uint32_t sign = (uint32_t)1 << (count - 1);
    uint32_t low = bits & ((sign << 1) - 1);
    return (int32_t)((int64_t)(low & (sign - 1)) - (int64_t)(low & sign));
}

uint32_t integer_code(float value, float factor) {
    return field(steps(value, factor), 32767, 0xFFFF);
}

float integer_value(uint32_t code, float factor) {
    return (float)with_sign(code, 16) * factor;
}

/* ---- Where components lie (K5) ---- */

static void add_piece(Planes *planes, Together together, size_t first, size_t count) {
    Piece piece = {together, first, count, planes->planes};
    planes->piece[planes->pieces++] = piece;
    bool sixteen = together == INTEGERS || together == HALF_FLOATS;
    planes->planes += together == FLOATS ? count : sixteen ? count / 2 : 1;
    planes->half = planes->half || together == PAIR || (sixteen && count % 2 == 1);
    for (size_t c = first; c < first + count; c++) {
        double pair = c < first + 3 ? 511 : 31;
        planes->unit[c] = together == INTEGERS ? steps_16 : together == ELEVEN ? steps_11 : together == PAIR ? pair : 1;
    }
}

static void add_bands(Planes *planes, const MorphBands *bands, bool pair) {
    size_t first = 0;
    for (int a = 0; a < MORPH_ATTRIBUTES; a++) {
        if (!bands->has[a]) continue;
        size_t count = (size_t)morph_delta_floats(a);
        bool plain = a <= MORPH_TANGENT;
        if (pair && a == MORPH_POSITION) add_piece(planes, PAIR, first, 6);
        else if (!(pair && a == MORPH_NORMAL)) add_piece(planes, plain ? ELEVEN : INTEGERS, first, count);
        first += count;
    }
}

Planes planes_of(const MorphBands *bands, MorphEncoding encoding, size_t lanes) {
    Planes planes = {.lanes = lanes};
    size_t count = (size_t)morph_band_offset(bands, MORPH_ATTRIBUTES);
    bool both = bands->has[MORPH_POSITION] && bands->has[MORPH_NORMAL];
    bool small = encoding == MORPH_SIX_BYTES || encoding == MORPH_BOUNDED;
    if (encoding == MORPH_F32) add_piece(&planes, FLOATS, 0, count);
    else if (encoding == MORPH_BITS16) add_piece(&planes, INTEGERS, 0, count);
    else if (encoding == MORPH_F16) add_piece(&planes, HALF_FLOATS, 0, count);
    else add_bands(&planes, bands, small && both);
    planes.words = lanes * planes.planes + (planes.half ? lanes / 2 : 0);
    return planes;
}

static size_t word_of(const Planes *planes, size_t plane, size_t lane) {
    return planes->lanes * plane + lane;
}

static size_t half_of(const Planes *planes, size_t lane) {
    return planes->lanes * planes->planes + lane / 2;
}

/* The word of 16 bits, and how far up they lie (L36). */
static size_t sixteen(const Planes *planes, const Piece *piece, size_t c, size_t lane, unsigned *up) {
    bool last = piece->count % 2 == 1 && c == piece->count - 1;
    *up = (unsigned)(16 * (last ? lane % 2 : c % 2));
    return last ? half_of(planes, lane) : word_of(planes, piece->plane + c / 2, lane);
}

/* ---- binary16 (L35) ---- */

static MorphReason to_binary16(float value, uint32_t *half) {
    double size = fabs((double)value);
    if (size > 65504) return MORPH_TOO_LARGE;
    int exponent = -14;
    if (size >= ldexp(1, -14)) exponent = ilogb(size);
    /* Rounding to even is the mode that every program begins with. A full exponent carries over by itself. */
    double fraction = nearbyint(ldexp(size, 10 - exponent));
    *half = (signbit(value) ? 0x8000u : 0u) + (uint32_t)(exponent + 14) * 1024u + (uint32_t)fraction;
    return MORPH_OK;
}

static float from_binary16(uint32_t half) {
    int exponent = (int)(half >> 10 & 31), fraction = (int)(half & 1023);
    double size = exponent == 0 ? ldexp(fraction, -24) : ldexp(1024 + fraction, exponent - 25);
    if (exponent == 31) size = fraction == 0 ? INFINITY : NAN;
    return (float)(half & 0x8000 ? -size : size);
}

/* ---- One delta ---- */

/* K7 */
static uint32_t eleven(const float *row, const float *factors) {
    uint32_t low = field(steps(row[2], factors[2]) / two_22, 511, 0x3FF);
    uint32_t middle = field(steps(row[1], factors[1]) / two_21 - low / 1024.0, 1023, 0x7FF);
    uint32_t below = middle << 10 | low;
    return field(steps(row[0], factors[0]) / two_21 - below / two_21, 1023, 0x7FF) << 21 | below;
}

/* K8 */
static uint32_t pair(const float *row, const float *factors, uint32_t *half) {
    uint32_t p[3], n[3];
    for (int c = 0; c < 3; c++) {
        p[c] = field(steps(row[c], factors[c]), 511, 0x3FF);
        n[c] = field(steps(row[3 + c], factors[3 + c]), 31, 0x3F);
    }
    *half = n[0] >> 2 << 12 | n[1] << 6 | n[2];
    return p[2] << 22 | p[1] << 12 | p[0] << 2 | (n[0] & 3);
}

MorphReason write_lane(const Planes *planes, const float *row, const float *factors, size_t lane, uint32_t *words) {
    for (size_t i = 0; i < planes->pieces; i++) {
        const Piece *piece = &planes->piece[i];
        const float *values = row + piece->first, *own = factors + piece->first;
        uint32_t *word = words + word_of(planes, piece->plane, lane);
        if (piece->together == ELEVEN) *word = eleven(values, own);
        if (piece->together == PAIR) {
            uint32_t half;
            *word = pair(values, own, &half);
            words[half_of(planes, lane)] |= half << (16 * (lane % 2));
        }
        for (size_t c = 0; piece->together <= HALF_FLOATS && c < piece->count; c++) {
            if (piece->together == FLOATS) {
                words[word_of(planes, piece->plane + c, lane)] = morph_bits(values[c]);
                continue;
            }
            uint32_t code = integer_code(values[c], own[c]);
            if (piece->together == HALF_FLOATS) {
                MorphReason reason = to_binary16(values[c], &code);
                if (reason != MORPH_OK) return reason;
            }
            unsigned up;
            size_t at = sixteen(planes, piece, c, lane, &up);
            words[at] |= code << up;
        }
    }
    return MORPH_OK;
}

static void read_pair(uint32_t word, uint32_t half, const float *factors, float *row) {
    uint32_t n[3] = {half >> 12 << 2 | (word & 3), half >> 6, half};
    for (int c = 0; c < 3; c++) {
        row[c] = (float)with_sign(word >> (2 + 10 * c), 10) * factors[c];
        row[3 + c] = (float)with_sign(n[c], 6) * factors[3 + c];
    }
}

void read_lane(const Planes *planes, const uint32_t *words, const float *factors, size_t lane, float *row) {
    static const int shift[] = {0, 11, 22};
    uint32_t half = planes->half ? words[half_of(planes, lane)] >> (16 * (lane % 2)) & 0xFFFF : 0;
    for (size_t i = 0; i < planes->pieces; i++) {
        const Piece *piece = &planes->piece[i];
        const float *own = factors + piece->first;
        float *values = row + piece->first;
        if (piece->together == PAIR) read_pair(words[word_of(planes, piece->plane, lane)], half, own, values);
        for (size_t c = 0; piece->together != PAIR && c < piece->count; c++) {
            unsigned up = 0;
            if (piece->together == ELEVEN) {
                uint32_t word = words[word_of(planes, piece->plane, lane)] << shift[c];
                values[c] = (float)with_sign(word, 32) * own[c];
            } else if (piece->together == FLOATS) {
                values[c] = morph_from_bits(words[word_of(planes, piece->plane + c, lane)]);
            } else {
                size_t at = sixteen(planes, piece, c, lane, &up);
                uint32_t code = words[at] >> up & 0xFFFF;
                values[c] = piece->together == INTEGERS ? integer_value(code, own[c]) : from_binary16(code);
            }
        }
    }
}
