// Layouts of deltas (spec 4): addresses and what is stored.
//
// Sizes are products of numbers that may be large. They are computed in f64: a product that is no
// longer exact is at least 2^53, so it is above every limit and refused all the same.

import { Refused } from "./refused.mjs";
import { deltaFloats, orderBands } from "./targets.mjs";

export const PROFILE_BANDS = ["POSITION", "NORMAL"]; // L10, L21
const SEED_TARGETS = 4;
const SEED_WIDTH = 2048;
const TEXEL = 4;

// Refuses a layout of nothing (L6).
export function checkNotEmpty(vertices, targets, bands) {
    if (vertices === 0 || targets === 0 || bands.length === 0) throw new Refused("no-bands");
}

// A tiled texture (spec 4.2).
export class Texture {
    constructor(bands, stored, vertices, { width, rowsPerBand }, height, layers) {
        Object.assign(this, { bands, stored, vertices, width, rowsPerBand, height, layers });
    }

    // Column, row and layer of a delta's texel (L14, L16).
    address(target, vertex, band) {
        const start = (target * this.bands.length + this.bands.indexOf(band)) * this.rowsPerBand;
        const row = start + Math.floor(vertex / this.width);
        return { column: vertex % this.width, row: row % this.height, layer: Math.floor(row / this.height) };
    }

    // All floats of the texture, layer after layer, row after row (L11, L17).
    texels(targets) {
        const floats = new Float32Array(TEXEL * this.width * this.height * this.layers);
        forEachDelta(targets, this.stored, this.bands, (target, vertex, band, delta) => {
            const { column, row, layer } = this.address(target, vertex, band);
            floats.set(delta, TEXEL * ((layer * this.height + row) * this.width + column));
        });
        return floats;
    }
}

// Width and rows of a band (L12, L13).
export function tile(vertices, widest) {
    const width = Math.min(vertices, widest);
    return { width, rowsPerBand: Math.ceil(vertices / width) };
}

// Babylon Lite's texture of at most four targets (L10, L15).
export function seedTexture(vertices, targets) {
    checkNotEmpty(vertices, targets, PROFILE_BANDS);
    const stored = Math.min(targets, SEED_TARGETS);
    const tiles = tile(vertices, SEED_WIDTH);
    const rows = stored * PROFILE_BANDS.length * tiles.rowsPerBand;
    if (rows >= 2 ** 32) throw new Refused("texture-too-large"); // L18
    return new Texture(PROFILE_BANDS, stored, vertices, tiles, rows, 1);
}

// An array of layers for any bands (L16, L18).
export function tiledTexture(vertices, targets, anyBands, dimension, mostLayers) {
    const bands = orderBands(anyBands);
    checkNotEmpty(vertices, targets, bands);
    const tiles = tile(vertices, dimension);
    const rows = targets * bands.length * tiles.rowsPerBand;
    const layers = Math.ceil(rows / dimension);
    if (rows >= 2 ** 32 || layers > mostLayers) throw new Refused("texture-too-large");
    return new Texture(bands, targets, vertices, tiles, Math.ceil(rows / layers), layers);
}

// A linear buffer of words (spec 4.3).
export class Linear {
    constructor(bands, targets, vertices, stride, words) {
        Object.assign(this, { bands, targets, vertices, stride, words });
    }

    // The word at which a delta begins (L20).
    address(target, vertex, band) {
        const before = this.bands.slice(0, this.bands.indexOf(band));
        return (target * this.vertices + vertex) * this.stride + floatsOf(before);
    }

    // All words of the buffer, as floats.
    data(targets) {
        const floats = new Float32Array(this.words);
        forEachDelta(targets, this.targets, this.bands, (target, vertex, band, delta) => {
            floats.set(delta, this.address(target, vertex, band));
        });
        return floats;
    }
}

// Babylon Lite's buffer of positions and normals (L21).
export function compatLinear(vertices, targets, binding) {
    return linear(vertices, targets, PROFILE_BANDS, binding);
}

// A buffer for any bands, in a binding of so many bytes (L20, L22).
export function linear(vertices, targets, anyBands, binding) {
    const bands = orderBands(anyBands);
    checkNotEmpty(vertices, targets, bands);
    const stride = floatsOf(bands);
    const words = targets * vertices * stride;
    if (4 * words > Math.min(binding, 4 * (2 ** 32 - 1))) throw new Refused("buffer-too-large");
    return new Linear(bands, targets, vertices, stride, words);
}

// Calls `store` for each delta that a layout stores; where there is none, zeros stay (L4).
function forEachDelta(targets, stored, bands, store) {
    for (let target = 0; target < stored; target++) {
        for (const band of bands) {
            const deltas = targets.deltas(target, band);
            if (deltas === undefined) continue;
            for (let position = 0; position < deltas.count; position++) {
                store(target, deltas.vertex(position), band, deltas.delta(position));
            }
        }
    }
}

function floatsOf(bands) {
    return bands.reduce((sum, band) => sum + deltaFloats(band), 0);
}
