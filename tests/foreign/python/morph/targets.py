"""Attributes, deltas and targets (spec L1 to L3, B9, B25)."""

import math

from .refused import Refused

_PLAIN = ("POSITION", "NORMAL", "TANGENT")
_LARGEST_SET = 31


def layout_order(attribute):
    """A key that sorts attributes as bands are ordered (L1)."""
    if attribute in _PLAIN:
        return (_PLAIN.index(attribute), 0)
    family, number = attribute.split("_")
    return (3 if family == "TEXCOORD" else 4, int(number))


def check_set_number(attribute):
    """Refuses sets past 31 (L3)."""
    if layout_order(attribute)[1] > _LARGEST_SET:
        raise Refused("set-number")


def delta_floats(attribute):
    """Floats of a delta (L2)."""
    return {"TEXCOORD": 2, "COLOR": 4}.get(attribute.split("_")[0], 3)


class Deltas:
    """What one target adds to one attribute: a delta for each vertex, or, where `at` is given, for those vertices."""

    def __init__(self, attribute, values, vertices, at=None):
        self.vertices = range(vertices) if at is None else at
        self._check(values, vertices, at)
        count = len(self.vertices)
        stored = len(values) // count if count else delta_floats(attribute)
        self.values = values
        self.floats = stored
        if attribute.startswith("COLOR") and stored == 3:
            self._append_alpha(count)

    def of(self, position):
        """The delta at a position of `vertices`."""
        return self.values[position * self.floats : (position + 1) * self.floats]

    def _append_alpha(self, count):
        """Colour deltas of three components have a fourth of 0 (B21)."""
        self.values = [value for position in range(count) for value in [*self.of(position), 0.0]]
        self.floats = 4

    @staticmethod
    def _check(values, vertices, at):
        if at is not None:
            rising = all(left < right for left, right in zip(at, at[1:]))
            if not rising or any(vertex >= vertices for vertex in at):
                raise Refused("sparse-index")  # B9
        if not all(math.isfinite(value) for value in values):
            raise Refused("non-finite-delta")  # B25


class Targets:
    """The targets of one primitive: for each one, its deltas by attribute."""

    def __init__(self, vertices, by_attribute):
        self.vertices = vertices
        self.by_attribute = by_attribute

    def __len__(self):
        return len(self.by_attribute)

    def deltas(self, target, attribute):
        """A target's deltas for an attribute, or None (B5)."""
        return self.by_attribute[target].get(attribute)

    def attributes(self):
        """The attributes that some target moves (B7)."""
        return {attribute for target in self.by_attribute for attribute in target}

    def of_profile(self, bands):
        """These targets as a profile of certain bands has them: zeros where one has no deltas (B18, L4)."""
        zeros = {band: Deltas(band, [0.0] * delta_floats(band) * self.vertices, self.vertices) for band in bands}
        return Targets(self.vertices, [zeros | target for target in self.by_attribute])

    def move(self, attribute):
        """Whether an attribute is moved: some target has deltas for it, whatever they are (B7)."""
        return any(attribute in target for target in self.by_attribute)
