"""Animation of weights (spec 6), strict: in f64, rounded to f32 once (A7)."""

import math
from bisect import bisect_right

from .floats import f32
from .refused import Refused


class Track:
    """Keys of weights in one of the modes STEP, LINEAR and CUBICSPLINE (A1, A2)."""

    def __init__(self, mode, targets, times, values):
        parts = 3 if mode == "CUBICSPLINE" else 1
        if not times:
            raise Refused("no-keys")
        rising = all(left < right for left, right in zip(times, times[1:]))
        if not rising or not all(map(math.isfinite, times)):
            raise Refused("key-times")
        if len(values) != len(times) * parts * targets:
            raise Refused("value-count")
        if not all(map(math.isfinite, values)):
            raise Refused("non-finite-value")
        self.mode, self.targets, self.times = mode, targets, times
        self._values, self._parts = values, parts

    def sample(self, time, room):
        """`room` weights at a time: fewer than the targets, or zeros after them (A12)."""
        if math.isnan(time):
            raise Refused("nan-time")  # A11
        return (self._weights(time) + [0.0] * room)[:room]

    def _weights(self, time):
        key = bisect_right(self.times, time) - 1  # A3
        if key < 0:
            return self._values_of(0)  # A4
        if key == len(self.times) - 1 or self.times[key] == time or self.mode == "STEP":
            return self._values_of(key)  # A4, A5, A8
        d = self.times[key + 1] - self.times[key]  # A7
        s = (time - self.times[key]) / d
        if self.mode == "LINEAR":
            return [f32(a + (b - a) * s) for a, b, _, _ in self.between(key)]  # A9
        return [f32(_spline(d, s, *letters)) for letters in self.between(key)]

    def values(self):
        """All of its values (A2)."""
        return self._values

    def between(self, key):
        """The letters a, b, u and v of A7 and A10 for each target, from a key to the next; u and v of lines are 0."""
        here, there = self._values_of(key), self._values_of(key + 1)
        if self.mode != "CUBICSPLINE":
            return [(a, b, 0.0, 0.0) for a, b in zip(here, there)]
        return list(zip(here, there, self._part(key, 2), self._part(key + 1, 0)))

    def _values_of(self, key):
        return self._part(key, self._parts // 2)

    def _part(self, key, part):
        """In-tangents, values and out-tangents of a spline's key are its parts 0, 1 and 2 (A2)."""
        start = (key * self._parts + part) * self.targets
        return self._values[start : start + self.targets]


def _spline(d, s, a, b, u, v):
    """A10, in its order."""
    s2 = s * s
    s3 = s * s * s
    of_a = (2 * s3 - 3 * s2) + 1
    of_u = d * ((s3 - 2 * s2) + s)
    of_b = -2 * s3 + 3 * s2
    of_v = d * (s3 - s2)
    return of_a * a + of_u * u + of_b * b + of_v * v
