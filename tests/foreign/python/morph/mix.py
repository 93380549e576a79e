"""Mixing of weights (spec 9), strict: in f64, rounded to f32 after each layer (M4)."""

import math

from .floats import f32
from .refused import Refused
from .weights import check_weights, set_weights


class Layer:
    """Weights over others, that replace or add: `first` are a layer's weights at its first key (M5)."""

    def __init__(self, mode, weights, factor, mask=None, first=()):
        if not all(map(math.isfinite, [factor, *(mask or [])])):
            raise Refused("non-finite-factor")  # M2
        self.mode, self.weights, self.factor, self.mask, self.first = mode, weights, factor, mask, first

    def over(self, row):
        """The row with the layer over it (M3 to M5)."""
        mixed = list(row)
        for target, own in enumerate(self.weights[: len(row)]):
            t = self.factor * (1.0 if self.mask is None else _at(self.mask, target))  # M2
            if t != 0:  # M3
                mixed[target] = self._mixed(row[target], own, _at(self.first, target), t)
        return mixed

    def _mixed(self, below, own, first, t):
        if self.mode == "add":
            return f32(below + (own - first) * t)  # M5
        return own if t == 1 else f32(below + (own - below) * t)  # M4


def _at(values, target):
    return values[target] if target < len(values) else 0.0


def mix(defaults, layers, overrides, targets):
    """Defaults, layers bottom to top, and pairs of a target and its weight over all (M1, M8)."""
    check_weights([weight for _, weight in overrides])
    row = set_weights(defaults, targets)
    for layer in layers:
        row = layer.over(row)
    for target, weight in overrides:
        if target < targets:
            row[target] = weight
    return row
