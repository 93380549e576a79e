"""Weights of a frame: docs/spec.md, section 5."""

from .blend import active
from .case import Case, byte_field, f, refusal, u, w
from .f32 import bits, f32
from .mesh import Numbers

CAPACITIES = (64, 256, 2046)


def pairs(entries):
    return [word for target, weight in entries for word in (target, bits(weight))]


def filled(words, count):
    assert len(words) <= count
    return words + [0] * (count - len(words))


def rounded_up(number, multiple):
    return -(-number // multiple) * multiple


def encoded(words):
    return [u("words", *words), *byte_field("bytes", words, "I")]


def case(name, rules, format, outputs, *inputs):
    return Case(name, f"E5 L5 {rules}", [w("format", format), *inputs], outputs)


def common(vertices, targets, weights):
    return [u("vertices", vertices), u("targets", targets), f("weights", *weights)]


def seed(name, rules, vertices, targets, weights):
    """Spec F1, F2."""
    weights = [f32(weight) for weight in weights]
    stored, width = min(targets, 4), min(vertices, 2048)
    four = [bits(weight) for weight in weights[:stored]]
    words = filled(four, 4) + [stored, width, -(-vertices // width), 0]
    return case(name, rules, "seed", encoded(words), *common(vertices, targets, weights))


def uniform(name, rules, vertices, targets, weights, first=0, dimension=8192, capacity=None, shorten=0):
    """Spec F4 to F6."""
    weights = [f32(weight) for weight in weights]
    inputs = common(vertices, targets, weights)
    inputs += [u("first_vertex", first), u("limit.dimension", dimension), u("shorten", shorten)]
    if capacity is None:
        capacity = next((c for c in CAPACITIES if c >= targets), CAPACITIES[-1])
    else:
        inputs.append(u("capacity", capacity))
    entries = active(weights, targets)
    dropped = max(0, len(entries) - capacity)
    if dropped and not shorten:
        return case(name, rules, "pairs", refusal("too-many-active"), *inputs)
    if dropped:
        entries = sorted(sorted(entries, key=lambda entry: -abs(entry[1]))[:capacity])
    width = min(vertices, dimension)
    head = [len(entries), width, -(-vertices // width), first]
    words = filled(head + pairs(entries), 4 + 2 * capacity)
    return case(name, rules, "pairs", [*encoded(words), u("dropped", dropped)], *inputs)


def compat(name, rules, vertices, targets, weights):
    """Spec F7."""
    weights = [f32(weight) for weight in weights]
    given = filled([bits(weight) for weight in weights[:targets]], max(targets, 2))
    words = [targets, vertices, 0, 0, *given]
    return case(name, rules, "compat", encoded(words), *common(vertices, targets, weights))


def row(name, rules, vertices, targets, weights, first=0, alignment=1, stride=None):
    """Spec F9, F10, F13."""
    weights = [f32(weight) for weight in weights]
    inputs = common(vertices, targets, weights) + [u("first_vertex", first), u("alignment", alignment)]
    if stride is None:
        stride = rounded_up(4 + 2 * rounded_up(targets, 4), alignment or 1)
    else:
        inputs.append(u("stride", stride))
    entries = active(weights, targets)
    if len(entries) > 4 * ((stride - 4) // 8):
        return case(name, rules, "row", refusal("too-many-active"), *inputs)
    words = filled([len(entries), vertices, first, stride] + pairs(entries), stride)
    return case(name, rules, "row", encoded(words), *inputs)


def cases():
    numbers = Numbers(23)
    some = [number if index % 2 else 0.0 for index, number in enumerate(numbers.list(300, 2, 2))]
    ones = [1.0] * 70
    return [
        seed("seed-uniform", "F1 F2", 5000, 2, [0.5, 0.3]),
        seed("seed-uniform-of-one-vertex", "F1 F2", 1, 1, [1.0]),
        seed("seed-uniform-without-weights", "F2 W4", 100, 3, []),
        seed("seed-uniform-of-eight-targets", "F1 F2 W8", 2049, 8, [1, 2, 3, 4, 5, 6, 7, 8]),
        seed("seed-uniform-with-extra-weights", "F2 W5", 10, 2, [1, 2, 3, 4]),
        seed("seed-uniform-keeps-zeros-and-signs", "F1", 10, 4, [0.0, -0.0, -1.5, 0.0]),
        uniform("pairs", "F4 F5", 10, 3, [0, 2, 3], first=5),
        uniform("pairs-with-nothing-active", "F4 F12", 10, 3, []),
        uniform("pairs-of-an-odd-number", "F4 F12", 20_000, 52, [0, 1, 0, -1, 0.5]),
        uniform("pairs-of-64-targets", "F5", 100, 64, ones[:64]),
        uniform("pairs-of-65-targets", "F5", 100, 65, ones[:65]),
        uniform("pairs-of-256-targets", "F5", 100, 256, some[:256]),
        uniform("pairs-of-257-targets", "F5", 100, 257, some[:257]),
        uniform("pairs-of-3000-targets", "F5", 100, 3000, some),
        uniform("pairs-in-a-narrow-texture", "F4 L12 L13", 5000, 4, [1, 1, 1, 1], dimension=2048),
        uniform("pairs-that-just-fit", "F6", 10, 70, ones[:64], capacity=64),
        uniform("pairs-that-do-not-fit", "F6", 10, 70, ones[:65], capacity=64),
        uniform("pairs-that-are-shortened", "F6 W7", 10, 300, some, capacity=64, shorten=1),
        uniform("pairs-that-need-no-shortening", "F6", 10, 3, [1, 2, 3], shorten=1),
        compat("compat-weights", "F7", 50, 3, [0.5]),
        compat("compat-weights-cut", "F7 W5", 50, 3, [1] * 9),
        compat("compat-weights-of-one-target", "F7", 5, 1, [0.5, 7]),
        compat("compat-weights-of-two-targets", "F7", 5, 2, [0.5, 7]),
        compat("compat-weights-keep-zeros", "F7", 5, 5, [0, -0.0, 1, 0, -1]),
        compat("compat-weights-of-300-targets", "F7", 1234, 300, some),
        case("compat-fallback", "F8", "fallback", encoded([0, 1, 0, 0, 0, 0])),
        row("row", "F9 F10", 100, 5, [1] * 5, first=3),
        row("row-of-one-target", "F9 F10", 100, 1, [0.25]),
        row("row-of-four-targets", "F9 F10", 100, 4, [1, 0, 2, 3]),
        row("row-with-nothing-active", "F9 F12", 100, 4, []),
        row("row-of-52-targets-at-256-bytes", "F9 F10", 20_000, 52, some[:52], alignment=64),
        row("row-of-300-targets", "F9 F10 F12", 100, 300, some),
        row("row-with-alignment-0", "F10", 100, 5, [1] * 5, alignment=0),
        row("row-with-an-odd-alignment", "F10", 100, 5, [1] * 5, alignment=7),
        row("row-that-just-fits", "F13", 100, 5, [0, 1, 1, 1, 1], stride=12),
        row("row-that-is-too-short", "F13", 100, 5, [1] * 5, stride=12),
        row("row-with-half-a-group-to-spare", "F13", 100, 5, [1] * 5, stride=18),
        row("row-with-room-for-eight", "F13", 100, 5, [1] * 5, stride=20),
    ]
