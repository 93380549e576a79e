"""Cases, and the two forms in which they are written."""

import re
import struct

from . import f32

VERSION = 1
NAME = re.compile(r"[a-zA-Z0-9_.+-]{1,100}")


class Field:
    """One named array. `kind` says how it is written: u, f and w as in the files' grammar; `expected` and `tolerance`
    are f64 in JSON and rounded to f32 in the text."""

    def __init__(self, kind, name, values):
        self.kind, self.name, self.values = kind, name, list(values)
        assert NAME.fullmatch(name), name
        for value in self.values:
            if kind == "u":
                assert isinstance(value, int) and 0 <= value < 2**53, (name, value)
            elif kind == "w":
                assert NAME.fullmatch(value), (name, value)
            elif kind == "f":
                assert f32.is_f32(value), (name, value)

    def json(self):
        write = {"u": str, "w": '"{}"'.format, "f": f32.json_f32}.get(self.kind, f32.json_f64)
        return f'"{self.name}": [{", ".join(map(write, self.values))}]'

    def text(self):
        def number(rounded):
            return lambda value: f"{f32.bits(rounded(value)):08x}"

        write = {"u": str, "w": str, "tolerance": number(f32.up)}.get(self.kind, number(f32.f32))
        letter = self.kind if self.kind in "uw" else "f"
        return " ".join([self.name, letter, str(len(self.values)), *map(write, self.values)])


def u(name, *values):
    return Field("u", name, values)


def f(name, *values):
    return Field("f", name, values)


def w(name, *values):
    return Field("w", name, values)


def byte_field(name, numbers, form):
    """The bytes of an upload, for short ones: little-endian (spec L5)."""
    if len(numbers) > 64:
        return []
    return [u(name, *struct.pack(f"<{len(numbers)}{form}", *numbers))]


def met(name, expected, tolerance, strict):
    """What a field with a tolerance and strict bits consists of."""
    assert len(expected) == len(tolerance) == len(strict), name
    return [
        Field("expected", name, expected),
        Field("tolerance", f"{name}.tolerance", tolerance),
        Field("f", f"{name}.strict", strict),
    ]


def refusal(why, index=None):
    return [w("error", why)] + ([] if index is None else [u("error.index", index)])


class Case:
    def __init__(self, name, rules, inputs, outputs):
        self.name, self.rules, self.inputs, self.outputs = name, rules.split(), inputs, outputs
        assert NAME.fullmatch(name), name
        assert self.rules and all(re.fullmatch(r"[A-Z]\d+", rule) for rule in self.rules), rules
        for fields in (inputs, outputs):
            names = [field.name for field in fields]
            assert len(set(names)) == len(names), (name, names)

    def json(self):
        def block(fields):
            return "{\n" + ",\n".join(f"        {field.json()}" for field in fields) + "\n      }"

        rules = ", ".join(f'"{rule}"' for rule in self.rules)
        return (
            f'    {{\n      "name": "{self.name}",\n      "rules": [{rules}],\n'
            f'      "input": {block(self.inputs)},\n      "output": {block(self.outputs)}\n    }}'
        )

    def text(self):
        lines = [f"case {self.name}", f"rules {len(self.rules)} {' '.join(self.rules)}"]
        for word, fields in (("input", self.inputs), ("output", self.outputs)):
            lines.append(f"{word} {len(fields)}")
            lines.extend(field.text() for field in fields)
        return "\n".join(lines) + "\n"


def files(group, cases):
    """Name and content of both files of a group."""
    names = [case.name for case in cases]
    assert len(set(names)) == len(names), sorted(name for name in names if names.count(name) > 1)
    head = f'{{\n  "version": {VERSION},\n  "group": "{group}",\n  "cases": [\n'
    text = f"morphkit-golden {VERSION} {group} {len(cases)}\n"
    return {
        f"{group}.json": head + ",\n".join(case.json() for case in cases) + "\n  ]\n}\n",
        f"{group}.txt": text + "".join(case.text() for case in cases),
    }
