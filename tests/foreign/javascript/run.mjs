#!/usr/bin/env node
// Runs the JavaScript implementation over golden vectors: run.mjs tests/golden/*.json
//
// Prints for each group how many cases passed. Exits with 1 where one did not, and names it.

import { Track } from "./morph/animation.mjs";
import { blend, blendArrays } from "./morph/blend.mjs";
import { boxForRanges, boxForWeights, exactBox } from "./morph/bounds.mjs";
import { choose } from "./morph/choice.mjs";
import { clusterBoxes, clusterUniform, rowBox } from "./morph/clusters.mjs";
import { COMPAT_FALLBACK, compatWeights, pairsUniform, row, rowStride, seedUniform } from "./morph/frames.mjs";
import { bits, fromBits, littleEndian } from "./morph/floats.mjs";
import { Linear, PROFILE_BANDS, compatLinear, linear, seedTexture, tiledTexture } from "./morph/layouts.mjs";
import { Layer, mix } from "./morph/mix.mjs";
import { read, write } from "./morph/packed.mjs";
import { Refused } from "./morph/refused.mjs";
import { Deltas, Targets } from "./morph/targets.mjs";
import { crowd, pack, play } from "./morph/tracks.mjs";
import { activeList, setWeights, shorten } from "./morph/weights.mjs";
import { Miss, compare, compareBox, readVectors } from "./vectors.mjs";

const DELTAS = String.raw`target\.\d+\.[A-Z_0-9]+(\.at)?`;
const MESH = String.raw`vertices|targets|base\.vertices|base\.[A-Z_0-9]+|${DELTAS}`;
const LAYOUT = String.raw`profile|vertices|targets|bands|limit\.\w+|address\.\w+|${DELTAS}`;

// The words that some input fields may have.
const WORDS = {
    form: ["targets", "profile", "arrays"],
    level: ["portable", "strict"],
    profile: ["seed", "tiled", "compat", "linear"],
    format: ["seed", "pairs", "compat", "fallback", "row"],
    kind: ["blocked", "rows", "dense"],
    encoding: ["f32", "bits16", "eight-bytes", "six-bytes", "f16"],
    mode: ["STEP", "LINEAR", "CUBICSPLINE"],
    stage: ["vertex", "compute"],
    "layer.mode": ["replace", "add"],
    "track.mode": ["STEP", "LINEAR", "CUBICSPLINE"],
    "row.format": ["pairs", "dense"],
};

// The only value of a field, or undefined where there is no such field.
function one(fields, name) {
    return fields[name]?.[0];
}

function floats(fields, name) {
    return new Float32Array(fields[name]);
}

// The targets of a mesh.
function readTargets(fields) {
    const vertices = one(fields, "vertices");
    const byAttribute = Array.from({ length: one(fields, "targets") }, () => new Map());
    for (const name of Object.keys(fields)) {
        const [kind, target, attribute, at] = name.split(".");
        if (kind !== "target" || at !== undefined) continue;
        byAttribute[target].set(attribute, new Deltas(attribute, floats(fields, name), vertices, fields[`${name}.at`]));
    }
    return new Targets(vertices, byAttribute);
}

// The base of a mesh.
function readBase(fields) {
    const names = Object.keys(fields).filter((name) => name.startsWith("base.") && name !== "base.vertices");
    return new Map(names.map((name) => [name.slice("base.".length), floats(fields, name)]));
}

function hasDeltas(fields) {
    return Object.keys(fields).some((name) => name.startsWith("target."));
}

// What is found at each asked address.
function addresses(fields, layout) {
    const { "address.target": targets, "address.vertex": vertices, "address.band": bands } = fields;
    return targets.map((target, place) => layout.address(target, vertices[place], bands[place]));
}

// Floats of a layout, and their bytes.
function stored(name, values) {
    return { [name]: values, bytes: littleEndian(Array.from(values, bits)) };
}

