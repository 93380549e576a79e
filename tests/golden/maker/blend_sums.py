"""Blends: sums, order, weights, sparse deltas, what is moved and what is not."""

from .blend_case import case, refused
from .case import u
from .f32 import INFINITY, MAX, NAN, f32, from_bits
from .mesh import Deltas, Mesh, Numbers, scattered

TINY = from_bits(1)  # the smallest subnormal number


def point(base, *deltas):
    """One vertex; deltas of POSITION, one a target."""
    return Mesh(1, {"POSITION": base}, [{"POSITION": delta} for delta in deltas])


def along_x(base, *deltas):
    """One vertex that is moved on one axis."""
    return point([base, 0, 0], *[[delta, 0, 0] for delta in deltas])


def cases():
    return sums() + orders() + weights() + sparse() + presence() + sizes() + refusals()


def sums():
    cube = point([1, 1, 0], [0, 2, 0])
    return [
        case("one-target-moves-a-point", "B1 B2", point([1, 0, 0], [0, 2, 0]), [0.5]),
        case("two-targets-add-up", "B1 B2", point([0, 0, 0], [1, 0, 0], [0, 1, 0]), [0.5, 0.25]),
        case("targets-may-cancel", "B1", point([1, 2, 3], [1, -1, 4], [-1, 1, -4]), [0.75, 0.75]),
        case("a-whole-weight-gives-the-shape", "B1", cube, [1.0]),
        case("a-delta-of-zero-moves-nothing", "B1 B7", point([1, 2, 3], [0, 0, 0]), [1.0]),
        case("small-deltas-on-a-large-base", "B1", point([1000, -2000, 3000.5], [0.001, 0.002, -0.003]), [0.7]),
        case("large-deltas-on-a-small-base", "B1", point([0.001, -0.002, 0.003], [1000, 2000, -3000]), [0.7]),
        case("products-are-rounded-before-they-are-added", "B1 B2", along_x(f32(0.1), f32(0.1)), [f32(0.1)]),
        case("subnormal-sums-are-kept", "B1", along_x(f32(1e-40), f32(1e-39)), [0.5], level="strict"),
        case("a-product-may-vanish", "B1", along_x(0, f32(1e-30)), [f32(1e-30)], level="strict"),
        case("sums-beyond-f32-are-infinite", "B8", point([0, 0, 0], [MAX, -MAX, 1]), [2.0], level="strict"),
        case("infinities-of-both-signs-give-nan", "B8", along_x(0, MAX, -MAX), [4.0, 4.0], level="strict"),
        case("an-overflow-on-the-way-stays", "B2 B8", along_x(MAX, MAX, -MAX), [1.0, 1.0], level="strict"),
        case("no-overflow-in-the-given-order", "B2", along_x(MAX, -MAX, MAX), [1.0, 1.0]),
    ]


def orders():
    one = [1e8, 1, -1e8]
    return [
        case("large-before-small-loses-the-small", "B2", along_x(0, 1e8, 1, -1e8), [1.0] * 3),
        case("large-ones-first-keep-the-small", "B2", along_x(0, 1e8, -1e8, 1), [1.0] * 3),
        case("small-first-is-lost-as-well", "B2", along_x(0, 1, 1e8, -1e8), [1.0] * 3),
        case("the-base-comes-first", "B2", along_x(1, 1e8, -1e8), [1.0, 1.0]),
        case("order-holds-over-four-targets", "B2", along_x(0, *one, 1), [1.0] * 4),
        case("order-holds-over-eight-targets", "B2", along_x(0, *one, *one, 1, 2), [1.0] * 8),
        case("order-holds-over-nine-targets", "B2", along_x(0.5, *one, 0.25, *one, 1, 3), [1.0] * 9),
        case(
            "order-holds-where-some-are-skipped", "B2 B3",
            along_x(0.5, *one, 7, *one, 7, 3), [1, 1, 1, 0, 1, 1, 1, 0, 1],
        ),
        case("order-holds-between-dense-and-sparse", "B2 B9", mixed_order(), [1.0] * 5),
        case("order-holds-over-seventeen-targets", "B2", along_x(0.125, *(one * 5), 1, 3), [1.0] * 17),
    ]


