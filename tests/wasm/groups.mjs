// What the package gives for the input of a golden vector, by group: the output's fields by name.
import assert from "node:assert/strict";

/** One function for each group that takes the package and a case's input. */
export const GROUPS = { blend, active, texture, linear, frame, animation, bounds, choice };

function blend(kit, input) {
    const weights = Float32Array.from(input.weights);
    const [vertices] = input.vertices;
    const base = baseOf(input);
    if (input.form[0] === "arrays") {
        return kit.applyMorphTargets(base, targetsOf(input), weights);
    }
    const given = targetsOf(input);
    if (input.form[0] === "profile") {
        given.forEach((target) => addZeros(target, vertices));
    }
    const targets = kit.Targets.from(vertices, given);
    assert.ok(targets, "there are targets and vertices");
    const [baseVertices] = input["base.vertices"] ?? input.vertices;
    const primitive = kit.Primitive.withTargets(baseVertices, base, targets);
    const normalize = input.normalize[0] === 1;
    const blended = primitive.blend(weights, normalize);
    sameInto(primitive, weights, normalize, blended);
    return blended;
}

/** What a profile stores: both of its bands in every target. */
function addZeros(target, vertices) {
    target.POSITION ??= new Float32Array(vertices * 3);
    target.NORMAL ??= new Float32Array(vertices * 3);
}

/** The form that writes into the caller's arrays gives the same bits. */
function sameInto(primitive, weights, normalize, blended) {
    const out = {};
    for (const [name, values] of Object.entries(blended)) {
        out[name] = new Float32Array(values.length).fill(9);
    }
    primitive.blendInto(weights, out, normalize);
    assert.deepEqual(out, blended);
}

function active(kit, input) {
    const weights = Float32Array.from(input.weights);
    const [targets] = input.targets;
    const list = kit.activeWeights(weights, targets, input.capacity?.[0]);
    return {
        weights: kit.fitWeights(weights, targets),
        "list.indices": list.indices,
        "list.weights": list.weights,
        dropped: [list.dropped],
    };
}

function texture(kit, input) {
    const [vertices, targets] = [input.vertices[0], input.targets[0]];
    const layout =
        input.profile[0] === "seed"
            ? kit.TextureLayout.seed(vertices, targets)
            : new kit.TextureLayout(vertices, targets, input.bands, limitsOf(input));
    const places = addresses(layout, input);
    return {
        stored: [layout.targetCount],
        width: [layout.width],
        rows_per_band: [layout.rowsPerBand],
        height: [layout.height],
        layers: [layout.layers],
        "address.column": places.map((texel) => texel.column),
        "address.row": places.map((texel) => texel.row),
        "address.layer": places.map((texel) => texel.layer),
        ...encoded(kit, "texels", layout, input),
    };
}

function linear(kit, input) {
    const [vertices, targets] = [input.vertices[0], input.targets[0]];
    const limits = limitsOf(input);
    const layout =
        input.profile[0] === "compat"
            ? kit.LinearLayout.compat(vertices, targets, limits)
            : new kit.LinearLayout(vertices, targets, input.bands, limits);
    return {
        stride: [layout.strideWords],
        words: [layout.wordCount],
        "address.word": addresses(layout, input),
        ...encoded(kit, "data", layout, input),
    };
}

function addresses(layout, input) {
    return input["address.target"].map((target, at) =>
        layout.address(target, input["address.band"][at], input["address.vertex"][at]),
    );
}

/** The encoded floats, where a case gives deltas. */
function encoded(kit, name, layout, input) {
    if (!hasDeltas(input)) {
        return {};
    }
    const targets = kit.Targets.from(input.vertices[0], targetsOf(input));
    const floats = layout.encode(targets);
    assert.equal(floats.byteLength, layout.byteCount);
    return { [name]: floats, bytes: bytesOf(floats) };
}

