"""Bands of a layout: docs/spec.md, section 4.1."""

from .mesh import delta_floats, place

PN = ["POSITION", "NORMAL"]


class Refused(Exception):
    """A layout that cannot be made; its text is the word for it in the files."""


def ordered(bands):
    """Spec L1, L3."""
    for band in bands:
        if place(band)[1] > 31:
            raise Refused("set-number")
    return sorted(set(bands), key=place)


def stride(bands):
    return sum(map(delta_floats, bands))


def require(vertices, targets, bands):
    """Spec L6."""
    if vertices == 0 or targets == 0 or not bands:
        raise Refused("no-bands")


def deltas_of(mesh, bands, stored):
    """(target, band, vertex, floats) of every delta that the mesh has (spec L4: all others are zeros)."""
    for target in range(stored):
        for name in bands:
            deltas = mesh.targets[target].get(name)
            if deltas is None:
                continue
            for vertex in range(mesh.vertices):
                delta = deltas.of(vertex, delta_floats(name))
                if delta is not None:
                    yield target, name, vertex, delta