function runBlend(fields) {
    const base = readBase(fields);
    const profile = one(fields, "form") === "profile";
    const targets = profile ? readTargets(fields).ofProfile(PROFILE_BANDS) : readTargets(fields);
    const weights = floats(fields, "weights");
    const vertices = one(fields, "base.vertices") ?? targets.vertices;
    const arrays = one(fields, "form") === "arrays";
    const blended = arrays
        ? blendArrays(base, vertices, targets, weights)
        : blend(base, vertices, targets, weights, one(fields, "normalize") === 1);
    return Object.fromEntries(blended);
}

function runActive(fields) {
    const weights = setWeights(floats(fields, "weights"), one(fields, "targets"));
    const all = activeList(weights);
    const capacity = one(fields, "capacity") ?? all.length;
    const { kept, dropped } = shorten(all, capacity);
    return {
        weights,
        "list.indices": kept.map(({ index }) => index),
        "list.weights": new Float32Array(kept.map(({ weight }) => weight)),
        dropped: [dropped],
    };
}

function runTexture(fields) {
    const mesh = [one(fields, "vertices"), one(fields, "targets")];
    const texture =
        one(fields, "profile") === "seed"
            ? seedTexture(...mesh)
            : tiledTexture(...mesh, fields.bands, one(fields, "limit.dimension"), one(fields, "limit.layers"));
    const found = addresses(fields, texture);
    return {
        stored: [texture.stored],
        width: [texture.width],
        rows_per_band: [texture.rowsPerBand],
        height: [texture.height],
        layers: [texture.layers],
        "address.column": found.map(({ column }) => column),
        "address.row": found.map(({ row }) => row),
        "address.layer": found.map(({ layer }) => layer),
        ...(hasDeltas(fields) && stored("texels", texture.texels(readTargets(fields)))),
    };
}

function runLinear(fields) {
    const mesh = [one(fields, "vertices"), one(fields, "targets")];
    const binding = one(fields, "limit.binding");
    const compat = one(fields, "profile") === "compat";
    const buffer = compat ? compatLinear(...mesh, binding) : linear(...mesh, fields.bands, binding);
    return {
        stride: [buffer.stride],
        words: [buffer.words],
        "address.word": addresses(fields, buffer),
        ...(hasDeltas(fields) && stored("data", buffer.data(readTargets(fields)))),
    };
}

function runPacked(fields) {
    const kind = one(fields, "kind");
    if (!("words" in fields)) {
        const words = write(kind, one(fields, "encoding"), readTargets(fields), one(fields, "targets"));
        return { words, bytes: littleEndian(words) };
    }
    const { vertices, targets, values } = read(kind, fields.words);
    const decoded = values.flatMap((byBand, target) =>
        Array.from(byBand, ([band, deltas]) => [`decoded.${target}.${band}`, deltas]),
    );
    return { vertices: [vertices], targets: [targets], ...Object.fromEntries(decoded) };
}

function runFrame(fields) {
    const found = frameWords(fields);
    return { ...found, bytes: littleEndian(found.words) };
}

function frameWords(fields) {
    const format = one(fields, "format");
    if (format === "fallback") return { words: COMPAT_FALLBACK };
    const mesh = [one(fields, "vertices"), one(fields, "targets"), floats(fields, "weights")];
    if (format === "seed") return { words: seedUniform(...mesh) };
    if (format === "compat") return { words: compatWeights(...mesh) };
    const firstVertex = one(fields, "first_vertex");
    if (format === "row") {
        const stride = one(fields, "stride") ?? rowStride(mesh[1], one(fields, "alignment"));
        return { words: row(...mesh, firstVertex, stride) };
    }
    const { words, dropped } = pairsUniform(...mesh, {
        firstVertex,
        dimension: one(fields, "limit.dimension"),
        shortens: one(fields, "shorten") === 1,
        capacity: one(fields, "capacity"),
    });
    return { words, dropped: [dropped] };
}

function runAnimation(fields) {
    const numbers = [floats(fields, "times"), floats(fields, "values")];
    const track = new Track(one(fields, "mode"), one(fields, "targets"), ...numbers);
    const sampled = Array.from(floats(fields, "at"), (time) => [...track.sample(time, one(fields, "room"))]);
    return { weights: new Float32Array(sampled.flat()) };
}