def mixed_order():
    sparse = [Deltas([1e8, 0, 0], [1]), Deltas([-1e8, 0, 0], [1])]
    dense = [[0, 0, 0, 1, 0, 0], [0, 0, 0, 1.5, 0, 0], [0, 0, 0, 2.25, 0, 0]]
    deltas = [sparse[0], dense[0], sparse[1], dense[1], dense[2]]
    return Mesh(2, {"POSITION": [0] * 6}, [{"POSITION": delta} for delta in deltas])


def weights():
    two = point([1, 2, 3], [1, 0, 0], [0, 1, 0])
    three = scattered(31, 3, 3, ["POSITION", "NORMAL"])
    negative_zero = point([-0.0, 0.0, -0.0], [1, 1, 1])
    still = [1.5, f32(-0.1), from_bits(0x00012345)]
    return [
        case("no-weights-at-all", "W4 B16", two, []),
        case("zero-weights-give-the-base", "B3 B16", two, [0.0, 0.0]),
        case("minus-zero-is-zero", "W1 B3 B16", two, [-0.0, -0.0]),
        case("a-base-of-minus-zero-keeps-its-sign", "B3 B16", negative_zero, [0.0]),
        case("a-skipped-target-does-not-touch-minus-zero", "B3", along_x(-0.0, 1, 0), [0.0, 0.0]),
        case("minus-zero-plus-zero-is-plus-zero", "B2 B4", along_x(-0.0, 0.0), [1.0]),
        case("minus-zero-plus-minus-zero-stays", "B2 B4", along_x(-0.0, -0.0), [1.0]),
        case("positions-keep-every-bit-at-zero-weights", "B16", point(still, [1, 1, 1]), [0.0]),
        case("weights-may-be-negative", "W2", two, [-0.5, -1.0]),
        case("weights-may-exceed-one", "W2", two, [1.5, 100.0]),
        case("weights-may-be-huge", "W2", two, [1e6, -1e6]),
        case("a-tiny-weight-is-active", "W1", along_x(0, 1e30), [f32(1e-30)]),
        case("a-subnormal-weight-is-active", "W1", along_x(0, 1e30), [TINY], level="strict"),
        case("fewer-weights-than-targets", "W4", three, [0.5]),
        case("one-weight-fewer", "W4", three, [0.5, -0.25]),
        case("more-weights-than-targets", "W5", three, [0.5, 0.25, -1.0, 7.0]),
        case("many-more-weights", "W5", two, [0.5, 0.25] + [9.0] * 20),
        case("only-the-last-target-is-active", "B3", three, [0.0, 0.0, 1.0]),
        case("every-second-target-is-active", "B3", scattered(32, 3, 8, ["POSITION"]), [1, 0, 0.5, 0, -1, 0, 0.25, 0]),
        case("one-active-target-of-many", "B3", scattered(33, 2, 40, ["POSITION"]), [0.0] * 37 + [0.5]),
    ]


def sparse():
    def mesh(vertices, *deltas, attribute="POSITION"):
        base = [f32(value / 4) for value in range(vertices * 3)]
        return Mesh(vertices, {attribute: base}, [{attribute: delta} for delta in deltas])

    numbers = Numbers(5)
    every = Deltas(numbers.list(12), [0, 1, 2, 3])
    minus = Mesh(2, {"POSITION": [-0.0] * 6}, [{"POSITION": Deltas([1, 1, 1], [1])}])
    long = Deltas(numbers.list(3 * 20), list(range(3, 23)))
    gaps = Deltas(numbers.list(3 * 30), list(range(0, 60, 2)))
    return [
        case("sparse-moves-what-it-lists", "B9", mesh(4, Deltas([1, 2, 3], [1])), [1.0]),
        case("sparse-at-the-first-vertex", "B9", mesh(4, Deltas([1, 2, 3], [0])), [0.5]),
        case("sparse-at-the-last-vertex", "B9", mesh(5, Deltas([1, 2, 3], [4])), [0.5]),
        case("sparse-at-both-ends", "B9", mesh(5, Deltas([1, 2, 3, 4, 5, 6], [0, 4])), [-1.0]),
        case("sparse-at-every-vertex-is-dense", "B9", mesh(4, every), [0.3]),
        case("sparse-with-nothing", "B9", mesh(3, Deltas([], [])), [1.0]),
        case("sparse-with-nothing-still-moves-the-attribute", "B7 B9 B10", empty_normal(), [1.0]),
        case("sparse-leaves-minus-zero-elsewhere", "B9 B4", minus, [1.0]),
        case("sparse-in-one-vertex", "B9", mesh(1, Deltas([1, 2, 3], [0])), [2.0]),
        case("sparse-runs", "B9", mesh(30, long), [0.6]),
        case("sparse-gaps", "B9", mesh(61, gaps), [0.6]),
        case("sparse-beside-dense", "B9", mesh(5, Deltas([1, 2, 3], [2]), numbers.list(15)), [1.0, 0.5]),
        case(
            "two-sparse-targets-meet", "B9",
            mesh(5, Deltas([1, 2, 3, 1, 1, 1], [2, 3]), Deltas([4, 5, 6], [3])), [1.0, 0.5],
        ),
        case("sparse-around-block-borders", "B9", mesh(65, Deltas(numbers.list(9), [0, 63, 64])), [0.9]),
    ]


