// What all engines draw, and the differences that are known, with the rule of docs/spec.md.

import * as glb from './file/glb.mjs';
import { FACES } from './faces.mjs';

/** Negative and beyond 1 (W2). */
const CUBE_WEIGHTS = [0.5, -0.4, 1.3];

const smile = FACES.find(({ name }) => name === 'smile').weights;

/** The target `slant` of the cube. */
const SLANT = 1;

/** Scenes by name, from what `morphkit sample cube` and `head` made. */
export function scenes({ cube, head }) {
  const still = glb.withWeights(cube, CUBE_WEIGHTS);
  return {
    cube: still,
    'cube-no-position': glb.withoutDeltas(still, SLANT, 'POSITION'),
    'cube-no-normal': glb.withoutDeltas(still, SLANT, 'NORMAL'),
    head: glb.withWeights(glb.withoutSparse(head), smile),
    'head-sparse': glb.withWeights(head, smile),
    'cube-node-weights': glb.withWeights(cube, [0, 0, 0], CUBE_WEIGHTS),
  };
}

const THREE = ['three-webgl', 'three-webgpu'];
const BABYLON = ['babylon-webgl', 'babylon-webgpu'];

/** Engines that are known to draw a scene otherwise, with the rule; docs/peers.md says more. */
const KNOWN = [
  { engines: THREE, scene: 'cube-no-position', why: 'B5: the base is added where a target lacks POSITION' },
  { engines: THREE, scene: 'cube-no-normal', why: 'B5: the base is added where a target lacks NORMAL' },
  { engines: BABYLON, scene: 'cube-no-position', why: 'B5: no target moves what one of them lacks' },
  { engines: BABYLON, scene: 'cube-no-normal', why: 'B5: no target moves what one of them lacks' },
  { engines: ['lite'], scene: 'head-sparse', why: 'B9: sparse deltas are read as zeros' },
  { engines: ['lite'], scene: 'cube-node-weights', why: 'W9: node.weights are not read' },
];

/** Why an engine is known to differ on a scene, if it is. */
export function knownDifference(engine, scene) {
  return KNOWN.find((known) => known.engines.includes(engine) && known.scene === scene)?.why;
}
