"""Packed tracks and crowds (spec 6.1), as lists of unsigned 32-bit words."""

import math

from . import frames
from .floats import F32_MAX, bits
from .refused import Refused

_TAG = 65540
_MODES = ("STEP", "LINEAR", "CUBICSPLINE")


def pack(tracks):
    """Header, records, and for each track its times and values (P1)."""
    records, keys = [], []
    first = 4 + 4 * len(tracks)
    for track in tracks:
        _check(track)
        records += [first + len(keys), len(track.times), track.targets, _MODES.index(track.mode)]
        keys += map(bits, [*track.times, *track.values()])
    if first + len(keys) >= 2**32:
        raise Refused("buffer-too-large")
    return [_TAG, len(tracks), first + len(keys), 0, *records, *keys]


def crowd(players, targets, stride, vertices, first_vertex):
    """A header and two words for each player, a pair of its track and its row (P3)."""
    header = [len(players), targets, stride, vertices, first_vertex, 0, 0, 0]
    return header + [number for player in players for number in player]


def play(tracks, players, times, dense, targets, stride, vertices, first_vertex, rows):
    """Writes the row of each player into the words of all rows (P4, P5)."""
    if any(map(math.isnan, times)):
        raise Refused("nan-time")  # P6
    for (track, row), time in zip(players, times):
        weights = tracks[track].sample(time, targets)
        write = frames.dense_row if dense else frames.row
        rows[row * stride : (row + 1) * stride] = write(vertices, targets, weights, first_vertex, stride)


def _check(track):
    """Refuses keys between which 32 bits are not enough (P2)."""
    if track.mode == "STEP":
        return
    for key, (left, right) in enumerate(zip(track.times, track.times[1:])):
        d = right - left
        if not 2.0**-100 <= d <= 2.0**100:
            raise Refused("key-distance")
        for a, b, u, v in track.between(key):
            if abs(a) + abs(b) + d * (abs(u) + abs(v)) > F32_MAX:
                raise Refused("too-large")
