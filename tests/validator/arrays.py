"""Reads what `morphkit extract` wrote, with Python's own libraries: a reader that shares no code
with the writer.

    python3 arrays.py FILE.npz

The JSON lies beside the file. Every array that it names must be there with the shape that the index
implies, and nothing else; numbers must be finite. Where NumPy is installed, it must read the same.
"""

import ast
import json
import math
import struct
import sys
import zipfile
from pathlib import Path

COMPONENTS = {"POSITION": 3, "NORMAL": 3, "TANGENT": 4, "TEXCOORD": 2, "COLOR": 4}


def read_npy(data):
    """Shape and numbers of an array in the .npy format, versions 1 and 2."""
    assert data[:6] == b"\x93NUMPY", "no .npy file"
    start = 10 if data[6] == 1 else 12
    length = struct.unpack_from("<H" if data[6] == 1 else "<I", data, 8)[0]
    header = ast.literal_eval(data[start : start + length].decode("latin-1"))
    assert not header["fortran_order"], "columns first"
    code = {"<f4": "f", "<u4": "I"}[header["descr"]]
    numbers = struct.unpack(f"<{math.prod(header['shape'])}{code}", data[start + length :])
    return tuple(header["shape"]), numbers


class Arrays:
    """The arrays of a file, each of which must be named by the index."""

    def __init__(self, path):
        with zipfile.ZipFile(path) as archive:
            assert archive.testzip() is None, "damaged"
            names = archive.namelist()
            self.left = {name.removesuffix(".npy"): read_npy(archive.read(name)) for name in names}
        self.all = dict(self.left)

    def check(self, name, *shape):
        """One array, with its shape; None stands for any length."""
        found, numbers = self.all[name]
        self.left.pop(name, None)
        fits = len(found) == len(shape) and all(s in (None, f) for s, f in zip(shape, found))
        assert fits, f"{name}: expected {shape}, got {found}"
        assert all(math.isfinite(number) for number in numbers), name
        return found, numbers


def check_primitive(arrays, primitive, target_count):
    """Base, deltas and indices of one primitive."""
    vertices = primitive["vertex_count"]
    for attribute, name in primitive["base"].items():
        components = None if attribute.startswith("COLOR") else COMPONENTS[attribute.split("_")[0]]
        arrays.check(name, vertices, components)
    for attribute, name in primitive["targets"].items():
        components = 3 if attribute == "TANGENT" else COMPONENTS[attribute.split("_")[0]]
        arrays.check(name, target_count, vertices, components)
    if primitive["indices"] is not None:
        _, indices = arrays.check(primitive["indices"], None)
        assert max(indices) < vertices, primitive["indices"]


def check_channel(arrays, channel, target_counts):
    """Times and values of one channel."""
    (keys,), times = arrays.check(channel["times"], None)
    assert list(times) == sorted(times), channel["times"]
    columns = 1 if channel["target"] is not None else target_counts[channel["node"]]
    shape = (keys, 3, columns) if channel["interpolation"] == "CUBICSPLINE" else (keys, columns)
    arrays.check(channel["values"], *shape)


def check_numpy(path, arrays):
    """The same by NumPy, where it is installed."""
    try:
        import numpy
    except ImportError:
        return
    with numpy.load(path) as loaded:
        assert set(loaded.files) == set(arrays.all)
        for name, (shape, numbers) in arrays.all.items():
            assert loaded[name].shape == shape and tuple(loaded[name].ravel()) == numbers, name


def main():
    path = Path(sys.argv[1])
    index = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert index["schema"] == 1 and index["arrays"] == path.name, "another index"
    arrays = Arrays(path)
    target_counts = {}
    for mesh in index["meshes"]:
        (count,), _ = arrays.check(mesh["weights"], None)
        assert mesh["target_names"] is None or len(mesh["target_names"]) == count
        for node in mesh["nodes"]:
            arrays.check(node["weights"], count)
            target_counts[node["node"]] = count
        for primitive in mesh["primitives"]:
            check_primitive(arrays, primitive, count)
    for animation in index["animations"]:
        for channel in animation["channels"]:
            check_channel(arrays, channel, target_counts)
    assert not arrays.left, f"named nowhere: {sorted(arrays.left)}"
    check_numpy(path, arrays)


if __name__ == "__main__":
    main()
