"""Mixed weights: docs/spec.md, section 9."""

import math

from .case import Case, f, met, refusal, u, w
from .f32 import INFINITY, MAX, NAN, f32
from .mesh import Numbers

UNIT = 2.0**-22
LEAST = 2.0**-126


class Layer:
    """A layer as a case gives it."""

    def __init__(self, mode, weights, factor, first=(), mask=None):
        self.mode, self.factor = mode, f32(factor)
        self.weights, self.first = [f32(x) for x in weights], [f32(x) for x in first]
        self.mask = None if mask is None else [f32(x) for x in mask]

    def inputs(self, number):
        fields = [
            w(f"layer.{number}.mode", self.mode),
            f(f"layer.{number}.weights", *self.weights),
            f(f"layer.{number}.factor", self.factor),
        ]
        if self.mode == "add":
            fields.append(f(f"layer.{number}.first", *self.first))
        if self.mask is not None:
            fields.append(f(f"layer.{number}.mask", *self.mask))
        return fields

    def of(self, target):
        """The letters l, f and t of a target (M2), or None where the layer leaves it alone (M3)."""

        def at(values):
            return values[target] if target < len(values) else 0.0

        t = self.factor * (1.0 if self.mask is None else at(self.mask))
        return None if t == 0 or target >= len(self.weights) else (self.weights[target], at(self.first), t)


def replace(weights, factor, mask=None):
    return Layer("replace", weights, factor, mask=mask)


def add(weights, first, factor, mask=None):
    return Layer("add", weights, factor, first, mask)


def mixed(mode, w_, letters):
    """Rules M4 and M5 for one weight."""
    l, first, t = letters
    if mode == "add":
        return w_ + (l - first) * t
    return l if t == 1 else w_ + (l - w_) * t


def error(mode, e, w_, letters):
    """Rule E7 for one weight."""
    l, first, t = letters
    if mode == "add":
        return e + UNIT * (abs(w_) + (abs(l) + abs(first)) * abs(t)) + LEAST
    return 0.0 if t == 1 else e * (1 + abs(t)) + UNIT * (abs(w_) + (abs(w_) + abs(l)) * abs(t)) + LEAST


def mix(targets, defaults, layers, overrides):
    """Expected values, tolerances and strict bits."""
    start = (list(defaults) + [0.0] * targets)[:targets]
    expected, tolerance, strict = start[:], [0.0] * targets, start[:]
    for layer in layers:
        for target in range(targets):
            letters = layer.of(target)
            if letters is None:
                continue
            tolerance[target] = error(layer.mode, tolerance[target], expected[target], letters)
            expected[target] = mixed(layer.mode, expected[target], letters)
            strict[target] = f32(mixed(layer.mode, strict[target], letters))
    for target, value in enumerate(strict):
        if math.isinf(value):
            expected[target], tolerance[target] = value, 0.0
    for target, weight in overrides:
        if target < targets:
            expected[target], tolerance[target], strict[target] = weight, 0.0, weight
    return expected, tolerance, strict


def inputs(targets, defaults, layers, overrides):
    fields = [u("targets", targets), f("defaults", *defaults)]
    for number, layer in enumerate(layers):
        fields += layer.inputs(number)
    fields.append(u("override.targets", *[target for target, _ in overrides]))
    fields.append(f("override.weights", *[weight for _, weight in overrides]))
    return fields


def rounded(defaults, overrides):
    return [f32(x) for x in defaults], [(target, f32(weight)) for target, weight in overrides]


def case(name, rules, targets, defaults, layers, overrides=()):
    defaults, overrides = rounded(defaults, overrides)
    outputs = met("weights", *mix(targets, defaults, layers, overrides))
    return Case(name, f"E7 {rules}", inputs(targets, defaults, layers, overrides), outputs)


def refused(name, rules, why, layers, overrides=(), index=None):
    _, overrides = rounded([], overrides)
    return Case(name, rules, inputs(2, [0.5, 0.25], layers, overrides), refusal(why, index))


def cases():
    return orders() + replacing() + adding() + refusals()


def orders():
    numbers = Numbers(71)
    one, two, three = numbers.list(5), numbers.list(5), numbers.list(5)
    stack = [replace(one, 1), replace(two, 0.3, [1, 0, 0.5, -1, 2]), add(three, one, 0.7), replace(two, 0.25)]
    return [
        case("defaults-alone", "M1", 3, [0.5, -0.0, 7], []),
        case("fewer-defaults-than-targets", "M1 W4", 3, [0.5], []),
        case("more-defaults-than-targets", "M1 W5", 2, [1, 2, 3, 4], []),
        case("no-targets", "M1", 0, [1], [replace([1], 0.5)], [(0, 1)]),
        case("four-layers", "M1 M2 M4 M5", 5, numbers.list(5), stack),
        case("the-same-layers-turned", "M1 M2 M4 M5", 5, [0.1] * 5, stack[::-1]),
        case("overrides-over-all", "M1 M8", 5, [0.1] * 5, stack, [(1, 0.9), (4, -0.0)]),
        case("the-later-override", "M8", 2, [], [replace([1, 1], 0.5)], [(0, 1), (0, 2), (1, -3), (0, 0.1)]),
        case("overrides-of-no-target", "M8", 2, [1, 2], [], [(2, 9), (1, 0.5), (4_000_000_000, 9)]),
        case("overrides-without-layers", "M8", 2, [1, 2], [], [(0, -0.0)]),
        case(
            "fifty-two-targets-crossfaded", "M4 M7", 52, [],
            [replace(numbers.list(52), 1), replace(numbers.list(52), 0.35)],
        ),
    ]


