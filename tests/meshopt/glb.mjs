// Reading and writing the binary container of glTF 2.0.

const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BIN_CHUNK = 0x004e4942;

/** Pads bytes with `fill` to a multiple of 4. */
function padded(bytes, fill) {
  const out = Buffer.alloc(Math.ceil(bytes.length / 4) * 4, fill);
  Buffer.from(bytes).copy(out);
  return out;
}

function chunk(type, bytes) {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(bytes.length, 0);
  head.writeUInt32LE(type, 4);
  return Buffer.concat([head, bytes]);
}

/** The JSON and the binary chunk of a .glb file. */
export function readGlb(file) {
  const length = file.readUInt32LE(12);
  const json = JSON.parse(file.subarray(20, 20 + length).toString('utf8'));
  const bin = file.subarray(28 + length, 28 + length + file.readUInt32LE(20 + length));
  return { json, bin };
}

/** A .glb file. */
export function writeGlb(json, bin) {
  const chunks = Buffer.concat([
    chunk(JSON_CHUNK, padded(Buffer.from(JSON.stringify(json)), 0x20)),
    chunk(BIN_CHUNK, padded(bin, 0)),
  ]);
  const head = Buffer.alloc(12);
  [MAGIC, 2, 12 + chunks.length].forEach((word, at) => head.writeUInt32LE(word, at * 4));
  return Buffer.concat([head, chunks]);
}

/** Bytes one after another, each at a multiple of 4. */
export class Bin {
  #parts = [];
  length = 0;

  /** Appends bytes, and gives the offset of the first. */
  push(bytes) {
    const offset = this.length;
    this.#parts.push(padded(bytes, 0));
    this.length += this.#parts.at(-1).length;
    return offset;
  }

  bytes() {
    return Buffer.concat(this.#parts);
  }
}
