#!/usr/bin/env python3
"""Writes the golden vectors beside this file, or with --check says which of them differ.

Needs Python 3.9 and nothing else. Gives the same bytes on every machine.
"""

import sys
from pathlib import Path

sys.dont_write_bytecode = True  # the folder holds what is committed and nothing else

from maker import (  # noqa: E402
    active, animation, blend_finishes, blend_sums, bounds, choice, clusters, frame, linear, mix, packed, texture,
    tracks,
)
from maker.case import files  # noqa: E402

FOLDER = Path(__file__).resolve().parent

GROUPS = {
    "blend": lambda: blend_sums.cases() + blend_finishes.cases(),
    "active": active.cases,
    "texture": texture.cases,
    "linear": linear.cases,
    "packed": packed.cases,
    "frame": frame.cases,
    "animation": animation.cases,
    "tracks": tracks.cases,
    "mix": mix.cases,
    "bounds": bounds.cases,
    "clusters": clusters.cases,
    "choice": choice.cases,
}


def main(arguments):
    if arguments not in ([], ["--check"]):
        sys.exit(f"usage: {sys.argv[0]} [--check]")
    made, count = {}, 0
    for group, cases in GROUPS.items():
        of_group = cases()
        count += len(of_group)
        made.update(files(group, of_group))
    if arguments:
        check(made)
        print(f"{count} cases in {len(GROUPS)} groups, as committed")
    else:
        for name, content in made.items():
            (FOLDER / name).write_bytes(content.encode("ascii"))
        print(f"{count} cases in {len(GROUPS)} groups written")


def check(made):
    there = {path.name for pattern in ("*.json", "*.txt") for path in FOLDER.glob(pattern)}
    wrong = sorted(there - made.keys())
    for name, content in made.items():
        path = FOLDER / name
        if not path.exists() or path.read_bytes() != content.encode("ascii"):
            wrong.append(name)
    if wrong:
        sys.exit(f"differ from what make.py writes: {', '.join(wrong)}\nwrite them: cargo xtask vectors")


if __name__ == "__main__":
    main(sys.argv[1:])
