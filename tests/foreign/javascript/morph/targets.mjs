// Attributes, deltas and targets (spec L1 to L3, B9, B25).

import { Refused } from "./refused.mjs";

const FAMILIES = ["POSITION", "NORMAL", "TANGENT", "TEXCOORD", "COLOR"];
const LARGEST_SET = 31;

// Family and set number of an attribute; the number of POSITION, NORMAL and TANGENT is 0.
function parts(attribute) {
    const [family, set = "0"] = attribute.split("_");
    return { family, set: Number(set) };
}

// Attributes in the order of bands, each once (L1); sets past 31 are refused (L3).
export function orderBands(bands) {
    if (bands.some((band) => parts(band).set > LARGEST_SET)) throw new Refused("set-number");
    const rank = (band) => FAMILIES.indexOf(parts(band).family) * (LARGEST_SET + 1) + parts(band).set;
    return [...new Set(bands)].sort((left, right) => rank(left) - rank(right));
}

// Floats of a delta (L2).
export function deltaFloats(attribute) {
    return { TEXCOORD: 2, COLOR: 4 }[parts(attribute).family] ?? 3;
}

// What one target adds to one attribute: a delta for each vertex, or, where `at` is given, for those vertices.
export class Deltas {
    constructor(attribute, values, vertices, at) {
        if (at !== undefined) checkIndices(at, vertices);
        if (!values.every(Number.isFinite)) throw new Refused("non-finite-delta"); // B25
        this.at = at;
        this.count = at === undefined ? vertices : at.length;
        this.floats = this.count > 0 ? values.length / this.count : deltaFloats(attribute);
        this.values = values;
        if (attribute.startsWith("COLOR") && this.floats === 3) this.#appendAlpha();
    }

    // The vertex of a stored delta.
    vertex(position) {
        return this.at === undefined ? position : this.at[position];
    }

    // The floats of a stored delta.
    delta(position) {
        return this.values.subarray(position * this.floats, (position + 1) * this.floats);
    }

    // Colour deltas of three components have a fourth of 0 (B21).
    #appendAlpha() {
        const values = new Float32Array(4 * this.count);
        for (let position = 0; position < this.count; position++) values.set(this.delta(position), 4 * position);
        this.values = values;
        this.floats = 4;
    }
}

// Sparse vertices are strictly increasing and below V (B9).
function checkIndices(at, vertices) {
    const right = at.every((vertex, place) => vertex < vertices && (place === 0 || at[place - 1] < vertex));
    if (!right) throw new Refused("sparse-index");
}

// The targets of one primitive: for each one a Map of its deltas by attribute.
export class Targets {
    constructor(vertices, byAttribute) {
        this.vertices = vertices;
        this.byAttribute = byAttribute;
    }

    get count() {
        return this.byAttribute.length;
    }

    // The attributes that some target moves, in the order of bands (B7, L1).
    bands() {
        return orderBands(this.byAttribute.flatMap((target) => [...target.keys()]));
    }

    // A target's deltas for an attribute, or undefined (B5).
    deltas(target, attribute) {
        return this.byAttribute[target].get(attribute);
    }

    // These targets as a profile of certain bands has them: zeros where one has no deltas (B18, L4).
    ofProfile(bands) {
        const zeros = bands.map((band) => {
            return [band, new Deltas(band, new Float32Array(deltaFloats(band) * this.vertices), this.vertices)];
        });
        return new Targets(this.vertices, this.byAttribute.map((target) => new Map([...zeros, ...target])));
    }

    // Whether an attribute is moved: some target has deltas for it, whatever they are (B7).
    move(attribute) {
        return this.byAttribute.some((target) => target.has(attribute));
    }
}
