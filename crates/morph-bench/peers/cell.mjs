// Reads the mesh of one cell, which the driver has written as little-endian floats.
import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';

export function readCell(folder, vertices, targets, coverage) {
  const base = open(folder, 'base', (floats) => attributes(floats, vertices, 4));
  const deltas = open(folder, 'deltas', (floats) =>
    Array.from({ length: targets }, () => attributes(floats, vertices, 3)));
  const weights = open(folder, 'weights', (floats) => Array.from(floats(targets)));
  return { vertices, coverage, base, targets: deltas, weights };
}

function attributes(floats, vertices, tangentComponents) {
  return {
    POSITION: floats(3 * vertices),
    NORMAL: floats(3 * vertices),
    TANGENT: floats(tangentComponents * vertices),
  };
}

// Gives `read` a function that takes the file's next floats.
function open(folder, name, read) {
  const file = openSync(join(folder, `${name}.f32`), 'r');
  try {
    return read((count) => {
      const array = new Float32Array(count);
      const bytes = new Uint8Array(array.buffer);
      if (readSync(file, bytes) !== bytes.length) throw new Error(`${name}.f32 is too short`);
      return array;
    });
  } finally {
    closeSync(file);
  }
}