function runTracks(fields) {
    const tracks = [];
    for (let prefix = "track.0"; `${prefix}.mode` in fields; prefix = `track.${tracks.length}`) {
        const numbers = ["times", "values"].map((name) => floats(fields, `${prefix}.${name}`));
        tracks.push(new Track(one(fields, `${prefix}.mode`), one(fields, `${prefix}.targets`), ...numbers));
    }
    const packed = pack(tracks);
    const players = fields["players.track"].map((track, at) => ({ track, row: fields["players.row"][at] }));
    const rows = {
        targets: one(fields, "targets"),
        stride: one(fields, "stride"),
        vertices: one(fields, "vertices"),
        firstVertex: one(fields, "first_vertex"),
    };
    const count = players.reduce((most, { row }) => Math.max(most, row + 1), 0);
    const words = new Array(count * rows.stride).fill(2 ** 32 - 1);
    const dense = one(fields, "row.format") === "dense";
    play(tracks, players, floats(fields, "players.time"), rows, dense, words);
    const weights = players.flatMap(({ row }) => readRow(words.slice(row * rows.stride), rows.targets, dense));
    return { tracks: packed, crowd: crowd(players, rows), rows: words, weights: new Float32Array(weights) };
}

// The weights of a row's targets, 0 where no pair has one (F9, F15).
function readRow(words, targets, dense) {
    if (dense) return words.slice(4, 4 + targets).map(fromBits);
    const weights = new Array(targets).fill(0);
    for (let pair = 4; pair < 4 + 2 * words[0]; pair += 2) weights[words[pair]] = fromBits(words[pair + 1]);
    return weights;
}

function runMix(fields) {
    const layers = [];
    for (let prefix = "layer.0"; `${prefix}.mode` in fields; prefix = `layer.${layers.length}`) {
        const of = (name) => (`${prefix}.${name}` in fields ? floats(fields, `${prefix}.${name}`) : undefined);
        const [mode, [factor]] = [one(fields, `${prefix}.mode`), of("factor")];
        layers.push(new Layer({ mode, weights: of("weights"), factor, mask: of("mask"), first: of("first") }));
    }
    const weights = floats(fields, "override.weights");
    const overrides = fields["override.targets"].map((target, index) => ({ target, weight: weights[index] }));
    return { weights: mix(floats(fields, "defaults"), layers, overrides, one(fields, "targets")) };
}

function runBounds(fields) {
    const mesh = [readBase(fields), readTargets(fields)];
    if ("ranges.low" in fields) {
        return { ...boxForRanges(...mesh, floats(fields, "ranges.low"), floats(fields, "ranges.high")) };
    }
    const weights = floats(fields, "weights");
    return { ...boxForWeights(...mesh, weights), ...exactCorners(...mesh, weights) };
}

function runClusters(fields) {
    const mesh = [readBase(fields), readTargets(fields)];
    const [clusters, weights] = [fields.clusters, floats(fields, "weights")];
    const boxes = clusterBoxes(...mesh, clusters);
    const [count, rows] = [mesh[1].count, one(fields, "row.count")];
    const found = { min: [], max: [], "exact.min": [], "exact.max": [] };
    for (let row = 0; row < rows; row++) {
        const own = weights.subarray(row * count, (row + 1) * count);
        const corners = { ...rowBox(boxes, count, own), ...exactCorners(...mesh, own) };
        for (const [name, corner] of Object.entries(corners)) (found[name] ??= []).push(...corner);
    }
    if ("exact.error" in found) ["exact.min", "exact.max"].forEach((name) => delete found[name]);
    const uniform = clusterUniform(clusters, count, rows, one(fields, "stride"));
    const asFloats = ([name, values]) => [name, name === "exact.error" ? values : new Float32Array(values)];
    return { boxes, uniform, ...Object.fromEntries(Object.entries(found).map(asFloats)) };
}

function exactCorners(base, targets, weights) {
    try {
        const { min, max } = exactBox(base, targets, weights);
        return { "exact.min": min, "exact.max": max };
    } catch (error) {
        if (!(error instanceof Refused)) throw error;
        return { "exact.error": [error.word] };
    }
}

