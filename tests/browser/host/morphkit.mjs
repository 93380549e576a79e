// The program: it makes the files that are blended and drawn, and a picture of each scene.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as glb from '../file/glb.mjs';

/** A colour that no surface has. */
export const BACKGROUND = [255, 0, 255];

const run = (program, words) => execFileSync(program, words, { stdio: ['ignore', 'ignore', 'inherit'] });

/** Writes NAME.glb into the folder, and reads it. */
export function sample(program, folder, name, more = []) {
  const file = join(folder, `${name}.glb`);
  run(program, ['sample', name, '-o', file, ...more]);
  const bytes = readFileSync(file);
  return glb.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

/** Draws a file from the front. */
export function render(program, file, picture, size) {
  const color = BACKGROUND.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const view = ['--yaw', '0', '--pitch', '0', '--size', `${size}x${size}`, '--background', color];
  run(program, ['render', file, '-o', picture, ...view]);
  return readFileSync(picture);
}
