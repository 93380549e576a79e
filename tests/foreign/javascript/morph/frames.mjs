// Weights of a frame (spec 5), as arrays of unsigned 32-bit words.

import { bits } from "./floats.mjs";
import { seedTexture, tile } from "./layouts.mjs";
import { Refused } from "./refused.mjs";
import { activeList, setWeights, shorten } from "./weights.mjs";

export const COMPAT_FALLBACK = [0, 1, 0, 0, 0, 0]; // F8
const CAPACITIES = [64, 256, 2046]; // F5
const HEADER = 4;

// Four weights, n, the texture's width, rowsPerBand, 0 (F1, F2, W8).
export function seedUniform(vertices, targets, weights) {
    const { stored, width, rowsPerBand } = seedTexture(vertices, targets);
    const four = setWeights(setWeights(weights, targets).subarray(0, stored), 4);
    return [...Array.from(four, bits), stored, width, rowsPerBand, 0];
}

// A header of four words and pairs (F4 to F6); and the number of dropped weights.
export function pairsUniform(vertices, targets, weights, options) {
    const { firstVertex, dimension, shortens, capacity = pairsCapacity(targets) } = options;
    const all = activeList(setWeights(weights, targets));
    const { kept, dropped } = shortens ? shorten(all, capacity) : { kept: all, dropped: 0 };
    const { width, rowsPerBand } = tile(vertices, dimension);
    const header = [kept.length, width, rowsPerBand, firstVertex];
    return { words: [...header, ...pairs(kept, capacity, 2 * capacity)], dropped };
}

// Pairs of a uniform for so many targets (F5).
export function pairsCapacity(targets) {
    return CAPACITIES.find((capacity) => capacity >= targets) ?? CAPACITIES.at(-1);
}

// T, V, 0, 0 and one weight for each target; at least two words of weights (F7).
export function compatWeights(vertices, targets, weights) {
    const words = Array.from(setWeights(weights, targets), bits);
    while (words.length < 2) words.push(0);
    return [targets, vertices, 0, 0, ...words];
}

// A row of `stride` words: a header of four and the pairs of the active weights (F9, F13).
export function row(vertices, targets, weights, firstVertex, stride) {
    const active = activeList(setWeights(weights, targets));
    const header = [active.length, vertices, firstVertex, stride];
    return [...header, ...pairs(active, rowCapacity(stride), stride - HEADER)];
}

// A row of `stride` words: the same header and one weight for each target (F15).
export function denseRow(vertices, targets, weights, firstVertex, stride) {
    const set = setWeights(weights, targets);
    const words = new Array(stride).fill(0);
    words.splice(0, HEADER, activeList(set).length, vertices, firstVertex, stride);
    words.splice(HEADER, targets, ...Array.from(set, bits));
    return words;
}

// Words of a row for so many targets (F10).
export function rowStride(targets, alignment) {
    return roundToMultiple(HEADER + 2 * roundToMultiple(targets, 4), Math.max(alignment, 1));
}

// Pairs that fit into a row of so many words (F13).
export function rowCapacity(stride) {
    return 4 * Math.floor((stride - HEADER) / 8);
}

// Index and weight of each active target, and zeros after them (F4, F9).
function pairs(active, capacity, words) {
    if (active.length > capacity) throw new Refused("too-many-active");
    const filled = new Array(words).fill(0);
    active.forEach(({ index, weight }, place) => filled.splice(2 * place, 2, index, bits(weight)));
    return filled;
}

function roundToMultiple(number, multiple) {
    return Math.ceil(number / multiple) * multiple;
}
