// A plain loop, tuned: blocks that stay in the cache, four targets a pass, nothing allocated.

const BLOCK_VERTICES = 512;

export function plain({ vertices, base, targets, weights }) {
  const position = new Float32Array(3 * vertices);
  const normal = new Float32Array(3 * vertices);
  const tangent = new Float32Array(4 * vertices);
  const directions = new Float32Array(3 * BLOCK_VERTICES);
  const deltas = (name) => targets.map((target) => target[name]);
  const [positions, normals, tangents] = ['POSITION', 'NORMAL', 'TANGENT'].map(deltas);

  function block(first, last) {
    const [from, to] = [3 * first, 3 * last];
    position.set(base.POSITION.subarray(from, to), from);
    add(position, from, positions, weights, from, to);
    normal.set(base.NORMAL.subarray(from, to), from);
    add(normal, from, normals, weights, from, to);
    normalize(normal, from, to);
    for (let v = first; v < last; v++) {
      for (let c = 0; c < 3; c++) directions[3 * (v - first) + c] = base.TANGENT[4 * v + c];
    }
    add(directions, 0, tangents, weights, from, to);
    normalize(directions, 0, to - from);
    for (let v = first; v < last; v++) {
      for (let c = 0; c < 3; c++) tangent[4 * v + c] = directions[3 * (v - first) + c];
      tangent[4 * v + 3] = base.TANGENT[4 * v + 3];
    }
  }

  return {
    parts: ['POSITION', 'NORMAL', 'TANGENT'],
    run() {
      for (let first = 0; first < vertices; first += BLOCK_VERTICES) {
        block(first, Math.min(first + BLOCK_VERTICES, vertices));
      }
      return [position, normal, tangent];
    },
  };
}

// Adds the floats `from..to` of all targets to `out`, where they begin at `at`.
function add(out, at, deltas, weights, from, to) {
  const shift = at - from;
  let t = 0;
  for (; t + 4 <= weights.length; t += 4) {
    const [d0, d1, d2, d3] = [deltas[t], deltas[t + 1], deltas[t + 2], deltas[t + 3]];
    const [w0, w1, w2, w3] = [weights[t], weights[t + 1], weights[t + 2], weights[t + 3]];
    for (let i = from; i < to; i++) {
      out[i + shift] += d0[i] * w0 + d1[i] * w1 + d2[i] * w2 + d3[i] * w3;
    }
  }
  for (; t < weights.length; t++) {
    const [d, w] = [deltas[t], weights[t]];
    for (let i = from; i < to; i++) out[i + shift] += d[i] * w;
  }
}

function normalize(values, from, to) {
  for (let i = from; i < to; i += 3) {
    const x = values[i];
    const y = values[i + 1];
    const z = values[i + 2];
    const square = x * x + y * y + z * z;
    const scale = square > 0 ? 1 / Math.sqrt(square) : 0;
    values[i] = x * scale;
    values[i + 1] = y * scale;
    values[i + 2] = z * scale;
  }
}