def replacing():
    numbers = Numbers(72)
    start, other = numbers.list(4), numbers.list(4)
    fades = [
        case(f"a-crossfade-at-{step}-of-4", "M4 M7", 4, [9] * 4, [replace(start, 1), replace(other, step / 4)])
        for step in range(5)
    ]
    return fades + [
        case("replace-by-a-third", "M4", 4, start, [replace(other, 1 / 3)]),
        case("replace-by-zero-keeps-the-bits", "M3", 3, [-0.0, 0.1, 1e30], [replace([5, 5, 5], 0)]),
        case("replace-by-minus-zero-keeps-the-bits", "M3", 2, [-0.0, 0.1], [replace([5, 5], -0.0)]),
        case("replace-by-one-gives-the-layers-bits", "M4", 3, [1e30, 1, 0], [replace([1e-30, 1 / 3, -0.0], 1)]),
        case("factor-and-mask-that-make-one", "M2 M4", 2, [1e30, 1], [replace([1e-30, -0.0], 4, [0.25, 0.25])]),
        case("replace-beyond-one", "M2 M4", 2, [1, -1], [replace([2, 3], 1.5)]),
        case("replace-by-a-negative-factor", "M2 M4", 2, [1, -1], [replace([2, 3], -0.5)]),
        case("a-layer-of-fewer-targets", "M3", 4, [0.5] * 4, [replace([1, 2], 0.5)]),
        case("a-layer-of-more-targets", "M2 M4", 2, [0.5] * 2, [replace([1, 2, 3], 0.5, [1, 0.5, 0.25])]),
        case("a-mask-that-ends-early", "M2 M3", 4, [0.5, -0.0, -0.0, 1], [replace([1, 2, 3, 4], 0.5, [1, 0.1])]),
        case("an-empty-mask", "M2 M3", 2, [0.5, -0.0], [replace([1, 2], 1, [])]),
        case("small-factors-are-not-zero", "M3 M4", 1, [0], [replace([MAX], 1e-30, [1e-5])]),
        case("from-large-to-small", "M4", 2, [1e30, -MAX], [replace([1, MAX], 0.999)]),
        case("replace-beyond-f32", "M9", 2, [MAX, 0], [replace([-MAX, 1], -1)]),
        case("an-override-over-an-infinity", "M8 M9", 1, [MAX], [replace([-MAX], -1)], [(0, 0.5)]),
    ]


def adding():
    numbers = Numbers(73)
    start, layer, first = numbers.list(4), numbers.list(4), numbers.list(4)
    return [
        case("add-over-the-first-key", "M5", 4, start, [add(layer, first, 1)]),
        case("add-by-a-third", "M5", 4, start, [add(layer, first, 1 / 3)]),
        case("add-through-a-mask", "M2 M5", 4, start, [add(layer, first, 0.8, [0.1, 0, 1, -2])]),
        case("add-without-a-first-key", "M5", 3, [0.5] * 3, [add([1, 2, 3], [1], 0.5)]),
        case("add-by-zero-keeps-the-bits", "M3", 2, [-0.0, 0.1], [add([1, 1], [0, 0], 0)]),
        case("add-at-the-first-key-changes-no-value", "M5", 3, [0.1, 7, -3], [add([0.3] * 3, [0.3] * 3, 0.7)]),
        case("add-twice", "M1 M5", 2, [0.25, 0.5], [add([1, 2], [0.5, 0.5], 0.5), add([3, 1], [0, 2], 0.1)]),
        case("add-beyond-f32", "M9", 1, [MAX], [add([MAX], [0], 1)]),
    ]


def refusals():
    good = replace([1, 2], 0.5)
    return [
        refused("a-factor-of-nan", "M2", "non-finite-factor", [good, replace([1, 2], NAN)]),
        refused("an-infinite-factor", "M2", "non-finite-factor", [add([1, 2], [0, 0], INFINITY), good]),
        refused("a-mask-with-nan", "M2", "non-finite-factor", [replace([1, 2], 0.5, [1, NAN])]),
        refused("a-mask-with-nan-past-the-targets", "M2", "non-finite-factor", [replace([1, 2], 0.5, [1, 1, NAN])]),
        refused("an-infinite-override", "M8 W3", "non-finite-weight", [good], [(0, 1), (1, -INFINITY)], 1),
        refused("an-override-of-nan-for-no-target", "M8 W3", "non-finite-weight", [good], [(9, NAN)], 0),
    ]
