"""Choice of a layout (spec 8)."""

from .layouts import check_not_empty, linear, order_bands, tiled_texture
from .refused import Refused

_STORAGE_BUFFERS = {"vertex": 2, "compute": 4}  # C1


def choose(vertices, targets, bands, stage, limits):
    """The layout for a stage of a device: a `Linear` (C2) or a `Texture` (C3).

    `limits` has `dimension`, `layers`, `binding` and `storage_buffers`.
    """
    check_not_empty(vertices, targets, order_bands(bands))  # C4
    if limits["storage_buffers"] >= _STORAGE_BUFFERS[stage]:
        try:
            return linear(vertices, targets, bands, limits["binding"])
        except Refused:
            pass  # buffer-too-large leaves the texture
    return tiled_texture(vertices, targets, bands, limits["dimension"], limits["layers"])
