// Every number that the package takes is checked before it is cut to 32 bits, which WebAssembly
// does in silence. Which these are is read from the package's TypeScript types. Needs
// MORPHKIT_WASM, and MORPHKIT_SAMPLE with head.glb.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { loadPackage } from "./load.mjs";

const kit = await loadPackage();
const file = (folder, name) => readFileSync(join(process.env[folder], name));
const head = new kit.Document(file("MORPHKIT_SAMPLE", "head.glb"));

const P = ["POSITION"];
const zeros = Float32Array.of(0, 0, 0);
const none = new Float32Array();
const primitive = new kit.Primitive(1, { POSITION: zeros }, [{ POSITION: zeros }]);
const targets = primitive.targets();
const bounds = primitive.bounds();
const texture = new kit.TextureLayout(1, 1, P);
const linear = new kit.LinearLayout(1, 1, P);
const clip = head.weightAnimation(0);
const mesh = head.mesh(0);
const PERMUTATION = "vertex-linear-rows-p-raw";

/** Each argument that is a number, by class, function and name, with a call that passes it. */
const CALLS = {
    "Bounds.deltas.target": (n) => bounds.deltas(n),
    "Clip.targetTrack.node": (n) => clip.targetTrack(n, 0),
    "Clip.targetTrack.target": (n) => clip.targetTrack(0, n),
    "Clip.track.node": (n) => clip.track(n),
    "Document.indices.mesh": (n) => head.indices(n, 0),
    "Document.indices.primitive": (n) => head.indices(0, n),
    "Document.mesh.mesh": (n) => head.mesh(n),
    "Document.meshNodes.mesh": (n) => head.meshNodes(n),
    "Document.nodeWeights.node": (n) => head.nodeWeights(n),
    "Document.weightAnimation.animation": (n) => head.weightAnimation(n),
    "LinearLayout.address.target": (n) => linear.address(n, "POSITION", 0),
    "LinearLayout.address.vertex": (n) => linear.address(0, "POSITION", n),
    "LinearLayout.compat.targetCount": (n) => kit.LinearLayout.compat(1, n),
    "LinearLayout.compat.vertexCount": (n) => kit.LinearLayout.compat(n, 1),
    "LinearLayout.constructor.targetCount": (n) => new kit.LinearLayout(1, n, P),
    "LinearLayout.constructor.vertexCount": (n) => new kit.LinearLayout(n, 1, P),
    "Mesh.primitive.primitive": (n) => mesh.primitive(n),
    "Primitive.constructor.vertexCount": (n) => new kit.Primitive(n, {}, []),
    "Primitive.withTargets.vertexCount": (n) => kit.Primitive.withTargets(n, {}, targets),
    "Targets.deltas.target": (n) => targets.deltas(n, "POSITION"),
    "Targets.from.vertexCount": (n) => kit.Targets.from(n, []),
    "TextureLayout.address.target": (n) => texture.address(n, "POSITION", 0),
    "TextureLayout.address.vertex": (n) => texture.address(0, "POSITION", n),
    "TextureLayout.constructor.targetCount": (n) => new kit.TextureLayout(1, n, P),
    "TextureLayout.constructor.vertexCount": (n) => new kit.TextureLayout(n, 1, P),
    "TextureLayout.seed.targetCount": (n) => kit.TextureLayout.seed(1, n),
    "TextureLayout.seed.vertexCount": (n) => kit.TextureLayout.seed(n, 1),
    "WeightTrack.constructor.targetCount": (n) => new kit.WeightTrack(n, "STEP", Float32Array.of(0), Float32Array.of(1)),
    "activeWeights.capacity": (n) => kit.activeWeights(none, 1, n),
    "activeWeights.targetCount": (n) => kit.activeWeights(none, n),
    "chooseLayout.targetCount": (n) => kit.chooseLayout(1, n, P, "vertex"),
    "chooseLayout.vertexCount": (n) => kit.chooseLayout(n, 1, P, "vertex"),
    "compatWeights.targetCount": (n) => kit.compatWeights(1, n, none),
    "compatWeights.vertexCount": (n) => kit.compatWeights(n, 1, none),
    "fitWeights.targetCount": (n) => kit.fitWeights(none, n),
    "rowWords.alignWords": (n) => kit.rowWords(1, n),
    "rowWords.targetCount": (n) => kit.rowWords(n),
    "shaderBindings.firstBinding": (n) => kit.shaderBindings(PERMUTATION, 0, n),
    "shaderBindings.group": (n) => kit.shaderBindings(PERMUTATION, n),
    "uniformCapacity.targetCount": (n) => kit.uniformCapacity(n),
    "weightsRow.firstVertex": (n) => kit.weightsRow(1, 1, none, 12, n),
    "weightsRow.strideWords": (n) => kit.weightsRow(1, 1, none, n),
    "weightsRow.targetCount": (n) => kit.weightsRow(1, n, none, 12),
    "weightsRow.vertexCount": (n) => kit.weightsRow(n, 1, none, 12),
    "weightsUniform.capacity": (n) => kit.weightsUniform(texture, none, 0, n),
    "weightsUniform.firstVertex": (n) => kit.weightsUniform(texture, none, n),
    "wgsl.firstBinding": (n) => kit.wgsl(PERMUTATION, 0, n),
    "wgsl.group": (n) => kit.wgsl(PERMUTATION, n),
};

/** These are no counts: a time is any number. */
const TIMES = ["WeightTrack.sample.time", "WeightTrack.sampleInto.time"];

/** Arguments of the type number, from the declarations. */
function declared(types) {
    const found = [];
    let inside = "";
    for (const line of types.split("\n")) {
        inside = /^export class (\w+)/.exec(line)?.[1] ?? (line.startsWith("}") ? "" : inside);
        const [, name, list] = /^(?:export function |    (?:static )?)(\w+)\((.*)\)(?:: .*)?;$/.exec(line) ?? [];
        const numbers = (list ?? "").matchAll(/(\w+)\??: number(?: \| null)?(?=,|$)/g);
        for (const [, argument] of numbers) found.push([inside, name, argument].filter(Boolean).join("."));
    }
    return found;
}

test("every number that the types declare is among the calls", () => {
    const types = file("MORPHKIT_WASM", "morphkit.d.ts").toString().split("export type InitInput")[0];
    assert.deepEqual(declared(types).sort(), [...Object.keys(CALLS), ...TIMES].sort());
});

for (const [place, call] of Object.entries(CALLS)) {
    test(`${place} is a whole number of 32 bits, or an Error that names it`, () => {
        const name = place.split(".").at(-1);
        for (const wrong of [1.5, -1, NaN, Infinity, 2 ** 32, 2 ** 53]) {
            assert.throws(() => call(wrong), (error) => {
                assert.equal(error.constructor, Error, String(error));
                assert.match(error.message, new RegExp(`^${name}: expected .*, got `), String(wrong));
                return true;
            });
        }
    });
}
