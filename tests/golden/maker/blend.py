"""The blend of docs/spec.md, section 2: exact in f64, and step by step in f32."""

import math

from .f32 import f32
from .mesh import delta_floats, kind

UNIT = 2.0**-23
SMALLEST_NORMAL = 2.0**-126
MIN_SQUARED_LENGTH = f32(1e-30)


class Blended:
    """One attribute: what is expected, how far it may be missed, and the bits of strict implementations."""

    def __init__(self):
        self.expected, self.tolerance, self.strict = [], [], []

    def add(self, expected, tolerance, strict):
        self.expected += expected
        self.tolerance += tolerance
        self.strict += strict


def active(weights, count):
    """Targets whose weight is not 0, with their weights (spec W1, W4, W5)."""
    return [(target, weight) for target, weight in enumerate(weights[:count]) if weight != 0]


def blend(mesh, weights, normalize, form="targets"):
    """Each attribute of the base (spec B6)."""
    return {name: blend_attribute(mesh, name, weights, normalize, form) for name in mesh.base}


def is_copied(mesh, name, form):
    """Spec B7 and B17; not for the helper of B27."""
    if form == "arrays":
        return False
    direction = kind(name) in ("NORMAL", "TANGENT")
    return not mesh.moved(name) or (direction and "NORMAL" not in mesh.base)


def blend_attribute(mesh, name, weights, normalize, form):
    components = mesh.components(name)
    values = mesh.base[name]
    result = Blended()
    if is_copied(mesh, name, form):
        result.add(list(values), [0.0] * len(values), list(values))
        return result
    floats = min(components, delta_floats(name))
    entries = active(weights, len(mesh.targets))
    for vertex in range(mesh.vertices):
        base = values[vertex * components:(vertex + 1) * components]
        products = products_of(mesh, name, entries, vertex, floats)
        exact = [math.fsum([b] + [w * d for w, d in p]) for b, p in zip(base, products)]
        strict = [strict_sum(b, p) for b, p in zip(base, products)]
        magnitude = max(abs(b) + sum(abs(w * d) for w, d in p) for b, p in zip(base, products))
        limit = (len(entries) + 2) * (UNIT * magnitude + SMALLEST_NORMAL) if entries else 0.0  # spec E2
        finished = finish(name, exact, strict, limit, normalize or form == "arrays")
        # What deltas do not move is the base's: the handedness of tangents (spec B14).
        rest = base[floats:]
        result.add(*[part + extra for part, extra in zip(finished, (rest, [0.0] * len(rest), rest))])
    return result


def products_of(mesh, name, entries, vertex, floats):
    """For each component the (weight, delta) that are added to it, in ascending order of target (spec B2, B5, B9)."""
    products = [[] for _ in range(floats)]
    for target, weight in entries:
        deltas = mesh.targets[target].get(name)
        if deltas is None:
            continue
        # Flat arrays may hold tangents of four floats, whose fourth is ignored (spec B27).
        stride = delta_floats(name)
        if deltas.at is None and len(deltas.values) == 4 * mesh.vertices:
            stride = 4
        delta = deltas.of(vertex, stride)
        if delta is not None:
            for component in range(floats):
                products[component].append((weight, delta[component]))
    return products


def strict_sum(base, products):
    """Spec E1: every product and every sum is rounded."""
    total = base
    for weight, delta in products:
        total = f32(total + f32(weight * delta))
    return total


def finish(name, exact, strict, limit, normalize):
    """What follows the sum, for one vertex: expected, tolerance, strict."""
    if kind(name) in ("NORMAL", "TANGENT") and normalize:
        return finish_direction(exact, strict, limit)
    if not all(map(math.isfinite, strict)):
        # Beyond f32 the exact value says nothing (spec B8).
        exact, limit = strict, 0.0
    if name == "COLOR_0":
        exact, strict = [clamp(value) for value in exact], [clamp(value) for value in strict]
    return exact, [limit] * len(exact), strict


def finish_direction(exact, strict, limit):
    """Spec B10, B12, B13; tolerance by E3."""
    unit = unit_or_zero(strict)
    if not any(unit):
        return unit, [0.0] * 3, unit
    length = math.sqrt(math.fsum(value * value for value in exact))
    tolerance = 2 * limit / length + 4 * UNIT
    return [value / length for value in exact], [tolerance] * 3, unit


def squared(vector):
    x, y, z = (f32(value * value) for value in vector)
    return f32(f32(x + y) + z)


def unit_or_zero(vector):
    s = squared(vector)
    if not (MIN_SQUARED_LENGTH < s < math.inf):
        return [0.0, 0.0, 0.0]
    length = f32(math.sqrt(s))
    return [f32(value / length) for value in vector]


def clamp(value):
    """Spec B19."""
    if value >= 1:
        return 1.0
    return value if value > 0 else 0.0


def is_clear(mesh, weights, blended, normalize):
    """Whether a zero vector among the directions comes from numbers that no way of rounding makes another of."""
    for name in ("NORMAL", "TANGENT"):
        if name not in mesh.base or not normalize:
            continue
        entries = active(weights, len(mesh.targets))
        components = mesh.components(name)
        for vertex in range(mesh.vertices):
            at = vertex * components
            if any(blended[name].strict[at:at + 3]):
                continue
            for component, products in enumerate(products_of(mesh, name, entries, vertex, 3)):
                total = base = mesh.base[name][at + component]
                for weight, delta in products:
                    exact = weight * delta
                    if math.isfinite(f32(exact)) and f32(exact) != exact:
                        return False
                    if math.isfinite(f32(total + exact)) and f32(total + exact) != total + exact:
                        return False
                    total += exact
                assert math.isfinite(base)
    return True