function runChoice(fields) {
    const chosen = choose(one(fields, "vertices"), one(fields, "targets"), fields.bands, one(fields, "stage"), {
        dimension: one(fields, "limit.dimension"),
        layers: one(fields, "limit.layers"),
        binding: one(fields, "limit.binding"),
        storageBuffers: one(fields, "limit.storage_buffers"),
    });
    return { layout: [chosen instanceof Linear ? "linear" : "texture"] };
}

// For each group: what runs a case, and the names of the input fields that it knows.
const GROUPS = {
    blend: { run: runBlend, known: `form|level|normalize|weights|${MESH}` },
    active: { run: runActive, known: "targets|weights|capacity" },
    texture: { run: runTexture, known: LAYOUT },
    linear: { run: runLinear, known: LAYOUT },
    packed: { run: runPacked, known: `kind|encoding|words|vertices|targets|${DELTAS}` },
    frame: {
        run: runFrame,
        known:
            "format|vertices|targets|weights|first_vertex|capacity|shorten|alignment|stride|" +
            String.raw`limit\.dimension`,
    },
    animation: { run: runAnimation, known: "mode|targets|times|values|at|room" },
    tracks: {
        run: runTracks,
        known:
            String.raw`row\.format|targets|stride|vertices|first_vertex|` +
            String.raw`track\.\d+\.(mode|targets|times|values)|players\.(track|row|time)`,
    },
    mix: {
        run: runMix,
        known: String.raw`targets|defaults|layer\.\d+\.(mode|weights|first|factor|mask)|override\.(targets|weights)`,
    },
    bounds: { run: runBounds, known: String.raw`weights|ranges\.(low|high)|${MESH}` },
    clusters: {
        run: runClusters,
        known: String.raw`clusters|row\.(count|format)|stride|weights|${MESH}`,
    },
    choice: {
        run: runChoice,
        known: String.raw`vertices|targets|bands|stage|limit\.(dimension|layers|binding|storage_buffers)`,
    },
};

// Runs one case and compares; throws `Miss` where it does not pass.
function runCase(group, { input, output }) {
    const { run, known } = GROUPS[group];
    const unknown = Object.keys(input).find((name) => !new RegExp(`^(${known})$`).test(name));
    if (unknown !== undefined) throw new Miss(`input field ${unknown} is not known`);
    for (const name of Object.keys(input)) {
        const known = WORDS[name.replace(/^(layer|track)\.\d+/, "$1")]?.includes(one(input, name)) ?? true;
        if (!known) throw new Miss(`input field ${name}: ${input[name]} is not known`);
    }
    const found = refusalOr(() => run(input));
    const isBox = "min" in found && "min" in output;
    (isBox ? compareBox : compare)(output, found);
}

// What was found, or the refusal in the fields of the vectors.
function refusalOr(run) {
    try {
        return run();
    } catch (error) {
        if (!(error instanceof Refused)) throw error;
        return { error: [error.word], ...(error.index !== undefined && { "error.index": [error.index] }) };
    }
}

// What `run` gives, or false where it misses, with a line that says what.
function passes(where, run) {
    try {
        return run() ?? true;
    } catch (error) {
        if (!(error instanceof Miss)) throw error;
        console.log(`${where}${error.message}`);
        return false;
    }
}

// Runs all cases of a file; true where all passed.
function runFile(path) {
    const { group, cases } = readVectors(path);
    if (!Object.hasOwn(GROUPS, group)) throw new Miss(`${path}: group ${group} is not known`);
    const passed = cases.filter((test) => passes(`${group}/${test.name}: `, () => runCase(group, test))).length;
    console.log(`${group}: ${passed} of ${cases.length} cases passed`);
    return passed === cases.length;
}

const paths = process.argv.slice(2);
if (paths.length === 0) console.log("no files of vectors were named");
const passed = paths.filter((path) => passes("", () => runFile(path))).length;
process.exitCode = paths.length > 0 && passed === paths.length ? 0 : 1;