/** Bytes as they lie in memory. */
function bytesOf(array) {
    return Array.from(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
}

function frame(kit, input) {
    const fields = frameFields(kit, input);
    return { ...fields, bytes: bytesOf(fields.words) };
}

function frameFields(kit, input) {
    const [vertices, targets] = [input.vertices?.[0], input.targets?.[0]];
    const weights = Float32Array.from(input.weights ?? []);
    switch (input.format[0]) {
        case "seed":
            return { words: kit.seedUniform(kit.TextureLayout.seed(vertices, targets), weights) };
        case "pairs": {
            const layout = new kit.TextureLayout(vertices, targets, ["POSITION"], limitsOf(input));
            const exact = input.shorten[0] === 0;
            const [first] = input.first_vertex;
            const { words, dropped } = kit.weightsUniform(layout, weights, first, input.capacity?.[0], exact);
            return { words, dropped: [dropped] };
        }
        case "compat":
            return { words: kit.compatWeights(vertices, targets, weights) };
        case "fallback":
            return { words: kit.compatFallback() };
        case "row": {
            const stride = input.stride?.[0] ?? kit.rowWords(targets, input.alignment[0]);
            return { words: kit.weightsRow(vertices, targets, weights, stride, input.first_vertex[0]) };
        }
        default:
            throw new TypeError(`unknown format ${input.format[0]}`);
    }
}

function animation(kit, input) {
    const [times, values] = [Float32Array.from(input.times), Float32Array.from(input.values)];
    const track = new kit.WeightTrack(input.targets[0], input.mode[0], times, values);
    const [room] = input.room;
    const weights = input.at.flatMap((time) => {
        const out = new Float32Array(room).fill(9);
        track.sampleInto(time, out);
        if (room === track.targetCount) {
            assert.deepEqual(track.sample(time), out);
        }
        return Array.from(out);
    });
    return { weights: Float32Array.from(weights) };
}

/** The box, and the exact one; `exact.error` where only that is refused. */
function bounds(kit, input) {
    const primitive = new kit.Primitive(input.vertices[0], baseOf(input), targetsOf(input));
    const measured = primitive.bounds();
    if (!input.weights) {
        const [lows, highs] = [input["ranges.low"], input["ranges.high"]];
        return measured.forRanges(Float32Array.from(lows), Float32Array.from(highs));
    }
    const weights = Float32Array.from(input.weights);
    return { ...measured.forWeights(weights), exact: () => primitive.exactBounds(weights) };
}

function choice(kit, input) {
    const [vertices, targets] = [input.vertices[0], input.targets[0]];
    const layout = kit.chooseLayout(vertices, targets, input.bands, input.stage[0], limitsOf(input));
    return { layout: [layout] };
}

function limitsOf(input) {
    return {
        maxTextureDimension2D: input["limit.dimension"]?.[0],
        maxTextureArrayLayers: input["limit.layers"]?.[0],
        maxStorageBufferBindingSize: input["limit.binding"]?.[0],
        maxStorageBuffersPerShaderStage: input["limit.storage_buffers"]?.[0],
    };
}

function baseOf(input) {
    const fields = Object.entries(input).filter(([name]) => /^base\.[A-Z]/.test(name));
    return Object.fromEntries(fields.map(([name, values]) => [name.slice(5), Float32Array.from(values)]));
}

function hasDeltas(input) {
    return Object.keys(input).some((name) => name.startsWith("target."));
}

function targetsOf(input) {
    const targets = Array.from({ length: input.targets[0] }, () => ({}));
    for (const [name, values] of Object.entries(input)) {
        const [, index, attribute] = /^target\.(\d+)\.([A-Z_0-9]+)$/.exec(name) ?? [];
        if (attribute) {
            const floats = Float32Array.from(values);
            const at = input[`${name}.at`];
            targets[index][attribute] = at ? { indices: Uint32Array.from(at), values: floats } : floats;
        }
    }
    return targets;
}
