// Compares pictures, apart from their edges.

import { PNG } from 'pngjs';

/** Steps of 255 by which a channel may differ: rounding to eight bits, and interpolation. */
const TOLERANCE = 3;

/** Steps of 255 between neighbours that make an edge. */
const EDGE = 24;

/** Pixels of a PNG's bytes: { width, height, data }, four bytes a pixel. */
export const decode = (bytes) => PNG.sync.read(bytes);

/** Bytes of a PNG. */
export const encode = (picture) => PNG.sync.write(picture);

/** Largest difference of a channel. */
function difference(a, i, b, j) {
  return Math.max(...[0, 1, 2].map((c) => Math.abs(a[4 * i + c] - b[4 * j + c])));
}

/** A picture of one colour. */
export function blank(size, color) {
  const data = Uint8Array.from({ length: 4 * size * size }, (_, i) => [...color, 255][i % 4]);
  return { width: size, height: size, data };
}

/** Which pixels have all their eight neighbours within `EDGE`, apart from the picture's border. */
function smooth({ width, height, data }) {
  const found = new Uint8Array(width * height);
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      const around = [-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1];
      found[at] = around.every((step) => difference(data, at, data, at + step) <= EDGE) ? 1 : 0;
    }
  }
  return found;
}

/** Whether a pixel is not background. */
const isDrawn = (data, at, background) => difference(data, at, background, 0) > 0;

/**
 * Compares two pictures of normals as colours where neither has an edge within a pixel.
 * Gives { smooth, compared, drawn, different, worst }: how many pixels the first has without an
 * edge, how many of them were compared, how many of those are not background in the picture that
 * shows less, how many differ, and the largest difference of a channel.
 */
export function comparePictures(a, b, background) {
  const [inA, inB] = [smooth(a), smooth(b)];
  const result = { smooth: 0, compared: 0, different: 0, worst: 0 };
  const drawn = [0, 0];
  for (let at = 0; at < inA.length; at += 1) {
    result.smooth += inA[at];
    if (!inA[at] || !inB[at]) continue;
    const apart = difference(a.data, at, b.data, at);
    result.compared += 1;
    [a, b].forEach(({ data }, i) => (drawn[i] += isDrawn(data, at, background) ? 1 : 0));
    result.different += apart > TOLERANCE ? 1 : 0;
    result.worst = Math.max(result.worst, apart);
  }
  return { ...result, drawn: Math.min(...drawn) };
}

/** Which pixels are drawn, and which have all their neighbours alike in that. */
function silhouette({ width, height, data }, background) {
  const drawn = Uint8Array.from({ length: width * height }, (_, at) => (isDrawn(data, at, background) ? 1 : 0));
  const mask = new Uint8Array(data.length);
  drawn.forEach((value, at) => mask.fill(255 * value, 4 * at, 4 * at + 4));
  return { drawn, inside: smooth({ width, height, data: mask }) };
}

/** Compares what is drawn at all, apart from a pixel to both sides of the outline. */
export function compareSilhouettes(a, backgroundA, b, backgroundB) {
  const [ours, theirs] = [silhouette(a, backgroundA), silhouette(b, backgroundB)];
  const result = { smooth: 0, compared: 0, different: 0 };
  const drawn = [0, 0];
  ours.inside.forEach((isInside, at) => {
    if (!isInside) return;
    result.smooth += 1;
    result.compared += 1;
    [ours, theirs].forEach((one, i) => (drawn[i] += one.drawn[at]));
    result.different += ours.drawn[at] === theirs.drawn[at] ? 0 : 1;
  });
  return { ...result, drawn: Math.min(...drawn) };
}
