// Reads the first primitive of a .glb, and writes the file again in other forms. Only what
// `morphkit sample` writes is understood: one buffer, floats, indices, sparse accessors.

const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BIN_CHUNK = 0x004e4942;

const ARRAYS = { 5121: Uint8Array, 5123: Uint16Array, 5125: Uint32Array, 5126: Float32Array };
const COMPONENTS = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 };

/** { json, bin } of a .glb's bytes (an ArrayBuffer). */
export function parse(bytes) {
  const view = new DataView(bytes);
  if (view.getUint32(0, true) !== MAGIC) throw new Error('not a .glb file');
  const length = view.getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 20, length)));
  const at = 20 + length;
  const bin = bytes.slice(at + 8, at + 8 + view.getUint32(at, true));
  return { json, bin };
}

/** The bytes of a .glb file. */
export function write({ json, bin }) {
  const text = new TextEncoder().encode(JSON.stringify(json));
  const [jsonLength, binLength] = [text.length, bin.byteLength].map((length) => Math.ceil(length / 4) * 4);
  const bytes = new Uint8Array(28 + jsonLength + binLength);
  const view = new DataView(bytes.buffer);
  const words = [MAGIC, 2, bytes.length, jsonLength, JSON_CHUNK];
  words.forEach((word, i) => view.setUint32(4 * i, word, true));
  bytes.fill(0x20, 20, 20 + jsonLength);
  bytes.set(text, 20);
  view.setUint32(20 + jsonLength, binLength, true);
  view.setUint32(24 + jsonLength, BIN_CHUNK, true);
  bytes.set(new Uint8Array(bin), 28 + jsonLength);
  return bytes;
}

/** Values of an accessor, dense. */
export function accessor({ json, bin }, index) {
  const { bufferView, byteOffset, componentType, count, type, sparse } = json.accessors[index];
  const components = COMPONENTS[type];
  const length = count * components;
  const values =
    bufferView === undefined
      ? new ARRAYS[componentType](length)
      : view({ json, bin }, { bufferView, byteOffset, componentType }, length);
  if (sparse) {
    const indices = view({ json, bin }, sparse.indices, sparse.count);
    const replaced = view({ json, bin }, { ...sparse.values, componentType }, sparse.count * components);
    indices.forEach((vertex, i) => {
      values.set(replaced.subarray(i * components, (i + 1) * components), vertex * components);
    });
  }
  return { components, values };
}

function view({ json, bin }, { bufferView, byteOffset = 0, componentType }, length) {
  const Values = ARRAYS[componentType];
  const first = (json.bufferViews[bufferView].byteOffset ?? 0) + byteOffset;
  return new Values(bin.slice(first, first + length * Values.BYTES_PER_ELEMENT));
}

/** The first primitive: { vertices, base, targets, indices, weights }. */
export function primitive(glb) {
  const [mesh] = glb.json.meshes;
  const [given] = mesh.primitives;
  const read = (attributes) =>
    Object.entries(attributes).map(([attribute, index]) => [attribute, accessor(glb, index)]);
  const base = new Map(read(given.attributes));
  const targets = given.targets.map(
    (target) => new Map(read(target).map(([attribute, { values }]) => [attribute, values])),
  );
  const node = glb.json.nodes.find((candidate) => candidate.mesh === 0);
  return {
    vertices: base.get('POSITION').values.length / 3,
    base,
    targets,
    indices: Uint32Array.from(accessor(glb, given.indices).values),
    weights: Float32Array.from(node?.weights ?? mesh.weights ?? targets.map(() => 0)),
  };
}

/** The same file with every sparse accessor written out. */
export function withoutSparse({ json, bin }) {
  const copy = structuredClone(json);
  const pieces = [new Uint8Array(bin)];
  let length = bin.byteLength;
  copy.accessors.forEach((entry, index) => {
    if (!entry.sparse) return;
    const { values } = accessor({ json, bin }, index);
    copy.bufferViews.push({ buffer: 0, byteOffset: length, byteLength: values.byteLength });
    entry.bufferView = copy.bufferViews.length - 1;
    delete entry.sparse;
    delete entry.byteOffset;
    pieces.push(new Uint8Array(values.buffer));
    length += values.byteLength;
  });
  const all = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  copy.buffers[0].byteLength = length;
  return { json: copy, bin: all.buffer };
}

/** The same file standing still, with weights on its mesh, and others on its node where given. */
export function withWeights({ json, bin }, meshWeights, nodeWeights) {
  const copy = structuredClone(json);
  delete copy.animations;
  copy.meshes[0].weights = meshWeights;
  if (nodeWeights) copy.nodes.find((node) => node.mesh === 0).weights = nodeWeights;
  return { json: copy, bin };
}

/** The same file with a target that lacks an attribute. */
export function withoutDeltas({ json, bin }, target, attribute) {
  const copy = structuredClone(json);
  delete copy.meshes[0].primitives[0].targets[target][attribute];
  return { json: copy, bin };
}
