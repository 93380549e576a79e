// Bounds (spec 7): boxes as {min, max}, each a Float32Array of three.

import { addTargets } from "./blend.mjs";
import { F32_MAX, roundDown, roundUp } from "./floats.mjs";
import { Refused } from "./refused.mjs";
import { activeList, setWeights } from "./weights.mjs";

const AXES = [0, 1, 2];

// The box around the base's positions (N8).
export function baseBox(base) {
    if (!base.get("POSITION")?.length) throw new Refused("no-positions");
    return boxAround(base.get("POSITION"));
}

// The delta box of a target, or undefined where it has none (N1).
export function deltaBox(targets, target) {
    const deltas = targets.deltas(target, "POSITION");
    if (deltas === undefined || deltas.values.every((value) => value === 0)) return undefined;
    const box = boxAround(deltas.values);
    if (deltas.count === targets.vertices) return box;
    // The other vertices are not moved.
    return { min: box.min.map((low) => Math.min(low, 0)), max: box.max.map((high) => Math.max(high, 0)) };
}

// A box that holds every blended position (N2).
export function boxForWeights(base, targets, weights) {
    const set = setWeights(weights, targets.count);
    return moved(baseBox(base), targets, set, set);
}

// A box that holds every position blended by weights of these ranges (N3).
export function boxForRanges(base, targets, lows, highs) {
    lows.forEach((low, index) => {
        if (!Number.isFinite(low) || !Number.isFinite(highs[index])) throw new Refused("non-finite-weight", index);
        if (low > highs[index]) throw new Refused("range");
    });
    return moved(baseBox(base), targets, setWeights(lows, targets.count), setWeights(highs, targets.count));
}

// The box around the blended positions themselves (N9).
export function exactBox(base, targets, weights) {
    baseBox(base);
    const active = activeList(setWeights(weights, targets.count));
    return boxAround(addTargets("POSITION", base.get("POSITION"), targets, active));
}

function boxAround(positions) {
    if (!positions.every(Number.isFinite)) throw new Refused("non-finite-position");
    const min = positions.slice(0, 3);
    const max = positions.slice(0, 3);
    positions.forEach((value, place) => {
        min[place % 3] = Math.min(min[place % 3], value);
        max[place % 3] = Math.max(max[place % 3], value);
    });
    return { min, max };
}

// The base box, moved by all targets that take part.
function moved(box, targets, lows, highs) {
    const moving = [];
    for (let target = 0; target < targets.count; target++) {
        const ends = [lows[target], highs[target]];
        const delta = deltaBox(targets, target);
        if (delta !== undefined && ends.some((end) => end !== 0)) moving.push({ ends, delta });
    }
    return widen(box, moving);
}

// A box, moved by ranges of weights, `ends`, of delta boxes.
export function widen(box, moving) {
    if (moving.length === 0) return box; // N6
    const sides = AXES.map((axis) => sidesOf(box, moving, axis));
    return { min: new Float32Array(sides.map(([low]) => low)), max: new Float32Array(sides.map(([, high]) => high)) };
}

// Both sides of one axis: sums in f64, then outwards by more than f32 in any order can be off (N4, N5).
function sidesOf(box, moving, axis) {
    let [low, high] = [box.min[axis], box.max[axis]];
    let magnitude = Math.max(Math.abs(low), Math.abs(high));
    for (const { ends, delta } of moving) {
        const products = ends.flatMap((end) => [end * delta.min[axis], end * delta.max[axis]]);
        low += Math.min(...products);
        high += Math.max(...products);
        magnitude += Math.max(...products.map(Math.abs));
    }
    const error = (moving.length + 2) * (2 ** -23 * magnitude + 2 ** -149);
    if (magnitude + error > F32_MAX) return [-Infinity, Infinity]; // N7: a sum on the way may be infinite
    return [roundDown(low - error), roundUp(high + error)];
}
