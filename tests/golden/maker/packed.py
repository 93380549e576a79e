"""Cases of packed sets: docs/spec.md, sections 4.4 to 4.6."""

from .bands import PN, Refused
from .case import Case, byte_field, f, refusal, u, w
from .f32 import from_bits
from .mesh import Deltas, Mesh, delta_floats, scattered
from .packed_sets import LARGEST_SCALE, WRITERS, blocked, decoded, dense, rows_sparse

EVERY = ["POSITION", "NORMAL", "TANGENT", "TEXCOORD_0", "COLOR_0"]
GAPS = ["NORMAL", "TANGENT", "TEXCOORD_3", "COLOR_1"]


def write_case(name, rules, kind_name, encoding, mesh):
    inputs = [w("kind", kind_name), w("encoding", encoding), u("vertices", mesh.vertices), u("targets", len(mesh.targets))]
    inputs += mesh.target_fields()
    try:
        words = WRITERS[kind_name](mesh, encoding)
    except Refused as why:
        return Case(name, f"E5 {rules}", inputs, refusal(str(why)))
    return Case(name, f"E5 {rules}", inputs, [u("words", *words), *byte_field("bytes", words, "I")])


def read_case(name, rules, kind_name, encoding, mesh, words=None):
    words = words or WRITERS[kind_name](mesh, encoding)
    outputs = [u("vertices", mesh.vertices), u("targets", len(mesh.targets))]
    for (target, band), values in decoded(kind_name, encoding, words, mesh).items():
        outputs.append(f(f"decoded.{target}.{band}", *values))
    return Case(name, f"E5 {rules}", [w("kind", kind_name), u("words", *words)], outputs)


def malformed(name, rules, kind_name, words, *changes):
    words = list(words)
    for at, value in changes:
        words[at] = value
    return Case(name, f"E5 {rules}", [w("kind", kind_name), u("words", *words)], refusal("malformed"))


def runs(seed, vertices, count, bands):
    """A mesh whose targets move one stretch of vertices each."""
    mesh = scattered(seed, vertices, count, bands)
    targets = []
    for number, target in enumerate(mesh.dense().targets):
        low, high = (7 * number) % vertices, (7 * number) % vertices + 1 + vertices // 3
        own = {}
        for band, deltas in target.items():
            n = delta_floats(band)
            own[band] = [
                value if low <= at // n < high else 0.0 for at, value in enumerate(deltas.values)
            ]
        targets.append(own)
    return Mesh(vertices, {}, targets)


