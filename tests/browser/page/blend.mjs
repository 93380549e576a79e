// In the browser: blends with the emitted shaders on every path and in both stages, and compares.

import * as glb from '../file/glb.mjs';
import { PATHS, pathsOf, permutationName } from '../gpu/path.mjs';
import { blendInCompute } from '../gpu/compute.mjs';
import { blendVertices } from '../gpu/vertex.mjs';
import { compare } from '../spec/compare.mjs';
import { blendCases } from '../spec/golden.mjs';
import { expected } from '../spec/reference.mjs';

const STAGES = { vertex: blendVertices, compute: blendInCompute };

const load = async (url, as) => (await fetch(url))[as]();

async function openDevice() {
  const adapter = await navigator.gpu?.requestAdapter();
  if (!adapter) throw new Error('the browser has no WebGPU adapter');
  const device = await adapter.requestDevice();
  return { device, name: `${adapter.info.vendor} ${adapter.info.architecture}`.trim() };
}

/** Failures that are told of one blend; the others are counted. */
const TOLD = 3;

function shorten(failures) {
  const more = failures.length - TOLD;
  return more > 0 ? [...failures.slice(0, TOLD), `and ${more} more values`] : failures;
}

/** Blends one primitive in one way; validation errors are failures. */
async function blend(device, shaders, stage, path, { primitive, expected: want }) {
  const name = permutationName(stage, path, primitive);
  const place = `${name}: ${primitive.name}`;
  device.pushErrorScope('validation');
  try {
    const shader = shaders[name];
    if (!shader) throw new Error('the shader was not emitted');
    const found = await STAGES[stage](device, shader, path.resources(device, primitive), primitive);
    const result = compare(found, want, primitive.base);
    const error = await device.popErrorScope();
    const failures = [...(error ? [error.message] : []), ...shorten(result.failures)];
    return { ...result, place, failures: failures.map((failure) => `${place}: ${failure}`) };
  } catch (error) {
    const invalid = await device.popErrorScope();
    const failures = [`${place}: ${invalid?.message ?? error.stack}`];
    return { place, values: 0, failures, worst: { error: 0, share: 0 } };
  }
}

/** One line of the table for each stage and path. */
async function blendAll(device, shaders, cases) {
  const lines = [];
  for (const stage of Object.keys(STAGES)) {
    for (const path of PATHS) {
      const line = { stage, path: path.name, blends: 0, values: 0, worst: 0, share: 0, at: '', failures: [] };
      for (const one of cases.filter(({ primitive }) => pathsOf(primitive).includes(path))) {
        const { place, values, failures, worst } = await blend(device, shaders, stage, path, one);
        line.blends += 1;
        line.values += values;
        line.failures.push(...failures);
        line.worst = Math.max(line.worst, worst.error);
        if (worst.share > line.share) Object.assign(line, { share: worst.share, at: `${place}: ${worst.place}` });
      }
      lines.push(line);
    }
  }
  return lines;
}

/** The reference in JavaScript on the vectors: the head is compared with it. */
function checkReference(cases) {
  return cases.flatMap(({ primitive, expected: want }) => {
    const found = new Map();
    for (const [attribute, { values }] of expected(primitive)) {
      found.set(attribute, { values, components: primitive.base.get(attribute).components });
    }
    return compare(found, want, primitive.base).failures.map((f) => `reference: ${primitive.name}: ${f}`);
  });
}

/** Faces of the head: each blended with normalised and with raw directions. */
export function headCases(head, faces) {
  return faces.flatMap(({ name, weights }) =>
    [true, false].map((normalize) => {
      const primitive = { ...head, name: `head, ${name}`, weights: Float32Array.from(weights), normalize };
      return { primitive, expected: expected(primitive) };
    }),
  );
}

window.run = async () => {
  const { device, name } = await openDevice();
  const uncaptured = [];
  device.onuncapturederror = ({ error }) => uncaptured.push(error.message);
  const [shaders, golden, faces] = await Promise.all(
    ['shaders.json', 'golden/blend.json', 'faces.json'].map((url) => load(url, 'json')),
  );
  const head = glb.primitive(glb.parse(await load('head.glb', 'arrayBuffer')));
  const { taken, left } = blendCases(golden);
  const faceCases = headCases(head, faces);
  return {
    adapter: name,
    vectors: { taken: taken.length, left, lines: await blendAll(device, shaders, taken) },
    head: { taken: faceCases.length, lines: await blendAll(device, shaders, faceCases) },
    failures: [...checkReference(taken), ...uncaptured],
  };
};
