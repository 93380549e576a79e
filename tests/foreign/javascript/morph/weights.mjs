// Weights and the list of active ones (spec 3).

import { Refused } from "./refused.mjs";

// Refuses a weight that is not finite, and names the first one, extra weights among them (W3).
export function checkWeights(weights) {
    const index = weights.findIndex((weight) => !Number.isFinite(weight));
    if (index >= 0) throw new Refused("non-finite-weight", index);
}

// One weight for each target: omitted ones are 0 (W4), extra ones are ignored (W5), none is clamped (W2).
export function setWeights(weights, targets) {
    checkWeights(weights);
    const set = new Float32Array(targets);
    set.set(weights.subarray(0, targets));
    return set;
}

// {index, weight} of each weight that is neither +0 nor -0, in ascending order (W1, W6).
export function activeList(weights) {
    return Array.from(weights, (weight, index) => ({ index, weight })).filter(({ weight }) => weight !== 0);
}

// The list with the `capacity` largest weights by magnitude, and the number of dropped ones (W7).
export function shorten(active, capacity) {
    const byMagnitude = [...active].sort(
        (left, right) => Math.abs(right.weight) - Math.abs(left.weight) || left.index - right.index,
    );
    const kept = byMagnitude.slice(0, capacity).sort((left, right) => left.index - right.index);
    return { kept, dropped: active.length - kept.length };
}
