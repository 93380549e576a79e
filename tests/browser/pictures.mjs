// The second part of run.mjs: one scene drawn by our shaders and by other engines.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { frontCamera } from './file/camera.mjs';
import * as glb from './file/glb.mjs';
import { openPage } from './host/chromium.mjs';
import { BACKGROUND, render } from './host/morphkit.mjs';
import { comparePictures, compareSilhouettes, decode } from './host/picture.mjs';
import { knownDifference, scenes } from './scenes.mjs';
import { expected } from './spec/reference.mjs';

/** The first one is what the others are compared with. */
const ENGINES = [
  'texture',
  'storage',
  'three-webgl',
  'three-webgpu',
  'babylon-webgl',
  'babylon-webgpu',
  'lite',
  'luma',
];

const SIZE = 512;

const GREY = [64, 64, 64];

/** Shares of pixels: those that have to be compared, those that may differ, those that are drawn. */
const LEAST_COMPARED = 0.995;
const MOST_DIFFERENT = 0.001;
const LEAST_DRAWN = 0.1;

/** Draws every scene with every engine, prints a table and gives the failures. */
export async function checkPictures(browser, origin, { folder, program, samples }) {
  const failures = [];
  const pictures = join(folder, 'pictures');
  mkdirSync(pictures, { recursive: true });
  for (const [name, file] of Object.entries(scenes(samples))) {
    writeFileSync(join(folder, `${name}.scene.glb`), glb.write(file));
    const scene = { file: `${name}.scene.glb`, camera: cameraOf(file), background: GREY };
    const drawn = new Map();
    for (const engine of ENGINES) {
      const { picture, complaints } = await drawOn(browser, origin, engine, scene);
      writeFileSync(join(pictures, `${name}-${engine}.png`), picture);
      drawn.set(engine, decode(picture));
      failures.push(...complaints.map((text) => `${name}, ${engine}: ${text}`));
    }
    const [ours, ...peers] = ENGINES;
    for (const peer of peers) {
      const result = comparePictures(drawn.get(ours), drawn.get(peer), GREY);
      failures.push(...judge(name, peer, result));
    }
    const own = decode(render(program, join(folder, scene.file), join(pictures, `${name}-render.png`), SIZE));
    const result = compareSilhouettes(drawn.get(ours), GREY, own, BACKGROUND);
    failures.push(...judge(name, 'render, outline', result));
  }
  return failures;
}

function cameraOf(file) {
  const primitive = { ...glb.primitive(file), normalize: true };
  return frontCamera(expected(primitive).get('POSITION').values);
}

async function drawOn(browser, origin, engine, scene) {
  const complaints = [];
  const page = await openPage(browser, origin, 'draw.html', (text) => complaints.push(text));
  try {
    await page.evaluate(([name, what]) => window.draw(name, what), [engine, scene]);
  } catch (error) {
    complaints.push(error.message);
  }
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: SIZE, height: SIZE } });
  await page.close();
  return { picture, complaints };
}

/** Prints a line; gives what is wrong. A known difference that is not there is wrong, too. */
function judge(scene, engine, { smooth, compared, drawn, different, worst }) {
  const agrees =
    compared >= LEAST_COMPARED * smooth &&
    drawn >= LEAST_DRAWN * compared &&
    different <= MOST_DIFFERENT * compared;
  const known = knownDifference(engine, scene);
  const verdict = agrees ? 'agrees' : 'DIFFERS';
  const counts = `${compared} of ${smooth} smooth pixels, ${drawn} drawn, ${different} differ`;
  const most = worst === undefined ? '' : `, at most ${worst} / 255`;
  const reason = known ? ` (known: ${known})` : '';
  const line = `${scene.padEnd(18)}${engine.padEnd(18)}${verdict}: ${counts}${most}${reason}`;
  console.log(`  ${line}`);
  return agrees === (known === undefined) ? [] : [line];
}
