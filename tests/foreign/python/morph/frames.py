"""Weights of a frame (spec 5), as lists of unsigned 32-bit words."""

from .floats import bits
from .layouts import seed_texture, tile
from .refused import Refused
from .weights import active_list, set_weights, shorten

COMPAT_FALLBACK = [0, 1, 0, 0, 0, 0]  # F8
_CAPACITIES = (64, 256, 2046)  # F5


def seed_uniform(vertices, targets, weights):
    """Four weights, n, the texture's width, rows_per_band, 0 (F1, F2, W8)."""
    texture = seed_texture(vertices, targets)
    stored = set_weights(set_weights(weights, targets)[: texture.stored], 4)
    return [*map(bits, stored), texture.stored, texture.width, texture.rows_per_band, 0]


def pairs_uniform(vertices, targets, weights, first_vertex, dimension, capacity=None, shortens=False):
    """A header of four words and pairs (F4 to F6); and the number of dropped weights."""
    capacity = pairs_capacity(targets) if capacity is None else capacity
    active, dropped = active_list(set_weights(weights, targets)), 0
    if shortens:
        active, dropped = shorten(active, capacity)
    width, rows_per_band = tile(vertices, dimension)
    header = [len(active), width, rows_per_band, first_vertex]
    return header + _pairs(active, capacity, 2 * capacity), dropped


def pairs_capacity(targets):
    """Pairs of a uniform for so many targets (F5)."""
    return next((capacity for capacity in _CAPACITIES if capacity >= targets), _CAPACITIES[-1])


def compat_weights(vertices, targets, weights):
    """T, V, 0, 0 and one weight for each target; at least two words of weights (F7)."""
    words = [bits(weight) for weight in set_weights(weights, targets)]
    return [targets, vertices, 0, 0, *words] + [0] * (2 - len(words))


def row(vertices, targets, weights, first_vertex, stride):
    """A row of `stride` words: a header of four and the pairs of the active weights (F9, F13)."""
    active = active_list(set_weights(weights, targets))
    header = [len(active), vertices, first_vertex, stride]
    return header + _pairs(active, row_capacity(stride), stride - len(header))


def dense_row(vertices, targets, weights, first_vertex, stride):
    """A row of `stride` words: the same header and one weight for each target (F15)."""
    weights = set_weights(weights, targets)
    header = [len(active_list(weights)), vertices, first_vertex, stride]
    return header + [*map(bits, weights)] + [0] * (stride - len(header) - targets)


def row_stride(targets, alignment):
    """Words of a row for so many targets (F10)."""
    return _round_up(4 + 2 * _round_up(targets, 4), max(alignment, 1))


def row_capacity(stride):
    """Pairs that fit into a row of so many words (F13)."""
    return 4 * ((stride - 4) // 8)


def _pairs(active, capacity, words):
    """Index and weight of each active target, and zeros after them (F4, F9)."""
    if len(active) > capacity:
        raise Refused("too-many-active")
    pairs = [word for index, weight in active for word in (index, bits(weight))]
    return pairs + [0] * (words - len(pairs))


def _round_up(number, multiple):
    return -(-number // multiple) * multiple
