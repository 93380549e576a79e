// The bytes that the shaders read, made from docs/spec.md, sections 4 and 5, alone.

import { deltaFloats } from './attribute.mjs';
import { activeList, forBase } from './primitive.mjs';

const ceilDivide = (a, b) => Math.floor((a + b - 1) / b);

/** Tiled texture (L10 to L17): { width, height, layers, rowsPerBand, texels }. */
export function tiledTexture(primitive, bands, { stored, largestWidth, limit }) {
  const { vertices } = primitive;
  const targets = forBase(primitive).slice(0, stored);
  const width = Math.min(vertices, largestWidth);
  const rowsPerBand = ceilDivide(vertices, width);
  const rows = targets.length * bands.length * rowsPerBand;
  const layers = ceilDivide(rows, limit);
  const height = ceilDivide(rows, layers);
  const texels = new Float32Array(width * height * layers * 4);
  targets.forEach((target, t) => {
    bands.forEach((attribute, b) => {
      const deltas = target.get(attribute);
      const floats = deltaFloats(attribute);
      const first = (t * bands.length + b) * rowsPerBand * width * 4;
      for (let v = 0; deltas && v < vertices; v += 1) {
        texels.set(deltas.subarray(v * floats, (v + 1) * floats), first + v * 4);
      }
    });
  });
  return { width, height, layers, rowsPerBand, texels };
}

/** Linear storage (L20, L21): f32 words. */
export function linearBuffer(primitive, bands) {
  const { vertices } = primitive;
  const stride = bands.reduce((sum, attribute) => sum + deltaFloats(attribute), 0);
  const words = new Float32Array(primitive.targets.length * vertices * stride);
  forBase(primitive).forEach((target, t) => {
    let offset = 0;
    for (const attribute of bands) {
      const deltas = target.get(attribute);
      const floats = deltaFloats(attribute);
      for (let v = 0; deltas && v < vertices; v += 1) {
        const word = (t * vertices + v) * stride + offset;
        words.set(deltas.subarray(v * floats, (v + 1) * floats), word);
      }
      offset += floats;
    }
  });
  return words;
}

/** Seed uniform (F1, F2). */
export function seedUniform({ weights }, { stored, width, rowsPerBand }) {
  const view = new DataView(new ArrayBuffer(32));
  for (let i = 0; i < stored; i += 1) view.setFloat32(4 * i, weights[i] ?? 0, true);
  [stored, width, rowsPerBand, 0].forEach((word, i) => view.setUint32(16 + 4 * i, word, true));
  return view.buffer;
}

/** Pairs that a uniform holds for this many targets (F5). */
export function capacity(targetCount) {
  return [64, 256, 2046].find((pairs) => pairs >= targetCount) ?? 2046;
}

/** Uniform of pairs (F4). */
export function pairsUniform(primitive, { width, rowsPerBand, firstVertex }) {
  const active = activeList(primitive);
  const bytes = 16 + 8 * capacity(primitive.targets.length);
  return pairs(bytes, [active.length, width, rowsPerBand, firstVertex], active);
}

/** Words of a row (F10), up to a multiple of `alignment` words. */
export function rowWords(targetCount, alignment) {
  const words = 4 + 2 * 4 * ceilDivide(targetCount, 4);
  return ceilDivide(words, alignment) * alignment;
}

/** One row (F9). */
export function row(primitive, { stride, firstVertex }) {
  const active = activeList(primitive);
  return pairs(stride * 4, [active.length, primitive.vertices, firstVertex, stride], active);
}

/** Compat weights (F7). */
export function compatWeights({ weights, targets, vertices }) {
  const view = new DataView(new ArrayBuffer(16 + 4 * Math.max(targets.length, 2)));
  [targets.length, vertices, 0, 0].forEach((word, i) => view.setUint32(4 * i, word, true));
  targets.forEach((_, i) => view.setFloat32(16 + 4 * i, weights[i] ?? 0, true));
  return view.buffer;
}

/** A header of four words, then (index, weight) pairs, then zeros. */
function pairs(bytes, header, active) {
  const view = new DataView(new ArrayBuffer(bytes));
  header.forEach((word, i) => view.setUint32(4 * i, word, true));
  active.forEach(({ index, weight }, i) => {
    view.setUint32(16 + 8 * i, index, true);
    view.setFloat32(20 + 8 * i, weight, true);
  });
  return view.buffer;
}
