#!/usr/bin/env python3
"""Runs the Python implementation over golden vectors: run.py tests/golden/*.json

Prints for each group how many cases passed. Exits with 1 where one did not, and names it.
"""

import re
import sys

from morph import animation, blend, bounds, choice, clusters, frames, layouts, mix, packed, tracks, weights
from morph.floats import bits, from_bits, little_endian
from morph.refused import Refused
from morph.targets import Deltas, Targets
from vectors import Miss, compare, compare_box, floats, read_file

_MESH = r"vertices|base\.vertices|targets|base\.[A-Z_0-9]+|target\.\d+\.[A-Z_0-9]+(\.at)?"
_LAYOUT = r"profile|bands|limit\.\w+|address\.\w+|vertices|targets|target\.\d+\.[A-Z_0-9]+(\.at)?"
_FRAME = r"format|vertices|targets|weights|first_vertex|limit\.dimension|capacity|shorten|alignment|stride"
_PACKED = r"kind|encoding|words|vertices|targets|target\.\d+\.[A-Z_0-9]+(\.at)?"
_PLAYED = r"track\.\d+\.(mode|targets|times|values)|players\.(track|row|time)"
_TRACKS = rf"row\.format|targets|stride|vertices|first_vertex|{_PLAYED}"
_CHOICE = r"vertices|targets|bands|stage|limit\.(dimension|layers|binding|storage_buffers)"

# The words that some input fields may have.
_WORDS = {
    "form": ("targets", "profile", "arrays"),
    "level": ("portable", "strict"),
    "profile": ("seed", "tiled", "compat", "linear"),
    "format": ("seed", "pairs", "compat", "fallback", "row"),
    "kind": ("blocked", "rows", "dense"),
    "encoding": ("f32", "bits16", "eight-bytes", "six-bytes", "f16"),
    "mode": ("STEP", "LINEAR", "CUBICSPLINE"),
    "stage": ("vertex", "compute"),
    "layer.mode": ("replace", "add"),
    "track.mode": ("STEP", "LINEAR", "CUBICSPLINE"),
    "row.format": ("pairs", "dense"),
}


def one(fields, name):
    """The only value of a field."""
    (value,) = fields[name]
    return value


def read_targets(fields):
    """The targets of a mesh."""
    vertices, count = one(fields, "vertices"), one(fields, "targets")
    by_attribute = [{} for _ in range(count)]
    for name, values in fields.items():
        if name.startswith("target.") and not name.endswith(".at"):
            _, target, attribute = name.split(".")
            at = fields.get(name + ".at")
            by_attribute[int(target)][attribute] = Deltas(attribute, floats(values), vertices, at)
    return Targets(vertices, by_attribute)


def read_base(fields):
    """The base of a mesh."""
    names = [name for name in fields if name.startswith("base.") and name != "base.vertices"]
    return {name.removeprefix("base."): floats(fields[name]) for name in names}


def has_deltas(fields):
    return any(name.startswith("target.") for name in fields)


def run_blend(fields):
    base, targets = read_base(fields), read_targets(fields)
    given = floats(fields["weights"])
    vertices = one(fields, "base.vertices" if "base.vertices" in fields else "vertices")
    if one(fields, "form") == "arrays":
        return blend.blend_arrays(base, vertices, targets, given)
    if one(fields, "form") == "profile":
        targets = targets.of_profile(layouts.PROFILE_BANDS)
    return blend.blend(base, vertices, targets, given, one(fields, "normalize") == 1)


def run_active(fields):
    given = weights.set_weights(floats(fields["weights"]), one(fields, "targets"))
    active, dropped = weights.active_list(given), 0
    if "capacity" in fields:
        active, dropped = weights.shorten(active, one(fields, "capacity"))
    return {
        "weights": given,
        "list.indices": [index for index, _ in active],
        "list.weights": [weight for _, weight in active],
        "dropped": [dropped],
    }


def run_texture(fields):
    vertices, targets = one(fields, "vertices"), one(fields, "targets")
    if one(fields, "profile") == "seed":
        texture = layouts.seed_texture(vertices, targets)
    else:
        limits = one(fields, "limit.dimension"), one(fields, "limit.layers")
        texture = layouts.tiled_texture(vertices, targets, fields["bands"], *limits)
    asked = zip(fields["address.target"], fields["address.vertex"], fields["address.band"])
    addresses = [texture.address(*deltas) for deltas in asked]
    found = {name: [getattr(texture, name)] for name in ("stored", "width", "rows_per_band", "height", "layers")}
    for place, name in enumerate(("address.column", "address.row", "address.layer")):
        found[name] = [address[place] for address in addresses]
    if has_deltas(fields):
        found["texels"] = texture.texels(read_targets(fields))
        found["bytes"] = little_endian(list(map(bits, found["texels"])))
    return found


