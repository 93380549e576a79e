"""32-bit floats in a language that has only 64-bit ones (spec 1).

One product, sum, quotient or square root of f32 numbers, computed in f64 and rounded to f32, has the bits that f32
arithmetic gives: f64 has more than twice as many digits. So `f32` around each single step is all that E1 asks for.
"""

import math
import struct

F32_MAX = float.fromhex("0x1.fffffep127")


def f32(number):
    """The f32 nearest to a number; an infinity where it is beyond f32 (B8, A13)."""
    try:
        return struct.unpack("<f", struct.pack("<f", number))[0]
    except OverflowError:
        return math.copysign(math.inf, number)


def bits(number):
    """The 32 bits of an f32."""
    return struct.unpack("<I", struct.pack("<f", number))[0]


def little_endian(words):
    """The bytes of 32-bit words, the least significant one of each first (L5)."""
    return list(struct.pack(f"<{len(words)}I", *words))


def from_bits(word):
    """The f32 of 32 bits."""
    return struct.unpack("<f", struct.pack("<I", word))[0]


def round_up(number):
    """The least f32 that is not less than a finite f64 number."""
    nearest = f32(number)
    return nearest if nearest >= number else _next_up(nearest)


def round_down(number):
    """The largest f32 that is not greater than a finite f64 number."""
    return -round_up(-number)


def _next_up(number):
    """The f32 after a finite f32."""
    if number == 0.0:
        return from_bits(1)
    return from_bits(bits(number) + (1 if number > 0.0 else -1))
