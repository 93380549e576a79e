#!/usr/bin/env python3
"""Compares the pictures of the backends of `morphkit render`.

    python3 tests/pictures.py -- target/release/morphkit
    python3 tests/pictures.py --corpus DIR -- target/release/morphkit
    python3 tests/pictures.py face.glb robot.glb -- target/release/morphkit

Each file is drawn by cpu, texture and storage with its own weights, and by every backend with all
weights at 0.6. It passes where the pictures are near cpu's, and show something on more than 2 % of the
pixels. Near is within 1/255 on 99.9 % of the pixels where deltas are exact; within 2/255 on 99.5 %
where they are rounded, and within 8/255 on 97 % in six bytes, whose normals are off by a degree or two.

That is asked of files that are named, and of those in a folder whose default scene draws a mesh with
morph targets as triangles and that need no meshopt decoder. All others must end with exit status 0 or
1, and say why where it is 1.

Needs Python 3.8 and nothing else.
"""

import argparse
import json
import os
import struct
import subprocess
import sys
import tempfile
import zlib
from concurrent.futures import ThreadPoolExecutor

# Of 255, and the share of pixels that have to be as near.
EXACT, ROUNDED, COARSE = (1, 0.999), (2, 0.995), (8, 0.97)
BACKENDS = {
    "cpu": EXACT,
    "texture": EXACT,
    "storage": EXACT,
    "row-sparse": ROUNDED,
    "deform": ROUNDED,
    "deform-f32": EXACT,
    "deform-16bit": ROUNDED,
    "deform-half": ROUNDED,
    "deform-8b": ROUNDED,
    "deform-6b": COARSE,
    "deform-bounded": ROUNDED,
    "deform-blocked16": ROUNDED,
    "deform-blocked32": ROUNDED,
    "deform-row-sparse": ROUNDED,
}
FIRST = ["cpu", "texture", "storage"]
COVERED = 0.02
TIMEOUT_S = 120


def read_png(path):
    """Width, height and rows of RGB bytes of an 8-bit RGB or RGBA picture without interlacing."""
    with open(path, "rb") as file:
        data = file.read()
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        raise ValueError("no PNG")
    at, packed, header = 8, b"", None
    while at < len(data):
        (length,) = struct.unpack_from(">I", data, at)
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            header = struct.unpack(">IIBBBBB", body)
        elif kind == b"IDAT":
            packed += body
        at += 12 + length
    width, height, depth, color, _, _, interlace = header
    channels = {2: 3, 6: 4}.get(color)
    if depth != 8 or channels is None or interlace:
        raise ValueError(f"expected 8-bit RGB or RGBA, got depth {depth}, colour type {color}")
    raw, stride = zlib.decompress(packed), width * channels
    above, rows = bytearray(stride), []
    for y in range(height):
        start = y * (stride + 1)
        row = unfilter(raw[start], bytearray(raw[start + 1 : start + 1 + stride]), above, channels)
        above = row
        rows.append(row if channels == 3 else without_alpha(row))
    return width, height, rows


