// The npm package on a generated file, held against what the program `morphkit` says of it; its
// refusals, and its shader text. Needs MORPHKIT_WASM and MORPHKIT_SAMPLE, a folder with head.glb and
// the program's answers.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { loadPackage } from "./load.mjs";
import { same } from "./vectors.mjs";

const kit = await loadPackage();
const sample = (name) => readFileSync(join(process.env.MORPHKIT_SAMPLE, name));
const answer = (name) => JSON.parse(sample(name)).meshes[0];
const head = new kit.Document(sample("head.glb"));

/** Attributes of the package against those of the program: the same numbers, bit for bit. */
function sameAttributes(found, expected) {
    const names = Object.keys(expected);
    assert.ok(names.length >= 3, `${names.length} attributes`);
    for (const name of names) {
        same(name, found[name], expected[name].flat());
    }
}

test("a file has the names, counts and weights that the program tells", () => {
    const expected = answer("weights.json");
    const mesh = head.mesh(0);
    const primitive = mesh.primitive(0);
    assert.equal(head.meshCount, 1);
    assert.equal(mesh.name, expected.name);
    assert.equal(mesh.targetCount, expected.target_count);
    assert.ok(mesh.targetCount >= 50);
    assert.deepEqual(mesh.targetNames, expected.target_names);
    assert.deepEqual(Array.from(mesh.defaultWeights), expected.default_weights);
    assert.equal(mesh.targetIndex("jawOpen"), expected.target_names.indexOf("jawOpen"));
    assert.equal(mesh.targetIndex("nobody"), undefined);
    assert.deepEqual(Array.from(head.meshNodes(0)), expected.instances.map(({ node }) => node));
    const [{ vertex_count, target_count }] = expected.instances[0].primitives;
    assert.equal(mesh.primitiveCount, 1);
    assert.deepEqual([primitive.vertexCount, primitive.targetCount], [vertex_count, target_count]);
    assert.deepEqual(primitive.attributes.slice(0, 3), ["POSITION", "NORMAL", "TANGENT"]);
    assert.equal(primitive.flat, false);
    assert.ok(head.indices(0, 0).length % 3 === 0);
    assert.deepEqual(head.findings(), []);
});

test("a file blends as the program blends it", () => {
    const primitive = head.mesh(0).primitive(0);
    for (const [name, normalize] of [["weights.json", true], ["raw.json", false]]) {
        const [{ weights, primitives }] = answer(name).instances;
        const given = Float32Array.from(weights);
        sameAttributes(primitive.blend(given, normalize), primitives[0].attributes);
        const out = { POSITION: new Float32Array(primitive.vertexCount * 3) };
        primitive.blendInto(given, out, normalize);
        same("POSITION", out.POSITION, primitives[0].attributes.POSITION.flat());
    }
});

test("an animation of a file gives the weights of a time", () => {
    const [{ node, weights, primitives }] = answer("animation.json").instances;
    const clip = head.weightAnimation(0);
    assert.equal(head.animationCount, 1);
    assert.equal(clip.name, "expressions");
    assert.deepEqual(Array.from(clip.nodes), [node]);
    assert.deepEqual(Array.from(clip.targets), [-1]);
    assert.equal(clip.targetTrack(node, 0), undefined);
    const sampled = clip.track(node).sample(0.7);
    same("weights", sampled, weights);
    assert.ok(sampled.some((weight) => weight !== 0));
    sameAttributes(head.mesh(0).primitive(0).blend(sampled), primitives[0].attributes);
});

test("the targets of a file are encoded where their addresses say", () => {
    const targets = head.mesh(0).primitive(0).targets();
    const { vertexCount, targetCount, attributes } = targets;
    const texture = new kit.TextureLayout(vertexCount, targetCount, attributes, { maxTextureDimension2D: 512 });
    const linear = new kit.LinearLayout(vertexCount, targetCount, attributes);
    const [texels, words] = [texture.encode(targets), linear.encode(targets)];
    assert.deepEqual([texels.byteLength, words.byteLength], [texture.byteCount, linear.byteCount]);
    let moved = 0;
    for (let vertex = 0; vertex < vertexCount; vertex += 1) {
        const { column, row, layer } = texture.address(17, "NORMAL", vertex);
        const texel = ((layer * texture.height + row) * texture.width + column) * 4;
        const word = linear.address(17, "NORMAL", vertex);
        const delta = words.slice(word, word + 3);
        same("texel", texels.slice(texel, texel + 3), delta);
        moved += Number(delta.some((value) => value !== 0));
    }
    assert.ok(moved > 100, `${moved} vertices are moved`);
    assert.equal(kit.chooseLayout(vertexCount, targetCount, attributes, "vertex"), "linear");
});

