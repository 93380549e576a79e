// Animation of weights (spec 6), strict: in f64, rounded to f32 once (A7).

import { Refused } from "./refused.mjs";

// Keys of weights in one of the modes STEP, LINEAR and CUBICSPLINE (A1, A2).
export class Track {
    #parts;
    #values;

    constructor(mode, targets, times, values) {
        this.#parts = mode === "CUBICSPLINE" ? 3 : 1;
        this.#values = values;
        if (times.length === 0) throw new Refused("no-keys");
        const rising = times.every((time, key) => key === 0 || times[key - 1] < time);
        if (!rising || !times.every(Number.isFinite)) throw new Refused("key-times");
        if (values.length !== times.length * this.#parts * targets) throw new Refused("value-count");
        if (!values.every(Number.isFinite)) throw new Refused("non-finite-value");
        Object.assign(this, { mode, targets, times });
    }

    // `room` weights at a time: fewer than the targets, or zeros after them (A12).
    sample(time, room) {
        if (Number.isNaN(time)) throw new Refused("nan-time"); // A11
        const weights = new Float32Array(room);
        weights.set(this.#weights(time).subarray(0, room));
        return weights;
    }

    #weights(time) {
        const { mode, times } = this;
        const key = times.findLastIndex((start) => start <= time); // A3
        if (key < 0) return this.#valuesOf(0); // A4
        const last = key === times.length - 1;
        if (last || times[key] === time || mode === "STEP") return this.#valuesOf(key); // A4, A5, A8
        const d = times[key + 1] - times[key]; // A7
        const s = (time - times[key]) / d;
        return this.#valuesOf(key).map((_, target) => {
            const [a, b, u, v] = this.between(key, target);
            return mode === "LINEAR" ? a + (b - a) * s : spline(d, s, a, u, b, v); // A9
        });
    }

    // All of its values (A2).
    get values() {
        return this.#values;
    }

    // The letters a, b, u and v of A7 and A10 between a key and the next one; u and v of lines are 0.
    between(key, target) {
        const [a, b] = [this.#valuesOf(key)[target], this.#valuesOf(key + 1)[target]];
        if (this.mode !== "CUBICSPLINE") return [a, b, 0, 0];
        return [a, b, this.#part(key, 2)[target], this.#part(key + 1, 0)[target]];
    }

    #valuesOf(key) {
        return this.#part(key, (this.#parts - 1) / 2);
    }

    // In-tangents, values and out-tangents of a spline's key are its parts 0, 1 and 2 (A2).
    #part(key, part) {
        const start = (key * this.#parts + part) * this.targets;
        return this.#values.subarray(start, start + this.targets);
    }
}

// A10, in its order. The caller's Float32Array rounds the result.
function spline(d, s, a, u, b, v) {
    const s2 = s * s;
    const s3 = s * s * s;
    const ofA = 2 * s3 - 3 * s2 + 1;
    const ofU = d * (s3 - 2 * s2 + s);
    const ofB = -2 * s3 + 3 * s2;
    const ofV = d * (s3 - s2);
    return ofA * a + ofU * u + ofB * b + ofV * v;
}
