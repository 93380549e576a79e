// The second part of run.mjs: one scene drawn by our shaders and by other engines.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { frontCamera } from './file/camera.mjs';
import * as glb from './file/glb.mjs';
import { openPage } from './host/chromium.mjs';
import { BACKGROUND, render } from './host/morphkit.mjs';
import { blank, comparePictures, compareSilhouettes, decode } from './host/picture.mjs';
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

/**
 * Shares of pixels: those that have to be compared (fewer where a known difference puts edges
 * elsewhere), those that may differ, those that are drawn.
 */
const LEAST_COMPARED = 0.995;
const LEAST_COMPARED_OF_KNOWN = 0.98;
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
    failures.push(...checkEmpty(name, drawn.get(ours)));
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

/** Shows that the comparison can fail: an empty picture neither agrees nor differs as known. */
function checkEmpty(scene, picture) {
  const empty = blank(SIZE, GREY);
  const verdicts = [picture, empty].map((other) => verdictOf(comparePictures(other, empty, GREY), 'an empty picture'));
  return verdicts.every((verdict) => verdict === 'nothing') ? [] : [`${scene}: an empty picture: ${verdicts}`];
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

/**
 * What a comparison says: `nothing` where too little is compared or drawn, which no known
 * difference excuses; else whether the pictures agree.
 */
function verdictOf({ smooth, compared, drawn, different }, known) {
  const least = known ? LEAST_COMPARED_OF_KNOWN : LEAST_COMPARED;
  const enough = compared >= least * smooth && drawn >= LEAST_DRAWN * compared && drawn > 0;
  if (!enough) return 'nothing';
  return different <= MOST_DIFFERENT * compared ? 'agrees' : 'DIFFERS';
}

/** Prints a line; gives what is wrong. A known difference that is not there is wrong, too. */
function judge(scene, engine, result) {
  const { smooth, compared, drawn, different, worst } = result;
  const known = knownDifference(engine, scene);
  const verdict = verdictOf(result, known);
  const counts = `${compared} of ${smooth} smooth pixels, ${drawn} drawn, ${different} differ`;
  const most = worst === undefined ? '' : `, at most ${worst} / 255`;
  const reason = known ? ` (known: ${known})` : '';
  const line = `${scene.padEnd(18)}${engine.padEnd(18)}${verdict}: ${counts}${most}${reason}`;
  console.log(`  ${line}`);
  return verdict === (known ? 'DIFFERS' : 'agrees') ? [] : [line];
}
