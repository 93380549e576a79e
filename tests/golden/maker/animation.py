"""Sampled weights: docs/spec.md, section 6."""

import math

from .case import Case, f, met, refusal, u, w
from .f32 import INFINITY, MAX, NAN, above, below, f32
from .mesh import Numbers

TOLERANCE = 2.0**-20
FLOATS = {"STEP": 1, "LINEAR": 1, "CUBICSPLINE": 3}


def sample(mode, targets, times, values, time):
    """Expected values, tolerances and strict bits of one time."""
    key = max([index for index, of_key in enumerate(times) if of_key <= time], default=0)

    def row(index, part):
        at = (index * FLOATS[mode] + part) * targets
        return values[at:at + targets]

    value = FLOATS[mode] // 3
    a = row(key, value)
    if mode == "STEP" or key + 1 == len(times) or time <= times[key]:
        return a, [0.0] * targets, a
    b = row(key + 1, value)
    d = times[key + 1] - times[key]
    s = (time - times[key]) / d
    if mode == "LINEAR":
        expected = [p + (q - p) * s for p, q in zip(a, b)]
        scale = [abs(p) + abs(q) for p, q in zip(a, b)]
    else:
        leaving, entering = row(key, 2), row(key + 1, 0)
        expected = [hermite(s, d, *four) for four in zip(a, leaving, b, entering)]
        scale = [abs(p) + abs(q) + d * (abs(m) + abs(n)) for p, m, q, n in zip(a, leaving, b, entering)]
    strict = [f32(value) for value in expected]
    tolerance = [TOLERANCE * value for value in scale]
    for at, value in enumerate(strict):
        if math.isinf(value):
            expected[at], tolerance[at] = value, 0.0
    return expected, tolerance, strict


def hermite(s, d, a, u_, b, v):
    """Spec A10, in the order that it gives."""
    s2, s3 = s * s, s * s * s
    first = (2.0 * s3 - 3.0 * s2) + 1.0
    second = d * ((s3 - 2.0 * s2) + s)
    third = -2.0 * s3 + 3.0 * s2
    fourth = d * (s3 - s2)
    return ((a * first + u_ * second) + b * third) + v * fourth


def inputs(mode, targets, times, values, at, room):
    return [
        w("mode", mode),
        u("targets", targets),
        f("times", *times),
        f("values", *values),
        f("at", *at),
        u("room", targets if room is None else room),
    ]


def case(name, rules, mode, targets, times, values, at, room=None):
    times, values, at = ([f32(number) for number in numbers] for numbers in (times, values, at))
    assert len(values) == len(times) * targets * FLOATS[mode], name
    rows = targets if room is None else room
    expected, tolerance, strict = [], [], []
    for time in at:
        for whole, part in zip(sample(mode, targets, times, values, time), (expected, tolerance, strict)):
            part += (list(whole) + [0.0] * rows)[:rows]
    outputs = met("weights", expected, tolerance, strict)
    return Case(name, f"E4 {rules}", inputs(mode, targets, times, values, at, room), outputs)


def refused(name, rules, why, mode, targets, times, values, at):
    times, values, at = ([f32(number) for number in numbers] for numbers in (times, values, at))
    return Case(name, rules, inputs(mode, targets, times, values, at, None), refusal(why))


def cases():
    return steps() + lines() + splines() + refusals()


TIMES = [0.5, 1.0, 2.25]
AROUND = [-1.0, 0.0, 0.25, f32(0.49999997), 0.5, 0.6, 0.75, f32(0.99999994), 1.0, 1.5, 2.0, 2.25, 2.3, 100.0]


def steps():
    return [
        case("step-around-its-keys", "A3 A4 A5 A8", "STEP", 2, TIMES, [1, 2, 3, 4, 5, 6], AROUND),
        case("step-of-one-key", "A6", "STEP", 1, [1], [0.75], [0, 1, 2, -INFINITY, INFINITY]),
        case("step-keeps-minus-zero", "A5 A8", "STEP", 1, [0, 1], [-0.0, 1], [0, 0.5]),
        case("step-of-many-targets", "A2 A8", "STEP", 52, [0, 1], Numbers(61).list(104), [0, 0.5, 1]),
    ]


