// A primitive to blend, from whatever source:
//   { name, vertices, base: Map(attribute -> { components, values }), targets: [Map(attribute -> values)],
//     weights, normalize }
// Values of base and deltas are dense Float32Arrays; a target lacks what it has no entry for.

import { inOrder } from './attribute.mjs';

/** The targets as a shader gets them: nothing that the base lacks (B6), no directions on a flat base (B17). */
export function forBase({ base, targets }) {
  const flat = !base.has('NORMAL');
  const keeps = (attribute) =>
    base.has(attribute) && !(flat && (attribute === 'NORMAL' || attribute === 'TANGENT'));
  return targets.map((target) => new Map([...target].filter(([attribute]) => keeps(attribute))));
}

/** Attributes that some target moves (B7, L3), in the order of bands. */
export function movedBands(primitive) {
  const moved = new Set(forBase(primitive).flatMap((target) => [...target.keys()]));
  return inOrder(moved);
}

/** The list of active weights (W1, W4, W5, W6). */
export function activeList({ weights, targets }) {
  return Array.from(weights.slice(0, targets.length), (weight, index) => ({ index, weight })).filter(
    ({ weight }) => weight !== 0,
  );
}
