// Reading the golden vectors and comparing with them, as tests/golden/README.md says.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

/** The cases of a group, with numbers that JSON cannot hold put back in. */
export function readCases(group) {
    const path = new URL(`../golden/${group}.json`, import.meta.url);
    const file = JSON.parse(readFileSync(path, "utf8"));
    assert.equal(file.version, 1);
    assert.equal(file.group, group);
    return file.cases.map((vector) => ({
        ...vector,
        input: mapFields(vector.input),
        output: mapFields(vector.output),
    }));
}

/** Compares all fields of a case's output with what was found, which has no others. */
export function compare(output, found) {
    const names = Object.keys(output).filter((name) => !/\.(tolerance|strict)$/.test(name));
    // Bytes stand in the file only where they are few.
    const given = Object.keys(found).filter((name) => name !== "bytes" || name in output);
    assert.deepEqual(given.sort(), names.sort());
    for (const name of names) {
        const values = found[name];
        const tolerance = output[`${name}.tolerance`];
        const strict = output[`${name}.strict`];
        if (tolerance) {
            within(name, values, output[name], tolerance);
        } else {
            same(name, values, output[name]);
        }
        if (strict) {
            same(`${name}.strict`, values, strict);
        }
    }
}

/** Compares a refusal: an error of our own, with the word's text and the index where there is one. */
export function refused(output, run) {
    const [word] = output.error;
    const text = REFUSALS[word];
    assert.ok(text, `no text is known for ${word}`);
    assert.throws(run, (error) => {
        // A trap of the module would be a WebAssembly.RuntimeError.
        assert.equal(error.constructor, Error, String(error));
        assert.match(error.message, text);
        if ("error.index" in output) {
            assert.match(error.message, new RegExp(`\\[${output["error.index"][0]}\\]`));
        }
        return true;
    });
}

/** The texts that belong to the words of `error`. */
const REFUSALS = {
    "non-finite-weight": /^weights\[\d+\]: expected a finite number/,
    "vertex-count": /^targets: expected \d+ vertices as in the base, got \d+/,
    "non-finite-delta": /^target \d+, \w+: delta of vertex \d+ is not finite/,
    "sparse-index": /^target \d+, \w+: sparse index \d+/,
    "no-bands": /^no target moves an attribute/,
    "set-number": /_\d+: expected a set number of at most 31/,
    "texture-too-large": /expected at most \d+ layers of \d+ rows, got \d+ rows/,
    "buffer-too-large": /expected at most \d+ bytes, got \d+/,
    "too-many-active": /^expected at most \d+ active weights, got \d+/,
    "no-keys": /^times: expected at least 1 key, got 0/,
    "key-times": /^times\[\d+\]: /,
    "value-count": /^values: expected \d+ floats/,
    "non-finite-value": /^values\[\d+\]: expected a finite number/,
    "nan-time": /^time: expected a number, got NaN/,
    "no-positions": /^POSITION: expected at least 1 vertex/,
    "non-finite-position": /^POSITION: vertex \d+ is not finite/,
    range: /^weights\[\d+\]: lowest .* exceeds highest/,
};

/** Equal integers, words, or bits of floats; every NaN equals every other. */
export function same(name, found, expected) {
    assert.equal(found.length, expected.length, name);
    // Floats are written as short decimals that round to them.
    const exact = found instanceof Float32Array ? Float32Array.from(expected) : expected;
    found.forEach((value, at) => {
        assert.ok(Object.is(value, exact[at]), `${name}[${at}]: expected ${exact[at]}, got ${value}`);
    });
}

/**
 * Equal, or near enough. Compares as the flat text does, with f32 and tolerances rounded up: what
 * f32 cannot hold is no mistake of a result in f32.
 */
function within(name, found, expected, tolerance) {
    assert.equal(found.length, expected.length, name);
    found.forEach((value, at) => {
        const [exact, limit] = [Math.fround(expected[at]), roundUp(tolerance[at])];
        const equal = value === exact || Object.is(value, exact);
        const near = equal || Math.abs(value - exact) <= limit;
        assert.ok(near, `${name}[${at}]: expected ${exact} within ${limit}, got ${value}`);
    });
}

/** The least f32 that is not below a positive number. */
function roundUp(value) {
    const nearest = Float32Array.of(value);
    if (nearest[0] < value) {
        new Uint32Array(nearest.buffer)[0] += 1;
    }
    return nearest[0];
}

function mapFields(fields) {
    const numbers = { NaN: NaN, Infinity: Infinity, "-Infinity": -Infinity };
    const value = (given) => (given in numbers ? numbers[given] : given);
    return Object.fromEntries(Object.entries(fields).map(([name, values]) => [name, values.map(value)]));
}
