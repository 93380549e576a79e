"""Tiled textures: docs/spec.md, section 4.2."""

from .bands import PN, Refused, deltas_of, ordered, require
from .case import Case, byte_field, f, refusal, u, w
from .mesh import Deltas, Mesh, scattered

WEBGPU = (8192, 256)


class Texture:
    def __init__(self, profile, vertices, targets, bands, limits=WEBGPU):
        self.bands = PN if profile == "seed" else ordered(bands)
        require(vertices, targets, self.bands)
        seed = profile == "seed"
        self.vertices, self.stored = vertices, min(targets, 4) if seed else targets
        dimension, most_layers = limits
        self.width = min(vertices, 2048 if seed else dimension)
        self.rows_per_band = -(-vertices // self.width)
        rows = self.stored * len(self.bands) * self.rows_per_band
        self.layers = 1 if seed else -(-rows // dimension)
        if not seed and (self.layers > most_layers or rows >= 2**32):
            raise Refused("texture-too-large")
        self.height = -(-rows // self.layers)

    def row(self, target, band, vertex):
        start = (target * len(self.bands) + self.bands.index(band)) * self.rows_per_band
        return start + vertex // self.width

    def address(self, target, band, vertex):
        row = self.row(target, band, vertex)
        return vertex % self.width, row % self.height, row // self.height

    def texels(self, mesh):
        floats = [0.0] * (self.width * self.height * self.layers * 4)
        for target, band, vertex, delta in deltas_of(mesh, self.bands, self.stored):
            at = (self.row(target, band, vertex) * self.width + vertex % self.width) * 4
            floats[at:at + len(delta)] = delta
        return floats


def inputs(profile, vertices, targets, bands, limits, asked, mesh=None):
    fields = [w("profile", profile), u("vertices", vertices), u("targets", targets)]
    if profile == "tiled":
        dimension, layers = limits
        fields += [w("bands", *bands), u("limit.dimension", dimension), u("limit.layers", layers)]
    fields += [
        u("address.target", *[target for target, _, _ in asked]),
        w("address.band", *[band for _, band, _ in asked]),
        u("address.vertex", *[vertex for _, _, vertex in asked]),
    ]
    return fields + (mesh.target_fields() if mesh else [])


def case(name, rules, profile, vertices, targets, bands=PN, limits=WEBGPU, mesh=None):
    layout = Texture(profile, vertices, targets, bands, limits)
    asked = corners(layout.stored, layout.bands, vertices, layout.width)
    found = [layout.address(*one) for one in asked]
    outputs = [
        u("stored", layout.stored),
        u("width", layout.width),
        u("rows_per_band", layout.rows_per_band),
        u("height", layout.height),
        u("layers", layout.layers),
        u("address.column", *[column for column, _, _ in found]),
        u("address.row", *[row for _, row, _ in found]),
        u("address.layer", *[layer for _, _, layer in found]),
    ]
    if mesh:
        texels = layout.texels(mesh)
        outputs += [f("texels", *texels), *byte_field("bytes", texels, "f")]
        rules += " L5"
    return Case(name, f"E5 {rules}", inputs(profile, vertices, targets, bands, limits, asked, mesh), outputs)


def corners(stored, bands, vertices, width):
    """The deltas whose addresses are asked for: first and last of everything, and around the end of a row."""
    targets = sorted({0, stored // 2, stored - 1})
    at = sorted(v for v in {0, 1, width - 1, width, width + 1, vertices - 1} if v < vertices)
    picked = bands if len(bands) < 4 else [bands[0], bands[len(bands) // 2], bands[-1]]
    return [(target, band, vertex) for target in targets for band in picked for vertex in at]


def filled(name, rules, profile, mesh, bands=PN, limits=WEBGPU):
    return case(name, rules, profile, mesh.vertices, len(mesh.targets), bands, limits, mesh)


def refused(name, rules, vertices, targets, bands, limits, profile="tiled"):
    try:
        Texture(profile, vertices, targets, bands, limits)
    except Refused as why:
        return Case(name, f"E5 {rules}", inputs(profile, vertices, targets, bands, limits, []), refusal(str(why)))
    raise AssertionError(name)


def cases():
    return seeds() + tiled() + refusals()


def seeds():
    one = Mesh(1, {}, [{"POSITION": [1, 2, 3], "NORMAL": [4, 5, 6]}])
    partial = Mesh(3, {}, [{"NORMAL": Deltas([1, 2, 3], [1])}, {"POSITION": range(1, 10)}])
    six = Mesh(2, {}, [{"POSITION": [target + 1] * 6} for target in range(6)])
    places = "L10 L12 L13 L14 L15"
    return [
        case("seed-5000-x-2", places, "seed", 5000, 2),
        case("seed-1-x-1", places, "seed", 1, 1),
        case("seed-2047-x-3", places, "seed", 2047, 3),
        case("seed-2048-x-3", places, "seed", 2048, 3),
        case("seed-2049-x-3", places, "seed", 2049, 3),
        case("seed-4096-x-4", places, "seed", 4096, 4),
        case("seed-4097-x-4", places, "seed", 4097, 4),
        case("seed-keeps-four-of-five", f"{places} W8", "seed", 100, 5),
        case("seed-keeps-four-of-three-hundred", f"{places} W8", "seed", 3000, 300),
        case("seed-of-a-million", places, "seed", 1_000_000, 4),
        filled("seed-texels-of-one-vertex", "L10 L11 L17", "seed", one),
        filled("seed-texels-have-zeros-for-what-is-missing", "L4 L10 L11", "seed", partial),
        filled("seed-texels-of-the-first-four", "L10 L11 W8", "seed", six),
        filled(
            "seed-texels-leave-tangents-out", "L10 L11", "seed", scattered(41, 3, 2, ["POSITION", "NORMAL", "TANGENT"]),
        ),
        refused("seed-without-targets", "L6", 3, 0, PN, WEBGPU, "seed"),
        refused("seed-without-vertices", "L6", 0, 1, PN, WEBGPU, "seed"),
    ]


def tiled():
    places = "L12 L13 L14 L16"
    every = ["POSITION", "NORMAL", "TANGENT", "TEXCOORD_0", "TEXCOORD_1", "COLOR_0", "COLOR_1"]
    gaps = ["COLOR_1", "TEXCOORD_5", "POSITION", "TEXCOORD_2"]
    small = (4, 16)
    return [
        case("tiled-20000-x-52", places, "tiled", 20_000, 52, PN),
        case("tiled-one-band", f"{places} L3", "tiled", 1000, 300, ["POSITION"]),
        case("tiled-every-band", f"{places} L1 L3", "tiled", 77, 5, every),
        case("tiled-bands-with-gaps-in-layout-order", f"{places} L1 L3", "tiled", 40, 6, gaps),
        case("tiled-set-31", f"{places} L3", "tiled", 10, 2, ["TEXCOORD_31", "COLOR_31"]),
        case("tiled-width-is-the-limit", places, "tiled", 8193, 3, PN),
        case("tiled-just-one-layer", places, "tiled", 100, 4096, PN),
        case("tiled-one-row-too-many-for-a-layer", places, "tiled", 100, 8193, ["POSITION"]),
        case("tiled-layers-of-equal-height", places, "tiled", 5, 25, PN, (16, 8)),
        case("tiled-a-band-over-two-layers", places, "tiled", 20, 3, ["POSITION"], small),
        case("tiled-all-layers-used", places, "tiled", 4, 64, ["POSITION"], small),
        case("tiled-webgl2", places, "tiled", 20_000, 52, PN, (2048, 256)),
        filled("tiled-texels-of-one-layer", "L11 L16 L17", "tiled", scattered(42, 5, 3, PN)),
        filled("tiled-texels-of-every-band", "L1 L2 L4 L11", "tiled", scattered(43, 3, 2, every), every),
        filled("tiled-texels-over-layers", "L4 L11 L16 L17", "tiled", scattered(44, 5, 3, PN), PN, small),
        filled(
            "tiled-texels-with-a-row-to-spare", "L11 L16 L17",
            "tiled", scattered(45, 2, 5, ["POSITION"]), ["POSITION"], small,
        ),
        filled(
            "tiled-texels-of-colours-and-coordinates", "L2 L11",
            "tiled", scattered(46, 2, 2, ["TEXCOORD_1", "COLOR_0"]), ["TEXCOORD_1", "COLOR_0"],
        ),
    ]


def refusals():
    four, seven = PN + ["TANGENT", "COLOR_0"], PN + [f"COLOR_{n}" for n in range(5)]
    return [
        refused("tiled-one-layer-too-many", "L18", 4, 65, ["POSITION"], (4, 16)),
        refused("tiled-beyond-webgpu", "L18", 1_000_000, 20_000, PN, WEBGPU),
        refused("tiled-rows-beyond-32-bits", "L18", 2, 2**31, PN, (2**31, 2**31)),
        refused("tiled-rows-just-beyond-64-bits", "L18", 2**31, 2**31, four, (1, 2**32 - 1)),
        refused("tiled-rows-far-beyond-64-bits", "L18", 2**32 - 1, 2**32 - 1, seven, (1, 2**32 - 1)),
        refused("tiled-without-bands", "L6", 3, 3, [], WEBGPU),
        refused("tiled-without-targets", "L6", 3, 0, PN, WEBGPU),
        refused("tiled-without-vertices", "L6", 0, 3, PN, WEBGPU),
        refused("tiled-set-32", "L3", 3, 3, ["COLOR_32"], WEBGPU),
    ]
