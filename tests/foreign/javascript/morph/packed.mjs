// Packed sets (spec 4.4 to 4.6): deltas in fewer bits.

import { bits, fromBits } from "./floats.mjs";
import { checkNotEmpty } from "./layouts.mjs";
import { PLAIN, Planes, components, nearest, signed, sum } from "./planes.mjs";
import { Refused } from "./refused.mjs";
import { deltaFloats } from "./targets.mjs";

const HEADER = 16;
const ALIGNMENT = 32;
const BLOCK = 64;
const VERSION = 1;
const MOST_TARGETS = 65536;
const KINDS = { blocked: 1, rows: 2, dense: 3 };
const ENCODINGS = { f32: 0, bits16: 1, "eight-bytes": 2, "six-bytes": 3, bounded: 4, f16: 5 };
const OF_KIND = { blocked: [0, 1, 2, 3, 4], rows: [1], dense: [1, 5] };

const aligned = (words, to = ALIGNMENT) => Math.ceil(words / to) * to;

// ---- Scales, steps, headers ----

// The upper half of a scale (K4).
function scaleOf(largest) {
    if (largest === 0) return 0;
    const upper = Math.ceil(bits(Math.max(largest, 2 ** -64)) / 65536);
    if (upper > 0x7f7f) throw new Refused("too-large");
    return upper;
}

// What one integer of a target's band is worth (L34).
function stepOf(largest) {
    if (largest === 0) return 0;
    const step = Math.max(Math.fround(largest / 32767), 2 ** -126);
    return Number.isFinite(Math.fround(step * 32767)) ? step : fromBits(bits(step) - 1);
}

// A value for each component from one for each band.
const spread = (bands, values) => bands.flatMap((band, place) => Array(deltaFloats(band)).fill(values[place]));

function factorsOf(bands, planes, scales) {
    const values = spread(bands, scales.map((scale) => fromBits(scale * 65536)));
    return values.map((value, c) => Math.fround(value * Math.fround(1 / planes.units[c])));
}

// The largest magnitude in each band.
function largestOf(bands, rows) {
    let first = 0;
    return bands.map((band) => {
        const own = (row) => row.slice(first, first + deltaFloats(band)).map(Math.abs);
        const largest = rows.reduce((most, row) => Math.max(most, ...own(row)), 0);
        first += deltaFloats(band);
        return largest;
    });
}

const tagOf = (kind, encoding) => KINDS[kind] + 256 * encoding + 65536 * VERSION;

// Bit n for each set n of a family.
const setsOf = (bands, family) =>
    sum(bands.filter((band) => band.startsWith(`${family}_`)).map((band) => 2 ** Number(band.split("_")[1])));

// The first words (L30) but for their number, which `finish` knows; `rest` are those from 7 on.
function header(kind, encoding, vertices, targets, bands, rest) {
    const plain = sum(PLAIN.map((band, place) => (bands.includes(band) ? 2 ** place : 0)));
    const sets = [setsOf(bands, "TEXCOORD"), setsOf(bands, "COLOR")];
    return [tagOf(kind, ENCODINGS[encoding]), vertices, targets, 0, plain, ...sets, ...rest];
}

// Parts one after another, each with the word at which it begins; filled up to whole lines (L31).
function finish(parts) {
    const last = parts.at(-1);
    const words = new Array(aligned(last.at + last.words.length)).fill(0);
    for (const { at, words: part } of parts) part.forEach((word, index) => (words[at + index] = word));
    words[3] = words.length;
    return words;
}

// Numbers of 16 bits, two in a word.
function halves(numbers) {
    const word = (_, w) => numbers[2 * w] + (numbers[2 * w + 1] ?? 0) * 65536;
    return Array.from({ length: Math.ceil(numbers.length / 2) }, word);
}

const unpacked = (words) => words.flatMap((word) => [word & 0xffff, word >>> 16]);

// A row of all components for each vertex, zeros where there are none (L4).
function gather(targets, bands, target) {
    const rows = Array.from({ length: targets.vertices }, () => new Array(components(bands)).fill(0));
    let first = 0;
    for (const band of bands) {
        const deltas = targets.deltas(target, band);
        for (let position = 0; position < (deltas?.count ?? 0); position++) {
            const row = rows[deltas.vertex(position)];
            deltas.delta(position).forEach((value, c) => (row[first + c] = value));
        }
        first += deltaFloats(band);
    }
    return rows;
}

const moves = (row) => row.some((value) => value !== 0);

// ---- Writing ----

// The words of a set that leaves nothing out.
export function write(kind, encoding, targets, count) {
    const bands = targets.bands();
    checkNotEmpty(targets.vertices, count, bands);
    const rows = Array.from({ length: count }, (_, target) => gather(targets, bands, target));
    const writers = { blocked: writeBlocked, rows: writeRows, dense: writeDense };
    return writers[kind](encoding, targets.vertices, bands, rows);
}

