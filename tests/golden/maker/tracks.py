"""Packed tracks, crowds and the rows that come of them: docs/spec.md, section 6.1."""

from . import animation
from .animation import AROUND, FLOATS, TIMES
from .case import Case, f, met, refusal, u, w
from .f32 import INFINITY, MAX, NAN, bits, f32, from_bits
from .mesh import Numbers

TAG = 4 + 65536
MODES = ("STEP", "LINEAR", "CUBICSPLINE")
UNTOUCHED = 2**32 - 1
LEAST, MOST = 2.0**-100, 2.0**100


class Track:
    """Keys as a case gives them."""

    def __init__(self, mode, targets, times, values):
        self.mode, self.targets = mode, targets
        self.times, self.values = [f32(time) for time in times], [f32(value) for value in values]

    def fields(self, number):
        return [
            w(f"track.{number}.mode", self.mode),
            u(f"track.{number}.targets", self.targets),
            f(f"track.{number}.times", *self.times),
            f(f"track.{number}.values", *self.values),
        ]

    def at(self, time, targets):
        """Expected weights, tolerances and strict bits, as many as a row has targets (spec A12)."""
        whole = animation.sample(self.mode, self.targets, self.times, self.values, time)
        return [(list(part) + [0.0] * targets)[:targets] for part in whole]

    def refusal(self):
        """Spec P2; cases that A1 and A2 refuse say so themselves."""
        if self.mode == "STEP":
            return None
        parts, value = FLOATS[self.mode], FLOATS[self.mode] // 3
        for key in range(len(self.times) - 1):
            d = self.times[key + 1] - self.times[key]
            if not LEAST <= d <= MOST:
                return "key-distance"
            for target in range(self.targets):
                def number(index, part):
                    return abs(self.values[(index * parts + part) * self.targets + target])

                total = number(key, value) + number(key + 1, value)
                if parts == 3:
                    total += d * (number(key, 2) + number(key + 1, 0))
                if total > MAX:
                    return "too-large"
        return None


def packed(tracks):
    """Spec P1."""
    heads, bodies = [], []
    first = 4 + 4 * len(tracks)
    for track in tracks:
        heads += [first + len(bodies), len(track.times), track.targets, MODES.index(track.mode)]
        bodies += [bits(number) for number in track.times + track.values]
    return [TAG, len(tracks), first + len(bodies), 0] + heads + bodies


def row_of(format, head, weights, stride):
    """Spec F9, F15: the words of a row from its weights."""
    active = [(target, weight) for target, weight in enumerate(weights) if weight != 0]
    words = [len(active), *head, stride]
    if format == "dense":
        words += [bits(weight) for weight in weights]
    else:
        words += [word for target, weight in active for word in (target, bits(weight))]
    assert len(words) <= stride, (len(words), stride)
    return words + [0] * (stride - len(words))


def sampled(format, tracks, players, targets, stride, head):
    """All rows, and the weights that are read from those of each player (spec P4, P5)."""
    rows = [UNTOUCHED] * (stride * (1 + max((row for _, row, _ in players), default=-1)))
    whole = [], [], []
    for track, row, time in players:
        expected, tolerance, strict = tracks[track].at(time, targets)
        for want, slack in zip(expected, tolerance):
            # Which targets are active must not hang on rounding.
            assert slack == 0 or abs(want) > 2 * slack, (want, slack)
        rows[row * stride:(row + 1) * stride] = row_of(format, head, strict, stride)
        if format == "pairs":
            expected, strict = ([number or 0.0 for number in numbers] for numbers in (expected, strict))
        for part, numbers in zip(whole, (expected, tolerance, strict)):
            part += numbers
    return rows, whole


def inputs(format, tracks, players, targets, stride, head):
    vertices, first_vertex = head
    fields = [w("row.format", format), u("targets", targets), u("stride", stride)]
    fields += [u("vertices", vertices), u("first_vertex", first_vertex)]
    for number, track in enumerate(tracks):
        fields += track.fields(number)
    numbers = [[player[at] for player in players] for at in range(3)]
    return fields + [u("players.track", *numbers[0]), u("players.row", *numbers[1]), f("players.time", *numbers[2])]


