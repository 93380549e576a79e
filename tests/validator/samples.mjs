// Small files with what morphkit's own samples lack: several primitives, a skin, quantised and
// sparse deltas, all interpolations, pointers to single weights, VRM, textures coordinates, colours.
//
//   node samples.mjs FOLDER          writes FOLDER/rich.gltf and FOLDER/quantised.gltf

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

const FLOAT = 5126;
const COMPONENTS = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };
const ARRAYS = {
  5120: Int8Array,
  5121: Uint8Array,
  5122: Int16Array,
  5123: Uint16Array,
  [FLOAT]: Float32Array,
};

/** JSON and bytes that grow. */
class Asset {
  constructor() {
    this.bytes = [];
    this.views = [];
    this.accessors = [];
  }

  view(array, more = {}) {
    while (this.bytes.length % 4) this.bytes.push(0);
    const byteOffset = this.bytes.length;
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    this.bytes.push(...bytes);
    this.views.push({ buffer: 0, byteOffset, byteLength: bytes.length, ...more });
    return this.views.length - 1;
  }

  /** Elements of a type; those of vertices are padded to multiples of 4 bytes. */
  add(type, values, { component = FLOAT, vertex = false, bounds = false, ...more } = {}) {
    const size = COMPONENTS[type];
    const count = values.length / size;
    const width = ARRAYS[component].BYTES_PER_ELEMENT;
    const stride = vertex ? Math.ceil((size * width) / 4) * 4 : size * width;
    const array = new ARRAYS[component]((count * stride) / width);
    values.forEach((value, at) => {
      array[Math.floor(at / size) * (stride / width) + (at % size)] = value;
    });
    const view = this.view(array, {
      ...(vertex && { target: 34962 }),
      ...(stride !== size * width && { byteStride: stride }),
    });
    return this.accessor({ type, component, count, bufferView: view, values, size, bounds, ...more });
  }

  /** Zeros, some of them replaced. */
  sparse(type, count, indices, values, more = {}) {
    const size = COMPONENTS[type];
    const all = new Array(count * size).fill(0);
    indices.forEach((index, at) => {
      for (let c = 0; c < size; c += 1) all[index * size + c] = values[at * size + c];
    });
    const sparse = {
      count: indices.length,
      indices: { bufferView: this.view(new Uint16Array(indices)), componentType: 5123 },
      values: { bufferView: this.view(new Float32Array(values)) },
    };
    return this.accessor({ type, component: FLOAT, count, sparse, values: all, size, ...more });
  }

  accessor({ component, values, size, bounds, ...more }) {
    const accessor = { componentType: component, ...more };
    if (bounds) {
      const stored = component === FLOAT ? new Float32Array(values) : values;
      const column = (c) => Array.from(stored).filter((_, at) => at % size === c);
      const each = [...Array(size).keys()];
      accessor.min = each.map((c) => Math.min(...column(c)));
      accessor.max = each.map((c) => Math.max(...column(c)));
    }
    this.accessors.push(accessor);
    return this.accessors.length - 1;
  }

  write(path, json) {
    const uri = `data:application/octet-stream;base64,${Buffer.from(this.bytes).toString('base64')}`;
    const { accessors, views: bufferViews } = this;
    const buffers = [{ byteLength: this.bytes.length, uri }];
    writeFileSync(path, JSON.stringify({ ...json, accessors, bufferViews, buffers }));
  }
}

const repeat = (values, count) => new Array(count).fill(values).flat();
const SQUARE = [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0];
const POSITION = { vertex: true, bounds: true };
const VERTEX = { vertex: true };

