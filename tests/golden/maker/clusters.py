"""Cluster boxes: docs/spec.md, section 7.1."""

from .bounds import AXES, exact
from .case import Case, Field, f, met, refusal, u, w
from .f32 import INFINITY, MAX, NAN, f32
from .mesh import Deltas, Mesh, scattered

NORMAL = 2.0**-126
MOST_CLUSTERS = 64


class Boxes:
    """Boxes of a mesh's clusters: (low, high) of three numbers each, by cluster, of the base and of each target."""

    def __init__(self, mesh, clusters):
        self.count = max(clusters) + 1
        members = [[v for v, own in enumerate(clusters) if own == c] for c in range(self.count)]
        assert all(members)
        positions = mesh.base["POSITION"]
        self.base = [around([positions[3 * v:3 * v + 3] for v in of]) for of in members]
        self.deltas = [[self.moved(target.get("POSITION"), of) for of in members] for target in mesh.targets]

    @staticmethod
    def moved(deltas, vertices):
        """Spec N1, for a cluster."""
        if deltas is None:
            return around([[0.0] * 3])
        return around([deltas.of(vertex, 3) or [0.0] * 3 for vertex in vertices])

    def stored(self):
        """Spec N11."""
        other = Boxes.__new__(Boxes)
        other.count = self.count
        other.base = [outwards(box) for box in self.base]
        other.deltas = [[outwards(box) for box in of] for of in self.deltas]
        return other

    def floats(self):
        """Spec N10."""
        boxes = self.base + [box for of in self.deltas for box in of]
        return [side for low, high in boxes for side in (*low, *high)]


def around(points):
    return [min(axis) for axis in zip(*points)], [max(axis) for axis in zip(*points)]


def outwards(box):
    """No side is subnormal, and none is -0."""

    def up(side):
        if side == 0:
            return 0.0
        if abs(side) >= NORMAL:
            return side
        return NORMAL if side > 0 else 0.0

    low, high = box
    return [-up(-side) + 0.0 for side in low], [up(side) for side in high]


def sides(boxes, cluster, axis, weights, ends):
    """Spec N14 on one axis: low, high, magnitude and the number of targets that take part."""
    low, high = boxes.base[cluster][0][axis], boxes.base[cluster][1][axis]
    magnitude, active = max(abs(low), abs(high)), 0
    for weight, of in zip(weights, boxes.deltas):
        delta = of[cluster]
        if weight == 0 or not any(delta[0] + delta[1]):
            continue
        products = [end * side[axis] for end in ends(weight) for side in delta]
        low, high = low + min(products), high + max(products)
        magnitude += max(map(abs, products))
        active += 1
    return low, high, magnitude, active


def widest(weight):
    """What a subnormal weight may count as."""
    return (weight,) if abs(weight) >= NORMAL else (-NORMAL, NORMAL)


def row_box(boxes, axis, weights):
    """What a row's box has to hold, and how far outside it may be (spec N14, N15)."""
    stored, lows, highs, lowest, highest = boxes.stored(), [], [], [], []
    for cluster in range(boxes.count):
        low, high, *_ = sides(boxes, cluster, axis, weights, lambda weight: (weight,))
        far_low, far_high, magnitude, active = sides(stored, cluster, axis, weights, widest)
        slack = (active + 2) * (2.0**-20 * magnitude + 2.0**-119) if active else 0.0
        if magnitude > 2.0**124:
            slack = INFINITY
        lows.append(low)
        highs.append(high)
        lowest.append(far_low - slack)
        highest.append(far_high + slack)
    # What f32 cannot add up may be the largest number instead of an infinity.
    low, high = (max(-MAX, min(side, MAX)) for side in (min(lows), max(highs)))
    return low, high, max(low - min(lowest), max(highest) - high)


