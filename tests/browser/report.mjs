// The page of `morphkit report` in Chromium: it shows, complains about nothing, asks for nothing,
// and no name in the file does anything.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const run = (program, words) => execFileSync(program, words, { stdio: ['ignore', 'ignore', 'inherit'] });

/** What would be set if a name of the file ran. */
const EVIL = '"><img src=x onerror=window.ran=1></title></style><script>window.ran=1</script>';

/** Makes a file whose names are EVIL, from a sample; gives its path. */
function spoiled(program, folder) {
  const [sample, file] = ['report.glb', 'spoiled.glb'].map((name) => join(folder, name));
  run(program, ['sample', 'head', '-o', sample, '--vertices', '600']);
  const bytes = readFileSync(sample);
  const length = bytes.readUInt32LE(12);
  const model = JSON.parse(bytes.subarray(20, 20 + length).toString());
  model.meshes[0].name = EVIL;
  model.meshes[0].extras.targetNames = model.meshes[0].extras.targetNames.map((name) => name + EVIL);
  model.animations.forEach((animation) => (animation.name = EVIL));
  model.extensionsUsed = [...(model.extensionsUsed ?? []), EVIL];
  let text = Buffer.from(JSON.stringify(model));
  text = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, ' ')]);
  const head = Buffer.from(bytes.subarray(0, 20));
  head.writeUInt32LE(bytes.length - length + text.length, 8);
  head.writeUInt32LE(text.length, 12);
  writeFileSync(file, Buffer.concat([head, text, bytes.subarray(20 + length)]));
  return { sample, file };
}

/** What is wrong with a page, after it was shown. */
async function look(browser, page, picture, colorScheme) {
  const failures = [];
  const context = await browser.newContext({ colorScheme, viewport: { width: 1240, height: 900 } });
  const tab = await context.newPage();
  const url = pathToFileURL(page).href;
  tab.on('console', (message) => failures.push(`${page}: ${message.type()}: ${message.text()}`));
  tab.on('pageerror', (error) => failures.push(`${page}: ${error.message}`));
  tab.on('request', (request) => {
    if (request.url() !== url && !request.url().startsWith('data:')) {
      failures.push(`${page}: asked for ${request.url()}`);
    }
  });
  await tab.goto(url);
  // What is read here runs beside the page, whose own policy forbids scripts.
  const seen = await tab.evaluate(() => ({
    ran: window.ran,
    images: [...document.images].map((image) => image.complete && image.naturalWidth > 0),
    scripts: document.scripts.length,
    charts: document.querySelectorAll('svg.plot polyline').length,
    cells: document.querySelectorAll('svg.matrix rect title').length,
    rows: document.querySelectorAll('table.targets tbody tr').length,
    wide: document.documentElement.scrollWidth - window.innerWidth,
    ink: getComputedStyle(document.body).color,
    dom: document.documentElement.outerHTML.length,
  }));
  await tab.screenshot({ path: picture, fullPage: true });
  await tab.setViewportSize({ width: 420, height: 800 });
  const narrow = await tab.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await context.close();
  const expect = (holds, what) => holds || failures.push(`${page}, ${colorScheme}: ${what}: ${JSON.stringify(seen)}`);
  expect(seen.ran === undefined && seen.scripts === 0, 'a name ran');
  expect(seen.images.length > 2 && seen.images.every(Boolean), 'a picture does not show');
  expect(seen.charts > 3 && seen.cells > 100 && seen.rows === 52, 'a chart, the matrix or a row is missing');
  expect(seen.wide <= 0 && narrow <= 0, `the page is wider than the window (${narrow} when narrow)`);
  return { failures, ink: seen.ink };
}

/** Writes reports, opens them light and dark, and compares. */
export async function checkReports(browser, { folder, program }) {
  const { sample, file } = spoiled(program, folder);
  const failures = [];
  for (const [name, from] of [['report', sample], ['spoiled', file]]) {
    const page = join(folder, `${name}.html`);
    run(program, ['report', from, '-o', page, '--pictures', '12']);
    const inks = [];
    for (const scheme of ['light', 'dark']) {
      const seen = await look(browser, page, join(folder, `${name}-${scheme}.png`), scheme);
      failures.push(...seen.failures);
      inks.push(seen.ink);
    }
    if (inks[0] === inks[1]) failures.push(`${page}: looks the same, light and dark: ${inks[0]}`);
  }
  console.log(`report: 2 pages, light and dark, ${failures.length} failures`);
  return failures;
}
