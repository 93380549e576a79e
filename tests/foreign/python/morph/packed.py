"""Packed sets (spec 4.4 to 4.6): deltas in fewer bits."""

import math

from .floats import bits, f32, from_bits
from .layouts import check_not_empty, order_bands
from .planes import PLAIN, Planes, nearest, signed
from .refused import Refused
from .targets import delta_floats

_HEADER = 16
_ALIGNMENT = 32
_BLOCK = 64
_VERSION = 1
_MOST_TARGETS = 65536
_KINDS = {"blocked": 1, "rows": 2, "dense": 3}
_ENCODINGS = {"f32": 0, "bits16": 1, "eight-bytes": 2, "six-bytes": 3, "bounded": 4, "f16": 5}
_OF_KIND = {"blocked": (0, 1, 2, 3, 4), "rows": (1,), "dense": (1, 5)}


def _aligned(words, to=_ALIGNMENT):
    return (words + to - 1) // to * to


# ---- Scales, steps, headers ----


def _scale(largest):
    """The upper half of a scale (K4)."""
    if largest == 0:
        return 0
    word = bits(max(largest, 2.0**-64))
    upper = (word + 0xFFFF) >> 16
    if upper > 0x7F7F:
        raise Refused("too-large")
    return upper


def _step(largest):
    """What one integer of a target's band is worth (L34)."""
    if largest == 0:
        return 0.0
    step = max(f32(largest / 32767), 2.0**-126)
    return from_bits(bits(step) - 1) if math.isinf(f32(step * 32767)) else step


def _spread(bands, values):
    """A value for each component from one for each band."""
    return [value for band, value in zip(bands, values) for _ in range(delta_floats(band))]


def _factors(bands, planes, scales):
    values = _spread(bands, [from_bits(scale << 16) for scale in scales])
    return [f32(value * f32(1 / unit)) for value, unit in zip(values, planes.units)]


def _largest(bands, rows):
    """The largest magnitude in each band."""
    sizes, first = [], 0
    for band in bands:
        end = first + delta_floats(band)
        sizes.append(max((abs(value) for row in rows for value in row[first:end]), default=0.0))
        first = end
    return sizes


def _header(kind, encoding, vertices, targets, bands, rest):
    """The first words (L30); `rest` are those from 7 on."""
    tag = _KINDS[kind] | _ENCODINGS[encoding] << 8 | _VERSION << 16
    plain = sum(2**place for place, band in enumerate(PLAIN) if band in bands)
    sets = {"TEXCOORD": 0, "COLOR": 0}
    for band in bands:
        if band not in PLAIN:
            family, number = band.split("_")
            sets[family] |= 1 << int(number)
    return [tag, vertices, targets, 0, plain, sets["TEXCOORD"], sets["COLOR"], *rest]


def _finish(words):
    """Fills up to whole lines, and says how many words there are (L31)."""
    words += [0] * (_aligned(len(words)) - len(words))
    words[3] = len(words)
    return words


def _gather(targets, bands, target):
    """A row of all components for each vertex, zeros where there are none (L4)."""
    rows = [[0.0] * sum(map(delta_floats, bands)) for _ in range(targets.vertices)]
    first = 0
    for band in bands:
        deltas = targets.deltas(target, band)
        if deltas is not None:
            for position, vertex in enumerate(deltas.vertices):
                delta = deltas.of(position)
                rows[vertex][first : first + len(delta)] = delta
        first += delta_floats(band)
    return rows


# ---- Writing ----


def write(kind, encoding, targets, count):
    """The words of a set that leaves nothing out."""
    bands = order_bands(targets.attributes())
    check_not_empty(targets.vertices, count, bands)
    rows = [_gather(targets, bands, target) for target in range(count)]
    return {"blocked": _write_blocked, "rows": _write_rows, "dense": _write_dense}[kind](
        encoding, targets.vertices, bands, rows
    )


