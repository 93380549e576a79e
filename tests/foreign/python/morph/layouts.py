"""Layouts of deltas (spec 4): addresses and what is stored."""

from typing import NamedTuple

from .refused import Refused
from .targets import check_set_number, delta_floats, layout_order

PROFILE_BANDS = ("POSITION", "NORMAL")  # L10, L21
_SEED_TARGETS = 4
_SEED_WIDTH = 2048
_TEXEL = 4


def order_bands(bands):
    """The bands of a layout, ordered (L1) and checked (L3)."""
    for band in bands:
        check_set_number(band)
    return tuple(sorted(set(bands), key=layout_order))


def check_not_empty(vertices, targets, bands):
    """Refuses a layout of nothing (L6)."""
    if vertices == 0 or targets == 0 or not bands:
        raise Refused("no-bands")


class Texture(NamedTuple):
    """A tiled texture (spec 4.2)."""

    bands: tuple
    stored: int  # number of targets
    vertices: int
    width: int
    rows_per_band: int
    height: int
    layers: int

    def address(self, target, vertex, band):
        """Column, row and layer of a delta's texel (L14, L16)."""
        start = (target * len(self.bands) + self.bands.index(band)) * self.rows_per_band
        row = start + vertex // self.width
        return vertex % self.width, row % self.height, row // self.height

    def texels(self, targets):
        """All floats of the texture, layer after layer, row after row (L11, L17)."""
        floats = [0.0] * (_TEXEL * self.width * self.height * self.layers)
        for target, vertex, band, delta in _stored_deltas(targets, self.stored, self.bands):
            column, row, layer = self.address(target, vertex, band)
            start = _TEXEL * ((layer * self.height + row) * self.width + column)
            floats[start : start + len(delta)] = delta
        return floats


def tile(vertices, widest):
    """Width and rows of a band (L12, L13)."""
    width = min(vertices, widest)
    return width, _ceil_div(vertices, width)


def seed_texture(vertices, targets):
    """Babylon Lite's texture of at most four targets (L10, L15)."""
    check_not_empty(vertices, targets, PROFILE_BANDS)
    stored = min(targets, _SEED_TARGETS)
    width, rows_per_band = tile(vertices, _SEED_WIDTH)
    rows = stored * len(PROFILE_BANDS) * rows_per_band
    if rows >= 2**32:
        raise Refused("texture-too-large")  # L18
    return Texture(PROFILE_BANDS, stored, vertices, width, rows_per_band, rows, 1)


def tiled_texture(vertices, targets, bands, dimension, most_layers):
    """An array of layers for any bands (L16, L18)."""
    bands = order_bands(bands)
    check_not_empty(vertices, targets, bands)
    if dimension == 0:
        raise Refused("texture-too-large")
    width, rows_per_band = tile(vertices, dimension)
    rows = targets * len(bands) * rows_per_band
    layers = _ceil_div(rows, dimension)
    if rows >= 2**32 or layers > most_layers:
        raise Refused("texture-too-large")
    return Texture(bands, targets, vertices, width, rows_per_band, _ceil_div(rows, layers), layers)


class Linear(NamedTuple):
    """A linear buffer of words (spec 4.3)."""

    bands: tuple
    targets: int
    vertices: int
    stride: int
    words: int

    def address(self, target, vertex, band):
        """The word at which a delta begins (L20)."""
        before = self.bands[: self.bands.index(band)]
        return (target * self.vertices + vertex) * self.stride + sum(map(delta_floats, before))

    def data(self, targets):
        """All words of the buffer, as floats."""
        floats = [0.0] * self.words
        for target, vertex, band, delta in _stored_deltas(targets, self.targets, self.bands):
            start = self.address(target, vertex, band)
            floats[start : start + len(delta)] = delta
        return floats


def compat_linear(vertices, targets, binding):
    """Babylon Lite's buffer of positions and normals (L21)."""
    return linear(vertices, targets, PROFILE_BANDS, binding)


def linear(vertices, targets, bands, binding):
    """A buffer for any bands, in a binding of so many bytes (L20, L22)."""
    bands = order_bands(bands)
    check_not_empty(vertices, targets, bands)
    stride = sum(map(delta_floats, bands))
    words = targets * vertices * stride
    if 4 * words > min(binding, 4 * (2**32 - 1)):
        raise Refused("buffer-too-large")
    return Linear(bands, targets, vertices, stride, words)


def _stored_deltas(targets, stored, bands):
    """Each delta that a layout stores; where there is none, zeros stay (L4)."""
    for target in range(stored):
        for band in bands:
            deltas = targets.deltas(target, band)
            if deltas is None:
                continue
            for position, vertex in enumerate(deltas.vertices):
                yield target, vertex, band, deltas.of(position)


def _ceil_div(a, b):
    return -(-a // b)