function writeBlocked(encoding, vertices, bands, rows) {
    const planes = new Planes(bands, encoding, BLOCK);
    const blocks = Math.ceil(vertices / BLOCK);
    const byBlock = Array.from({ length: blocks }, (_, block) =>
        rows
            .map((all, target) => ({ target, part: all.slice(BLOCK * block, BLOCK * (block + 1)) }))
            .filter(({ part }) => part.some(moves)),
    );
    const entries = sum(byBlock.map((ofBlock) => ofBlock.length));
    const width = encoding === "f32" ? 1 : 1 + Math.ceil(bands.length / 2);
    const firstRecord = HEADER + 4 * blocks;
    const firstCode = aligned(firstRecord + width * entries);
    const [tables, records, codes] = [[], [], []];
    for (const ofBlock of byBlock) {
        tables.push(firstRecord + records.length, ofBlock.length, ofBlock.length, firstCode + codes.length);
        for (const { target, part } of ofBlock) {
            const scales = encoding === "f32" ? [] : largestOf(bands, part).map(scaleOf);
            records.push(target, ...halves(scales));
            codes.push(...planes.write(part, scales.length > 0 ? factorsOf(bands, planes, scales) : planes.units));
        }
    }
    const rest = [blocks, HEADER, firstRecord, width, firstCode, planes.words, 0, entries, 0];
    return finish([
        { at: 0, words: header("blocked", encoding, vertices, rows.length, bands, rest) },
        { at: HEADER, words: tables },
        { at: firstRecord, words: records },
        { at: firstCode, words: codes },
    ]);
}

function writeRows(encoding, vertices, bands, rows) {
    const steps = rows.map((all) => largestOf(bands, all).map(stepOf));
    const factors = steps.map((own) => spread(bands, own));
    const [starts, entries] = [[0], []];
    for (let vertex = 0; vertex < vertices; vertex++) {
        rows.forEach((all, target) => {
            if (!moves(all[vertex])) return;
            const code = (value, c) =>
                factors[target][c] === 0 ? 0 : nearest(value / factors[target][c], 32767) & 0xffff;
            entries.push(halves([target, ...all[vertex].map(code)]));
        });
        starts.push(entries.length);
    }
    const width = Math.ceil((1 + components(bands)) / 2);
    const first = HEADER + vertices + 1;
    const firstStep = first + width * entries.length;
    const rest = [entries.length, HEADER, first, width, firstStep, 0, 0, entries.length, 0];
    return finish([
        { at: 0, words: header("rows", encoding, vertices, rows.length, bands, rest) },
        { at: HEADER, words: starts },
        { at: first, words: entries.flat() },
        { at: firstStep, words: steps.flat().map(bits) },
    ]);
}

function writeDense(encoding, vertices, bands, rows) {
    const lanes = aligned(vertices, BLOCK);
    const planes = new Planes(bands, encoding, lanes);
    const steps = rows.map((all) => largestOf(bands, all).map(stepOf));
    const codes = rows.map((all, target) => planes.write(all, spread(bands, steps[target])));
    const stored = encoding === "bits16" ? steps.flat().map(bits) : [];
    const first = aligned(HEADER + stored.length);
    const rest = [lanes, 0, stored.length > 0 ? HEADER : first, planes.words, first, 0, 0, 0, 0];
    return finish([
        { at: 0, words: header("dense", encoding, vertices, rows.length, bands, rest) },
        { at: HEADER, words: stored },
        { at: first, words: codes.flatMap((words) => Array.from(words)) },
    ]);
}

// ---- Reading ----

function require(holds) {
    if (!holds) throw new Refused("malformed");
}

const equal = (left, right) => left.length === right.length && left.every((word, index) => word === right[index]);

// What a set holds: for each target and band the deltas of every vertex.
class Decoded {
    constructor(vertices, targets, bands) {
        Object.assign(this, { vertices, targets, bands });
        const zeros = (band) => new Float32Array(vertices * deltaFloats(band));
        this.values = Array.from({ length: targets }, () => new Map(bands.map((band) => [band, zeros(band)])));
    }

    put(target, vertex, row) {
        let first = 0;
        for (const band of this.bands) {
            const floats = deltaFloats(band);
            this.values[target].get(band).set(row.slice(first, first + floats), vertex * floats);
            first += floats;
        }
    }
}

