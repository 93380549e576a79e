// Blending (spec 2), strict (E1).

import { fromBits } from "./floats.mjs";
import { Refused } from "./refused.mjs";
import { deltaFloats } from "./targets.mjs";
import { activeList, setWeights } from "./weights.mjs";

const f32 = Math.fround;
const DIRECTIONS = ["NORMAL", "TANGENT"];
const NO_LENGTH = fromBits(0x0da24260); // 1e-30, squared (B12)

// The base's attributes with the targets added: a Map of Float32Array by attribute, as `base` is.
// `normalize` says whether directions are normalised (B10) or raw (B11).
export function blend(base, baseVertices, targets, weights, normalize) {
    const active = checkedActive(baseVertices, targets, weights);
    const flat = !base.has("NORMAL");
    const result = new Map();
    for (const [attribute, values] of base) {
        const ignored = flat && DIRECTIONS.includes(attribute); // B17
        if (ignored || !targets.move(attribute)) {
            result.set(attribute, values.slice()); // B7
            continue;
        }
        const sums = addTargets(attribute, values, targets, active);
        if (normalize && DIRECTIONS.includes(attribute)) normalizeDirections(sums, sums.length / baseVertices);
        result.set(attribute, attribute === "COLOR_0" ? sums.map(clampColour) : sums);
    }
    return result;
}

// The helper over flat arrays: normalises in any case, morphs tangents without normals as well (B27).
export function blendArrays(base, baseVertices, targets, weights) {
    const active = checkedActive(baseVertices, targets, weights);
    const result = new Map();
    for (const [attribute, values] of base) {
        const sums = addTargets(attribute, values, targets, active);
        if (DIRECTIONS.includes(attribute)) normalizeDirections(sums, sums.length / baseVertices);
        result.set(attribute, sums);
    }
    return result;
}

function checkedActive(baseVertices, targets, weights) {
    if (baseVertices !== targets.vertices) throw new Refused("vertex-count"); // B23
    return activeList(setWeights(weights, targets.count));
}

// base + sum of weight * delta, target after target, each step rounded (B1, B2, E1).
export function addTargets(attribute, base, targets, active) {
    const sums = base.slice();
    const components = base.length / targets.vertices;
    const moved = Math.min(components, deltaFloats(attribute)); // leaves TANGENT.w (B14) and a base without alpha (B21)
    for (const { index, weight } of active) {
        const deltas = targets.deltas(index, attribute);
        if (deltas === undefined) continue; // B5
        for (let position = 0; position < deltas.count; position++) {
            const start = deltas.vertex(position) * components;
            const delta = deltas.delta(position);
            for (let component = 0; component < moved; component++) {
                sums[start + component] = f32(sums[start + component] + f32(weight * delta[component]));
            }
        }
    }
    return sums;
}

// Normalises the first three components of each vertex, in place.
export function normalizeDirections(values, components) {
    for (let start = 0; start < values.length; start += components) {
        values.set(normalizeDirection(...values.subarray(start, start + 3)), start);
    }
}

// A vector of length one, or +0 where there is no direction (B10, B12, B13).
export function normalizeDirection(x, y, z) {
    const s = f32(f32(f32(x * x) + f32(y * y)) + f32(z * z));
    if (!Number.isFinite(s) || s <= NO_LENGTH) return [0, 0, 0];
    const length = f32(Math.sqrt(s));
    return [f32(x / length), f32(y / length), f32(z / length)];
}

// 0..1; NaN and -0 become +0 (B19).
export function clampColour(value) {
    if (value >= 1) return 1;
    return value > 0 ? value : 0;
}
