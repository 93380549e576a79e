// Debian's Chromium without a window, with WebGPU on its software renderer, so that no graphics
// card is needed.

import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { chromium } from 'playwright-core';

/** Chromium's sandbox refuses to start as root, and pages are our own. */
const AS_ROOT = process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu-sandbox'] : [];

const ARGUMENTS = [
  ...AS_ROOT,
  '--enable-unsafe-webgpu',
  '--use-angle=swiftshader',
  '--enable-features=Vulkan',
  '--use-vulkan=swiftshader',
  '--force-color-profile=srgb',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Milliseconds that a page may take for one thing. */
const PATIENCE = 300_000;

/** The chromium on the path. */
function executable() {
  const places = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'chromium'));
  const found = places.find((place) => existsSync(place));
  if (!found) throw new Error('chromium is not on the path: on Debian, `apt-get install chromium`');
  return found;
}

/** A browser with a fresh profile, which playwright removes when it is closed. */
export function launch() {
  const chromiumSandbox = AS_ROOT.length === 0;
  return chromium.launch({ executablePath: executable(), headless: true, chromiumSandbox, args: ARGUMENTS });
}

/** Opens a page that reaches nothing but our server, and hands its complaints to `tell`. */
export async function openPage(browser, origin, path, tell) {
  const page = await browser.newPage({ viewport: { width: 512, height: 512 }, deviceScaleFactor: 1 });
  page.setDefaultTimeout(PATIENCE);
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) tell(`${path}: ${message.text()}`);
  });
  page.on('pageerror', (error) => tell(`${path}: ${error.stack ?? error.message}`));
  await page.route(
    (url) => !['data:', 'blob:'].includes(url.protocol) && url.origin !== origin,
    (route) => {
      tell(`${path}: asked for ${route.request().url()}`);
      return route.abort();
    },
  );
  await page.goto(`${origin}/${path}`);
  return page;
}
