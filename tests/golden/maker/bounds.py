"""Boxes: docs/spec.md, section 7."""

import math

from .blend import active, blend
from .case import Case, Field, f, met, refusal, w
from .f32 import INFINITY, MAX, NAN, f32
from .mesh import Deltas, Mesh, scattered

AXES = range(3)


def axis_of(values, axis):
    return values[axis::3]


def delta_range(mesh, target, axis):
    """Spec N1, on one axis; all axes together decide whether there is a box."""
    deltas = mesh.targets[target].get("POSITION")
    if deltas is None or not any(deltas.values):
        return None
    numbers = list(axis_of(deltas.values, axis))
    if deltas.at is not None and len(deltas.at) < mesh.vertices:
        numbers.append(0.0)
    return min(numbers), max(numbers)


def box(mesh, ranges):
    """Least and greatest coordinate, and slack, on each axis (spec N2, N3, N5)."""
    sides = []
    for axis in AXES:
        base = axis_of(mesh.base["POSITION"], axis)
        low, high = [min(base)], [max(base)]
        magnitude, taking_part = max(abs(low[0]), abs(high[0])), 0
        for target, (least, most) in enumerate(ranges[:len(mesh.targets)]):
            deltas = delta_range(mesh, target, axis)
            if deltas is None or (least == 0 and most == 0):
                continue
            products = [weight * delta for weight in (least, most) for delta in deltas]
            low.append(min(products))
            high.append(max(products))
            magnitude += max(abs(low[-1]), abs(high[-1]))
            taking_part += 1
        slack = (taking_part + 2) * (2.0**-21 * magnitude + 2.0**-147) if taking_part else 0.0
        # What f32 cannot add up may be infinite on both sides (spec N7).
        slack = slack if magnitude <= MAX else INFINITY
        sides.append((math.fsum(low), math.fsum(high), slack))
    return sides


def outputs_of(mesh, ranges):
    sides = box(mesh, ranges)
    low = [min(side[0], MAX) if side[0] >= -MAX else -INFINITY for side in sides]
    high = [max(side[1], -MAX) if side[1] <= MAX else INFINITY for side in sides]
    slack = [side[2] for side in sides]
    return [Field("expected", "min", low), Field("expected", "max", high), Field("tolerance", "slack", slack)]


def corner(numbers, choose):
    return [choose(axis_of(numbers, axis)) for axis in AXES]


def exact(mesh, weights):
    """Spec N9."""
    blended = blend(mesh, weights, normalize=False)["POSITION"]
    if not all(map(math.isfinite, blended.strict)):
        return [w("exact.error", "non-finite-position")]
    tolerance = corner(blended.tolerance, max)
    fields = []
    for name, choose in (("exact.min", min), ("exact.max", max)):
        fields += met(name, corner(blended.expected, choose), tolerance, corner(blended.strict, choose))
    return fields


def case(name, rules, mesh, weights):
    weights = [f32(weight) for weight in weights]
    outputs = outputs_of(mesh, [(weight, weight) for weight in weights]) + exact(mesh, weights)
    if not active(weights, len(mesh.targets)):
        rules += " N6"
    return Case(name, f"{rules} N4 N5 N9", mesh.fields() + [f("weights", *weights)], outputs)


def descending(name, rules, mesh, weights):
    """A case whose box must hold the f32 sums in descending order of targets as well (spec N4)."""
    made = case(name, rules, mesh, weights)
    backwards = Mesh(mesh.vertices, mesh.base, mesh.targets[::-1])
    reached = corner(blend(backwards, weights[::-1], normalize=False)["POSITION"].strict, max)
    side = next(field for field in made.outputs if field.name == "max")
    assert any(there > here for there, here in zip(reached, side.values)), name
    side.values = [max(pair) for pair in zip(reached, side.values)]
    return made


def ranged(name, rules, mesh, ranges):
    ranges = [(f32(low), f32(high)) for low, high in ranges]
    return Case(name, f"{rules} N3 N4 N5", mesh.fields() + range_fields(ranges), outputs_of(mesh, ranges))


def range_fields(ranges):
    return [f("ranges.low", *[low for low, _ in ranges]), f("ranges.high", *[high for _, high in ranges])]


def refused(name, rules, mesh, fields, why, index=None):
    return Case(name, rules, mesh.fields() + fields, refusal(why, index))


