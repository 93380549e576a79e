// Planes of packed sets (spec L32 to L36, K5 to K8): how the components of one delta lie in words.

import { fromBinary16, toBinary16 } from "./binary16.mjs";
import { bits, fromBits } from "./floats.mjs";
import { deltaFloats } from "./targets.mjs";

export const PLAIN = ["POSITION", "NORMAL", "TANGENT"];

export const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
export const components = (bands) => sum(bands.map(deltaFloats));

// The integer nearest to a number, halves away from zero (L33).
export function nearest(number, most) {
    const size = Math.floor(Math.abs(number) + 0.5);
    return Math.max(-most, Math.min(most, number < 0 ? -size : size));
}

// A field of so many bits, with its sign.
export const signed = (field, count) => (field << (32 - count)) >> (32 - count);

// ---- Pieces: components that lie together (K5). `half` stands for the half plane. ----

// One component a word, as bits.
function floatPiece(first, count) {
    return {
        first,
        planes: count,
        half: false,
        units: Array(count).fill(1),
        write: (row) => ({ words: row.map(bits) }),
        read: (words) => words.map(fromBits),
    };
}

// Two components a word, an odd one in the half plane (L36): integers (K6, L34) or binary16 (L35).
function sixteenPiece(first, count, asFloats) {
    const odd = count % 2 === 1;
    const write = (row, steps) => {
        const codes = asFloats ? row.map(toBinary16) : steps.map((step) => nearest(step, 32767) & 0xffff);
        const words = Array.from({ length: count >> 1 }, (_, p) => codes[2 * p] + codes[2 * p + 1] * 65536);
        return { words, half: odd ? codes[count - 1] : 0 };
    };
    const read = (words, half, factors) => {
        const codes = [...words.flatMap((word) => [word & 0xffff, word >>> 16]), ...(odd ? [half] : [])];
        return codes.map((code, c) => (asFloats ? fromBinary16(code) : Math.fround(signed(code, 16) * factors[c])));
    };
    return { first, planes: count >> 1, half: odd, units: Array(count).fill(32767), write, read };
}

// 11-11-10 bits (K7).
function elevenPiece(first) {
    const write = (_, [x, y, z]) => {
        const low = nearest(z / 2 ** 22, 511) & 0x3ff;
        const middle = nearest(y / 2 ** 21 - low / 1024, 1023) & 0x7ff;
        const below = 1024 * middle + low;
        return { words: [(nearest(x / 2 ** 21 - below / 2 ** 21, 1023) & 0x7ff) * 2 ** 21 + below] };
    };
    const read = ([word], _, factors) =>
        [0, 11, 22].map((left, c) => Math.fround(Math.fround(word << left) * factors[c]));
    return { first, planes: 1, half: false, units: Array(3).fill(1022 * 2 ** 21), write, read };
}

// POSITION in 10-10-10 and NORMAL in 6-6-6 bits (K8).
function pairPiece(first) {
    const write = (_, steps) => {
        const [x, y, z] = steps.slice(0, 3).map((step) => nearest(step, 511) & 0x3ff);
        const [nx, ny, nz] = steps.slice(3).map((step) => nearest(step, 31) & 0x3f);
        return { words: [((z << 22) | (y << 12) | (x << 2) | (nx & 3)) >>> 0], half: ((nx >> 2) << 12) | (ny << 6) | nz };
    };
    const read = ([word], half, factors) => {
        const position = [2, 12, 22].map((low) => signed(word >>> low, 10));
        const normal = [((half >> 12) << 2) | (word & 3), half >> 6, half].map((field) => signed(field, 6));
        return [...position, ...normal].map((field, c) => Math.fround(field * factors[c]));
    };
    return { first, planes: 1, half: true, units: [511, 511, 511, 31, 31, 31], write, read };
}

function piecesOf(bands, encoding) {
    const count = components(bands);
    if (encoding === "f32") return [floatPiece(0, count)];
    if (encoding === "bits16" || encoding === "f16") return [sixteenPiece(0, count, encoding === "f16")];
    const small = encoding === "six-bytes" || encoding === "bounded";
    const together = small && bands.includes("POSITION") && bands.includes("NORMAL");
    const pieces = [];
    let first = 0;
    for (const band of bands) {
        if (together && band === "POSITION") pieces.push(pairPiece(first));
        else if (!(together && band === "NORMAL")) {
            pieces.push(PLAIN.includes(band) ? elevenPiece(first) : sixteenPiece(first, deltaFloats(band), false));
        }
        first += deltaFloats(band);
    }
    return pieces;
}

// Planes of lanes (L32).
export class Planes {
    constructor(bands, encoding, lanes) {
        this.lanes = lanes;
        this.pieces = piecesOf(bands, encoding);
        this.units = this.pieces.flatMap(({ units }) => units);
        this.count = sum(this.pieces.map(({ planes }) => planes));
        this.words = lanes * this.count + (this.pieces.some(({ half }) => half) ? lanes / 2 : 0);
    }

    // The words of deltas, one row of all components for each lane.
    write(rows, factors) {
        const words = new Uint32Array(this.words);
        rows.forEach((row, lane) => {
            if (row.every((value) => value === 0)) return;
            const steps = row.map((value, c) => (factors[c] === 0 ? 0 : value / factors[c]));
            let plane = 0;
            for (const piece of this.pieces) {
                const end = piece.first + piece.units.length;
                const found = piece.write(row.slice(piece.first, end), steps.slice(piece.first, end));
                found.words.forEach((word, p) => (words[this.lanes * (plane + p) + lane] = word));
                if (piece.half) words[this.#half(lane)] |= found.half << (16 * (lane % 2));
                plane += piece.planes;
            }
        });
        return words;
    }

    // The components of one lane.
    read(words, factors, lane) {
        const row = [];
        let plane = 0;
        for (const piece of this.pieces) {
            const own = Array.from({ length: piece.planes }, (_, p) => words[this.lanes * (plane + p) + lane]);
            const half = piece.half ? (words[this.#half(lane)] >>> (16 * (lane % 2))) & 0xffff : 0;
            row.push(...piece.read(own, half, factors.slice(piece.first)));
            plane += piece.planes;
        }
        return row;
    }

    #half(lane) {
        return this.lanes * this.count + (lane >> 1);
    }
}