def run_linear(fields):
    vertices, targets = one(fields, "vertices"), one(fields, "targets")
    binding = one(fields, "limit.binding")
    if one(fields, "profile") == "compat":
        buffer = layouts.compat_linear(vertices, targets, binding)
    else:
        buffer = layouts.linear(vertices, targets, fields["bands"], binding)
    asked = zip(fields["address.target"], fields["address.vertex"], fields["address.band"])
    found = {"stride": [buffer.stride], "words": [buffer.words]}
    found["address.word"] = [buffer.address(*deltas) for deltas in asked]
    if has_deltas(fields):
        found["data"] = buffer.data(read_targets(fields))
        found["bytes"] = little_endian(list(map(bits, found["data"])))
    return found


def run_packed(fields):
    kind = one(fields, "kind")
    if "words" in fields:
        decoded = packed.read(kind, fields["words"])
        found = {f"decoded.{target}.{band}": values for (target, band), values in decoded.values.items()}
        return {"vertices": [decoded.vertices], "targets": [decoded.targets], **found}
    words = packed.write(kind, one(fields, "encoding"), read_targets(fields), one(fields, "targets"))
    return {"words": words, "bytes": little_endian(words)}


def run_frame(fields):
    found = frame_words(fields)
    return {**found, "bytes": little_endian(found["words"])}


def frame_words(fields):
    form = one(fields, "format")
    if form == "fallback":
        return {"words": frames.COMPAT_FALLBACK}
    mesh = one(fields, "vertices"), one(fields, "targets"), floats(fields["weights"])
    if form == "seed":
        return {"words": frames.seed_uniform(*mesh)}
    if form == "compat":
        return {"words": frames.compat_weights(*mesh)}
    first_vertex = one(fields, "first_vertex")
    if form == "row":
        stride = frames.row_stride(mesh[1], one(fields, "alignment"))
        return {"words": frames.row(*mesh, first_vertex, fields.get("stride", [stride])[0])}
    capacity = fields.get("capacity", [None])[0]
    shortens = one(fields, "shorten") == 1
    words, dropped = frames.pairs_uniform(*mesh, first_vertex, one(fields, "limit.dimension"), capacity, shortens)
    return {"words": words, "dropped": [dropped]}


def run_animation(fields):
    numbers = floats(fields["times"]), floats(fields["values"])
    track = animation.Track(one(fields, "mode"), one(fields, "targets"), *numbers)
    room = one(fields, "room")
    return {"weights": [weight for time in floats(fields["at"]) for weight in track.sample(time, room)]}


def run_tracks(fields):
    played = []
    while (prefix := f"track.{len(played)}.") + "mode" in fields:
        numbers = floats(fields[prefix + "times"]), floats(fields[prefix + "values"])
        played.append(animation.Track(one(fields, prefix + "mode"), one(fields, prefix + "targets"), *numbers))
    words = tracks.pack(played)
    players = list(zip(fields["players.track"], fields["players.row"]))
    row = [one(fields, name) for name in ("targets", "stride", "vertices", "first_vertex")]
    dense = one(fields, "row.format") == "dense"
    rows = [2**32 - 1] * (row[1] * max((own + 1 for _, own in players), default=0))
    tracks.play(played, players, floats(fields["players.time"]), dense, *row, rows)
    found = [weight for _, own in players for weight in read_row(rows[own * row[1] :], row[0], dense)]
    return {"tracks": words, "crowd": tracks.crowd(players, *row), "rows": rows, "weights": found}


def read_row(words, targets, dense):
    """The weights of a row's targets, 0 where no pair has one (F9, F15)."""
    if dense:
        return [from_bits(word) for word in words[4 : 4 + targets]]
    pairs = {words[at]: from_bits(words[at + 1]) for at in range(4, 4 + 2 * words[0], 2)}
    return [pairs.get(target, 0.0) for target in range(targets)]


def run_mix(fields):
    layers = []
    while (prefix := f"layer.{len(layers)}.") + "mode" in fields:
        mode, factor = one(fields, prefix + "mode"), floats(fields[prefix + "factor"])[0]
        mask = floats(fields[prefix + "mask"]) if prefix + "mask" in fields else None
        first = floats(fields.get(prefix + "first", []))
        layers.append(mix.Layer(mode, floats(fields[prefix + "weights"]), factor, mask, first))
    overrides = list(zip(fields["override.targets"], floats(fields["override.weights"])))
    return {"weights": mix.mix(floats(fields["defaults"]), layers, overrides, one(fields, "targets"))}