test("the box for weights holds the exact one", () => {
    const primitive = head.mesh(0).primitive(0);
    const weights = new Float32Array(primitive.targetCount).fill(0.3);
    const [outer, inner] = [primitive.bounds().forWeights(weights), primitive.exactBounds(weights)];
    for (let axis = 0; axis < 3; axis += 1) {
        assert.ok(outer.min[axis] <= inner.min[axis] && inner.max[axis] <= outer.max[axis]);
    }
    assert.ok(inner.min[0] < inner.max[0]);
});

test("colours of three components are taken, and leave alpha alone", () => {
    const base = { COLOR_0: Float32Array.of(0, 0, 0, 0.5) };
    const rgb = { COLOR_0: Float32Array.of(0.5, 0.25, 1) };
    const sparse = { COLOR_0: { indices: Uint32Array.of(0), values: Float32Array.of(0.5, 0, 0) } };
    const blended = new kit.Primitive(1, base, [rgb, sparse]).blend(Float32Array.of(1, 1));
    assert.deepEqual(blended, { COLOR_0: Float32Array.of(1, 0.25, 1, 0.5) });
    assert.deepEqual(kit.Targets.from(1, [rgb]).deltas(0, "COLOR_0"), Float32Array.of(0.5, 0.25, 1, 0));
});

test("a primitive without targets is its base", () => {
    const base = { NORMAL: Float32Array.of(0, 3, 0) };
    const primitive = new kit.Primitive(1, base, []);
    assert.equal(kit.Targets.from(1, []), undefined);
    assert.equal(primitive.targets(), undefined);
    assert.deepEqual(primitive.blend(Float32Array.of(1)), base);
    assert.throws(() => primitive.bounds(), { message: "bounds: the primitive has no targets" });
});

test("what is wrong is an Error that names the place", () => {
    const zeros = Float32Array.of(0, 0, 0);
    const primitive = new kit.Primitive(1, { POSITION: zeros }, [{ POSITION: zeros }]);
    const none = new Float32Array();
    const refusals = [
        [() => new kit.Document(Uint8Array.of(1, 2, 3)), /^neither JSON nor GLB/],
        [() => head.mesh(7), /^meshes\[7\]: .*1/],
        [() => head.mesh(0).primitive(2), /^primitives\[2\]: there are 1$/],
        [() => new kit.Primitive(1.5, {}, []), /^vertexCount: expected a whole number .*, got 1.5$/],
        [() => new kit.Primitive(-1, {}, []), /^vertexCount: .*got -1$/],
        [() => new kit.Primitive(1, undefined, []), /^base: expected an object$/],
        [() => new kit.Primitive(1, { POSITION: [1, 2, 3] }, []), /^base.POSITION: expected a Float32Array$/],
        [() => new kit.Primitive(1, { JOINTS_0: zeros }, []), /^base.JOINTS_0: expected POSITION/],
        [() => new kit.Primitive(2, { POSITION: zeros }, []), /^base POSITION: expected 6 floats, got 3$/],
        [() => kit.Targets.from(1, [{}, { NORMAL: 7 }]), /^targets\[1\].NORMAL: expected a Float32Array, or/],
        [() => kit.Targets.from(1, [{ NORMAL: {} }]), /^targets\[0\].NORMAL.indices: expected a Uint32Array$/],
        [() => primitive.blendInto(none, { POSITION: none }), /^POSITION: expected 3 floats, got 0$/],
        [() => primitive.blend(Float32Array.of(NaN)), /^weights\[0\]: expected a finite number/],
        [() => new kit.TextureLayout(8, 1, ["COLOR"]), /^bands: COLOR: expected POSITION/],
        [() => new kit.LinearLayout(8, 1, ["POSITION"], { maxStorageBufferBindingSize: "much" }), /expected a number$/],
        [() => new kit.WeightTrack(1, "SLOW", none, none), /^interpolation: expected STEP/],
        [() => kit.wgsl("vertex-seed"), /^"vertex-seed": expected a permutation/],
        [() => kit.weightsRow(1, 1, none, 2 ** 33), /^strideWords: /],
    ];
    for (const [run, message] of refusals) {
        assert.throws(run, (error) => {
            assert.equal(error.constructor, Error, String(error));
            assert.match(error.message, message);
            return true;
        });
    }
});

