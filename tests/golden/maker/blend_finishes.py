"""Blends: directions, handedness, colours, texture coordinates."""

from .blend import MIN_SQUARED_LENGTH, squared
from .blend_case import case
from .f32 import MAX, above, below, f32
from .mesh import Mesh, Numbers, scattered


def cases():
    return directions() + edges() + tangents() + colors() + texcoords() + all_together()


def normal(base, *deltas):
    return Mesh(len(base) // 3, {"NORMAL": base}, [{"NORMAL": delta} for delta in deltas])


def directions():
    bend = normal([0, 0, 1], [1, 0, -1])
    lengths = normal([0, 0, 2, 0, 0.3, 0.4, 0, 0, 0], [0] * 9)
    numbers = Numbers(71)
    many = normal([0, 0, 1] * 9, numbers.list(27))
    return [
        case("a-normal-is-bent", "B10", bend, [0.5]),
        case("a-normal-is-bent-raw", "B11", bend, [0.5], normalize=False),
        case("a-normal-is-replaced", "B10", bend, [1.0]),
        case("lengths-become-one-at-zero-weights", "B10 B16", lengths, [0.0]),
        case("lengths-stay-raw-at-zero-weights", "B11 B16", lengths, [0.0], normalize=False),
        case("lengths-become-one-without-weights", "B10 B16 W4", lengths, []),
        case("opposite-normals-give-zero", "B12", normal([0, 0, 1], [0, 0, -1]), [1.0]),
        case("opposite-normals-raw", "B11", normal([0, 0, 1], [0, 0, -1]), [1.0], normalize=False),
        case("a-base-of-zero-gets-a-direction", "B10", normal([0, 0, 0], [0, 3, 4]), [0.5]),
        case("a-base-of-zero-stays-zero", "B12", normal([0, 0, 0], [0, 3, 4]), [0.0]),
        case("minus-zero-becomes-plus-zero", "B12", normal([-0.0, -0.0, -0.0], [1, 1, 1]), [0.0]),
        case("nine-normals", "B10", many, [0.8]),
        case("eight-and-one-normals-of-several-kinds", "B10 B12", mixed(), [1.0]),
        case("a-weight-below-zero-turns-a-normal", "B10 W2", bend, [-0.5]),
        case("a-weight-beyond-one-turns-a-normal", "B10 W2", bend, [3.0]),
    ]


def mixed():
    """Nine vectors: unit, long, short, zero, opposite and tiny ones side by side."""
    base = [1, 0, 0, 0, 5, 0, 0, 0, 0.01, 0, 0, 0, 1, 0, 0, 1e-20, 0, 0, 0, 0, 1, 3, 4, 0, 0, 0, -2]
    delta = [0, 1, 0, 0, 0, 5, 0.01, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 1]
    return normal(base, delta)


def edges():
    """Around the threshold and beyond f32, on an axis where no rounding is in doubt and off it."""
    edge = least_direction()
    one_axis = [
        ("far-below-the-threshold", 5e-16, "B12", "portable"),
        ("far-above-the-threshold", 2e-15, "B10", "portable"),
        ("the-largest-length-that-is-none", below(edge), "B12", "portable"),
        ("the-least-length-that-is-one", edge, "B10", "portable"),
        ("a-length-of-1e-20", 1e-20, "B12", "portable"),
        ("a-length-of-1e18", 1e18, "B10", "portable"),
        ("a-square-beyond-f32", 1e20, "B13", "portable"),
        ("the-largest-number", MAX, "B13", "portable"),
        ("a-square-just-inside-f32", 1.8446742e19, "B10", "portable"),
    ]
    made = []
    for name, length, rules, level in one_axis:
        for sign in (1, -1):
            vector = [0, 0, 0]
            vector[1 if sign > 0 else 2] = f32(sign * length)
            mesh = normal(vector, [0, 0, 0])
            made.append(case(f"{name}-{'plus' if sign > 0 else 'minus'}", rules, mesh, [0.0], level=level))
    overflow = normal([0, 1, 0], [3e38, 3e38, 3e38])
    made += [
        case("three-squares-beyond-f32", "B13", overflow, [1.0]),
        case("an-infinite-sum-is-no-direction", "B8 B13", normal([MAX, 0, 0], [MAX, 0, 0]), [1.0]),
        case(
            "an-infinite-sum-is-no-direction-raw", "B8 B11",
            normal([MAX, 0, 0], [MAX, 0, 0]), [1.0], normalize=False, level="strict",
        ),
        case(
            "a-nan-among-sums-is-no-direction", "B8 B13",
            normal([0, 0, 1], [MAX, 0, 0], [-MAX, 0, 0]), [4.0, 4.0], level="strict",
        ),
        case(
            "a-nan-among-sums-raw", "B8 B11",
            normal([0, 0, 1], [MAX, 0, 0], [-MAX, 0, 0]), [4.0, 4.0], normalize=False, level="strict",
        ),
        case("an-oblique-vector-below-the-threshold", "B12", normal([4e-16, 4e-16, 4e-16], [0, 0, 0]), [0.0]),
        case("an-oblique-vector-above-the-threshold", "B10", normal([8e-16, 8e-16, 8e-16], [0, 0, 0]), [0.0]),
        case(
            "a-residue-of-rounding-is-a-direction", "B10 B12",
            normal([0, 0, f32(0.1)], [0, 0, f32(-0.3)]), [f32(1 / 3)], level="strict",
        ),
    ]
    return made


def least_direction():
    """The least x >= 0 for which (x, 0, 0) is a direction."""
    x = f32(1e-15)
    while squared([x, 0, 0]) > MIN_SQUARED_LENGTH:
        x = below(x)
    while not squared([x, 0, 0]) > MIN_SQUARED_LENGTH:
        x = above(x)
    return x


def tangents():
    def mesh(base, *deltas):
        vertices = len(base) // 4
        targets = [{"TANGENT": delta} for delta in deltas]
        return Mesh(vertices, {"NORMAL": [0, 0, 1] * vertices, "TANGENT": base}, targets)

    plain = mesh([1, 0, 0, 1, 0, 1, 0, -1], [0, 1, 0, 1, 0, 0])
    odd = mesh([1, 0, 0, f32(-0.3), 2, 0, 0, -0.0, 3, 0, 0, 7.5], [0, 1, 0] * 3)
    return [
        case("handedness-is-the-bases", "B14 B10", plain, [1.0]),
        case("handedness-of-any-value", "B14 B10", odd, [0.5]),
        case("handedness-raw", "B14 B11", odd, [0.5], normalize=False),
        case("handedness-at-zero-weights", "B14 B16", odd, [0.0]),
        case("opposite-tangents-keep-their-handedness", "B12 B14", mesh([1, 0, 0, -1], [-1, 0, 0]), [1.0]),
        case("long-tangents-beyond-f32", "B13 B14", mesh([1, 0, 0, -1], [3e38, 0, 0]), [1.0]),
        case(
            "tangents-of-many-vertices", "B14 B10", scattered(72, 17, 4, ["NORMAL", "TANGENT"]), [0.5, -0.5, 1.0, 0.25],
        ),
        case(
            "tangents-raw-of-many-vertices", "B14 B11",
            scattered(72, 17, 4, ["NORMAL", "TANGENT"]), [0.5, -0.5, 1.0, 0.25], normalize=False,
        ),
    ]


def colors():
    def mesh(name, base, *deltas):
        return Mesh(1, {name: base}, [{name: delta} for delta in deltas])

    rgba, rgb = [0.5, 0.25, 0.75, 1], [0.5, 0.25, 0.75]
    up, alpha = [1, 0.25, -1, -0.5], [0, 0, 0, 0.5]
    wild = [-0.0, 1.5, -0.5, 1]
    return [
        case("colours-are-added", "B19 B21", mesh("COLOR_0", rgba, [0.1, 0.1, 0.1, -0.1]), [0.5]),
        case("colours-are-clamped", "B19", mesh("COLOR_0", rgba, up), [1.0]),
        case("alpha-is-clamped-too", "B19", mesh("COLOR_0", rgba, alpha), [1.0]),
        case("alpha-is-clamped-from-below", "B19", mesh("COLOR_0", rgba, alpha), [-4.0]),
        case("colours-are-clamped-at-zero-weights", "B19", mesh("COLOR_0", wild, up), [0.0]),
        case("colours-are-clamped-without-normalising", "B19", mesh("COLOR_0", rgba, up), [1.0], normalize=False),
        case("exactly-one-stays-one", "B19", mesh("COLOR_0", rgba, [0.5, 0.75, 0.25, 0]), [1.0]),
        case("exactly-zero-stays-zero", "B19", mesh("COLOR_0", rgba, [-0.5, -0.25, -0.75, -1]), [1.0]),
        case("a-colour-beyond-f32-is-one", "B19 B8", mesh("COLOR_0", rgba, [MAX, -MAX, 0, 0]), [4.0], level="strict"),
        case(
            "a-colour-that-is-nan-is-zero", "B19 B8",
            mesh("COLOR_0", rgba, [MAX, 0, 0, 0], [-MAX, 0, 0, 0]), [4.0, 4.0], level="strict",
        ),
        case("rgb-ignores-alpha-deltas", "B21 B19", mesh("COLOR_0", rgb, up), [0.25]),
        case("rgb-is-clamped", "B21 B19", mesh("COLOR_0", rgb, up), [2.0]),
        case("rgb-deltas-leave-alpha-alone", "B21", mesh("COLOR_0", [0.5, 0.5, 0.5, 0.3], [0.1, 0.2, 0.3, 0]), [1.0]),
        case(
            "rgb-deltas-leave-a-wild-alpha-to-the-clamp", "B21 B19",
            mesh("COLOR_0", [0.5, 0.5, 0.5, 3], [0.1, 0.2, 0.3, 0]), [1.0],
        ),
        case("second-colours-are-not-clamped", "B20", mesh("COLOR_1", rgba, up), [2.0]),
        case("second-colours-of-three", "B20 B21", mesh("COLOR_1", rgb, up), [-2.0]),
        case("both-sets-of-colours", "B19 B20", scattered(81, 3, 2, ["COLOR_0", "COLOR_1"]), [2.0, -1.5]),
        case("colours-of-many-vertices", "B19", scattered(82, 17, 4, ["COLOR_0"]), [1.0, -0.5, 0.75, 0.5]),
        case("rgb-of-many-vertices", "B19 B21", scattered(83, 17, 4, ["COLOR_0"], colors=3), [1.0, -0.5, 0.75, 0.5]),
        case("colours-of-set-31", "B20 L3", mesh("COLOR_31", rgba, up), [2.0]),
    ]


def texcoords():
    def mesh(name, base, *deltas):
        return Mesh(len(base) // 2, {name: base}, [{name: delta} for delta in deltas])

    return [
        case("texture-coordinates-are-a-plain-sum", "B22", mesh("TEXCOORD_0", [0.25, 0.75], [0.5, -0.5]), [0.5]),
        case("texture-coordinates-are-not-clamped", "B22", mesh("TEXCOORD_0", [0.25, 0.75], [0.5, -0.5]), [8.0]),
        case("second-texture-coordinates", "B22", mesh("TEXCOORD_1", [0, 1, 1, 0], [0.5, 0.5, 0, 0]), [-1.0]),
        case(
            "three-sets-with-a-gap", "B22",
            scattered(91, 3, 3, ["TEXCOORD_0", "TEXCOORD_1", "TEXCOORD_5"]), [1.0, 0.5, -0.5],
        ),
        case("texture-coordinates-of-many-vertices", "B22", scattered(92, 65, 3, ["TEXCOORD_0"]), [1.0, 0.5, -0.5]),
        case("texture-coordinates-of-set-31", "B22 L3", mesh("TEXCOORD_31", [0, 1], [0.5, 0.5]), [1.0]),
    ]


def all_together():
    every = ["POSITION", "NORMAL", "TANGENT", "TEXCOORD_0", "TEXCOORD_1", "COLOR_0", "COLOR_1"]
    given = [0.7, -0.2, 1.0, 0.4]
    made = []
    for vertices, count in ((1, 4), (5, 4), (17, 9)):
        weights = (given * 3)[:count]
        mesh = scattered(300 + vertices, vertices, count, every)
        made.append(case(f"every-attribute-{vertices}-x-{count}", "B1 B10 B14 B19 B20 B22", mesh, weights))
        made.append(case(
            f"every-attribute-{vertices}-x-{count}-raw", "B1 B11 B14 B19 B20 B22", mesh, weights, normalize=False,
        ))
    rgb = scattered(310, 5, 4, every, colors=3)
    made.append(case("every-attribute-with-rgb", "B1 B10 B14 B19 B20 B21 B22", rgb, given))
    made.append(case("every-attribute-at-zero-weights", "B10 B14 B16 B19", rgb, [0.0] * 4))
    return made
