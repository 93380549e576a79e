// Prints the permutations that the pages need, one a line.
//
//   node names.mjs

import { readFileSync } from 'node:fs';
import { pathsOf, permutationName } from './gpu/path.mjs';
import { blendCases } from './spec/golden.mjs';

const golden = JSON.parse(readFileSync(new URL('../golden/blend.json', import.meta.url), 'utf8'));

/** The head moves these, and has 52 targets; the drawn meshes move the same. */
const DRAWN = ['POSITION', 'NORMAL', 'TANGENT'];
const drawn = [true, false].map((normalize) => ({
  base: new Map(DRAWN.map((attribute) => [attribute, {}])),
  targets: Array.from({ length: 52 }, () => new Map(DRAWN.map((attribute) => [attribute, {}]))),
  normalize,
}));

const primitives = [...blendCases(golden).taken.map(({ primitive }) => primitive), ...drawn];
const names = primitives.flatMap((primitive) =>
  pathsOf(primitive).flatMap((path) =>
    ['vertex', 'compute'].map((stage) => permutationName(stage, path, primitive)),
  ),
);
console.log([...new Set(names)].join('\n'));
