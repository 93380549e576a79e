"""Lists of active weights: docs/spec.md, section 3."""

from .blend import active
from .case import Case, f, refusal, u
from .f32 import INFINITY, MAX, NAN, f32, from_bits
from .mesh import Numbers


def case(name, rules, targets, weights, capacity=None):
    weights = [f32(weight) for weight in weights]
    entries = active(weights, targets)
    dropped = 0
    if capacity is not None and len(entries) > capacity:
        dropped = len(entries) - capacity
        # Largest magnitude first; the sort is stable, so ties stay in ascending order (spec W7).
        entries = sorted(sorted(entries, key=lambda entry: -abs(entry[1]))[:capacity])
    held = (weights + [0.0] * targets)[:targets]
    outputs = [
        f("weights", *held),
        u("list.indices", *[target for target, _ in entries]),
        f("list.weights", *[weight for _, weight in entries]),
        u("dropped", dropped),
    ]
    return Case(name, f"E5 {rules}", inputs(targets, weights, capacity), outputs)


def refused(name, rules, targets, weights, index):
    return Case(name, rules, inputs(targets, weights, None), refusal("non-finite-weight", index))


def inputs(targets, weights, capacity):
    fields = [u("targets", targets), f("weights", *weights)]
    return fields + ([] if capacity is None else [u("capacity", capacity)])


def cases():
    numbers = Numbers(17)
    many = [number if index % 3 else 0.0 for index, number in enumerate(numbers.list(300, 2, 2))]
    ties = [0.5, -1, 0.5, 0.5, 2, -0.5, 1]
    tiny = [from_bits(1), -from_bits(1), f32(1e-30), 0.0, -0.0]
    return [
        case("zeros-are-left-out", "W1 W6", 4, [0, -2, 0.5, 1]),
        case("zeros-of-both-signs", "W1", 4, [0.0, -0.0, 1e-30, -1]),
        case("subnormal-weights-are-active", "W1", 5, tiny),
        case("nothing-active", "W1 W6", 3, [0.0, -0.0, 0.0]),
        case("no-weights", "W4", 3, []),
        case("fewer-weights", "W4", 5, [1, 2]),
        case("more-weights", "W5", 2, [1, 2, 3, 4]),
        case("no-range", "W2", 4, [-100, 1.5, -MAX, MAX]),
        case("three-hundred-targets", "W6", 300, many),
        case("capacity-not-reached", "W7", 7, ties, 8),
        case("capacity-just-reached", "W7", 7, ties, 7),
        case("one-too-many", "W7", 7, ties, 6),
        case("ties-go-to-the-lower-index", "W7", 7, ties, 4),
        case("largest-by-magnitude", "W7", 5, [0.5, -1, 0.5, 0.5, 2], 3),
        case("signs-make-no-difference", "W7", 6, [1, -1, 1, -1, 1, -1], 3),
        case("only-one-fits", "W7", 7, ties, 1),
        case("none-fits", "W7", 7, ties, 0),
        case("inactive-ones-do-not-count", "W7", 7, [0, 1, 0, 2, 0, 3, 0], 3),
        case("extra-weights-are-not-chosen", "W5 W7", 3, [1, 2, 3, 100], 2),
        case("sixty-four-of-three-hundred", "W7", 300, many, 64),
        case("subnormal-weights-are-compared", "W7", 5, tiny, 2),
        refused("nan-is-refused", "W3", 3, [0, NAN, 0], 1),
        refused("infinity-is-refused", "W3", 3, [INFINITY], 0),
        refused("minus-infinity-is-refused", "W3", 3, [0, 1, -INFINITY], 2),
        refused("extra-weights-are-checked-too", "W3 W5", 2, [0, 1, 2, NAN], 3),
    ]
