"""Weights and the list of active ones (spec 3)."""

import math

from .refused import Refused


def check_weights(weights):
    """Refuses a weight that is not finite, and names the first one, extra weights among them (W3)."""
    for index, weight in enumerate(weights):
        if not math.isfinite(weight):
            raise Refused("non-finite-weight", index)


def set_weights(weights, targets):
    """One weight for each target: omitted ones are 0 (W4), extra ones are ignored (W5), none is clamped (W2)."""
    check_weights(weights)
    return (list(weights) + [0.0] * targets)[:targets]


def active_list(weights):
    """(index, weight) of each weight that is neither +0 nor -0, in ascending order (W1, W6)."""
    return [(index, weight) for index, weight in enumerate(weights) if weight != 0.0]


def shorten(active, capacity):
    """The list with the `capacity` largest weights by magnitude, and the number of dropped ones (W7)."""
    by_magnitude = sorted(active, key=lambda pair: (-abs(pair[1]), pair[0]))
    kept = sorted(by_magnitude[:capacity])
    return kept, len(active) - len(kept)
