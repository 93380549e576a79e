"""Packed sets, written and read: docs/spec.md, sections 4.4 to 4.6."""

import math

from .bands import Refused, require, stride
from .f32 import bits, f32, from_bits
from .mesh import delta_floats, kind, place
from .planes import Form, nearest, signed

VERSION = 1
KINDS = {"blocked": 1, "rows": 2, "dense": 3}
ENCODINGS = {"f32": 0, "bits16": 1, "eight-bytes": 2, "six-bytes": 3, "bounded": 4, "f16": 5}
BLOCK = 64
LARGEST_SCALE = 0x7F7F


def aligned(words, to=32):
    return -(-words // to) * to


def header(kind_name, encoding, mesh, bands, **rest):
    """Spec L30; `rest` names the words from 3 on by their number, as w3."""
    numbers = {family: [int(b.split("_")[1]) for b in bands if kind(b) == family] for family in ("TEXCOORD", "COLOR")}
    sets = {family: sum(1 << number for number in of_family) for family, of_family in numbers.items()}
    words = [0] * 16
    words[0] = KINDS[kind_name] + 256 * ENCODINGS[encoding] + 65536 * VERSION
    words[1], words[2] = mesh.vertices, len(mesh.targets)
    words[4] = sum(1 << number for number, band in enumerate(("POSITION", "NORMAL", "TANGENT")) if band in bands)
    words[5], words[6] = sets["TEXCOORD"], sets["COLOR"]
    for name, value in rest.items():
        words[int(name[1:])] = value
    return words


def bands_of(mesh):
    return sorted({band for target in mesh.targets for band in target}, key=place)


def rows_of(mesh, bands, target):
    """All components of each vertex, zeros where a target has none."""
    rows = []
    for vertex in range(mesh.vertices):
        row = []
        for band in bands:
            deltas = mesh.targets[target].get(band)
            delta = deltas.of(vertex, delta_floats(band)) if deltas else None
            row += delta or [0.0] * delta_floats(band)
        rows.append(row)
    return rows


def by_band(bands, row):
    at = 0
    for band in bands:
        yield band, row[at:at + delta_floats(band)]
        at += delta_floats(band)


def of_components(bands, values):
    """One value a band as one a component."""
    return [value for band, value in zip(bands, values) for _ in range(delta_floats(band))]


# Scales and steps.


def scale_bits(largest):
    """Spec K4: the upper 16 bits."""
    if largest == 0:
        return 0
    number = bits(max(largest, 2.0**-64))
    upper = (number >> 16) + (1 if number & 0xFFFF else 0)
    if upper > LARGEST_SCALE:
        raise Refused("too-large")
    return upper


def largest_of(bands, rows):
    largest = dict.fromkeys(bands, 0.0)
    for row in rows:
        for band, delta in by_band(bands, row):
            largest[band] = max(largest[band], *map(abs, delta))
    return list(largest.values())


def step(largest):
    """Spec L34."""
    if largest == 0:
        return 0.0
    rounded = max(f32(largest / 32767), 2.0**-126)
    return rounded if math.isfinite(f32(rounded * 32767)) else from_bits(bits(rounded) - 1)


def factors_of(bands, form, scales):
    scales = of_components(bands, [from_bits(scale << 16) for scale in scales])
    return [f32(scale * f32(1 / unit)) for scale, unit in zip(scales, form.units())]


# The three kinds of sets.


def blocked(mesh, encoding, wide=lambda block, target: False):
    bands = bands_of(mesh)
    require(mesh.vertices, len(mesh.targets), bands)
    forms = [Form(bands, "six-bytes" if encoding == "bounded" else encoding), Form(bands, "bits16")]
    blocks = -(-mesh.vertices // BLOCK)
    rows = [rows_of(mesh, bands, target) for target in range(len(mesh.targets))]
    entries = []
    for block in range(blocks):
        for target, of_target in enumerate(rows):
            own = of_target[BLOCK * block:BLOCK * block + BLOCK]
            if any(any(row) for row in own):
                entries.append((block, encoding == "bounded" and wide(block, target), target, own))
    entries.sort(key=lambda entry: entry[:3])
    record = 1 if encoding == "f32" else 1 + (len(bands) + 1) // 2
    at_records = 16 + 4 * blocks
    at_codes = aligned(at_records + record * len(entries))
    tables, records, codes = [], [], []
    for block in range(blocks):
        own = [entry for entry in entries if entry[0] == block]
        narrow = sum(not entry[1] for entry in own)
        tables += [at_records + len(records), len(own), narrow, at_codes + len(codes)]
        for _, is_wide, target, values in own:
            form = forms[is_wide]
            scales = [] if encoding == "f32" else [scale_bits(largest) for largest in largest_of(bands, values)]
            factors = [1.0] * stride(bands) if encoding == "f32" else factors_of(bands, form, scales)
            halves = scales + [0] * (len(scales) % 2)
            records += [target, *(low | high << 16 for low, high in zip(halves[::2], halves[1::2]))]
            codes += form.write(BLOCK, values, factors)
    total = aligned(at_codes + len(codes))
    head = header(
        "blocked", encoding, mesh, bands, w3=total, w7=blocks, w8=16, w9=at_records, w10=record, w11=at_codes,
        w12=forms[0].words(BLOCK), w13=forms[1].words(BLOCK) if encoding == "bounded" else 0,
        w14=len(entries), w15=sum(entry[1] for entry in entries),
    )
    words = head + tables + records
    words += [0] * (at_codes - len(words)) + codes
    return words + [0] * (total - len(words))


def rows_sparse(mesh, _):
    bands = bands_of(mesh)
    require(mesh.vertices, len(mesh.targets), bands)
    by_target = [rows_of(mesh, bands, target) for target in range(len(mesh.targets))]
    steps = [[step(largest) for largest in largest_of(bands, rows)] for rows in by_target]
    starts, entries = [0], []
    for vertex in range(mesh.vertices):
        for target, rows in enumerate(by_target):
            if any(rows[vertex]):
                factors = of_components(bands, steps[target])
                codes = [nearest(v / s, 32767) & 0xFFFF if s else 0 for v, s in zip(rows[vertex], factors)]
                halves = [target, *codes]
                halves += [0] * (len(halves) % 2)
                entries += [low | high << 16 for low, high in zip(halves[::2], halves[1::2])]
        starts.append(len(entries) // ((stride(bands) + 2) // 2))
    record = (stride(bands) + 2) // 2
    at_entries = 16 + mesh.vertices + 1
    at_steps = at_entries + len(entries)
    words = starts + entries + [bits(one) for of_target in steps for one in of_target]
    total = aligned(16 + len(words))
    head = header(
        "rows", "bits16", mesh, bands, w3=total, w7=starts[-1], w8=16, w9=at_entries, w10=record, w11=at_steps,
        w14=starts[-1],
    )
    return head + words + [0] * (total - 16 - len(words))


def dense(mesh, encoding):
    bands = bands_of(mesh)
    require(mesh.vertices, len(mesh.targets), bands)
    form, lanes = Form(bands, encoding), aligned(mesh.vertices, BLOCK)
    steps, codes = [], []
    for target in range(len(mesh.targets)):
        rows = rows_of(mesh, bands, target)
        own = [step(largest) for largest in largest_of(bands, rows)]
        steps += own if encoding == "bits16" else []
        codes += form.write(lanes, rows, of_components(bands, own))
    at_codes = aligned(16 + len(steps))
    total = at_codes + len(codes)
    head = header(
        "dense", encoding, mesh, bands, w3=total, w7=lanes, w9=16 if steps else at_codes, w10=form.words(lanes),
        w11=at_codes,
    )
    words = head + [bits(one) for one in steps]
    return words + [0] * (at_codes - len(words)) + codes


WRITERS = {"blocked": blocked, "rows": rows_sparse, "dense": dense}


def decoded(kind_name, encoding, words, mesh):
    """What each target's deltas read back as: for target and band a flat list."""
    bands, found = bands_of(mesh), {}
    for target in range(len(mesh.targets)):
        for band in bands:
            found[target, band] = [0.0] * (mesh.vertices * delta_floats(band))

    def put(target, vertex, row):
        for band, delta in by_band(bands, row):
            n = delta_floats(band)
            found[target, band][vertex * n:vertex * n + n] = delta

    if kind_name == "blocked":
        forms = [Form(bands, "six-bytes" if encoding == "bounded" else encoding), Form(bands, "bits16")]
        for block in range(words[7]):
            record, count, narrow, code = words[16 + 4 * block:20 + 4 * block]
            for number in range(count):
                form = forms[number >= narrow]
                halves = [half for word in words[record + 1:record + words[10]] for half in (word & 0xFFFF, word >> 16)]
                factors = factors_of(bands, form, halves[:len(bands)]) if halves else [1.0] * stride(bands)
                first = BLOCK * block
                size = form.words(BLOCK)
                rows = form.read(BLOCK, words[code:code + size], factors, min(BLOCK, mesh.vertices - first))
                for lane, row in enumerate(rows):
                    put(words[record], first + lane, row)
                record, code = record + words[10], code + size
    elif kind_name == "rows":
        for vertex in range(mesh.vertices):
            for number in range(words[16 + vertex], words[17 + vertex]):
                at = words[9] + number * words[10]
                halves = [half for word in words[at:at + words[10]] for half in (word & 0xFFFF, word >> 16)]
                at_steps = words[11] + halves[0] * len(bands)
                steps = [from_bits(word) for word in words[at_steps:at_steps + len(bands)]]
                codes = [signed(half, 16) for half in halves[1:]]
                row = [f32(code * one) for code, one in zip(codes, of_components(bands, steps))]
                put(halves[0], vertex, row)
    else:
        form, lanes = Form(bands, encoding), words[7]
        for target in range(len(mesh.targets)):
            at = words[11] + target * words[10]
            steps = [from_bits(word) for word in words[16 + target * len(bands):][:len(bands)]]
            factors = of_components(bands, steps)
            for vertex, row in enumerate(form.read(lanes, words[at:at + words[10]], factors, mesh.vertices)):
                put(target, vertex, row)
    return found