def inputs(mesh, clusters, rows, format):
    targets = len(mesh.targets)
    stride = 4 + (targets + (3 if format == "dense" else 2 * -(-targets // 4) * 4 - targets))
    fields = mesh.fields() + [u("clusters", *clusters), w("row.format", format), u("row.count", len(rows))]
    return fields + [u("stride", stride), f("weights", *[weight for row in rows for weight in row])], stride


def case(name, rules, mesh, clusters, rows, format="pairs"):
    """`rows` are weights, one for each target."""
    rows = [[f32(weight) for weight in row] for row in rows]
    assert all(len(row) == len(mesh.targets) for row in rows), name
    fields, stride = inputs(mesh, clusters, rows, format)
    boxes = Boxes(mesh, clusters)
    lanes = 1 << (boxes.count - 1).bit_length()
    outputs = [
        f("boxes", *boxes.stored().floats()),
        u("uniform", boxes.count, lanes, len(mesh.targets), len(rows), stride, 0, 0, 0),
    ]
    found = [[row_box(boxes, axis, row) for axis in AXES] for row in rows]
    numbers = [[side[at] for row in found for side in row] for at in range(3)]
    outputs += [Field("expected", name, numbers[at]) for at, name in enumerate(("min", "max"))]
    outputs.append(Field("tolerance", "slack", numbers[2]))
    outputs += joined([exact(mesh, row) for row in rows])
    return Case(name, f"E5 N10 N11 N13 N14 N15 {rules}", fields, outputs)


def joined(rows):
    """The exact boxes of all rows (spec N9) as one field each."""
    if not rows:
        return met("exact.min", [], [], []) + met("exact.max", [], [], [])
    whole = rows[0]
    for row in rows[1:]:
        for field, more in zip(whole, row):
            assert field.name == more.name and field.kind != "w"
            field.values += more.values
    return whole


def refused(name, rules, why, mesh, clusters, weights, index=None):
    fields, _ = inputs(mesh, clusters, [weights], "pairs")
    return Case(name, rules, fields, refusal(why, index))


def both(name, *arguments):
    return [case(f"{format}-{name}", *arguments, format) for format in ("pairs", "dense")]


def cases():
    base = {"POSITION": [0, 0, 0, 1, 2, -3, 4, 5, 6, -1, 0.5, 7]}
    shift = {"POSITION": [1, 0, 2, 3, 0, -2, 0.5, 0.5, 0.5, 0, -1, 0]}
    ends = {"POSITION": Deltas([0, 4, 0, 0, 0, -9], [1, 3])}
    whole = {"POSITION": Deltas([1, 1, 1, 2, 2, 2], [0, 2])}
    mesh = Mesh(4, base, [shift, ends, {"NORMAL": [1] * 12}, {"POSITION": [0] * 12}, whole])
    some = [[0, 0, 0, 0, 0], [0.5, -2, 1, 1, 0.25], [-1, 0, 9, -9, 1.5], [0, 1, 0, 0, 0], [0, -0.0, 3, 3, 0]]
    large = scattered(95, 70, 3, ["POSITION"])
    rows = [[0.3, -0.7, 1.1], [0] * 3, [1e-3, 0, -4], [0, -1, 0]]
    many = scattered(96, 3, 70, ["POSITION"])
    tiny = 2.0**-127
    small = Mesh(
        3,
        {"POSITION": [tiny, -0.0, -tiny, 3, -tiny, tiny, -2, 1, 4]},
        [{"POSITION": [tiny, -tiny, 0, 1, -0.0, tiny, 0, 0, 0]}, {"POSITION": [1, 2, 3, -1, 0, 1, 5, 5, 5]}],
    )
    column = Mesh(4, {"POSITION": [0, 0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0]}, [{"POSITION": Deltas([0, 2, 0], [0])}])
    high = Mesh(1, {"POSITION": [0, 0, 0]}, [{"POSITION": [MAX, 1, 0]}])
    far = Mesh(2, {"POSITION": [0, 0, 0, 1, 1, 1]}, [{"POSITION": [MAX, 0, 0] * 2}, {"POSITION": [-MAX, 0, 0] * 2}])
    big = Mesh(2, {"POSITION": [1e8, -1e8, 1, 1, 2, 3]}, [{"POSITION": [1, -1e8, 0.1, 1e8, 1, 0.3]}])
    crowd = Mesh(1, {"POSITION": [2**25, 0, 0]}, [{"POSITION": [2.001, 0, 0]}] * 10)
    flat = Mesh(1, {"NORMAL": [0, 0, 1]}, [{"POSITION": [1, 1, 1]}])
    holed = Mesh(1, {"POSITION": [0, NAN, 0]}, [{"POSITION": [1, 1, 1]}])
    point = Mesh(1, {"POSITION": [1, 2, 3]}, [{"POSITION": [0.5, -1, 0.25]}])
    return [
        case("one-vertex", "N2", point, [0], [[0.5]]),
        *both("one-cluster", "N2", mesh, [0] * 4, some),
        *both("two-clusters", "N1 N6 N12", mesh, [0, 0, 1, 1], some),
        *both("two-clusters-in-turns", "N1 N6 N12", mesh, [0, 1, 0, 1], some),
        *both("three-clusters", "N1 N12", mesh, [2, 0, 1, 2], some),
        *both("a-cluster-for-each-vertex", "N1 N12", mesh, [3, 0, 1, 2], some),
        *both("only-a-cluster-that-moves-grows", "N6", column, [0, 0, 1, 1], [[0.25], [1], [-1]]),
        case("sixty-four-clusters", "N12", large, [vertex * 7 % 64 for vertex in range(70)], rows),
        case("thirty-three-clusters", "N12", large, [vertex % 33 for vertex in range(70)], rows, "dense"),
        *both("seventy-targets", "N2", many, [0, 1, 1], [[0.1, -0.2, 0.3, 0, -1] * 14, [0, 0, 1, 0.5, 0] * 14]),
        *both("subnormal-sides", "N4", small, [0, 1, 0], [[0, 0], [1, 0], [0, 1], [-1, 0.5]]),
        *both("subnormal-weights", "N4", small, [0, 1, 0], [[tiny, -tiny], [0, 3e-45]]),
        case("no-rows", "", mesh, [0, 1, 1, 0], []),
        case("large-and-small-numbers", "N4", big, [0, 1], [[0.3], [-1]]),
        case("rounding-that-adds-up", "N4", crowd, [0], [[1] * 10]),
        case("a-sum-beyond-f32", "N4", high, [0], [[4]]),
        case("sums-of-both-infinities", "N4", far, [0, 1], [[MAX, MAX]], "dense"),
        refused("no-positions", "N8", "no-positions", flat, [0], [1]),
        refused("a-position-of-nan", "N8", "non-finite-position", holed, [0], [1]),
        refused("a-weight-of-nan", "N8 W3", "non-finite-weight", column, [0] * 4, [NAN], 0),
        refused("fewer-clusters-than-vertices", "N12", "clusters", column, [0] * 3, [1]),
        refused("more-clusters-than-vertices", "N12", "clusters", column, [0] * 5, [1]),
        refused("a-cluster-without-a-vertex", "N12", "clusters", column, [0, 2, 2, 0], [1]),
        refused("a-cluster-of-number-64", "N12", "clusters", large, [*range(65), *range(5)], [1] * 3),
    ]