def without_alpha(row):
    out = bytearray(len(row) // 4 * 3)
    for channel in range(3):
        out[channel::3] = row[channel::4]
    return out


def unfilter(kind, row, above, channels):
    if kind == 1:
        for i in range(channels, len(row)):
            row[i] = (row[i] + row[i - channels]) & 255
    elif kind == 2:
        for i, up in enumerate(above):
            row[i] = (row[i] + up) & 255
    elif kind == 3:
        for i, up in enumerate(above):
            left = row[i - channels] if i >= channels else 0
            row[i] = (row[i] + (left + up) // 2) & 255
    elif kind == 4:
        for i, up in enumerate(above):
            left, corner = (row[i - channels], above[i - channels]) if i >= channels else (0, 0)
            guess = left + up - corner
            to_left, to_up, to_corner = abs(guess - left), abs(guess - up), abs(guess - corner)
            if to_left <= to_up and to_left <= to_corner:
                best = left
            else:
                best = up if to_up <= to_corner else corner
            row[i] = (row[i] + best) & 255
    elif kind != 0:
        raise ValueError(f"unknown filter {kind}")
    return row


def covered(picture):
    """Share of pixels that differ from the left upper corner, which is background."""
    width, height, rows = picture
    background = bytes(rows[0][:3])
    blank = background * width
    count = 0
    for row in rows:
        if row != blank:
            count += sum(row[i : i + 3] != background for i in range(0, len(row), 3))
    return count / (width * height)


def same(a, b, tolerance):
    """Share of pixels within the tolerance, and the largest difference."""
    width, height, rows = a
    if (width, height) != b[:2]:
        raise ValueError("pictures of different sizes")
    wrong = worst = 0
    for left, right in zip(rows, b[2]):
        if left == right:
            continue
        for i in range(0, len(left), 3):
            off = max(abs(left[i + c] - right[i + c]) for c in range(3))
            wrong += off > tolerance
            worst = max(worst, off)
    return 1 - wrong / (width * height), worst


def render(program, file, backend, options, output):
    command = program + ["render", file, "-o", output, "--backend", backend] + options
    done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT_S)
    return done.returncode, done.stderr.strip()


def error_of(stderr):
    """The error and its causes in one line."""
    lines = stderr.splitlines()
    starts = [at for at, line in enumerate(lines) if line.startswith("error: ")]
    return " ".join(line.strip() for line in lines[starts[-1] :]) if starts else ""


def compare(program, file, backends, options, folder):
    """Draws a file with some backends, cpu first: (drawn, passed, what to say)."""
    pictures = {}
    for backend in backends:
        output = os.path.join(folder, f"{backend}.png")
        try:
            code, stderr = render(program, file, backend, options, output)
        except subprocess.TimeoutExpired:
            return True, False, f"{backend}: no picture after {TIMEOUT_S} s"
        if code != 0:
            told = error_of(stderr)
            clean = code == 1 and told != "" and not pictures
            return False, clean, f"{backend}: exit status {code}: {told or 'no message'}"
        pictures[backend] = read_png(output)
    share = covered(pictures["cpu"])
    said, passed = [f"covers {share:.1%}"], share > COVERED
    for backend in list(backends)[1:]:
        tolerance, share = BACKENDS[backend]
        equal, worst = same(pictures["cpu"], pictures[backend], tolerance)
        passed = passed and equal >= share
        said.append(f"{backend} {equal:.3%} same" + (f", off by {worst}" if worst else ""))
    return True, passed, ", ".join(said)


def read_json(path):
    """The JSON of a .gltf, .glb or .vrm file."""
    with open(path, "rb") as file:
        data = file.read()
    if data[:4] == b"glTF":
        (length,) = struct.unpack_from("<I", data, 12)
        data = data[20 : 20 + length]
    return json.loads(data.decode("utf-8-sig").rstrip("\0 "))


def draws_morphs(path):
    """Whether the default scene draws a mesh with targets as triangles, without meshopt."""
    root = read_json(path)
    if any("meshopt" in name for name in root.get("extensionsRequired", [])):
        return False
    nodes = root.get("nodes", [])
    scenes = root.get("scenes", [])
    if not scenes:
        return False
    stack = list(scenes[int(root.get("scene", 0))].get("nodes", []))
    seen = set()
    while stack:
        index = int(stack.pop())
        if index in seen:
            continue
        seen.add(index)
        node = nodes[index]
        stack += node.get("children", [])
        mesh = root["meshes"][int(node["mesh"])] if "mesh" in node else {"primitives": []}
        for primitive in mesh["primitives"]:
            triangles = primitive.get("mode", 4) >= 4
            if primitive.get("targets") and triangles and "POSITION" in primitive["attributes"]:
                return True
    return False


def find(folder):
    for base, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            if name.endswith((".gltf", ".glb", ".vrm")):
                yield os.path.join(base, name)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../shared/corpus/valid")
    parser.add_argument("files", nargs="*", help="files that must be drawn; default: a folder's")
    parser.add_argument("--corpus", help="folder of files that load (default: the corpus beside)")
    parser.add_argument("--size", default="320x240", help="of the pictures (default: 320x240)")
    parser.add_argument("--jobs", type=int, default=2, help="files at a time (default: 2)")
    if "--" not in sys.argv:
        parser.error("expected -- and the program, such as -- target/release/morphkit")
    split = sys.argv.index("--")
    args, program = parser.parse_args(sys.argv[1:split]), sys.argv[split + 1 :]
    if not program:
        parser.error("expected a program after --")
    folder = args.corpus or beside
    if args.corpus or not args.files:
        if not os.path.isdir(folder):
            parser.error(f"{folder}: no such folder; give --corpus DIR or files")
    files = list(args.files)
    root = os.path.commonpath([os.path.dirname(os.path.abspath(f)) for f in files]) if files else folder
    if args.corpus or not files:
        files += list(find(folder))
        root = folder
    if not files:
        parser.error(f"{folder}: no .gltf, .glb or .vrm files")
    must = set(args.files)

    def one(file):
        with tempfile.TemporaryDirectory() as work:
            try:
                needed = file in must or draws_morphs(file)
                options = ["--size", args.size]
                drawn, passed, said = compare(program, file, FIRST, options, work)
                if drawn and needed:
                    also = compare(program, file, BACKENDS, options + ["--set", "*=0.6"], work)
                    passed, said = passed and also[1], f"{said}; all at 0.6: {also[2]}"
            except (OSError, ValueError, LookupError, zlib.error) as error:
                return file, True, False, repr(error)
        if not needed:
            # Nothing is asked of what it shows.
            passed = passed or drawn
            said += " (no morphed triangles in its scene)"
        return file, needed, passed and (drawn or not needed), said

    passed = failed = morphed = 0
    with ThreadPoolExecutor(max_workers=args.jobs) as pool:
        for file, needed, good, said in pool.map(one, files):
            passed += good
            failed += not good
            morphed += needed
            print("ok    " if good else "FAILED", os.path.relpath(file, root), said, flush=True)
    print(f"{morphed} of {len(files)} files draw morphed triangles")
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or morphed == 0 else 0)


if __name__ == "__main__":
    main()