def lines():
    numbers = Numbers(62)
    close = [1.0, above(1.0)]
    far = [0, 1e6]
    return [
        case("linear-half-way", "A7 A9", "LINEAR", 2, [0, 2], [0, 1, 1, 1], [0.5, 1.0]),
        case("linear-around-its-keys", "A3 A4 A5 A9", "LINEAR", 2, TIMES, [0.1, 2, 0.3, -4, 5, 6], AROUND),
        case("linear-of-one-key", "A6", "LINEAR", 3, [1], [0.1, 0.2, 0.3], [0, 1, 2]),
        case("linear-at-both-infinities", "A4", "LINEAR", 1, [0, 1], [2, 3], [-INFINITY, INFINITY]),
        case(
            "linear-keeps-the-bits-of-its-keys", "A5",
            "LINEAR", 1, [0.1, 0.2, 0.3], [0.1, -0.0, 1 / 3], [0.1, 0.2, 0.3],
        ),
        case("linear-between-neighbours", "A5 A7", "LINEAR", 1, close, [0, 1], [below(1.0), *close, above(close[1])]),
        case("linear-over-a-long-time", "A7 A9", "LINEAR", 1, far, [0, 1], [1, 1000, 333333, 999999]),
        case("linear-at-late-times", "A7 A9", "LINEAR", 1, [10_000, 10_000.5], [0, 1], [10_000.1, 10_000.25, 10_000.4]),
        case("linear-at-negative-times", "A4 A7", "LINEAR", 1, [-2, -1], [1, 3], [-3, -2, -1.75, -1, 0]),
        case("linear-has-no-range", "A9 W2", "LINEAR", 2, [0, 1], [-100, 5, 100, -7.5], [0.1, 0.5, 0.9]),
        case("linear-of-fifty-two-targets", "A2 A9", "LINEAR", 52, [0, 0.5, 1], numbers.list(156), [0.1, 0.7]),
        case("linear-of-three-hundred-targets", "A2 A9", "LINEAR", 300, [0, 1], numbers.list(600), [0.35]),
        case("linear-with-less-room", "A12", "LINEAR", 3, [0, 1], [1, 2, 3, 4, 5, 6], [0.25, 1], room=2),
        case("linear-with-more-room", "A12", "LINEAR", 2, [0, 1], [1, 2, 3, 4], [0.25, 1], room=4),
        case("linear-without-room", "A12", "LINEAR", 2, [0, 1], [1, 2, 3, 4], [0.25], room=0),
        case(
            "linear-over-thirty-keys", "A3 A9",
            "LINEAR", 1, [key / 24 for key in range(30)], numbers.list(30), [key / 17 for key in range(20)],
        ),
    ]


def splines():
    numbers = Numbers(63)
    one = [0, 1, 0.5, -1, 2, 0.25]  # key 0: in, value, out; key 1: in, value, out
    two = numbers.list(18, 2)
    steep = [0, 0, 1000, -1000, 1, 0]
    beyond = [0, MAX, MAX, -MAX, MAX, 0]
    return [
        case("spline-between-two-keys", "A2 A7 A10", "CUBICSPLINE", 1, [0, 1], one, [0.1, 0.25, 0.5, 0.75, 0.9]),
        case("spline-tangents-take-the-distance-of-keys", "A10", "CUBICSPLINE", 1, [0, 4], one, [0.4, 1, 2, 3, 3.6]),
        case("spline-around-its-keys", "A3 A4 A5 A10", "CUBICSPLINE", 2, TIMES, two, AROUND),
        case("spline-of-one-key", "A2 A6", "CUBICSPLINE", 2, [1], [9, 9, 0.25, 0.5, 9, 9], [0, 1, 2]),
        case("spline-with-flat-tangents", "A10", "CUBICSPLINE", 1, [0, 1], [0, 0, 0, 0, 1, 0], [0.25, 0.5, 0.75]),
        case("spline-overshoots", "A10 W2", "CUBICSPLINE", 1, [0, 1], steep, [0.2, 0.5, 0.8]),
        case("spline-beyond-f32-is-infinite", "A13", "CUBICSPLINE", 1, [0, 1], beyond, [0.5]),
        case("spline-keeps-the-bits-of-its-keys", "A5", "CUBICSPLINE", 1, [0, 1], [0, -0.0, 9, 9, 0.1, 0], [0, 1]),
        case("spline-of-fifty-two-targets", "A2 A10", "CUBICSPLINE", 52, [0, 0.5], numbers.list(312), [0.2]),
        case("spline-with-less-room", "A12 A2", "CUBICSPLINE", 2, [0, 1], numbers.list(12), [0.5, 1], room=1),
        case("spline-at-late-times", "A7 A10", "CUBICSPLINE", 1, [1000, 1000.25], one, [1000.1, 1000.2]),
    ]


def refusals():
    line = ("LINEAR", 1, [0, 1], [0, 1])
    return [
        refused("nan-time", "A11", "nan-time", *line, [NAN]),
        refused("nan-time-with-one-key", "A11", "nan-time", "STEP", 1, [0], [1], [NAN]),
        refused("nan-time-of-a-spline", "A11", "nan-time", "CUBICSPLINE", 1, [0], [1, 2, 3], [NAN]),
        refused("no-keys", "A1", "no-keys", "LINEAR", 1, [], [], [0]),
        refused("equal-times", "A1", "key-times", "LINEAR", 1, [0, 0], [1, 2], [0]),
        refused("falling-times", "A1", "key-times", "LINEAR", 1, [0, 2, 1], [1, 2, 3], [0]),
        refused("a-key-at-nan", "A1", "key-times", "LINEAR", 1, [0, NAN], [1, 2], [0]),
        refused("a-key-at-infinity", "A1", "key-times", "LINEAR", 1, [0, INFINITY], [1, 2], [0]),
        refused("a-value-of-nan", "A1", "non-finite-value", "LINEAR", 1, [0, 1], [1, NAN], [0]),
        refused("an-infinite-tangent", "A1", "non-finite-value", "CUBICSPLINE", 1, [0], [INFINITY, 0, 0], [0]),
        refused("too-few-values", "A2", "value-count", "LINEAR", 2, [0, 1], [1, 2, 3], [0]),
        refused("a-spline-without-tangents", "A2", "value-count", "CUBICSPLINE", 1, [0, 1], [1, 2], [0]),
        refused("a-line-with-tangents", "A2", "value-count", "LINEAR", 1, [0, 1], [0, 1, 0, 0, 2, 0], [0]),
    ]