def empty_normal():
    return Mesh(2, {"NORMAL": [0, 0, 2, 3, 0, 0]}, [{"NORMAL": Deltas([], [])}])


def presence():
    numbers = Numbers(6)
    base = {"POSITION": [1, 2, 3], "NORMAL": [0, 0, 2], "TANGENT": [3, 0, 0, -1]}
    delta = {"POSITION": [1, 1, 1], "NORMAL": [0, 1, 0], "TANGENT": [0, 1, 0]}

    def mesh(has, *targets):
        chosen = {name: base[name] for name in has}
        return Mesh(1, chosen, [{name: delta[name] for name in target} for target in targets])

    p, n, t = "POSITION", "NORMAL", "TANGENT"
    colors = Mesh(1, {"COLOR_0": [2, -1, 0.5, 3], "POSITION": [0, 0, 0]}, [{"POSITION": [1, 1, 1]}])
    return [
        case("each-target-moves-what-it-has", "B5", mesh([p, n, t], [p], [n], [t]), [0.5, 0.5, 0.5]),
        case("a-target-without-anything", "B5", mesh([p, n], [p, n], [], [p]), [0.5, 1.0, 0.25]),
        case("what-the-base-lacks-is-not-made", "B6", mesh([p], [p, n, t]), [1.0]),
        case(
            "no-texture-coordinates-in-the-base", "B6",
            Mesh(1, {"POSITION": [1, 2, 3]}, [{"TEXCOORD_0": [1, 1], "COLOR_0": [1, 1, 1, 1]}]), [1.0],
        ),
        case("what-no-target-moves-is-copied", "B7", mesh([p, n, t], [p]), [1.0]),
        case("colours-that-no-target-moves-are-not-clamped", "B7 B19", colors, [1.0]),
        case(
            "a-delta-of-zero-counts-as-moved", "B7 B10", Mesh(1, {"NORMAL": [0, 0, 2]}, [{"NORMAL": [0, 0, 0]}]), [1.0],
        ),
        case("a-base-without-normals-keeps-tangents", "B17", mesh([p, t], [p, n, t]), [1.0]),
        case("a-base-of-tangents-only", "B17", mesh([t], [t]), [1.0]),
        case("a-base-without-normals-raw", "B17", mesh([p, t], [p, n, t]), [1.0], normalize=False),
        case("tangents-with-normals-that-no-target-moves", "B7 B10 B17", mesh([n, t], [t]), [1.0]),
        case("profiles-normalise-what-no-target-moves", "B18 B10", mesh([p, n], [p], [p]), [0.5, 0.25], form="profile"),
        case("profiles-normalise-at-zero-weights", "B18 B16", mesh([p, n], [p]), [0.0], form="profile"),
        case(
            "profiles-may-stay-raw", "B18 B11", mesh([p, n], [p], [p, n]), [0.5, 0.25], normalize=False, form="profile",
        ),
        case("profiles-take-sparse-targets", "B18 B9", scattered(35, 5, 4, [p, n]), [0.5, -1, 2, 0.25], form="profile"),
        case("flat-arrays-normalise-what-no-target-moves", "B27", mesh([p, n, t], [p]), [1.0], form="arrays"),
        case("flat-arrays-morph-tangents-without-normals", "B27", mesh([p, t], [p, t]), [1.0], form="arrays"),
        case(
            "flat-arrays-take-tangents-of-four", "B27",
            Mesh(2, {"TANGENT": [1, 0, 0, 1, 0, 1, 0, -1]}, [{"TANGENT": numbers.list(8)}]), [0.5], form="arrays",
        ),
        case(
            "flat-arrays-of-many-vertices", "B27",
            scattered(34, 17, 5, [p, n, t]).dense(), [0.5, -1, 0, 2, 0.25], form="arrays",
        ),
    ]


