// A server of files for the pages, on this machine only.

import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.glb': 'model/gltf-binary',
  '.png': 'image/png',
};

/** Serves the folders, the first that has the file wins: { origin, close }. */
export async function serve(folders) {
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url, 'http://localhost').pathname);
    const bytes = await firstOf(folders.map((folder) => join(folder, path)));
    const type = TYPES[extname(path)] ?? 'application/octet-stream';
    response.writeHead(bytes ? 200 : 404, { 'content-type': type, 'cache-control': 'no-store' });
    response.end(bytes);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${server.address().port}`;
  return { origin, close: () => server.close() };
}

async function firstOf(paths) {
  for (const path of paths) {
    try {
      return await readFile(path);
    } catch {
      // The next folder may have it.
    }
  }
  return undefined;
}
