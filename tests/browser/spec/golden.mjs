// Cases of tests/golden/blend.json as primitives, with what is expected of them.

import { deltaFloats } from './attribute.mjs';

const KNOWN = /^(form|level|normalize|weights|vertices|targets|base\.[A-Z0-9_]+|target\.\d+\.[A-Z0-9_]+(\.at)?)$/;

/** Numbers of the file: those that are no JSON are strings. */
const numbers = (values) => values.map(Number);

/** The cases that a shader can answer, and how many others there are, by reason. */
export function blendCases({ cases }) {
  const taken = [];
  const left = {};
  for (const given of cases) {
    const why = whyNot(given);
    if (why) left[why] = (left[why] ?? 0) + 1;
    else taken.push(readCase(given));
  }
  return { taken, left };
}

function whyNot({ input, output }) {
  if ('error' in output) return 'must be refused before a shader';
  if (input.level[0] !== 'portable') return 'for strict implementations';
  if (input.form[0] === 'arrays') return 'for the helper over flat arrays';
  if (!['targets', 'profile'].includes(input.form[0])) return 'of a form of a later version';
  if (!Object.keys(input).every((field) => KNOWN.test(field))) return 'with fields of a later version';
  return undefined;
}

function readCase({ name, input, output }) {
  const [vertices] = input.vertices;
  const base = new Map();
  const expected = new Map();
  for (const [field, values] of Object.entries(input)) {
    if (!field.startsWith('base.')) continue;
    const attribute = field.slice('base.'.length);
    base.set(attribute, { components: values.length / vertices, values: Float32Array.from(numbers(values)) });
    expected.set(attribute, {
      values: Float64Array.from(numbers(output[attribute])),
      tolerance: Float64Array.from(numbers(output[`${attribute}.tolerance`])),
    });
  }
  const targets = Array.from({ length: input.targets[0] }, (_, index) => readTarget(input, index, vertices));
  if (input.form[0] === 'profile') targets.forEach((target) => fillProfile(target, vertices));
  const weights = Float32Array.from(numbers(input.weights));
  const primitive = { name, vertices, base, targets, weights, normalize: input.normalize[0] === 1 };
  return { primitive, expected };
}

/** The profiles store POSITION and NORMAL of every target, zeros where it has none (B18, L4). */
function fillProfile(target, vertices) {
  for (const band of ['POSITION', 'NORMAL']) {
    if (!target.has(band)) target.set(band, new Float32Array(vertices * deltaFloats(band)));
  }
}

function readTarget(input, index, vertices) {
  const prefix = `target.${index}.`;
  const target = new Map();
  for (const [field, values] of Object.entries(input)) {
    if (!field.startsWith(prefix) || field.endsWith('.at')) continue;
    const attribute = field.slice(prefix.length);
    target.set(attribute, dense(numbers(values), input[`${field}.at`], vertices, deltaFloats(attribute)));
  }
  return target;
}

/** Sparse deltas with zeros for the vertices that have none (L4). */
function dense(values, at, vertices, floats) {
  if (!at) return Float32Array.from(values);
  const all = new Float32Array(vertices * floats);
  at.forEach((vertex, i) => all.set(values.slice(i * floats, (i + 1) * floats), vertex * floats));
  return all;
}
