// Blends and draws in Chromium with the library's shaders, and compares: with the golden vectors,
// and with the pictures of other engines. Opens reports of the program, too.
//
//   node run.mjs FOLDER MORPHKIT
//
// FOLDER has shaders.json, which `cargo xtask browser` writes; files and pictures go there.
// MORPHKIT is the program: it makes the files, and a picture of each.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { checkBlends } from './blends.mjs';
import { FACES } from './faces.mjs';
import { bundle } from './host/bundle.mjs';
import { launch } from './host/chromium.mjs';
import { sample } from './host/morphkit.mjs';
import { serve } from './host/server.mjs';
import { checkPictures } from './pictures.mjs';
import { checkReports } from './report.mjs';

const [folder, program] = process.argv.slice(2);
const site = join(folder, 'site');
const samples = {
  cube: sample(program, folder, 'cube'),
  head: sample(program, folder, 'head', ['--vertices', '2000']),
};
writeFileSync(join(folder, 'faces.json'), JSON.stringify(FACES));
await bundle(['blend', 'draw'], site);

const { origin, close } = await serve([
  { prefix: '/', folder: site },
  { prefix: '/', folder },
  { prefix: '/golden/', folder: fileURLToPath(new URL('../golden', import.meta.url)) },
]);
const browser = await launch();
const failures = [];
try {
  failures.push(...(await checkBlends(browser, origin)));
  failures.push(...(await checkReports(browser, { folder, program })));
  failures.push(...(await checkPictures(browser, origin, { folder, program, samples })));
} finally {
  await browser.close();
  close();
}
for (const failure of failures) console.log(`FAIL  ${failure}`);
console.log(`browser: ${failures.length} failures`);
process.exit(failures.length > 0 ? 1 : 0);
