"""Planes of packed sets (spec L32 to L36, K5 to K8): how the components of one delta lie in words."""

import math
import struct

from .floats import bits, f32, from_bits
from .refused import Refused
from .targets import delta_floats

PLAIN = ("POSITION", "NORMAL", "TANGENT")
_LARGEST_F16 = 65504


def nearest(number, most):
    """The integer nearest to a number, halves away from zero (L33)."""
    size = math.floor(abs(number) + 0.5)
    return max(-most, min(most, -size if number < 0 else size))


def signed(field, count):
    return field - 2**count if field >= 2 ** (count - 1) else field


class _Floats:
    """One component a word, as bits."""

    def __init__(self, first, count):
        self.first, self.count = first, count
        self.planes, self.takes_half, self.units = count, False, [1] * count

    def write(self, put, row, _):
        for c in range(self.count):
            put(c, bits(row[self.first + c]))

    def read(self, get, _):
        return [from_bits(get(c)) for c in range(self.count)]


class _Sixteen:
    """Two components a word, an odd one in the half plane (L36): integers (K6, L34) or binary16 (L35)."""

    def __init__(self, first, count, as_floats=False):
        self.first, self.count, self.as_floats = first, count, as_floats
        self.planes, self.takes_half, self.units = count // 2, count % 2 == 1, [32767] * count

    def write(self, put, row, steps):
        codes = [self._code(row[c], steps[c]) for c in range(self.first, self.first + self.count)]
        for plane in range(self.planes):
            put(plane, codes[2 * plane] | codes[2 * plane + 1] << 16)
        if self.takes_half:
            put(None, codes[-1])

    def _code(self, value, step):
        if not self.as_floats:
            return nearest(step, 32767) & 0xFFFF
        if abs(value) > _LARGEST_F16:
            raise Refused("too-large")
        return struct.unpack("<H", struct.pack("<e", value))[0]

    def read(self, get, factors):
        codes = [half for plane in range(self.planes) for half in (get(plane) & 0xFFFF, get(plane) >> 16)]
        codes += [get(None)] if self.takes_half else []
        if self.as_floats:
            return [struct.unpack("<e", struct.pack("<H", code))[0] for code in codes]
        return [f32(signed(code, 16) * factor) for code, factor in zip(codes, factors[self.first :])]


class _Eleven:
    """11-11-10 bits (K7)."""

    planes, takes_half = 1, False

    def __init__(self, first):
        self.first, self.units = first, [1022 * 2**21] * 3

    def write(self, put, _, steps):
        x, y, z = steps[self.first : self.first + 3]
        low = nearest(z / 2**22, 511) & 0x3FF
        middle = nearest(y / 2**21 - low / 1024, 1023) & 0x7FF
        below = 1024 * middle + low
        put(0, (nearest(x / 2**21 - below / 2**21, 1023) & 0x7FF) << 21 | below)

    def read(self, get, factors):
        shifted = [(get(0) << left) & 0xFFFFFFFF for left in (0, 11, 22)]
        return [f32(f32(signed(word, 32)) * factor) for word, factor in zip(shifted, factors[self.first :])]


class _Pair:
    """POSITION in 10-10-10 and NORMAL in 6-6-6 bits (K8)."""

    planes, takes_half = 1, True

    def __init__(self, first):
        self.first, self.units = first, [511] * 3 + [31] * 3

    def write(self, put, _, steps):
        steps = steps[self.first : self.first + 6]
        x, y, z = (nearest(step, 511) & 0x3FF for step in steps[:3])
        nx, ny, nz = (nearest(step, 31) & 0x3F for step in steps[3:])
        put(0, z << 22 | y << 12 | x << 2 | (nx & 3))
        put(None, (nx >> 2) << 12 | ny << 6 | nz)

    def read(self, get, factors):
        word, half = get(0), get(None)
        fields = [signed(word >> low & 0x3FF, 10) for low in (2, 12, 22)]
        nx = (half >> 12 << 2) | (word & 3)
        fields += [signed(field & 0x3F, 6) for field in (nx, half >> 6, half)]
        return [f32(field * factor) for field, factor in zip(fields, factors[self.first :])]


class Planes:
    """Planes of lanes (L32) with the pieces of an encoding (K5)."""

    def __init__(self, bands, encoding, lanes):
        self.lanes = lanes
        self.pieces = _pieces(bands, encoding)
        self.units = [unit for piece in self.pieces for unit in piece.units]
        self.count = sum(piece.planes for piece in self.pieces)
        self.half = any(piece.takes_half for piece in self.pieces)
        self.words = lanes * self.count + (lanes // 2 if self.half else 0)

    def write(self, rows, factors):
        """The words of deltas, one row of all components for each lane."""
        words = [0] * self.words
        for lane, row in enumerate(rows):
            if not any(row):
                continue
            steps = [value / factor if factor != 0 else 0.0 for value, factor in zip(row, factors)]
            plane = 0
            for piece in self.pieces:

                def put(offset, value, plane=plane, lane=lane):
                    word, up = self._place(plane, offset, lane)
                    words[word] |= value << up

                piece.write(put, row, steps)
                plane += piece.planes
        return words

    def read(self, words, factors, lane):
        """The components of one lane."""
        row, plane = [], 0
        for piece in self.pieces:

            def get(offset, plane=plane):
                word, up = self._place(plane, offset, lane)
                return words[word] if offset is not None else words[word] >> up & 0xFFFF

            row += piece.read(get, factors)
            plane += piece.planes
        return row

    def _place(self, plane, offset, lane):
        if offset is None:
            return self.lanes * self.count + lane // 2, 16 * (lane % 2)
        return self.lanes * (plane + offset) + lane, 0


def _pieces(bands, encoding):
    count = sum(map(delta_floats, bands))
    if encoding == "f32":
        return [_Floats(0, count)]
    if encoding in ("bits16", "f16"):
        return [_Sixteen(0, count, encoding == "f16")]
    pieces, first = [], 0
    together = encoding in ("six-bytes", "bounded") and "POSITION" in bands and "NORMAL" in bands
    for band in bands:
        if together and band == "POSITION":
            pieces.append(_Pair(first))
        elif not (together and band == "NORMAL"):
            pieces.append(_Eleven(first) if band in PLAIN else _Sixteen(first, delta_floats(band)))
        first += delta_floats(band)
    return pieces