def cases():
    tiny = Mesh(3, {}, [{"POSITION": [1e-30, 0, -2e-30, 0, 0, 0, 1e-42, 1, 0], "NORMAL": [0.0] * 9}])
    sparse = Mesh(130, {}, [
        {"POSITION": Deltas([1, 2, -3, 0.5, 0, 0.25], [3, 129]), "NORMAL": Deltas([0, 0, 0.125], [3])},
        {"POSITION": Deltas([], [])},
        {"NORMAL": Deltas([0.3, -0.2, 0.1, 0, 0, 0], [64, 65])},
    ])
    large = Mesh(1, {}, [{"POSITION": [3.4e38, 0, 0]}])
    most = Mesh(1, {}, [{"POSITION": [from_bits(LARGEST_SCALE << 16), 0, -1e30]}])
    beyond = Mesh(1, {}, [{"POSITION": [65505.0, 0, 0]}])
    ends = Mesh(2, {}, [{"POSITION": [65504.0, 6e-8, -1e-5, 3e-8, 2049.0, 2051.0]}])
    nothing = Mesh(2, {}, [{}])
    all_zero = Mesh(2, {}, [{"POSITION": [0.0] * 6}])
    made = []
    for encoding in ("f32", "bits16", "eight-bytes", "six-bytes"):
        for title, mesh in (
            ("positions", scattered(61, 5, 2, ["POSITION"])),
            ("positions-and-normals", runs(62, 70, 3, PN)),
            ("every-band", scattered(63, 3, 2, EVERY)),
            ("bands-with-gaps", scattered(64, 2, 2, GAPS)),
        ):
            rules = "L30 L31 L32 L33 K1 K2 K3 K4 K5 " + {"f32": "L5", "bits16": "L36 K6"}.get(encoding, "K6 K7 K8")
            made.append(write_case(f"blocked-{encoding}-{title}", rules, "blocked", encoding, mesh))
            made.append(read_case(f"read-blocked-{encoding}-{title}", rules, "blocked", encoding, mesh))
    mixed = runs(65, 130, 6, PN)
    words = blocked(mixed, "bounded", lambda block, target: (block + target) % 3 == 0)
    made.append(read_case("read-blocked-bounded-of-both-widths", "K1 K2 K3 K5 K6 K8", "blocked", "bounded", mixed, words))
    one_band = runs(66, 70, 4, ["NORMAL"])
    words_of_one = blocked(one_band, "bounded", lambda block, target: target % 2 == 1)
    made.append(read_case("read-blocked-bounded-normals", "K2 K5 K7", "blocked", "bounded", one_band, words_of_one))
    made += [
        write_case("blocked-sparse-deltas", "L33 K1 K3", "blocked", "eight-bytes", sparse),
        write_case("blocked-tiny-and-zero-bands", "L33 K4 K6", "blocked", "six-bytes", tiny),
        write_case("blocked-largest-scale", "K4", "blocked", "eight-bytes", most),
        write_case("blocked-beyond-the-largest-scale", "K4", "blocked", "eight-bytes", large),
        write_case("blocked-nothing-moves", "K1", "blocked", "eight-bytes", all_zero),
        write_case("blocked-without-bands", "L6 L31", "blocked", "eight-bytes", nothing),
        write_case("rows-without-bands", "L6 L31", "rows", "bits16", nothing),
        write_case("dense-without-bands", "L6 L31", "dense", "f16", nothing),
    ]
    for title, mesh in (
        ("positions", runs(71, 9, 3, ["POSITION"])),
        ("positions-and-normals", runs(72, 20, 5, PN)),
        ("every-band", scattered(73, 3, 2, EVERY)),
        ("sparse-deltas", sparse),
        ("tiny-deltas", tiny),
        ("large-deltas", large),
    ):
        made.append(write_case(f"rows-{title}", "L30 L31 L33 L34 R1 R2 R3", "rows", "bits16", mesh))
        made.append(read_case(f"read-rows-{title}", "L34 R1 R2 R3", "rows", "bits16", mesh))
    for encoding in ("bits16", "f16"):
        for title, mesh in (
            ("positions", scattered(81, 3, 2, ["POSITION"])),
            ("positions-and-normals", scattered(82, 65, 1, PN)),
            ("every-band", scattered(83, 2, 2, EVERY)),
            ("tiny-deltas", tiny),
        ):
            rules = "L30 L31 L32 L36 " + ("L34" if encoding == "bits16" else "L35")
            made.append(write_case(f"dense-{encoding}-{title}", rules, "dense", encoding, mesh))
            made.append(read_case(f"read-dense-{encoding}-{title}", rules, "dense", encoding, mesh))
    made += [
        write_case("dense-f16-ends-and-ties", "L35", "dense", "f16", ends),
        write_case("dense-f16-too-large", "L35", "dense", "f16", beyond),
    ]
    rows = rows_sparse(runs(72, 20, 5, PN), "bits16")
    flat = dense(scattered(81, 3, 2, ["POSITION"]), "bits16")
    second = words[16] + words[10]
    made += [
        malformed("read-a-tag-of-another-kind", "L30 L37", "rows", words),
        malformed("read-a-version-2", "L30 L37", "blocked", words, (0, words[0] + 65536)),
        malformed("read-an-encoding-9", "L30 L37", "blocked", words, (0, 1 + 9 * 256 + 65536)),
        malformed("read-more-words-than-there-are", "L37", "dense", flat[:-1]),
        malformed("read-fewer-words-than-a-header", "L37", "blocked", words[:15]),
        malformed("read-a-header-of-other-counts", "L37", "dense", flat, (1, 65)),
        malformed("read-a-band-that-is-none", "L37", "dense", flat, (4, 9)),
        malformed("read-no-vertices", "L6 L31 L37", "rows", rows, (1, 0)),
        malformed("read-no-targets", "L6 L31 L37", "dense", flat, (2, 0)),
        malformed("read-no-bands", "L6 L31 L37", "blocked", words, (4, 0)),
        malformed("read-more-targets-than-there-may-be", "L31 L37", "blocked", words, (2, 65537)),
        malformed("read-block-records-with-a-gap", "K2 K10", "blocked", words, (16, words[16] + 1)),
        malformed("read-block-codes-with-a-gap", "K2 K10", "blocked", words, (23, words[23] + 32)),
        malformed("read-a-block-of-more-narrow-entries-than-entries", "K2 K10", "blocked", words, (18, words[17] + 1)),
        malformed("read-a-target-twice-in-a-block", "K3 K10", "blocked", words, (second, words[words[16]])),
        malformed("read-a-target-that-is-not-there", "K10", "blocked", words, (words[16], 6)),
        malformed("read-rows-that-begin-late", "R2 R4", "rows", rows, (16, 1)),
        malformed("read-rows-that-go-back", "R2 R4", "rows", rows, (18, rows[7])),
        malformed("read-rows-that-end-early", "R2 R4", "rows", rows, (36, rows[36] - 1)),
        malformed("read-rows-of-a-target-that-is-not-there", "R4", "rows", rows, (rows[9], 5)),
    ]
    return made