test("a layout that memory cannot hold is an Error and no trap", () => {
    const vertices = 2 ** 20;
    const targets = kit.Targets.from(vertices, [{ POSITION: { indices: new Uint32Array(), values: new Float32Array() } }]);
    const limits = { maxStorageBufferBindingSize: 2 ** 34 };
    const layout = new kit.LinearLayout(vertices, 1024, ["POSITION"], limits);
    assert.throws(() => layout.encode(targets), /^Error: words: not enough memory for 12884901888 bytes$/);
});

test("files beside the model come from the caller", () => {
    const model = {
        asset: { version: "2.0" },
        buffers: [{ uri: "deltas.bin", byteLength: 24 }],
        bufferViews: [{ buffer: 0, byteLength: 12 }, { buffer: 0, byteOffset: 12, byteLength: 12 }],
        accessors: [0, 1].map((bufferView) => ({ bufferView, componentType: 5126, count: 1, type: "VEC3", min: [1, 2, 3], max: [1, 2, 3] })),
        meshes: [{ primitives: [{ attributes: { POSITION: 0 }, targets: [{ POSITION: 1 }] }] }],
    };
    const bytes = new TextEncoder().encode(JSON.stringify(model));
    const files = { "deltas.bin": new Uint8Array(Float32Array.of(1, 2, 3, 1, 2, 3).buffer) };
    const mesh = new kit.Document(bytes, { files }).mesh(0);
    assert.deepEqual(mesh.primitive(0).blend(Float32Array.of(2)), { POSITION: Float32Array.of(3, 6, 9) });
    assert.throws(() => new kit.Document(bytes).mesh(0), /deltas\.bin/);
});

test("every permutation's text binds what is said of it", () => {
    const names = kit.permutationNames();
    assert.ok(names.length >= 70, `${names.length} permutations`);
    for (const name of names) {
        const text = kit.wgsl(name, 1, 2);
        assert.match(text, /const MORPH_GROUP: u32 = 1u;/);
        const bindings = kit.shaderBindings(name, 1, 2);
        assert.equal(bindings.length, name.startsWith("compute") ? 4 : 2);
        bindings.forEach((binding, at) => {
            assert.deepEqual([binding.group, binding.binding], [1, 2 + at]);
            assert.ok(text.includes(`${binding.name}:`), `${name}: ${binding.name}`);
        });
    }
    const hook = "fn morph_hook(v: MorphVertex, at: MorphAt) -> MorphVertex { return v; } // mine";
    assert.ok(kit.wgsl("compute-seed-uniform-pn-raw", 0, 0, hook).includes("// mine"));
});

test("everything that the README imports is there", () => {
    const readme = readFileSync(join(process.env.MORPHKIT_WASM, "README.md"), "utf8");
    const imports = Array.from(readme.matchAll(/import (?:init, )?\{ (.+) \} from "morphkit-wasm"/g));
    const names = imports.flatMap(([, list]) => list.split(", "));
    assert.ok(names.length >= 6, `${names.length} names`);
    for (const name of names) {
        assert.equal(typeof kit[name], "function", name);
    }
    assert.equal(typeof kit.default, "function");
});

test("the examples of the README run, but for what only a browser has", async () => {
    const readme = readFileSync(join(process.env.MORPHKIT_WASM, "README.md"), "utf8");
    const blocks = Array.from(readme.matchAll(/```js\n([\s\S]*?)```/g), ([, block]) => block);
    const examples = blocks.filter((block) => !block.includes("await init()"));
    assert.equal(blocks.length - examples.length, 1);
    for (const block of examples) {
        const body = block.replaceAll(/^import .*;$/gm, "");
        const { default: _start, ...names } = { ...kit, readFile: async () => sample("head.glb") };
        const run = new Function(...Object.keys(names), `return (async () => { "use strict"; ${body} })();`);
        await run(...Object.values(names));
    }
});

test("a browser's entry fetches the module from beside itself", async (context) => {
    // Not the script that the entry for Node has started already: one of its own address.
    const script = await import(`${new URL("morphkit.js", entryFolder())}?browser`);
    const fetched = [];
    context.mock.method(globalThis, "fetch", async (url) => {
        fetched.push(String(url));
        return new Response(readFileSync(url), { headers: { "Content-Type": "application/wasm" } });
    });
    assert.notEqual(script.default, kit.default);
    await script.default();
    assert.deepEqual(fetched, [String(new URL("morphkit_bg.wasm", entryFolder()))]);
    assert.equal(script.permutationNames().length, kit.permutationNames().length);
});

function entryFolder() {
    return pathToFileURL(`${process.env.MORPHKIT_WASM}/`);
}
