// Writes the compressed files of the tests with meshoptimizer's own encoder.
//
//   node make.mjs HEAD.glb CUBE.glb FOLDER [--random]
//
// HEAD.glb and CUBE.glb are what `morphkit sample` generates. Into FOLDER go, for each of the two
// extensions, `streams-*.glb`, whose views are compressed and stand beside their decoded bytes, and
// `cube-*.glb`, the cube with every view compressed and no uncompressed data. With --random also
// `random-*.glb`: noise of every stride and of many counts.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { MeshoptDecoder } from 'meshoptimizer/decoder';
import { MeshoptEncoder } from 'meshoptimizer/encoder';
import { cases } from './cases.mjs';
import { randomCases } from './random.mjs';
import { Bin, readGlb, writeGlb } from './glb.mjs';

const EXTENSIONS = [
  { name: 'EXT_meshopt_compression', file: 'ext', versions: [0] },
  { name: 'KHR_meshopt_compression', file: 'khr', versions: [0, 1] },
];

const asset = { version: '2.0', generator: 'tests/meshopt/make.mjs' };

/** The compressed bytes of a case. */
function compress({ mode, source, count, stride }, version, level) {
  return mode === 'ATTRIBUTES'
    ? MeshoptEncoder.encodeVertexBufferLevel(source, count, stride, level, version)
    : MeshoptEncoder.encodeGltfBuffer(source, count, stride, mode, version);
}

/** What meshoptimizer's own decoder makes of them. */
function decompress({ mode, filter, count, stride }, stream) {
  const out = new Uint8Array(count * stride);
  MeshoptDecoder.decodeGltfBuffer(out, count, stride, stream, mode, filter ?? 'NONE');
  return out;
}

/** A file whose views are cases, compressed, over their decoded bytes. */
function streams(list, extension) {
  const bin = new Bin();
  const views = [];
  for (const one of list.filter((one) => !one.khr || extension.file === 'khr')) {
    const known = new Map();
    const { mode, filter, count, stride: byteStride } = one;
    for (const { version, level } of efforts(one, extension)) {
      const stream = compress(one, version, level);
      const decoded = decompress(one, stream);
      const key = Buffer.from(decoded).toString('latin1');
      if (!known.has(key)) known.set(key, bin.push(decoded));
      const compressed = {
        buffer: 0, byteOffset: bin.push(stream), byteLength: stream.length, byteStride, count, mode, filter,
      };
      views.push({
        name: `${one.name}, version ${version}, level ${level}`, buffer: 0, byteOffset: known.get(key),
        byteLength: decoded.length, extensions: { [extension.name]: compressed },
      });
    }
  }
  return writeGlb({
    asset, extensionsUsed: [extension.name],
    buffers: [{ byteLength: bin.length }], bufferViews: views,
  }, bin.bytes());
}

/** Versions and levels of effort that a case is compressed with. */
function efforts({ mode, levels }, { versions }) {
  if (mode !== 'ATTRIBUTES') return [{ version: 1, level: 2 }];
  return versions.flatMap((version) =>
    (version === 0 ? [2] : levels).map((level) => ({ version, level })));
}

/** The element that a view of the sample holds, from the accessor that names it. */
function element({ json }, view) {
  const accessor = json.accessors.find((a) => a.bufferView === view);
  const components = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 }[accessor.type];
  const stride = components * { 5123: 2, 5125: 4, 5126: 4 }[accessor.componentType];
  const mode = accessor.componentType === 5126 ? 'ATTRIBUTES' : 'INDICES';
  return { mode, stride, count: accessor.count };
}

/** The sample with every view compressed, and a placeholder in the place of its data. */
function sample(file, extension) {
  const { json, bin: data } = file;
  const bin = new Bin();
  const version = extension.versions.at(-1);
  const bufferViews = json.bufferViews.map((view, index) => {
    const source = data.subarray(view.byteOffset, view.byteOffset + view.byteLength);
    const one = { ...element(file, index), source };
    const stream = compress(one, version, 2);
    const { mode, stride: byteStride, count } = one;
    const compressed = { buffer: 0, byteOffset: bin.push(stream), byteLength: stream.length, byteStride, count, mode };
    return { ...view, buffer: 1, extensions: { [extension.name]: compressed } };
  });
  const placeholder = {
    byteLength: json.buffers[0].byteLength,
    extensions: { [extension.name]: { fallback: true } },
  };
  return writeGlb({
    ...json, asset, extensionsUsed: [extension.name], extensionsRequired: [extension.name],
    buffers: [{ byteLength: bin.length }, placeholder], bufferViews,
  }, bin.bytes());
}

const [headFile, cubeFile, folder, random] = process.argv.slice(2);
await Promise.all([MeshoptEncoder.ready, MeshoptDecoder.ready]);
const head = cases(readGlb(readFileSync(headFile)));
const cube = readGlb(readFileSync(cubeFile));
for (const extension of EXTENSIONS) {
  const write = (name, bytes) => writeFileSync(join(folder, `${name}-${extension.file}.glb`), bytes);
  write('streams', streams(head, extension));
  write('cube', sample(cube, extension));
  if (random === '--random') write('random', streams(randomCases(), extension));
}
