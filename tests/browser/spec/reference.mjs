// The blend in 64-bit floats, and how far a shader may be from it (docs/spec.md, sections 1 and 2).
// It shares no code with the library: it is another witness.

import { deltaFloats, isDirection } from './attribute.mjs';
import { activeList, forBase, movedBands } from './primitive.mjs';

/** Compared with squared lengths in f32 (B10, B12): whether there is a direction is exact. */
const MIN_SQUARED_LENGTH = Math.fround(1e-30);
const STEP = 2 ** -23;

/** Expected values and tolerances of every attribute of the base: Map(attribute -> { values, tolerance }). */
export function expected(primitive) {
  const moved = new Set(movedBands(primitive));
  const result = new Map();
  for (const [attribute, { components, values }] of primitive.base) {
    result.set(
      attribute,
      moved.has(attribute)
        ? blendAttribute(primitive, attribute, components, values)
        : { values: Float64Array.from(values), tolerance: new Float64Array(values.length) },
    );
  }
  return result;
}

function blendAttribute(primitive, attribute, components, base) {
  const active = activeList(primitive);
  const targets = forBase(primitive);
  const floats = deltaFloats(attribute);
  const added = Math.min(floats, components);
  const values = Float64Array.from(base);
  const tolerance = new Float64Array(base.length);
  for (let vertex = 0; vertex < primitive.vertices; vertex += 1) {
    const at = vertex * components;
    const sizes = Array.from(base.subarray(at, at + components), Math.abs);
    for (const { index, weight } of active) {
      const deltas = targets[index].get(attribute);
      for (let c = 0; deltas && c < added; c += 1) {
        const product = weight * deltas[vertex * floats + c];
        values[at + c] += product;
        sizes[c] += Math.abs(product);
      }
    }
    const limit = (active.length + 2) * STEP * Math.max(...sizes);
    finish(primitive, attribute, values.subarray(at, at + components), tolerance.subarray(at), limit);
  }
  return { values, tolerance };
}

/** Directions and colours of one vertex, in place, and the tolerances of its components (E2, E3). */
function finish({ normalize }, attribute, vertex, tolerance, limit) {
  tolerance.fill(limit, 0, vertex.length);
  if (attribute === 'TANGENT') tolerance[3] = 0;
  if (isDirection(attribute) && normalize) {
    const [x, y, z] = vertex;
    const length = Math.hypot(x, y, z);
    const squared = Math.fround(length * length);
    const hasDirection = Number.isFinite(squared) && squared > MIN_SQUARED_LENGTH;
    for (let c = 0; c < 3; c += 1) {
      vertex[c] = hasDirection ? vertex[c] / length : 0;
      tolerance[c] = hasDirection ? (2 * limit) / length + 4 * STEP : 0;
    }
  }
  if (attribute === 'COLOR_0') {
    for (let c = 0; c < vertex.length; c += 1) vertex[c] = Math.min(Math.max(vertex[c], 0), 1);
  }
}
