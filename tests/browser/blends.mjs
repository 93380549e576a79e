// The first part of run.mjs: blends in the browser, compared with the golden vectors and, on the
// head, with a reference in 64-bit floats.

import { openPage } from './host/chromium.mjs';

/** Blends, prints a table and gives the failures. */
export async function checkBlends(browser, origin) {
  const failures = [];
  const page = await openPage(browser, origin, 'blend.html', (text) => failures.push(text));
  const told = await page.evaluate(() => window.run());
  await page.close();
  console.log(`Chromium ${browser.version()}, ${told.adapter}`);
  printTable('golden vectors', told.vectors);
  printTable('head of 2000 vertices', told.head);
  for (const lines of [told.vectors.lines, told.head.lines]) failures.push(...lines.flatMap((line) => line.failures));
  for (const line of told.vectors.lines) failures.push(...emptiness(line));
  const ways = told.head.lines.filter(({ path }) => ['texture', 'storage'].includes(path));
  for (const line of ways) failures.push(...emptiness(line));
  return [...failures, ...told.failures];
}

/** A path on which nothing was compared has not passed. */
function emptiness({ stage, path, blends, values }) {
  return blends > 0 && values > 0 ? [] : [`${stage} ${path}: nothing was compared`];
}

function printTable(title, { taken, left = {}, lines }) {
  const others = Object.entries(left).map(([why, count]) => `${count} ${why}`);
  console.log(`${title}: ${taken} blended${others.length > 0 ? `; left out: ${others.join(', ')}` : ''}`);
  for (const line of lines.filter(({ blends }) => blends > 0)) {
    const { stage, path, blends, values, worst, share, at } = line;
    const counts = `${String(blends).padStart(4)} blends ${String(values).padStart(7)} values`;
    const error = `worst error ${worst.toExponential(1)}, at most ${(share * 100).toFixed(0)} % of the tolerance`;
    console.log(`  ${stage.padEnd(8)}${path.padEnd(8)}${counts}  ${error} (${at})`);
  }
}
