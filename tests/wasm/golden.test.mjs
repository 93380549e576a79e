// Every golden vector through the npm package. Needs Node 18 and MORPHKIT_WASM, the package's folder.
import assert from "node:assert/strict";
import { test } from "node:test";
import { GROUPS } from "./groups.mjs";
import { loadPackage } from "./load.mjs";
import { compare, readCases, refused, same } from "./vectors.mjs";

const kit = await loadPackage();

/** Fewest cases of each group: a file that lost its cases passes no test. */
const FEWEST = {
    blend: 150,
    active: 20,
    texture: 30,
    linear: 20,
    frame: 30,
    animation: 35,
    bounds: 20,
    choice: 20,
};

for (const [group, run] of Object.entries(GROUPS)) {
    test(`every vector of ${group} holds`, () => {
        const cases = readCases(group);
        for (const { name, input, output } of cases) {
            try {
                check(group, output, () => run(kit, input));
            } catch (error) {
                error.message = `${group}, ${name}: ${error.message}`;
                throw error;
            }
        }
        assert.ok(cases.length >= FEWEST[group], `${cases.length} cases`);
        console.log(`${group}: ${cases.length} vectors`);
    });
}

function check(group, output, run) {
    if (output.error) {
        refused(output, run);
    } else if (group === "bounds") {
        compareBox(output, run());
    } else {
        compare(output, run());
    }
}

/** A box may lie outside the expected one by its slack, never inside; the exact one lies within it. */
function compareBox(output, found) {
    for (const [side, outwards] of [["min", -1], ["max", 1]]) {
        for (let axis = 0; axis < 3; axis += 1) {
            const [expected, value] = [output[side][axis], found[side][axis]];
            const beyond = expected === value ? 0 : outwards * (value - expected);
            const place = `${side}[${axis}]: expected ${expected}, got ${value}`;
            assert.ok(beyond >= 0 && beyond <= output.slack[axis], place);
        }
    }
    if (output["exact.error"]) {
        refused({ error: output["exact.error"] }, found.exact);
    } else if (output["exact.min"]) {
        const exact = found.exact();
        const names = ["exact.min", "exact.max"];
        const fields = Object.entries(output).filter(([name]) => names.some((side) => name.startsWith(side)));
        const corners = [exact.min, exact.max].map((corner) => Float32Array.from(corner));
        compare(Object.fromEntries(fields), { "exact.min": corners[0], "exact.max": corners[1] });
        const inside = (axis) => found.min[axis] <= exact.min[axis] && exact.max[axis] <= found.max[axis];
        same("inside", [0, 1, 2].map(inside), [true, true, true]);
    }
}