def run_bounds(fields):
    base, targets = read_base(fields), read_targets(fields)
    if "ranges.low" in fields:
        ends = floats(fields["ranges.low"]), floats(fields["ranges.high"])
        low, high = bounds.box_for_ranges(base, targets, *ends)
        return {"min": low, "max": high}
    given = floats(fields["weights"])
    low, high = bounds.box_for_weights(base, targets, given)
    found = {"min": low, "max": high}
    try:
        found["exact.min"], found["exact.max"] = bounds.exact_box(base, targets, given)
    except Refused as refused:
        found["exact.error"] = [refused.word]
    return found


def run_clusters(fields):
    base, targets, of = read_base(fields), read_targets(fields), fields["clusters"]
    boxes = clusters.cluster_boxes(base, targets, of)
    count, rows, given = len(targets), one(fields, "row.count"), floats(fields["weights"])
    found = {"boxes": boxes, "uniform": clusters.uniform(of, count, rows, one(fields, "stride"))}
    found |= {"min": [], "max": [], "exact.min": [], "exact.max": []}
    for row in range(rows):
        weights = given[row * count : (row + 1) * count]
        low, high = clusters.row_box(boxes, count, weights)
        found["min"] += low
        found["max"] += high
        try:
            low, high = bounds.exact_box(base, targets, weights)
        except Refused as refused:
            del found["exact.min"], found["exact.max"]
            return {**found, "exact.error": [refused.word]}
        found["exact.min"] += low
        found["exact.max"] += high
    return found


def run_choice(fields):
    limits = {name: one(fields, "limit." + name) for name in ("dimension", "layers", "binding", "storage_buffers")}
    mesh = one(fields, "vertices"), one(fields, "targets"), fields["bands"]
    chosen = choice.choose(*mesh, one(fields, "stage"), limits)
    return {"layout": ["linear" if isinstance(chosen, layouts.Linear) else "texture"]}


# For each group: what runs a case, and the names of the input fields that it knows.
GROUPS = {
    "blend": (run_blend, rf"form|level|normalize|weights|{_MESH}"),
    "active": (run_active, r"targets|weights|capacity"),
    "texture": (run_texture, _LAYOUT),
    "linear": (run_linear, _LAYOUT),
    "packed": (run_packed, _PACKED),
    "frame": (run_frame, _FRAME),
    "animation": (run_animation, r"mode|targets|times|values|at|room"),
    "tracks": (run_tracks, _TRACKS),
    "mix": (run_mix, r"targets|defaults|layer\.\d+\.(mode|weights|first|factor|mask)|override\.(targets|weights)"),
    "bounds": (run_bounds, rf"weights|ranges\.(low|high)|{_MESH}"),
    "clusters": (run_clusters, rf"clusters|row\.(count|format)|stride|weights|{_MESH}"),
    "choice": (run_choice, _CHOICE),
}


def run_case(group, case):
    """Runs one case and compares; raises `Miss` where it does not pass."""
    run, known = GROUPS[group]
    for name, values in case["input"].items():
        if not re.fullmatch(known, name):
            raise Miss(f"input field {name} is not known")
        general = re.sub(r"^(layer|track)\.\d+", r"\1", name)
        if general in _WORDS and one(case["input"], name) not in _WORDS[general]:
            raise Miss(f"input field {name}: {values} is not known")
    try:
        found = run(case["input"])
    except Refused as refused:
        found = {"error": [refused.word]}
        if refused.index is not None:
            found["error.index"] = [refused.index]
    if "min" in found and "min" in case["output"]:
        compare_box(case["output"], found)
    else:
        compare(case["output"], found)


def run_file(path):
    """Runs all cases of a file; true where all passed."""
    group, cases = read_file(path)
    if group not in GROUPS:
        raise Miss(f"{path}: group {group} is not known")
    passed = 0
    for case in cases:
        try:
            run_case(group, case)
            passed += 1
        except Miss as miss:
            print(f"{group}/{case['name']}: {miss}")
    print(f"{group}: {passed} of {len(cases)} cases passed")
    return passed == len(cases)


def main(paths):
    if not paths:
        print("no files of vectors were named")
        return 1
    passed = True
    for path in paths:
        try:
            passed &= run_file(path)
        except Miss as miss:
            print(miss)
            passed = False
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
