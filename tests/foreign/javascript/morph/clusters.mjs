// Cluster boxes (spec 7.1): six floats a box, those of the base's clusters, then those of each target's deltas.

import { addTargets } from "./blend.mjs";
import { baseBox, widen } from "./bounds.mjs";
import { Refused } from "./refused.mjs";
import { setWeights } from "./weights.mjs";

const MOST = 64;
const NORMAL = 2 ** -126;

// The floats of all boxes (N10, N11), for the cluster of each vertex.
export function clusterBoxes(base, targets, clusters) {
    baseBox(base); // N8
    const count = check(clusters, targets.vertices);
    const floats = boxesOf(base.get("POSITION"), clusters, count);
    for (let target = 0; target < targets.count; target++) {
        // What a target's deltas are for every vertex: zeros with the target of weight 1 over them.
        const zeros = new Float32Array(3 * targets.vertices);
        const moved = addTargets("POSITION", zeros, targets, [{ index: target, weight: 1 }]);
        floats.push(...boxesOf(moved, clusters, count));
    }
    return new Float32Array(floats);
}

// The uniform of shaders that make boxes (N13).
export function clusterUniform(clusters, targets, rows, stride) {
    const count = Math.max(...clusters) + 1;
    let lanes = 1;
    while (lanes < count) lanes *= 2;
    return [count, lanes, targets, rows, stride, 0, 0, 0];
}

// The box of a row of weights (N14, N15).
export function rowBox(boxes, targets, weights) {
    const set = setWeights(weights, targets);
    const count = boxes.length / (6 * (1 + targets));
    const at = (number) => {
        return { min: boxes.slice(6 * number, 6 * number + 3), max: boxes.slice(6 * number + 3, 6 * number + 6) };
    };
    const whole = { min: new Float32Array(3).fill(Infinity), max: new Float32Array(3).fill(-Infinity) };
    for (let cluster = 0; cluster < count; cluster++) {
        const moving = Array.from(set, (weight, target) => {
            return { ends: [weight, weight], delta: at((1 + target) * count + cluster) };
        });
        const moves = ({ ends, delta }) => ends[0] !== 0 && [...delta.min, ...delta.max].some((side) => side !== 0);
        const box = widen(at(cluster), moving.filter(moves));
        whole.min = whole.min.map((side, axis) => Math.min(side, box.min[axis]));
        whole.max = whole.max.map((side, axis) => Math.max(side, box.max[axis]));
    }
    return whole;
}

// The number of clusters (N12).
function check(clusters, vertices) {
    const count = Math.max(...clusters) + 1;
    if (clusters.length !== vertices || count > MOST || new Set(clusters).size !== count) throw new Refused("clusters");
    return count;
}

// The floats of the boxes around the points of each cluster.
function boxesOf(points, clusters, count) {
    const boxes = Array.from({ length: count }, () => [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]);
    clusters.forEach((cluster, vertex) => {
        const box = boxes[cluster];
        for (let axis = 0; axis < 3; axis++) {
            box[axis] = Math.min(box[axis], points[3 * vertex + axis]);
            box[3 + axis] = Math.max(box[3 + axis], points[3 * vertex + axis]);
        }
    });
    return boxes.flatMap((box) => box.map((side, at) => (at < 3 ? 0 - outwards(-side) : outwards(side))));
}

// The least number that is not below, and neither subnormal nor -0 (N11).
function outwards(side) {
    if (side > 0) return Math.max(side, NORMAL);
    return side > -NORMAL ? 0 : side;
}