def cases():
    base = {"POSITION": [0, 0, 0, 1, 2, -3]}
    shift = {"POSITION": [1, 0, 2, 3, 0, -2]}
    sparse = {"POSITION": Deltas([0, 4, 0], [1])}
    still, other = {"POSITION": [0] * 6}, {"NORMAL": [1] * 6}
    mesh = Mesh(2, base, [shift, sparse, other, still])
    large = scattered(91, 65, 17, ["POSITION"])
    many = scattered(92, 5, 300, ["POSITION"])
    far = Mesh(1, {"POSITION": [0, 0, 0]}, [{"POSITION": [MAX, 0, 0]}, {"POSITION": [-MAX, 0, 0]}])
    high = Mesh(1, {"POSITION": [0, 0, 0]}, [{"POSITION": [MAX, 1, 0]}])
    tiny = Mesh(2, {"POSITION": [0] * 6}, [{"POSITION": [1e-20, 0, 0, -1e-20, 1e-30, 0]}])
    whole = Mesh(2, base, [{"POSITION": Deltas([1, 1, 1, 2, 2, 2], [0, 1])}])
    flat = Mesh(1, {"NORMAL": [0, 0, 1]}, [{"POSITION": [1, 1, 1]}])
    holed = Mesh(1, {"POSITION": [0, NAN, 0]}, [{"POSITION": [1, 1, 1]}])
    big = Mesh(2, {"POSITION": [1e8, -1e8, 1, 1, 2, 3]}, [{"POSITION": [1, -1e8, 0.1, 1e8, 1, 0.3]}])
    # Each of ten small deltas rounds the strict sum up by as much again (spec N4).
    crowd = Mesh(1, {"POSITION": [2**25, 0, 0]}, [{"POSITION": [2.001, 0, 0]}] * 10)
    # So do they here, where the last target is added first.
    late = Mesh(1, {"POSITION": [0, 0, 0]}, [*crowd.targets, {"POSITION": [2**25, 0, 0]}])
    return [
        case("no-weights-give-the-base-box", "N6 W4", mesh, []),
        case("zero-weights-give-the-base-box", "N6", mesh, [0.0, -0.0, 0.0, 0.0]),
        case("targets-without-positions-have-no-box", "N1 N6", mesh, [0, 0, 1, 1]),
        case("a-dense-target-shifts-the-box", "N1 N2", mesh, [2]),
        case("a-negative-weight-turns-the-box", "N2", mesh, [-1]),
        case("a-sparse-target-only-widens", "N1 N2", mesh, [0, -0.5]),
        case("a-sparse-target-of-all-vertices-shifts", "N1 N2", whole, [1]),
        case("weights-of-both-signs", "N2", mesh, [0.5, -2]),
        case("extra-weights-are-ignored", "N2 W5", mesh, [0, 0, 0, 0, 9]),
        case("seventeen-targets", "N2", large, [0.3, -0.7, 1.1, 0, 0.5] * 3 + [1, -1]),
        case("three-hundred-targets", "N2", many, [0.1, -0.2, 0.3] * 100),
        case("tiny-deltas", "N2", tiny, [1e-20]),
        case("large-and-small-numbers", "N2", big, [f32(0.3)]),
        case("rounding-that-adds-up", "N2", crowd, [1] * 10),
        descending("sums-of-another-order", "N2", late, [1] * 11),
        case("a-sum-beyond-f32", "N7", high, [4]),
        case("sums-of-both-infinities", "N7", far, [MAX, MAX]),
        ranged("ranges-of-both-signs", "N3", mesh, [(-1, 2), (0, 1)]),
        ranged("a-range-of-one-weight", "N3", mesh, [(2, 2), (0, 0)]),
        ranged("ranges-of-nothing", "N6", mesh, [(0, 0), (-0.0, 0.0)]),
        ranged("no-ranges", "N6 W4", mesh, []),
        ranged("ranges-below-zero", "N3", mesh, [(-3, -1), (-2, -0.5)]),
        ranged("ranges-of-seventeen-targets", "N3", large, [(-0.25, 1)] * 17),
        ranged("more-ranges-than-targets", "W5", mesh, [(0, 1)] * 9),
        refused("no-positions", "N8", flat, [f("weights", 1)], "no-positions"),
        refused("a-position-of-nan", "N8", holed, [f("weights", 1)], "non-finite-position"),
        refused("a-weight-of-nan", "N8 W3", mesh, [f("weights", 0, NAN)], "non-finite-weight", 1),
        refused("an-endless-range", "N8", mesh, range_fields([(0, INFINITY)]), "non-finite-weight", 0),
        refused("a-range-upside-down", "N8", mesh, range_fields([(0, 0), (1, 0)]), "range"),
    ]
