// Mixing of weights (spec 9), strict: in f64, rounded to f32 after each layer (M4).

import { Refused } from "./refused.mjs";
import { checkWeights, setWeights } from "./weights.mjs";

// Weights over others, that replace or add: `first` are a layer's weights at its first key (M5).
export class Layer {
    constructor({ mode, weights, factor, mask, first = [] }) {
        if (![factor, ...(mask ?? [])].every(Number.isFinite)) throw new Refused("non-finite-factor"); // M2
        Object.assign(this, { mode, weights, factor, mask, first });
    }

    // The row with the layer over it (M3 to M5).
    over(row) {
        return row.map((below, target) => {
            if (target >= this.weights.length) return below; // M3
            const t = this.factor * (this.mask === undefined ? 1 : (this.mask[target] ?? 0)); // M2
            return t === 0 ? below : this.#mixed(below, target, t); // M3
        });
    }

    // The caller's Float32Array rounds the result.
    #mixed(below, target, t) {
        const own = this.weights[target];
        if (this.mode === "add") return below + (own - (this.first[target] ?? 0)) * t; // M5
        return t === 1 ? own : below + (own - below) * t; // M4
    }
}

// Defaults, layers bottom to top, and overrides of { target, weight } over all (M1, M8).
export function mix(defaults, layers, overrides, targets) {
    checkWeights(overrides.map(({ weight }) => weight));
    const row = layers.reduce((below, layer) => layer.over(below), setWeights(defaults, targets));
    for (const { target, weight } of overrides) {
        if (target < targets) row[target] = weight;
    }
    return row;
}
