"""Numbers of 32 bits, made with Python's floats of 64."""

import math
import struct

MAX = 3.4028234663852886e38
INFINITY = math.inf
NAN = math.nan
CANONICAL_NAN = 0x7FC00000


def f32(value):
    """The nearest f32, ties to even; beyond the largest one an infinity.

    Products and sums of two f32 are exact enough in f64 that rounding them again gives the f32 result of one operation
    (53 bits are more than 2 * 24 + 2); so are quotients and square roots.
    """
    try:
        return struct.unpack("<f", struct.pack("<f", value))[0]
    except OverflowError:
        return math.copysign(math.inf, value)


def bits(value):
    """The bits of a number that is an f32."""
    if math.isnan(value):
        return CANONICAL_NAN
    return struct.unpack("<I", struct.pack("<f", value))[0]


def from_bits(number):
    return struct.unpack("<f", struct.pack("<I", number))[0]


def up(value):
    """The least f32 that is not below a number >= 0."""
    nearest = f32(value)
    return nearest if nearest >= value else from_bits(bits(nearest) + 1)


def below(value):
    """The next f32 below a finite f32 that is not the lowest."""
    if value == 0:
        return from_bits(0x80000001)
    return from_bits(bits(value) + (1 if value < 0 else -1))


def above(value):
    """The next f32 above a finite f32 that is not the largest."""
    return -below(-value)


def is_f32(value):
    return math.isnan(value) or f32(value) == value


def special(value):
    """The word for what JSON has no number for, or None."""
    if math.isnan(value):
        return '"NaN"'
    if math.isinf(value):
        return '"Infinity"' if value > 0 else '"-Infinity"'
    return None


def json_f64(value):
    return special(value) or repr(float(value))


def json_f32(value):
    """The shortest decimal that reads as this f32."""
    word = special(value)
    if word:
        return word
    for digits in range(1, 10):
        text = f"{value:.{digits}g}"
        if f32(float(text)) == value:
            break
    if "e" not in text and "." not in text:
        text += ".0"
    return text
