// Puts the pages and what they use from npm into files that a browser loads.

import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const PAGES = fileURLToPath(new URL('../page/', import.meta.url));

/** Writes NAME.html and NAME.js of each page into a folder. */
export async function bundle(names, folder) {
  await mkdir(folder, { recursive: true });
  await build({
    entryPoints: names.map((name) => join(PAGES, `${name}.mjs`)),
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'error',
  });
  await Promise.all(names.map((name) => copyFile(join(PAGES, `${name}.html`), join(folder, `${name}.html`))));
}
