// The ways in which a shader can get deltas and weights, with the resources of each.

import { movedBands } from '../spec/primitive.mjs';
import {
  capacity,
  compatWeights,
  linearBuffer,
  pairsUniform,
  row,
  rowWords,
  seedUniform,
  tiledTexture,
} from '../spec/layout.mjs';

/** Smaller than any device's, so that small meshes have several rows and layers too. */
const TEXTURE_LIMIT = 64;

/** Dynamic offsets are multiples of 256 bytes, and rows of 64 words. */
const OFFSET_ALIGNMENT = 256;

/** First vertex of the draws of paths that have one, so that vertex_index is not the vertex. */
const FIRST_VERTEX = 3;

const isPositionAndNormal = (bands) => bands.join() === 'POSITION,NORMAL';

/** Name, whether it can serve a primitive, permutation's middle part, resources. */
export const PATHS = [
  { name: 'texture', serves: () => true, middle: tiledMiddle, resources: tiledResources },
  { name: 'storage', serves: () => true, middle: () => 'linear-rows', resources: linearResources },
  {
    name: 'seed',
    serves: ({ targets }, bands) => isPositionAndNormal(bands) && targets.length <= 4,
    middle: () => 'seed-uniform',
    resources: seedResources,
  },
  {
    name: 'compat',
    serves: (_, bands) => isPositionAndNormal(bands),
    middle: () => 'compat-storage',
    resources: compatResources,
  },
];

/** The paths that can serve a primitive; none where no target moves anything. */
export function pathsOf(primitive) {
  const bands = movedBands(primitive);
  return bands.length === 0 ? [] : PATHS.filter((path) => path.serves(primitive, bands));
}

/** Name of the permutation, as `Permutation::from_str` reads it. */
export function permutationName(stage, path, primitive) {
  const bands = movedBands(primitive);
  const ending = primitive.normalize ? 'normalized' : 'raw';
  return `${stage}-${path.middle(primitive)}-${attributeText(bands)}-${ending}`;
}

/** `POSITION, NORMAL, TEXCOORD_1` is `pn-u1`. */
function attributeText(bands) {
  const short = (kinds) => bands.filter((b) => kinds.test(b));
  const letters = short(/^[A-Z]+$/).map((b) => b[0].toLowerCase());
  const sets = short(/_\d+$/).map((b) => b.replace(/^TEXCOORD_/, 'u').replace(/^COLOR_/, 'c'));
  return [letters.join(''), sets.join('')].filter((part) => part !== '').join('-');
}

function tiledMiddle({ targets }) {
  return `tiled-uniform${capacity(targets.length)}`;
}

function tiledResources(device, primitive) {
  const bands = movedBands(primitive);
  const layout = tiledTexture(primitive, bands, {
    stored: primitive.targets.length,
    largestWidth: TEXTURE_LIMIT,
    limit: TEXTURE_LIMIT,
  });
  const own = pairsUniform(primitive, { ...layout, firstVertex: FIRST_VERTEX });
  const weights = afterAnother(own, new ArrayBuffer(own.byteLength));
  return {
    deltas: texture(device, layout, '2d-array'),
    weights: {
      buffer: buffer(device, weights.bytes, GPUBufferUsage.UNIFORM),
      size: own.byteLength,
      dynamicOffset: weights.offset,
    },
    firstVertex: FIRST_VERTEX,
    instance: 0,
  };
}

function seedResources(device, primitive) {
  const bands = movedBands(primitive);
  const stored = Math.min(primitive.targets.length, 4);
  const vertexLimit = 2048;
  const rows = stored * bands.length * Math.ceil(primitive.vertices / vertexLimit);
  const layout = tiledTexture(primitive, bands, { stored, largestWidth: vertexLimit, limit: rows });
  const uniform = seedUniform(primitive, { ...layout, stored });
  return {
    deltas: texture(device, layout, '2d'),
    weights: { buffer: buffer(device, uniform, GPUBufferUsage.UNIFORM) },
    firstVertex: 0,
    instance: 0,
  };
}

/** Two rows; the second is drawn, as instance 1. The first one's header says how both lie. */
function linearResources(device, primitive) {
  const bands = movedBands(primitive);
  const stride = rowWords(primitive.targets.length, OFFSET_ALIGNMENT / 4);
  const at = { stride, firstVertex: FIRST_VERTEX };
  const other = { ...primitive, weights: primitive.weights.map((weight) => 1 - weight) };
  const rows = new Uint8Array(2 * stride * 4);
  rows.set(new Uint8Array(row(other, at)), 0);
  rows.set(new Uint8Array(row(primitive, at)), stride * 4);
  const weights = afterAnother(rows.buffer, new ArrayBuffer(rows.byteLength));
  return {
    deltas: { buffer: buffer(device, linearBuffer(primitive, bands), GPUBufferUsage.STORAGE) },
    weights: {
      buffer: buffer(device, weights.bytes, GPUBufferUsage.STORAGE),
      size: rows.byteLength,
      dynamicOffset: weights.offset,
    },
    firstVertex: FIRST_VERTEX,
    instance: 1,
  };
}

function compatResources(device, primitive) {
  const words = linearBuffer(primitive, movedBands(primitive));
  return {
    deltas: { buffer: buffer(device, words, GPUBufferUsage.STORAGE) },
    weights: { buffer: buffer(device, compatWeights(primitive), GPUBufferUsage.STORAGE) },
    firstVertex: 0,
    instance: 0,
  };
}

/** `own` behind `other`, at the next offset that a binding may have. */
function afterAnother(own, other) {
  const offset = Math.ceil(other.byteLength / OFFSET_ALIGNMENT) * OFFSET_ALIGNMENT;
  const bytes = new Uint8Array(offset + own.byteLength);
  bytes.set(new Uint8Array(other), 0);
  bytes.set(new Uint8Array(own), offset);
  return { bytes, offset };
}

/** A buffer with these bytes. */
export function buffer(device, bytes, usage) {
  const made = device.createBuffer({ size: bytes.byteLength, usage: usage | GPUBufferUsage.COPY_DST });
  device.queue.writeBuffer(made, 0, bytes);
  return made;
}

function texture(device, { width, height, layers, texels }, dimension) {
  const made = device.createTexture({
    size: [width, height, layers],
    format: 'rgba32float',
    usage: GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST,
  });
  const rows = { bytesPerRow: width * 16, rowsPerImage: height };
  device.queue.writeTexture({ texture: made }, texels, rows, [width, height, layers]);
  return { view: made.createView({ dimension }) };
}
