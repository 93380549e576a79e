"""Bounds (spec 7): boxes as (minimum, maximum), each of three floats."""

import math

from .blend import add_targets
from .floats import F32_MAX, round_down, round_up
from .refused import Refused
from .weights import active_list, check_weights, set_weights


def base_box(base):
    """The box around the base's positions (N8)."""
    if not base.get("POSITION"):
        raise Refused("no-positions")
    return _box_around(base["POSITION"])


def delta_boxes(targets):
    """The delta box of each target, or None (N1)."""
    return [_delta_box(targets, target) for target in range(len(targets))]


def box_for_weights(base, targets, weights):
    """A box that holds every blended position (N2)."""
    weights = set_weights(weights, len(targets))
    return _widen(base_box(base), targets, [(weight, weight) for weight in weights])


def box_for_ranges(base, targets, lows, highs):
    """A box that holds every position blended by weights of these ranges (N3)."""
    for index, ends in enumerate(zip(lows, highs)):
        if not all(map(math.isfinite, ends)):
            raise Refused("non-finite-weight", index)
        if ends[0] > ends[1]:
            raise Refused("range")
    count = len(targets)
    return _widen(base_box(base), targets, list(zip(set_weights(lows, count), set_weights(highs, count))))


def exact_box(base, targets, weights):
    """The box around the blended positions themselves (N9)."""
    base_box(base)
    active = active_list(set_weights(weights, len(targets)))
    return _box_around(add_targets("POSITION", base["POSITION"], targets, active))


def _box_around(positions):
    if not all(map(math.isfinite, positions)):
        raise Refused("non-finite-position")
    axes = [positions[axis::3] for axis in range(3)]
    return [min(axis) for axis in axes], [max(axis) for axis in axes]


def _delta_box(targets, target):
    deltas = targets.deltas(target, "POSITION")
    if deltas is None or not any(deltas.values):
        return None
    low, high = _box_around(deltas.values)
    if len(deltas.vertices) < targets.vertices:  # the others are not moved
        low, high = [min(x, 0.0) for x in low], [max(x, 0.0) for x in high]
    return low, high


def _widen(box, targets, ranges):
    """The base box, moved by all targets that take part."""
    boxes = zip(ranges, delta_boxes(targets))
    return widen(box, [(ends, delta_box) for ends, delta_box in boxes if delta_box is not None and ends != (0.0, 0.0)])


def widen(box, moving):
    """A box, moved by pairs of a range and a delta box."""
    if not moving:
        return box  # N6
    sides = [_axis(box, moving, axis) for axis in range(3)]
    return [low for low, _ in sides], [high for _, high in sides]


def _axis(box, moving, axis):
    """Both sides of one axis: sums in f64, then outwards by more than f32 in any order can be off (N4, N5)."""
    low, high = box[0][axis], box[1][axis]
    magnitude = max(abs(low), abs(high))
    for ends, (delta_low, delta_high) in moving:
        products = [end * delta for end in ends for delta in (delta_low[axis], delta_high[axis])]
        low += min(products)
        high += max(products)
        magnitude += max(map(abs, products))
    error = (len(moving) + 2) * (2.0**-23 * magnitude + 2.0**-149)
    if magnitude + error > F32_MAX:
        return -math.inf, math.inf  # N7: a sum on the way may be infinite
    return round_down(low - error), round_up(high + error)
