"""The golden vectors' JSON form (tests/golden/README.md): reading, and comparing with what was found."""

import json
import math

from morph.floats import bits, f32

_NOT_JSON = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}
_OPTIONAL = {"bytes"}  # expected only where they are few


class Miss(Exception):
    """A found value that is not the expected one."""


def read_file(path):
    """Group and cases of a file; fails where it is of another version or has no cases."""
    with open(path, encoding="utf-8") as file:
        content = json.load(file)
    if content["version"] != 1:
        raise Miss(f"{path}: version: expected 1, found {content['version']}")
    if not content["cases"]:
        raise Miss(f"{path}: no cases")
    for case in content["cases"]:
        for side in ("input", "output"):
            case[side] = {name: _decode(values) for name, values in case[side].items()}
    return content["group"], content["cases"]


def floats(values):
    """Numbers of an input as the f32 that they are."""
    return [f32(value) for value in values]


def compare(expected, found):
    """Compares all output fields of a case; found ones that are not expected are a miss, too."""
    values = {name: want for name, want in expected.items() if not name.endswith((".tolerance", ".strict"))}
    found = {name: got for name, got in found.items() if name in values or name not in _OPTIONAL}
    if values.keys() != found.keys():
        raise Miss(f"output fields: expected {sorted(values)}, found {sorted(found)}")
    for name, want in values.items():
        if name + ".tolerance" in expected:
            _within(name, want, expected[name + ".tolerance"], found[name])
            _exact(name + ".strict", expected.get(name + ".strict", []), found[name])
        else:
            _exact(name, want, found[name])


def compare_box(expected, found):
    """As `compare`, but boxes may be larger by `slack` (N4, N5, N15), and hold the exact boxes."""
    box = {name: found.pop(name) for name in ("min", "max")}
    rest = {name: want for name, want in expected.items() if name not in ("min", "max", "slack")}
    compare(rest, found)
    for name in ("min", "max", "slack"):
        _same_length(name, expected.get(name, []), box["min"])
    for axis in range(len(box["min"])):
        low, high, slack = (expected[name][axis] for name in ("min", "max", "slack"))
        _side("min", axis, low, box["min"][axis], low - box["min"][axis], slack)
        _side("max", axis, high, box["max"][axis], box["max"][axis] - high, slack)
        corners = [found[name][axis] for name in ("exact.min", "exact.max") if name in found]
        if any(not box["min"][axis] <= corner <= box["max"][axis] for corner in corners):
            raise Miss(f"axis {axis}: expected a box around {corners}, found {box}")


def _decode(values):
    return [_NOT_JSON.get(value, value) for value in values]


def _side(name, axis, want, got, outside, slack):
    if got != want and not 0.0 <= outside <= slack:
        raise Miss(f"{name}[{axis}]: expected {want} or outside by at most {slack}, found {got}")


def _within(name, want, tolerance, got):
    _same_length(name, want, got)
    _same_length(name + ".tolerance", want, tolerance)
    for index, (value, slack, number) in enumerate(zip(want, tolerance, got)):
        equal = number == value or (math.isnan(number) and math.isnan(value))
        if not equal and not abs(number - value) <= slack:
            raise Miss(f"{name}[{index}]: expected {value} within {slack}, found {number}")


def _exact(name, want, got):
    _same_length(name, want, got)
    for index, (value, number) in enumerate(zip(want, got)):
        if not _same(value, number):
            raise Miss(f"{name}[{index}]: expected {value}, found {number}")


def _same(want, got):
    """Equal bits of floats, any NaN as any other; equal words and integers."""
    if isinstance(got, float):
        return not isinstance(want, str) and (bits(f32(want)) == bits(got) or (math.isnan(want) and math.isnan(got)))
    return want == got


def _same_length(name, want, got):
    if len(want) != len(got):
        raise Miss(f"{name}: expected {len(want)} values, found {len(got)}")