def padded(number, multiple):
    return -(-number // multiple) * multiple


def case(name, rules, format, tracks, players, targets, alignment=1, head=(77, 13)):
    """`players` are (track, row, time)."""
    players = [(track, row, f32(time)) for track, row, time in players]
    room = targets if format == "dense" else 2 * padded(targets, 4)
    stride = padded(4 + room, alignment)
    assert all(track.refusal() is None for track in tracks), name
    rows, whole = sampled(format, tracks, players, targets, stride, head)
    crowd = [len(players), targets, stride, *head, 0, 0, 0]
    crowd += [number for track, row, _ in players for number in (track, row)]
    outputs = [u("tracks", *packed(tracks)), u("crowd", *crowd), u("rows", *rows), *met("weights", *whole)]
    rules += " F15" if format == "dense" else " F9 F10"
    fields = inputs(format, tracks, players, targets, stride, head)
    return Case(name, f"E4 E5 P1 P3 P4 P5 {rules}", fields, outputs)


def refused(name, rules, why, tracks, players=((0, 0, 0.0),)):
    if why in ("key-distance", "too-large"):
        assert why in [track.refusal() for track in tracks], name
    players = [(track, row, f32(time)) for track, row, time in players]
    return Case(name, rules, inputs("pairs", tracks, players, 2, 12, (5, 0)), refusal(why))


def played(times, track=0, first=0):
    """Players of one track, a row for each time."""
    return [(track, first + number, time) for number, time in enumerate(times)]


def both(name, *arguments, **more):
    return [case(f"{format}-{name}", arguments[0], format, *arguments[1:], **more) for format in ("pairs", "dense")]


def cases():
    return few() + modes() + ends() + crowds() + refusals()


def few():
    line = Track("LINEAR", 2, [0, 2], [0.25, 1, 0.75, 2])
    return [
        case("nobody-and-no-tracks", "", "pairs", [], [], 3),
        case("nobody-plays", "", "dense", [line], [], 3),
        *both("of-one-player", "A7 A9", [line], [(0, 0, 0.5)], 2),
    ]


def modes():
    numbers = Numbers(81)
    step = Track("STEP", 2, TIMES, [1, 2, 3, 0, -5, 6])
    line = Track("LINEAR", 3, TIMES, [0.1, 2, 0, 0.3, 4, 0, 5, 6, 0])
    spline = Track("CUBICSPLINE", 2, TIMES, numbers.list(4) + [9, 8] + numbers.list(4) + [9, -8] + numbers.list(6))
    flat = Track("CUBICSPLINE", 2, [0, 4], [0, 0, 0.5, 0, 0.125, 0, -0.125, 0, 2, 0, 0, 0])
    return [
        *both("step-around-its-keys", "A3 A4 A5 A8", [step], played(AROUND), 2),
        *both("linear-around-its-keys", "A3 A4 A5 A7 A9", [line], played(AROUND), 3),
        *both("spline-around-its-keys", "A2 A3 A4 A5 A10", [spline], played(AROUND), 2),
        *both("spline-of-tangents-times-a-distance", "A10", [flat], played([0.4, 1, 2, 3, 3.6, 4]), 2),
    ]


def ends():
    """Bits of keys, and numbers at the ends."""
    tiny = from_bits(3)
    exact = Track("LINEAR", 4, [-0.0, 2.0**-100, 1], [tiny, -0.0, 0.1, -tiny, -0.0, tiny, 1 / 3, 0, 1, 1, 1, 1])
    step = Track("STEP", 3, [0, tiny], [MAX, -0.0, tiny, -MAX, 0, -tiny])
    one = Track("CUBICSPLINE", 2, [1], [MAX, 9, 0.25, -0.0, 9, MAX])
    unused = Track("CUBICSPLINE", 1, [0, 1], [MAX, 1, 0.5, 0.25, 2, MAX])
    wide = Track("LINEAR", 1, [-(2.0**99), 2.0**99], [1, 2])
    near = Track("LINEAR", 1, [0, 2.0**-100], [1, 2])
    late = Track("LINEAR", 1, [10_000, 10_000.5], [1, 2])
    large = Track("LINEAR", 1, [0, 1], [MAX, 0])
    endless = [-INFINITY, -MAX, MAX, INFINITY]
    return [
        *both("bits-of-keys", "A5", [exact], played([-0.0, 0.0, 2.0**-100, 1]), 4),
        *both("bits-of-steps", "A3 A8", [step], played([-tiny, -0.0, 0.0, from_bits(2), tiny, from_bits(4)]), 3),
        *both("of-one-key", "A6", [one], played([0, 1, 2, *endless]), 2),
        *both("before-and-after-all-keys", "A4", [late, unused], played(endless) + played(endless, 1, 4), 1),
        case("tangents-that-nobody-uses", "A10 P2", "dense", [unused], played([0, 0.25, 0.5, 0.75, 1]), 1),
        case("keys-as-far-as-they-may-be", "P2 A9", "pairs", [wide], played([-(2.0**98), 0, 2.0**98]), 1),
        case("keys-as-near-as-they-may-be", "P2 A9", "pairs", [near], played([2.0**-102, 2.0**-101]), 1),
        case("weights-as-large-as-they-may-be", "P2 A9", "dense", [large], played([0, 0.25, 0.5, 1]), 1),
        case("late-times", "A7 A9", "pairs", [late], played([10_000.1, 10_000.25, 10_000.4]), 1),
    ]


def crowds():
    numbers = Numbers(82)

    def positive(count):
        return [abs(number) + 0.125 for number in numbers.list(count)]

    def some(count):
        return [number if at % 3 else 0.0 for at, number in enumerate(positive(count))]

    face = Track("LINEAR", 52, [0, 0.5, 1], some(52) * 3)
    many = Track("LINEAR", 150, [0, 1], some(150) * 2)
    nothing = Track("LINEAR", 0, [0, 1], [])
    step = Track("STEP", 3, [0, 1], [1, 0, 2, 0, 3, 0])
    line = Track("LINEAR", 5, [-1, 1], positive(10))
    players = [(1, 4, 0.5), (0, 1, 0.25), (2, 0, 0.75), (1, 6, -2), (2, 3, 0)]
    return [
        *both("rows-that-do-not-ascend", "A12", [step, line, nothing], players, 4),
        *both("fewer-targets-than-tracks-have", "A12", [step, line], [(0, 0, 0.5), (1, 1, 0.5)], 1),
        *both("more-targets-than-tracks-have", "A12", [step, line, nothing], played([0.5]) + played([0.5], 1, 1), 9),
        *both("of-no-target", "A12", [step], played([0.5]), 0),
        *both("of-fifty-two-targets-at-256-bytes", "A9", [face], played([0.1, 0.5, 0.7]), 52, alignment=64),
        *both("of-more-targets-than-a-workgroup-has-lanes", "A9", [many], played([0.35]), 150),
        case("a-mesh-in-a-larger-buffer", "", "pairs", [line], played([0]), 5, head=(20_000, 4_000_000_000)),
    ]


def refusals():
    def line(times, values):
        return Track("LINEAR", 1, times, values)

    good, half = line([0, 1], [0, 1]), MAX / 2
    return [
        refused("keys-too-near", "P2", "key-distance", [line([0, 2.0**-101], [0, 1])]),
        refused("keys-too-far", "P2", "key-distance", [good, line([-(2.0**100), 1e25], [0, 1])]),
        refused("spline-keys-too-near", "P2", "key-distance", [Track("CUBICSPLINE", 1, [0, 1e-40], [0] * 6)]),
        refused("weights-too-far-apart", "P2", "too-large", [good, line([0, 1, 2], [0, MAX, -1e38])]),
        refused("tangents-too-steep", "P2", "too-large", [Track("CUBICSPLINE", 1, [0, 4], [0, 0, 0, half, 0, 0])]),
        refused("no-keys", "P2 A1", "no-keys", [good, line([], [])]),
        refused("falling-times", "P2 A1", "key-times", [line([1, 0], [0, 1])]),
        refused("a-value-of-nan", "P2 A1", "non-finite-value", [line([0, 1], [0, NAN])]),
        refused("a-value-missing", "P2 A2", "value-count", [Track("CUBICSPLINE", 1, [0, 1], [0] * 5)]),
        refused("a-time-of-nan", "P6 A11", "nan-time", [good], [(0, 0, 0.5), (0, 1, NAN)]),
    ]