// What the words of a set are read as (L37).
export function read(kind, words) {
    require(words.length >= HEADER);
    const [tag, vertices, targets, size, plain, texcoords, colors] = words;
    const number = OF_KIND[kind].find((encoding) => tag === tagOf(kind, encoding));
    require(number !== undefined && size === words.length && plain < 8);
    const encoding = Object.keys(ENCODINGS).find((name) => ENCODINGS[name] === number);
    const sets = (family, mask) =>
        Array.from({ length: 32 }, (_, n) => n).filter((n) => (mask >>> n) & 1).map((n) => `${family}_${n}`);
    const bands = PLAIN.filter((_, place) => (plain >> place) & 1);
    bands.push(...sets("TEXCOORD", texcoords), ...sets("COLOR", colors));
    require(vertices > 0 && targets > 0 && targets <= MOST_TARGETS && bands.length > 0);
    const decoded = new Decoded(vertices, targets, bands);
    const readers = { blocked: readBlocked, rows: readRows, dense: readDense };
    readers[kind](encoding, words, decoded);
    return decoded;
}

function readBlocked(encoding, words, decoded) {
    const { bands, vertices } = decoded;
    const bounded = encoding === "bounded";
    const forms = [new Planes(bands, encoding, BLOCK), new Planes(bands, "bits16", BLOCK)];
    const blocks = Math.ceil(vertices / BLOCK);
    const [entries, wides] = words.slice(14, 16);
    const width = encoding === "f32" ? 1 : 1 + Math.ceil(bands.length / 2);
    let record = HEADER + 4 * blocks;
    let code = aligned(record + width * entries);
    const size = code + (entries - wides) * forms[0].words + wides * forms[1].words;
    const rest = [blocks, HEADER, record, width, code, forms[0].words, bounded ? forms[1].words : 0];
    require(equal(words.slice(7, 14), rest) && words[3] === size && wides <= (bounded ? entries : 0));
    let seen = 0;
    for (let block = 0; block < blocks; block++) {
        const [first, count, narrow, firstCode] = words.slice(HEADER + 4 * block, HEADER + 4 * block + 4);
        seen += count;
        require(first === record && firstCode === code && narrow <= count && seen <= entries);
        require(bounded || narrow === count);
        let last = -1;
        for (let number = 0; number < count; number++) {
            const planes = forms[number < narrow ? 0 : 1];
            if (number === narrow) last = -1;
            const target = words[record];
            require(last < target && target < decoded.targets);
            last = target;
            const scales = unpacked(words.slice(record + 1, record + width));
            const factors = scales.length > 0 ? factorsOf(bands, planes, scales) : planes.units;
            const own = words.slice(code, code + planes.words);
            for (let vertex = BLOCK * block; vertex < Math.min(BLOCK * (block + 1), vertices); vertex++) {
                decoded.put(target, vertex, planes.read(own, factors, vertex % BLOCK));
            }
            record += width;
            code += planes.words;
        }
    }
    require(seen === entries);
}

function readRows(_, words, decoded) {
    const { bands, vertices, targets } = decoded;
    const entries = words[14];
    const width = Math.ceil((1 + components(bands)) / 2);
    const first = HEADER + vertices + 1;
    const firstStep = first + width * entries;
    require(equal(words.slice(7, 16), [entries, HEADER, first, width, firstStep, 0, 0, entries, 0]));
    require(words[3] === aligned(firstStep + targets * bands.length));
    const rows = words.slice(HEADER, first);
    require(rows[0] === 0 && rows.at(-1) === entries && rows.every((row, v) => v === 0 || rows[v - 1] <= row));
    for (let vertex = 0; vertex < vertices; vertex++) {
        let last = -1;
        for (let number = rows[vertex]; number < rows[vertex + 1]; number++) {
            const [target, ...codes] = unpacked(words.slice(first + number * width, first + (number + 1) * width));
            require(last < target && target < targets);
            last = target;
            const own = firstStep + target * bands.length;
            const factors = spread(bands, words.slice(own, own + bands.length).map(fromBits));
            decoded.put(target, vertex, factors.map((factor, c) => Math.fround(signed(codes[c], 16) * factor)));
        }
    }
}

function readDense(encoding, words, decoded) {
    const { bands, vertices, targets } = decoded;
    const lanes = aligned(vertices, BLOCK);
    const planes = new Planes(bands, encoding, lanes);
    const count = encoding === "bits16" ? targets * bands.length : 0;
    const first = aligned(HEADER + count);
    const rest = [lanes, 0, count > 0 ? HEADER : first, planes.words, first, 0, 0, 0, 0];
    require(equal(words.slice(7, 16), rest) && words[3] === first + targets * planes.words);
    for (let target = 0; target < targets; target++) {
        const steps = words.slice(HEADER + target * bands.length, HEADER + (target + 1) * bands.length);
        const factors = spread(bands, steps.map(fromBits));
        const codes = words.slice(first + target * planes.words, first + (target + 1) * planes.words);
        for (let vertex = 0; vertex < vertices; vertex++) decoded.put(target, vertex, planes.read(codes, factors, vertex));
    }
}
