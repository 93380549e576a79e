"""A primitive: base and targets."""

from .case import f, u
from .f32 import f32

ORDER = ["POSITION", "NORMAL", "TANGENT", "TEXCOORD", "COLOR"]
DELTA = {"POSITION": 3, "NORMAL": 3, "TANGENT": 3, "TEXCOORD": 2, "COLOR": 4}
BASE = {"POSITION": 3, "NORMAL": 3, "TANGENT": 4, "TEXCOORD": 2, "COLOR": 4}


def kind(attribute):
    return attribute.split("_")[0]


def place(attribute):
    """Key by which attributes are ordered (spec L1)."""
    _, _, number = attribute.partition("_")
    return ORDER.index(kind(attribute)), int(number or 0)


def delta_floats(attribute):
    """Spec L2."""
    return DELTA[kind(attribute)]


class Deltas:
    """Deltas of one target and attribute; `at` lists the vertices of a sparse array."""

    def __init__(self, values, at=None):
        self.values, self.at = [f32(value) for value in values], at

    def of(self, vertex, floats):
        """The delta of a vertex, None where a sparse array has none."""
        if self.at is not None:
            if vertex not in self.at:
                return None
            vertex = self.at.index(vertex)
        return self.values[vertex * floats:(vertex + 1) * floats]


class Mesh:
    """`base` maps attributes to flat arrays, `targets` is a list of such maps to deltas or to flat arrays."""

    def __init__(self, vertices, base, targets):
        self.vertices = vertices
        self.base = {name: [f32(value) for value in base[name]] for name in sorted(base, key=place)}
        self.targets = [
            {
                name: deltas if isinstance(deltas, Deltas) else Deltas(deltas)
                for name, deltas in sorted(target.items(), key=lambda item: place(item[0]))
            }
            for target in targets
        ]

    def moved(self, attribute):
        """Spec B7."""
        return any(attribute in target for target in self.targets)

    def whole(self, name, deltas):
        """Deltas of every vertex, zeros where there were none."""
        floats = delta_floats(name)
        rows = [deltas.of(vertex, floats) or [0.0] * floats for vertex in range(self.vertices)]
        return Deltas([value for row in rows for value in row])

    def dense(self):
        """The same mesh without sparse arrays."""
        targets = [{name: self.whole(name, deltas) for name, deltas in target.items()} for target in self.targets]
        return Mesh(self.vertices, self.base, targets)

    def with_bands(self, bands):
        """The mesh as a layout of these bands stores it: zeros for what is not there (spec L4)."""
        none = Deltas([], [])
        targets = [{name: self.whole(name, target.get(name, none)) for name in bands} for target in self.targets]
        return Mesh(self.vertices, self.base, targets)

    def components(self, attribute):
        return len(self.base[attribute]) // self.vertices

    def fields(self):
        fields = [u("vertices", self.vertices), u("targets", len(self.targets))]
        fields += [f(f"base.{name}", *values) for name, values in self.base.items()]
        return fields + self.target_fields()

    def target_fields(self):
        fields = []
        for index, target in enumerate(self.targets):
            for name, deltas in target.items():
                if deltas.at is not None:
                    fields.append(u(f"target.{index}.{name}.at", *deltas.at))
                fields.append(f(f"target.{index}.{name}", *deltas.values))
        return fields


class Numbers:
    """Numbers without a pattern, the same each time: Knuth's linear congruential generator, upper bits."""

    def __init__(self, seed):
        self.state = seed

    def below(self, limit):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % limit

    def number(self, largest=1.0, digits=3):
        """A decimal with few digits, so that files stay short; as f32 it is rounded all the same."""
        return f32(round((self.below(2001) - 1000) / 1000 * largest, digits))

    def list(self, count, largest=1.0, digits=3):
        return [self.number(largest, digits) for _ in range(count)]


def scattered(seed, vertices, count, attributes, colors=4):
    """A mesh of any numbers: directions of about unit length, handedness of both signs, some sparse targets."""
    numbers = Numbers(seed)

    def base(name):
        floats = colors if kind(name) == "COLOR" else BASE[kind(name)]
        values = []
        for vertex in range(vertices):
            value = numbers.list(floats)
            if kind(name) in ("NORMAL", "TANGENT"):
                value[vertex % 3] = 0.8
            if kind(name) == "TANGENT":
                value[3] = -1.0 if vertex % 2 else 1.0
            if kind(name) == "COLOR":
                value = [abs(v) for v in value]
            values += value
        return values

    def deltas(name, target):
        floats = delta_floats(name)
        if target % 3 == 2 and vertices > 1:
            at = [vertex for vertex in range(vertices) if numbers.below(3) == 0] or [vertices - 1]
            return Deltas(numbers.list(len(at) * floats, 0.5), at)
        return Deltas(numbers.list(vertices * floats, 0.5))

    targets = [{name: deltas(name, target) for name in attributes} for target in range(count)]
    return Mesh(vertices, {name: base(name) for name in attributes}, targets)
