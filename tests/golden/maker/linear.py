"""Linear buffers: docs/spec.md, section 4.3."""

from .bands import PN, Refused, deltas_of, ordered, require, stride
from .case import Case, byte_field, f, refusal, u, w
from .mesh import Deltas, Mesh, scattered
from .texture import corners

WEBGPU = 128 << 20
MOST_WORDS = 2**32 - 1


class Linear:
    def __init__(self, profile, vertices, targets, bands, limit=WEBGPU):
        self.bands = PN if profile == "compat" else ordered(bands)
        require(vertices, targets, self.bands)
        self.vertices, self.stride = vertices, stride(self.bands)
        self.words = targets * vertices * self.stride
        if self.words * 4 > min(limit, 4 * MOST_WORDS):
            raise Refused("buffer-too-large")

    def address(self, target, band, vertex):
        offset = stride(self.bands[:self.bands.index(band)])
        return (target * self.vertices + vertex) * self.stride + offset

    def data(self, mesh):
        words = [0.0] * self.words
        for target, band, vertex, delta in deltas_of(mesh, self.bands, len(mesh.targets)):
            at = self.address(target, band, vertex)
            words[at:at + len(delta)] = delta
        return words


def inputs(profile, vertices, targets, bands, limit, asked, mesh=None):
    fields = [w("profile", profile), u("vertices", vertices), u("targets", targets)]
    if profile == "linear":
        fields.append(w("bands", *bands))
    fields += [
        u("limit.binding", limit),
        u("address.target", *[target for target, _, _ in asked]),
        w("address.band", *[band for _, band, _ in asked]),
        u("address.vertex", *[vertex for _, _, vertex in asked]),
    ]
    return fields + (mesh.target_fields() if mesh else [])


def case(name, rules, profile, vertices, targets, bands=PN, limit=WEBGPU, mesh=None):
    layout = Linear(profile, vertices, targets, bands, limit)
    asked = corners(targets, layout.bands, vertices, 64)
    outputs = [
        u("stride", layout.stride),
        u("words", layout.words),
        u("address.word", *[layout.address(*one) for one in asked]),
    ]
    if mesh:
        data = layout.data(mesh)
        outputs += [f("data", *data), *byte_field("bytes", data, "f")]
        rules += " L5"
    return Case(name, f"E5 {rules}", inputs(profile, vertices, targets, bands, limit, asked, mesh), outputs)


def filled(name, rules, profile, mesh, bands=PN):
    return case(name, rules, profile, mesh.vertices, len(mesh.targets), bands, mesh=mesh)


def refused(name, rules, vertices, targets, bands, limit, profile="linear"):
    try:
        Linear(profile, vertices, targets, bands, limit)
    except Refused as why:
        return Case(name, f"E5 {rules}", inputs(profile, vertices, targets, bands, limit, []), refusal(str(why)))
    raise AssertionError(name)


def cases():
    every = ["POSITION", "NORMAL", "TANGENT", "TEXCOORD_0", "TEXCOORD_1", "COLOR_0", "COLOR_1"]
    gaps = ["COLOR_2", "TEXCOORD_7", "NORMAL"]
    partial = Mesh(3, {}, [{"NORMAL": Deltas([1, 2, 3], [2])}, {"POSITION": range(1, 10)}, {}])
    return [
        case("compat-100-x-3", "L20 L21", "compat", 100, 3),
        case("compat-1-x-1", "L20 L21", "compat", 1, 1),
        case("compat-5000-x-9", "L20 L21", "compat", 5000, 9),
        case("linear-one-band", "L20", "linear", 65, 17, ["POSITION"]),
        case("linear-every-band", "L1 L2 L20", "linear", 77, 5, every),
        case("linear-bands-with-gaps-in-layout-order", "L1 L3 L20", "linear", 40, 6, gaps),
        case("linear-20000-x-52", "L20", "linear", 20_000, 52),
        case("linear-just-fits", "L22", "linear", 1000, 10, PN, 240_000),
        filled("compat-words-of-two-targets", "L20 L21", "compat", scattered(51, 3, 2, PN)),
        filled("compat-words-have-zeros-for-what-is-missing", "L4 L21", "compat", partial),
        filled("compat-words-leave-tangents-out", "L21", "compat", scattered(52, 2, 2, ["POSITION", "TANGENT"])),
        filled("linear-words-of-every-band", "L1 L2 L4 L20", "linear", scattered(53, 3, 3, every), every),
        filled("linear-words-of-colours", "L2 L20", "linear", scattered(54, 2, 2, ["COLOR_0"]), ["COLOR_0"]),
        filled("linear-words-of-300-targets", "L20", "linear", scattered(55, 1, 300, ["POSITION"]), ["POSITION"]),
        refused("linear-one-byte-too-many", "L22", 1000, 10, PN, 239_999),
        refused("linear-beyond-webgpu", "L22", 1_000_000, 256, PN, WEBGPU),
        refused("linear-beyond-32-bits", "L22", 2**20, 2**12, ["POSITION"], 2**50),
        refused("compat-beyond-its-binding", "L21 L22", 100, 3, PN, 7199, "compat"),
        refused("linear-without-bands", "L6", 3, 3, [], WEBGPU),
        refused("linear-without-targets", "L6", 3, 0, PN, WEBGPU),
        refused("linear-without-vertices", "L6", 0, 3, PN, WEBGPU),
        refused("linear-set-32", "L3", 3, 3, ["TEXCOORD_32"], WEBGPU),
    ]