def _write_blocked(encoding, vertices, bands, rows):
    planes = Planes(bands, encoding, _BLOCK)
    blocks = -(-vertices // _BLOCK)
    by_block = []
    for block in range(blocks):
        parts = [(target, of_target[_BLOCK * block : _BLOCK * (block + 1)]) for target, of_target in enumerate(rows)]
        by_block.append([(target, part) for target, part in parts if any(map(any, part))])
    entries = sum(map(len, by_block))
    width = 1 if encoding == "f32" else 1 + (len(bands) + 1) // 2
    first_record = _HEADER + 4 * blocks
    first_code = _aligned(first_record + width * entries)
    tables, records, codes = [], [], []
    for of_block in by_block:
        tables += [first_record + len(records), len(of_block), len(of_block), first_code + len(codes)]
        for target, part in of_block:
            scales = [] if encoding == "f32" else [_scale(size) for size in _largest(bands, part)]
            factors = _factors(bands, planes, scales) if scales else planes.units
            records += [target, *_halves(scales)]
            codes += planes.write(part, factors)
    rest = [blocks, _HEADER, first_record, width, first_code, planes.words, 0, entries, 0]
    words = _header("blocked", encoding, vertices, len(rows), bands, rest) + tables + records
    return _finish(words + [0] * (first_code - len(words)) + codes)


def _halves(numbers):
    """Numbers of 16 bits, two in a word."""
    numbers = numbers + [0] * (len(numbers) % 2)
    return [low | high << 16 for low, high in zip(numbers[::2], numbers[1::2])]


def _write_rows(encoding, vertices, bands, rows):
    steps = [[_step(size) for size in _largest(bands, of_target)] for of_target in rows]
    starts, entries = [0], []
    for vertex in range(vertices):
        for target, of_target in enumerate(rows):
            row = of_target[vertex]
            if any(row):
                factors = _spread(bands, steps[target])
                codes = [nearest(v / s, 32767) & 0xFFFF if s != 0 else 0 for v, s in zip(row, factors)]
                entries.append(_halves([target, *codes]))
        starts.append(len(entries))
    width = (2 + sum(map(delta_floats, bands))) // 2
    first = _HEADER + vertices + 1
    first_step = first + width * len(entries)
    rest = [len(entries), _HEADER, first, width, first_step, 0, 0, len(entries), 0]
    words = _header("rows", encoding, vertices, len(rows), bands, rest) + starts
    words += [word for entry in entries for word in entry]
    return _finish(words + [bits(step) for of_target in steps for step in of_target])


def _write_dense(encoding, vertices, bands, rows):
    lanes = _aligned(vertices, _BLOCK)
    planes = Planes(bands, encoding, lanes)
    steps, codes = [], []
    for of_target in rows:
        own = [_step(size) for size in _largest(bands, of_target)]
        steps += own
        codes += planes.write(of_target, _spread(bands, own))
    steps = steps if encoding == "bits16" else []
    first = _aligned(_HEADER + len(steps))
    rest = [lanes, 0, _HEADER if steps else first, planes.words, first, 0, 0, 0, 0]
    words = _header("dense", encoding, vertices, len(rows), bands, rest) + [bits(step) for step in steps]
    return _finish(words + [0] * (first - len(words)) + codes)


# ---- Reading ----


class Decoded:
    """What a set holds: for each target and band the deltas of every vertex."""

    def __init__(self, vertices, targets, bands):
        self.vertices, self.targets, self.bands = vertices, targets, bands
        self.values = {
            (target, band): [0.0] * (vertices * delta_floats(band)) for target in range(targets) for band in bands
        }

    def put(self, target, vertex, row):
        first = 0
        for band in self.bands:
            floats = delta_floats(band)
            self.values[target, band][vertex * floats : (vertex + 1) * floats] = row[first : first + floats]
            first += floats


def _require(holds):
    if not holds:
        raise Refused("malformed")


def read(kind, words):
    """What the words of a set are read as (L37)."""
    _require(len(words) >= _HEADER)
    tag, vertices, targets, size, plain = words[:5]
    encodings = {_KINDS[kind] | number << 8 | _VERSION << 16: number for number in _OF_KIND[kind]}
    _require(tag in encodings and size == len(words) and plain < 8)
    encoding = {number: name for name, number in _ENCODINGS.items()}[encodings[tag]]
    bands = [band for place, band in enumerate(PLAIN) if plain >> place & 1]
    bands += [f"TEXCOORD_{n}" for n in range(32) if words[5] >> n & 1]
    bands += [f"COLOR_{n}" for n in range(32) if words[6] >> n & 1]
    _require(vertices > 0 and 0 < targets <= _MOST_TARGETS and bands)
    decoded = Decoded(vertices, targets, bands)
    {"blocked": _read_blocked, "rows": _read_rows, "dense": _read_dense}[kind](encoding, words, decoded)
    return decoded


def _read_blocked(encoding, words, decoded):
    bands = decoded.bands
    bounded = encoding == "bounded"
    narrow = Planes(bands, encoding, _BLOCK)
    wide = Planes(bands, "bits16", _BLOCK)
    blocks = -(-decoded.vertices // _BLOCK)
    entries, wides = words[14:16]
    width = 1 if encoding == "f32" else 1 + (len(bands) + 1) // 2
    record = _HEADER + 4 * blocks
    code = _aligned(record + width * entries)
    size = code + (entries - wides) * narrow.words + wides * wide.words
    rest = [blocks, _HEADER, record, width, code, narrow.words, wide.words if bounded else 0]
    _require(words[7:14] == rest and words[3] == size and wides <= (entries if bounded else 0))
    seen = 0
    for block in range(blocks):
        first, count, narrows, first_code = words[_HEADER + 4 * block : _HEADER + 4 * block + 4]
        _require(first == record and first_code == code and narrows <= count and seen + count <= entries)
        _require(bounded or narrows == count)
        seen += count
        last = -1
        for number in range(count):
            planes = narrow if number < narrows else wide
            last = -1 if number == narrows else last
            target, scales = words[record], _unpacked(words[record + 1 : record + width])
            _require(last < target < decoded.targets)
            last = target
            factors = _factors(bands, planes, scales) if scales else planes.units
            for lane in range(min(_BLOCK, decoded.vertices - _BLOCK * block)):
                row = planes.read(words[code : code + planes.words], factors, lane)
                decoded.put(target, _BLOCK * block + lane, row)
            record, code = record + width, code + planes.words
    _require(seen == entries)


def _unpacked(words):
    return [half for word in words for half in (word & 0xFFFF, word >> 16)]


def _read_rows(_, words, decoded):
    bands, entries = decoded.bands, words[14]
    width = (2 + sum(map(delta_floats, bands))) // 2
    first = _HEADER + decoded.vertices + 1
    first_step = first + width * entries
    size = _aligned(first_step + decoded.targets * len(bands))
    _require(words[7:16] == [entries, _HEADER, first, width, first_step, 0, 0, entries, 0] and words[3] == size)
    rows = words[_HEADER:first]
    _require(rows[0] == 0 and rows[-1] == entries and all(a <= b for a, b in zip(rows, rows[1:])))
    for vertex in range(decoded.vertices):
        last = -1
        for number in range(rows[vertex], rows[vertex + 1]):
            target, *codes = _unpacked(words[first + number * width : first + (number + 1) * width])
            _require(last < target < decoded.targets)
            last = target
            own = first_step + target * len(bands)
            factors = _spread(bands, [from_bits(word) for word in words[own : own + len(bands)]])
            decoded.put(target, vertex, [f32(signed(code, 16) * factor) for code, factor in zip(codes, factors)])


def _read_dense(encoding, words, decoded):
    bands = decoded.bands
    lanes = _aligned(decoded.vertices, _BLOCK)
    planes = Planes(bands, encoding, lanes)
    count = decoded.targets * len(bands) if encoding == "bits16" else 0
    first = _aligned(_HEADER + count)
    rest = [lanes, 0, _HEADER if count else first, planes.words, first, 0, 0, 0, 0]
    _require(words[7:16] == rest and words[3] == first + decoded.targets * planes.words)
    for target in range(decoded.targets):
        own = words[_HEADER + target * len(bands) :][: len(bands)] if count else []
        factors = _spread(bands, map(from_bits, own))
        codes = words[first + target * planes.words :][: planes.words]
        for vertex in range(decoded.vertices):
            decoded.put(target, vertex, planes.read(codes, factors, vertex))
