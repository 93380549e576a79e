"""Blending (spec 2), strict (E1)."""

import math

from .floats import f32, from_bits
from .refused import Refused
from .targets import delta_floats
from .weights import active_list, set_weights

_DIRECTIONS = ("NORMAL", "TANGENT")
_NO_LENGTH = from_bits(0x0DA24260)  # 1e-30, squared (B12)


def blend(base, base_vertices, targets, weights, normalize):
    """The base's attributes with the targets added.

    `base` maps attributes to flat lists of f32; so does the result.
    `normalize` says whether directions are normalised (B10) or raw (B11).
    """
    if base_vertices != targets.vertices:
        raise Refused("vertex-count")  # B23
    active = active_list(set_weights(weights, len(targets)))
    flat = "NORMAL" not in base
    result = {}
    for attribute, values in base.items():
        ignored = flat and attribute in _DIRECTIONS  # B17
        if ignored or not targets.move(attribute):
            result[attribute] = list(values)  # B7
            continue
        sums = add_targets(attribute, values, targets, active)
        if attribute in _DIRECTIONS and normalize:
            normalize_directions(sums, len(values) // base_vertices)
        if attribute == "COLOR_0":
            sums = [clamp_colour(value) for value in sums]
        result[attribute] = sums
    return result


def blend_arrays(base, base_vertices, targets, weights):
    """The helper over flat arrays: normalises in any case, morphs tangents without normals as well (B27)."""
    if base_vertices != targets.vertices:
        raise Refused("vertex-count")
    active = active_list(set_weights(weights, len(targets)))
    result = {}
    for attribute, values in base.items():
        sums = add_targets(attribute, values, targets, active)
        if attribute in _DIRECTIONS:
            normalize_directions(sums, len(values) // base_vertices)
        result[attribute] = sums
    return result


def add_targets(attribute, base, targets, active):
    """base + sum of weight * delta, target after target, each step rounded (B1, B2, E1)."""
    sums = list(base)
    components = len(base) // targets.vertices
    moved = min(components, delta_floats(attribute))  # leaves TANGENT.w (B14) and a base without alpha (B21)
    for index, weight in active:
        deltas = targets.deltas(index, attribute)
        if deltas is None:
            continue  # B5
        for position, vertex in enumerate(deltas.vertices):
            delta = deltas.of(position)
            for component in range(moved):
                place = vertex * components + component
                sums[place] = f32(sums[place] + f32(weight * delta[component]))
    return sums


def normalize_directions(values, components):
    """Normalises the first three components of each vertex, in place."""
    for start in range(0, len(values), components):
        values[start : start + 3] = normalize_direction(*values[start : start + 3])


def normalize_direction(x, y, z):
    """A vector of length one, or +0 where there is no direction (B10, B12, B13)."""
    s = f32(f32(f32(x * x) + f32(y * y)) + f32(z * z))
    if not math.isfinite(s) or s <= _NO_LENGTH:
        return (0.0, 0.0, 0.0)
    length = f32(math.sqrt(s))
    return (f32(x / length), f32(y / length), f32(z / length))


def clamp_colour(value):
    """0..1; NaN and -0 become +0 (B19)."""
    if value >= 1.0:
        return 1.0
    return value if value > 0.0 else 0.0
