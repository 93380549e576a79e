"""A worker of the CPU benchmark: NumPy's matrix product, asked over stdin, answering over stdout.

The lines that it understands are those of src/cpu/protocol.rs. It serves sequences only.
"""

import os
import sys
import time

for library in ("OPENBLAS", "OMP", "MKL"):
    os.environ.setdefault(library + "_NUM_THREADS", "1")
import numpy as np

MIN_RUNS = 3
MAX_RUNS = 10_000
LONG_S = 0.4


def read(folder, name):
    return np.fromfile(os.path.join(folder, name + ".f32"), dtype="<f4")


def products(vertices, targets, frames, folder):
    """The contenders: the line as one writes it, and the same into memory that exists."""
    base = read(folder, "base")[: 3 * vertices]
    deltas = read(folder, "deltas").reshape(targets, 3 * vertices)
    weights = read(folder, "weights").reshape(frames, targets)
    out = np.empty((frames, 3 * vertices), dtype=np.float32)

    def as_written():
        return base + weights @ deltas

    def in_place():
        np.matmul(weights, deltas, out=out)
        return np.add(out, base, out=out)

    return {"numpy": as_written, "numpy.in-place": in_place}


def median_of(run, budget_s):
    """The median in nanoseconds of as many calls as fit, as src/cpu/clock.rs does it."""
    first = time_ns(run)
    least = MIN_RUNS if first < LONG_S * 1e9 else 1
    warming = first
    while warming < budget_s / 4 * 1e9:
        warming += time_ns(run)
    times = []
    spent = 0
    while wanted(len(times), least, spent, budget_s * 1e9):
        times.append(time_ns(run))
        spent += times[-1]
    times.sort()
    return f"{times[len(times) // 2]} {len(times)}"


def time_ns(run):
    before = time.perf_counter_ns()
    run()
    return time.perf_counter_ns() - before


def wanted(runs, least, spent_ns, budget_ns):
    return runs < least or (runs < MAX_RUNS and spent_ns < budget_ns)


def versions():
    blas = np.show_config(mode="dicts")["Build Dependencies"]["blas"]
    python = ".".join(map(str, sys.version_info[:3]))
    return f"Python {python}, NumPy {np.__version__}, BLAS {blas['name']} {blas['version']}"


def main():
    contenders = {}
    for line in sys.stdin:
        command, *rest = line.rstrip("\n").split(" ")
        try:
            if command == "facts":
                reply = "facts " + versions()
            elif command == "load":
                vertices, targets, frames = (int(rest[at]) for at in (0, 1, 3))
                contenders = products(vertices, targets, frames, " ".join(rest[4:]))
                reply = " ".join(["contenders", *contenders])
            elif command == "check":
                contenders[rest[0]]().tofile(" ".join(rest[1:]))
                reply = "checked 0 POSITION"
            elif command == "run":
                reply = "ns " + median_of(contenders[rest[0]], float(rest[1]) / 1000)
            else:
                reply = "error no such command: " + command
        except Exception as error:
            reply = "error " + repr(error).replace("\n", " ")
        print(reply, flush=True)


main()
