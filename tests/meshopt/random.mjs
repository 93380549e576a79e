// Noise that is smooth in places, so that every way to pack a group of deltas is taken.

import { MeshoptEncoder } from 'meshoptimizer/encoder';

/** Numbers from 0 to 1, the same every time. */
function generator(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Bytes of `count` elements: each channel walks with steps of its own size. */
function walk(random, count, stride) {
  const out = new Uint8Array(count * stride);
  const reach = Array.from({ length: stride }, () => 2 ** Math.floor(random() * 10) - 1);
  for (let at = stride; at < out.length; at += 1) {
    const still = random() < 0.3;
    const step = still ? 0 : Math.round((random() * 2 - 1) * reach[at % stride]);
    out[at] = out[at - stride] + step;
  }
  return out;
}

/** Triangles of a patch, with leaps, in the order that the encoder likes. */
function patch(random, count) {
  const indices = Uint32Array.from({ length: count * 3 }, (_, at) =>
    random() < 0.05 ? Math.floor(random() * 60000) : Math.floor(at / 3) + [0, 1, 17][at % 3]);
  if (random() < 0.5) MeshoptEncoder.reorderMesh(indices, true, true);
  return indices;
}

/** Cases of every stride and of many counts, without filters. */
export function randomCases() {
  const random = generator(7);
  const list = [];
  for (let stride = 4; stride <= 256; stride += 4) {
    for (const most of [20, 300, 600]) {
      const count = 1 + Math.floor(random() * most);
      list.push({
        name: `noise ${count} x ${stride}`, mode: 'ATTRIBUTES', stride, count,
        levels: [0, 2, 3], source: walk(random, count, stride),
      });
    }
  }
  for (let at = 0; at < 200; at += 1) {
    const indices = patch(random, 1 + Math.floor(random() * 300));
    const stride = at % 2 ? 2 : 4;
    const array = stride === 2 ? Uint16Array.from(indices) : indices;
    const mode = at % 4 < 2 ? 'TRIANGLES' : 'INDICES';
    list.push({
      name: `${mode} ${at}`, mode, stride, count: indices.length, source: new Uint8Array(array.buffer),
    });
  }
  return list;
}
