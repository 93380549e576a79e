// What is compressed: every mode and filter, over vertices of a generated head.

import { MeshoptEncoder } from 'meshoptimizer/encoder';

const COUNT = 300; // two blocks of a small stride, the second one not whole

const bytes = (array) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

/** An attribute of the first primitive as floats. */
function attribute({ json, bin }, name) {
  const accessor = json.accessors[json.meshes[0].primitives[0].attributes[name]];
  const view = json.bufferViews[accessor.bufferView];
  const components = { VEC2: 2, VEC3: 3, VEC4: 4 }[accessor.type];
  const copy = bin.buffer.slice(bin.byteOffset + view.byteOffset, bin.byteOffset + view.byteOffset + view.byteLength);
  return new Float32Array(copy, 0, COUNT * components);
}

function triangles({ json, bin }) {
  const view = json.bufferViews[json.accessors[json.meshes[0].primitives[0].indices].bufferView];
  const start = bin.byteOffset + view.byteOffset;
  return new Uint32Array(new Uint16Array(bin.buffer.slice(start, start + view.byteLength)));
}

/** Numbers as integers of an array type, `pad` zeros after each group of `components`. */
function quantised(Type, values, scale, components, pad) {
  const out = new Type((values.length / components) * (components + pad));
  values.forEach((value, at) => {
    const row = Math.floor(at / components);
    out[row * (components + pad) + (at % components)] = Math.round(value * scale);
  });
  return out;
}

/** Four components a row: the first three, and the fourth from `rest`. */
function four(values, components, rest) {
  return Float32Array.from({ length: COUNT * 4 }, (_, at) =>
    at % 4 < components ? values[Math.floor(at / 4) * components + (at % 4)] : rest(Math.floor(at / 4)),
  );
}

function unit(rows) {
  const out = Float32Array.from(rows);
  for (let row = 0; row < out.length; row += 4) {
    const length = Math.hypot(...out.subarray(row, row + 4)) || 1;
    for (let at = 0; at < 4; at += 1) out[row + at] /= length;
  }
  return out;
}

/** A case of mode ATTRIBUTES; `levels` of effort for the newer codec. */
const plain = (name, array, stride, levels = [2]) => ({
  name, mode: 'ATTRIBUTES', stride, levels, source: bytes(array), count: array.byteLength / stride,
});

const filtered = (filter, name, stride, source) => ({
  name, mode: 'ATTRIBUTES', filter, stride, levels: [2], source, count: COUNT,
});

/** All cases; those with `khr` belong to KHR_meshopt_compression only. */
export function cases(head) {
  const positions = attribute(head, 'POSITION');
  const normals = attribute(head, 'NORMAL');
  const colors = attribute(head, 'COLOR_0');
  const ordered = triangles(head).slice(0, 900);
  MeshoptEncoder.reorderMesh(ordered, true, true);
  const scattered = Uint32Array.from(ordered, (index, at) => (index * 977 + at) % 60000);
  const alpha = four(normals, 3, (row) => (row % 5) / 4);
  const turns = unit(four(normals, 3, (row) => Math.sin(row)));
  const paint = Float32Array.from(colors, (value, at) => (at % 4 === 3 ? (at % 7) / 6 : value));
  const wide = Float32Array.from({ length: 40 * 64 }, (_, at) => positions[at % positions.length]);
  const encode = MeshoptEncoder;
  return [
    plain('floats', positions, 12, [0, 1, 2, 3]),
    plain('words', quantised(Int16Array, positions, 20000, 3, 1), 8, [0, 1, 2, 3]),
    plain('bytes', quantised(Int8Array, normals, 127, 3, 1), 4, [2, 3]),
    plain('whole groups', positions.slice(0, 64 * 3), 12),
    plain('one element', positions.slice(0, 3), 12),
    plain('largest stride', wide, 256, [2, 3]),
    plain('zeros', new Uint8Array(COUNT * 12), 12),
    filtered('OCTAHEDRAL', 'octahedral 8', 4, encode.encodeFilterOct(alpha, COUNT, 4, 8)),
    filtered('OCTAHEDRAL', 'octahedral 5', 4, encode.encodeFilterOct(alpha, COUNT, 4, 5)),
    filtered('OCTAHEDRAL', 'octahedral 12', 8, encode.encodeFilterOct(alpha, COUNT, 8, 12)),
    filtered('OCTAHEDRAL', 'octahedral 16', 8, encode.encodeFilterOct(alpha, COUNT, 8, 16)),
    filtered('QUATERNION', 'quaternion 16', 8, encode.encodeFilterQuat(turns, COUNT, 8, 16)),
    filtered('QUATERNION', 'quaternion 9', 8, encode.encodeFilterQuat(turns, COUNT, 8, 9)),
    ...['Separate', 'SharedVector', 'SharedComponent'].map((mode) =>
      filtered('EXPONENTIAL', `exponential ${mode}`, 12, encode.encodeFilterExp(positions, COUNT, 12, 15, mode))),
    { khr: true, ...filtered('COLOR', 'color 8', 4, encode.encodeFilterColor(paint, COUNT, 4, 8)) },
    { khr: true, ...filtered('COLOR', 'color 5', 4, encode.encodeFilterColor(paint, COUNT, 4, 5)) },
    { khr: true, ...filtered('COLOR', 'color 12', 8, encode.encodeFilterColor(paint, COUNT, 8, 12)) },
    { khr: true, ...filtered('COLOR', 'color 16', 8, encode.encodeFilterColor(paint, COUNT, 8, 16)) },
    ...[2, 4].flatMap((stride) => {
      const list = (array) => bytes(stride === 2 ? Uint16Array.from(array) : array);
      return [
        { name: `triangles ${stride}`, mode: 'TRIANGLES', stride, source: list(ordered), count: ordered.length },
        { name: `scattered triangles ${stride}`, mode: 'TRIANGLES', stride, source: list(scattered), count: scattered.length },
        { name: `indices ${stride}`, mode: 'INDICES', stride, source: list(scattered), count: scattered.length },
      ];
    }),
  ];
}
