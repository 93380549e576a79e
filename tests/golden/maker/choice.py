"""Which layout is chosen: docs/spec.md, section 8."""

from .bands import PN, Refused
from .case import Case, refusal, u, w
from .linear import Linear
from .texture import Texture

NEEDED = {"vertex": 2, "compute": 4}


def choose(vertices, targets, bands, stage, dimension, layers, binding, buffers):
    """Spec C1 to C4."""
    if buffers >= NEEDED[stage]:
        try:
            Linear("linear", vertices, targets, bands, binding)
            return "linear"
        except Refused as why:
            if str(why) != "buffer-too-large":
                raise
    Texture("tiled", vertices, targets, bands, (dimension, layers))
    return "texture"


#: A mesh and a device; cases say what they change.
USUAL = {
    "stage": "vertex",
    "vertices": 1000,
    "targets": 10,
    "bands": PN,
    "dimension": 8192,
    "layers": 256,
    "binding": 128 << 20,
    "buffers": 8,
}


def case(name, rules, stage="vertex", **changes):
    given = {**USUAL, "stage": stage, **changes}
    assert given.keys() == USUAL.keys(), changes
    inputs = [
        u("vertices", given["vertices"]),
        u("targets", given["targets"]),
        w("bands", *given["bands"]),
        w("stage", given["stage"]),
        u("limit.dimension", given["dimension"]),
        u("limit.layers", given["layers"]),
        u("limit.binding", given["binding"]),
        u("limit.storage_buffers", given["buffers"]),
    ]
    try:
        outputs = [w("layout", choose(**given))]
    except Refused as why:
        outputs = refusal(str(why))
    return Case(name, f"E5 C5 {rules}", inputs, outputs)


def cases():
    return [
        case("vertex-with-one-buffer", "C1 C3", buffers=1),
        case("vertex-with-two-buffers", "C1 C2", buffers=2),
        case("vertex-without-buffers", "C1 C3", buffers=0),
        case("compute-with-three-buffers", "C1 C3", "compute", buffers=3),
        case("compute-with-four-buffers", "C1 C2", "compute", buffers=4),
        case("deltas-just-fit-a-binding", "C2", binding=240_000),
        case("deltas-exceed-a-binding-by-a-byte", "C2 C3", binding=239_999),
        case("no-binding-and-a-small-texture", "C3", binding=0, dimension=16),
        case("no-binding-and-too-few-layers", "C4", binding=0, dimension=16, layers=4),
        case("no-buffers-and-too-few-layers", "C4", buffers=0, dimension=16, layers=4),
        case("layers-just-enough", "C3", binding=0, dimension=16, layers=79),
        case("one-layer-too-few", "C4", binding=0, dimension=16, layers=78),
        case("defaults-of-webgpu", "C2", vertices=20_000, targets=52),
        case("defaults-of-webgpu-in-compute", "C2", "compute", vertices=20_000, targets=52),
        case("limits-of-webgl2", "C3", vertices=20_000, targets=52, dimension=2048, binding=0, buffers=0),
        case("beyond-a-binding-of-webgpu", "C3", vertices=200_000, targets=52),
        case("beyond-everything", "C4", vertices=1_000_000, targets=20_000),
        case("one-vertex-one-target", "C2", vertices=1, targets=1, bands=["POSITION"]),
        case("one-band-of-colours", "C2", bands=["COLOR_0"], binding=160_000),
        case("one-band-of-colours-too-large", "C3", bands=["COLOR_0"], binding=159_999),
        case("no-bands", "C4 L6", bands=[]),
        case("no-targets", "C4 L6", targets=0),
        case("no-vertices-without-buffers", "C4 L6", vertices=0, buffers=0),
    ]