/** Two primitives, a skin, every attribute, three animations. */
function rich(path) {
  const asset = new Asset();
  const indices = (list) => {
    const view = asset.view(new Uint16Array(list), { target: 34963 });
    return asset.accessor({ type: 'SCALAR', component: 5123, count: list.length, bufferView: view });
  };
  const attributes = {
    POSITION: asset.add('VEC3', SQUARE, POSITION),
    NORMAL: asset.add('VEC3', repeat([0, 0, 1], 4), VERTEX),
    TANGENT: asset.add('VEC4', repeat([1, 0, 0, -1], 4), VERTEX),
    TEXCOORD_0: asset.add('VEC2', [0, 0, 1, 0, 0, 1, 1, 1], VERTEX),
    COLOR_0: asset.add('VEC4', repeat([255, 128, 0, 255], 4), {
      ...VERTEX, component: 5121, normalized: true,
    }),
    JOINTS_0: asset.add('VEC4', repeat([0, 1, 0, 0], 4), { ...VERTEX, component: 5121 }),
    WEIGHTS_0: asset.add('VEC4', repeat([0.5, 0.5, 0, 0], 4), VERTEX),
  };
  const lean = asset.add('VEC3', repeat([0.5, 0, 0.25], 4), POSITION);
  const targets = [
    { POSITION: lean, NORMAL: lean, TANGENT: asset.sparse('VEC3', 4, [1, 2], repeat([0, 0.5, 0], 2)) },
    {
      POSITION: asset.sparse('VEC3', 4, [3], [0, 0, 2], { bounds: true }),
      COLOR_0: asset.add('VEC3', repeat([-0.25, 0.125, 0.5], 4), VERTEX),
      TEXCOORD_0: asset.add('VEC2', repeat([0.125, -0.125], 4), VERTEX),
    },
    { POSITION: lean, NORMAL: lean },
  ];
  const times = asset.add('SCALAR', [0, 1], { bounds: true });
  const sampler = (interpolation, values, more) => ({
    input: times, output: asset.add('SCALAR', values, more), interpolation,
  });
  const weights = (node) => ({ node, path: 'weights' });
  const pointer = (to) => ({ path: 'pointer', extensions: { KHR_animation_pointer: { pointer: to } } });
  const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  const primitive = { attributes, targets, material: 0 };
  asset.write(path, {
    asset: { version: '2.0', generator: 'morphkit tests' },
    extensionsUsed: ['KHR_animation_pointer', 'KHR_materials_unlit'],
    scene: 0,
    scenes: [{ nodes: [0, 1, 2] }],
    nodes: [
      { mesh: 0, skin: 0, name: 'first' },
      { mesh: 0, skin: 0, weights: [0, 0.5, 0] },
      { name: 'hip', children: [3] },
      { name: 'knee', translation: [0, 0.5, 0] },
    ],
    skins: [{ joints: [2, 3], inverseBindMatrices: asset.add('MAT4', repeat(identity, 2)) }],
    materials: [{ extensions: { KHR_materials_unlit: {} }, extras: { kept: [1.5] } }],
    meshes: [{
      primitives: [
        { ...primitive, indices: indices([0, 1, 2]) },
        { ...primitive, indices: indices([2, 1, 3]) },
      ],
      weights: [0.25, 0, 0],
      extras: { targetNames: ['lean', 'lift', 'twice'] },
    }],
    animations: [
      {
        name: 'spline',
        samplers: [
          sampler('CUBICSPLINE', [...Array(18).keys()].map((v) => v / 18)),
          { input: times, output: asset.add('VEC3', [0, 0.5, 0, 0, 1, 0]) },
        ],
        channels: [
          { sampler: 0, target: weights(0) },
          { sampler: 1, target: { node: 3, path: 'translation' } },
        ],
      },
      {
        name: 'steps',
        samplers: [sampler('STEP', [0, 127, 255, 255, 127, 0], { component: 5121, normalized: true })],
        channels: [{ sampler: 0, target: weights(0) }, { sampler: 0, target: weights(1) }],
      },
      {
        name: 'single',
        samplers: [sampler('LINEAR', [0, 1])],
        channels: [{ sampler: 0, target: pointer('/nodes/1/weights/1') }],
      },
    ],
  });
}

/** Base of 16 bits, deltas of 8 and 16 bits. */
function quantised(path) {
  const asset = new Asset();
  const short = { component: 5122, ...POSITION };
  const byte = { component: 5120, normalized: true, ...VERTEX };
  asset.write(path, {
    asset: { version: '2.0', generator: 'morphkit tests' },
    extensionsUsed: ['KHR_mesh_quantization'],
    extensionsRequired: ['KHR_mesh_quantization'],
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, scale: [0.001, 0.001, 0.001] }],
    meshes: [{
      primitives: [{
        mode: 0,
        attributes: {
          POSITION: asset.add('VEC3', SQUARE.map((v) => v * 1000), short),
          NORMAL: asset.add('VEC3', repeat([0, 0, 127], 4), byte),
        },
        targets: [
          {
            POSITION: asset.add('VEC3', repeat([-100, 0, 50], 4), short),
            NORMAL: asset.add('VEC3', repeat([64, 0, -10], 4), byte),
          },
          { POSITION: asset.add('VEC3', repeat([0, 1, 2], 4), { component: 5120, ...POSITION }) },
        ],
      }],
      weights: [0.5, 0],
    }],
  });
}

const folder = process.argv[2];
rich(join(folder, 'rich.gltf'));
quantised(join(folder, 'quantised.gltf'));
