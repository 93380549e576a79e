// The golden vectors' JSON form (tests/golden/README.md): reading, and comparing with what was found.
//
// Found floats are Float32Arrays, found integers and words are plain arrays.

import { readFileSync } from "node:fs";
import { bits } from "./morph/floats.mjs";

const NOT_JSON = { NaN: NaN, Infinity: Infinity, "-Infinity": -Infinity };
const OPTIONAL = ["bytes"]; // expected only where they are few

// A found value that is not the expected one.
export class Miss extends Error {}

// Group and cases of a file; fails where it is of another version or has no cases.
export function readVectors(path) {
    const { version, group, cases } = JSON.parse(readFileSync(path, "utf8"));
    if (version !== 1) throw new Miss(`${path}: version: expected 1, found ${version}`);
    if (cases.length === 0) throw new Miss(`${path}: no cases`);
    const decoded = cases.map(({ name, input, output }) => {
        return { name, input: decode(input), output: decode(output) };
    });
    return { group, cases: decoded };
}

// Compares all output fields of a case; found ones that are not expected are a miss, too.
export function compare(expected, found) {
    const names = Object.keys(expected).filter((name) => !/\.(tolerance|strict)$/.test(name));
    const foundNames = Object.keys(found).filter((name) => name in expected || !OPTIONAL.includes(name));
    const same = names.length === foundNames.length && names.every((name) => name in found);
    if (!same) throw new Miss(`output fields: expected ${names.sort()}, found ${foundNames.sort()}`);
    for (const name of names) {
        if (`${name}.tolerance` in expected) {
            within(name, expected[name], expected[`${name}.tolerance`], found[name]);
            exact(`${name}.strict`, expected[`${name}.strict`] ?? [], found[name]);
        } else {
            exact(name, expected[name], found[name]);
        }
    }
}

// As `compare`, but boxes may be larger by `slack` (N4, N5, N15), and hold the exact boxes.
export function compareBox(expected, found) {
    const { min = [], max = [], slack = [], ...restExpected } = expected;
    const { min: foundMin, max: foundMax, ...restFound } = found;
    compare(restExpected, restFound);
    for (const [name, values] of Object.entries({ min, max, slack })) sameLength(name, values, foundMin);
    for (let axis = 0; axis < foundMin.length; axis++) {
        side(`min[${axis}]`, min[axis], foundMin[axis], min[axis] - foundMin[axis], slack[axis]);
        side(`max[${axis}]`, max[axis], foundMax[axis], foundMax[axis] - max[axis], slack[axis]);
        for (const corner of [found["exact.min"]?.[axis], found["exact.max"]?.[axis]]) {
            if (corner < foundMin[axis] || corner > foundMax[axis]) {
                const box = `${foundMin[axis]}..${foundMax[axis]}`;
                throw new Miss(`axis ${axis}: expected a box around ${corner}, found ${box}`);
            }
        }
    }
}

function decode(fields) {
    const number = (value) => NOT_JSON[value] ?? value;
    return Object.fromEntries(Object.entries(fields).map(([name, values]) => [name, values.map(number)]));
}

function side(name, want, got, outside, slack) {
    const met = got === want || (outside >= 0 && outside <= slack);
    if (!met) throw new Miss(`${name}: expected ${want} or outside by at most ${slack}, found ${got}`);
}

function within(name, want, tolerance, got) {
    sameLength(name, want, got);
    sameLength(`${name}.tolerance`, want, tolerance);
    want.forEach((value, index) => {
        const number = got[index];
        const equal = number === value || (Number.isNaN(number) && Number.isNaN(value));
        if (equal || Math.abs(number - value) <= tolerance[index]) return;
        throw new Miss(`${name}[${index}]: expected ${value} within ${tolerance[index]}, found ${number}`);
    });
}

function exact(name, want, got) {
    sameLength(name, want, got);
    const same = got instanceof Float32Array ? sameBits : Object.is;
    want.forEach((value, index) => {
        if (!same(value, got[index])) throw new Miss(`${name}[${index}]: expected ${value}, found ${got[index]}`);
    });
}

// Equal bits of floats, any NaN as any other.
function sameBits(want, got) {
    return typeof want === "number" && (bits(want) === bits(got) || (Number.isNaN(want) && Number.isNaN(got)));
}

function sameLength(name, want, got) {
    if (want.length !== got.length) throw new Miss(`${name}: expected ${want.length} values, found ${got.length}`);
}
