"""Planes of packed sets: docs/spec.md, rules L32, L33, L35, L36 and K5 to K8."""

import math
import struct

from .bands import PN, Refused, stride
from .f32 import bits, f32, from_bits
from .mesh import delta_floats


def nearest(number, most):
    """Spec L33."""
    whole = math.floor(abs(number) + 0.5)
    return max(-most, min(most, int(math.copysign(whole, number))))


class Form:
    """What lies in the word planes, piece after piece: (kind, first component, number of components)."""

    def __init__(self, bands, coding):
        self.pieces, at = [], 0
        both = "POSITION" in bands and "NORMAL" in bands
        if coding in ("f32", "bits16", "f16"):
            self.pieces.append((coding, 0, stride(bands)))
        else:
            for band in bands:
                count = delta_floats(band)
                if coding == "six-bytes" and both and band in PN:
                    if band == "POSITION":
                        self.pieces.append(("pair", at, 6))
                elif count == 3:
                    self.pieces.append(("word", at, 3))
                else:
                    self.pieces.append(("bits16", at, count))
                at += count
        planes = {"f32": lambda n: n, "bits16": lambda n: n // 2, "f16": lambda n: n // 2}
        self.first, count = [], 0
        for name, _, components in self.pieces:
            self.first.append(count)
            count += planes.get(name, lambda n: 1)(components)
        self.planes = count
        self.half = any(n == "pair" or n in ("bits16", "f16") and c % 2 for n, _, c in self.pieces)

    def words(self, lanes):
        return lanes * self.planes + (lanes // 2 if self.half else 0)

    def units(self):
        """What scales are divided by, for each component."""
        steps = {"f32": [1], "f16": [1], "bits16": [32767], "word": [1022 * 2**21]}
        units = []
        for name, _, count in self.pieces:
            units += [511] * 3 + [31] * 3 if name == "pair" else steps[name] * count
        return units

    def sixteen(self, lanes, plane, c, count, lane):
        """Word and shift of 16 bits."""
        if c == count - 1 and count % 2:
            return lanes * self.planes + lane // 2, 16 * (lane % 2)
        return lanes * (plane + c // 2) + lane, 16 * (c % 2)

    def write(self, lanes, rows, factors):
        words = [0] * self.words(lanes)
        for lane, row in enumerate(rows):
            steps = [value / factor if factor else 0.0 for value, factor in zip(row, factors)]
            for (name, at, count), plane in zip(self.pieces, self.first):
                if name == "word":
                    words[lanes * plane + lane] = eleven(*steps[at:at + 3]) if any(row) else 0
                elif name == "pair":
                    word, half = pair(steps[at:at + 6])
                    words[lanes * plane + lane] = word
                    words[lanes * self.planes + lane // 2] |= half << 16 * (lane % 2)
                elif name == "f32":
                    for c in range(count):
                        words[lanes * (plane + c) + lane] = bits(row[at + c]) if any(row) else 0
                else:
                    for c in range(count):
                        word, up = self.sixteen(lanes, plane, c, count, lane)
                        code = nearest(steps[at + c], 32767) if name == "bits16" else half_bits(row[at + c])
                        words[word] |= (code & 0xFFFF) << up
        return words

    def read(self, lanes, words, factors, vertices):
        rows = []
        for lane in range(vertices):
            row = []
            for (name, at, count), plane in zip(self.pieces, self.first):
                word = words[lanes * plane + lane] if plane < self.planes else 0
                half = words[lanes * self.planes + lane // 2] >> 16 * (lane % 2) & 0xFFFF if self.half else 0
                if name == "word":
                    whole = [signed(word << left & 0xFFFFFFFF, 32) for left in (0, 11, 22)]
                    numbers = [f32(number) for number in whole]
                elif name == "pair":
                    position = [signed(word >> low & 0x3FF, 10) for low in (2, 12, 22)]
                    x = (half >> 12) << 2 | word & 3
                    numbers = position + [signed(n, 6) for n in (x, half >> 6 & 63, half & 63)]
                elif name == "f32":
                    row += [from_bits(words[lanes * (plane + c) + lane]) for c in range(count)]
                    continue
                else:
                    places = [self.sixteen(lanes, plane, c, count, lane) for c in range(count)]
                    codes = [words[place] >> up & 0xFFFF for place, up in places]
                    if name == "f16":
                        row += [struct.unpack("<e", struct.pack("<H", code))[0] for code in codes]
                        continue
                    numbers = [signed(code, 16) for code in codes]
                row += [f32(number * factor) for number, factor in zip(numbers, factors[at:])]
            rows.append(row)
        return rows


def signed(number, count):
    return number - (1 << count) if number >> (count - 1) else number


def eleven(x, y, z):
    """Spec K7."""
    low = nearest(z / 2**22, 511) & 0x3FF
    middle = nearest(y / 2**21 - low / 1024, 1023) & 0x7FF
    below = 1024 * middle + low
    return (nearest(x / 2**21 - below / 2**21, 1023) & 0x7FF) << 21 | below


def pair(steps):
    """Spec K8."""
    px, py, pz = (nearest(step, 511) & 0x3FF for step in steps[:3])
    nx, ny, nz = (nearest(step, 31) & 0x3F for step in steps[3:])
    return pz << 22 | py << 12 | px << 2 | nx & 3, nx >> 2 << 12 | ny << 6 | nz


def half_bits(value):
    """Spec L35."""
    if abs(value) > 65504:
        raise Refused("too-large")
    return struct.unpack("<H", struct.pack("<e", value))[0]