def sizes():
    pnt = ["POSITION", "NORMAL", "TANGENT"]
    made = []
    for vertices in (1, 2, 3, 5, 17, 65):
        mesh = scattered(100 + vertices, vertices, 3, pnt)
        made.append(case(f"vertices-{vertices}", "B1 B2 B10 B14", mesh, [0.7, -0.3, 1.2]))
    mesh = scattered(100, 513, 2, ["POSITION"])
    made.append(case("vertices-513", "B1 B2", mesh, [0.7, -0.3]))
    mesh = scattered(99, 513, 2, ["NORMAL"])
    made.append(case("vertices-513-directions", "B1 B2 B10", mesh, [0.7, -0.3]))
    for count in (1, 4, 7, 8, 9, 17, 52, 300):
        numbers = Numbers(count)
        mesh = scattered(200 + count, 3 if count < 100 else 2, count, ["POSITION", "NORMAL"])
        given = numbers.list(count, 1.5, 2)
        made.append(case(f"targets-{count}", "B1 B2 B10", mesh, given))
        made.append(case(f"targets-{count}-raw", "B1 B2 B11", mesh, given, normalize=False))
        some = [weight if index % 3 == 1 else 0.0 for index, weight in enumerate(given)]
        made.append(case(f"targets-{count}-a-third-active", "B1 B2 B3 B10", mesh, some))
    return made


def refusals():
    mesh = point([1, 2, 3], [1, 0, 0], [0, 1, 0])
    holed = Mesh(2, {"POSITION": [0] * 6}, [{"POSITION": [1, 2, 3, 4, NAN, 6]}])
    endless = Mesh(1, {"POSITION": [0] * 3}, [{"NORMAL": [1, INFINITY, 3]}])

    def list_of(*at):
        return Mesh(3, {"POSITION": [0] * 9}, [{"POSITION": Deltas([1] * 3 * len(at), list(at))}])

    return [
        refused("nan-is-refused", "W3", mesh, [NAN, 1.0], "non-finite-weight", 0),
        refused("infinity-is-refused", "W3", mesh, [1.0, INFINITY], "non-finite-weight", 1),
        refused("minus-infinity-is-refused", "W3", mesh, [-INFINITY], "non-finite-weight", 0),
        refused("the-first-of-several-is-named", "W3", mesh, [1.0, NAN, INFINITY], "non-finite-weight", 1),
        refused("extra-weights-are-checked-too", "W3 W5", mesh, [1.0, 1.0, 1.0, NAN], "non-finite-weight", 3),
        other_vertices(),
        refused("a-delta-of-nan-is-refused", "B25", holed, [0.0], "non-finite-delta"),
        refused("an-infinite-delta-is-refused", "B25", endless, [0.0], "non-finite-delta"),
        refused("sparse-past-the-last-vertex", "B9", list_of(0, 3), [1.0], "sparse-index"),
        refused("sparse-twice-the-same-vertex", "B9", list_of(1, 1), [1.0], "sparse-index"),
        refused("sparse-out-of-order", "B9", list_of(2, 0), [1.0], "sparse-index"),
    ]


def other_vertices():
    mesh = Mesh(2, {"POSITION": [0] * 9}, [{"POSITION": [1] * 6}])
    return refused("other-vertices-in-the-base", "B23", mesh, [1.0], "vertex-count", extra=[u("base.vertices", 3)])
