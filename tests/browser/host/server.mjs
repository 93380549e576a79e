// A server of the files that the pages fetch, on this machine only.

import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.glb': 'model/gltf-binary',
};

/** What may follow the slash: names without a dot at their beginning, and of these types. */
const NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

/**
 * Serves the folders' own files, not those below them, at their prefixes: { origin, close }.
 * Where folders share a prefix, the first that has the file wins.
 */
export async function serve(folders) {
  const server = createServer(async (request, response) => {
    const path = pathOf(request.url);
    const bytes = path === undefined ? undefined : await firstOf(filesOf(folders, path));
    const status = path === undefined ? 400 : bytes ? 200 : 404;
    response.writeHead(status, { 'content-type': TYPES[extname(path ?? '')] ?? 'text/plain', 'cache-control': 'no-store' });
    response.end(bytes);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${server.address().port}`;
  return { origin, close: () => server.close() };
}

/** The path of a request; undefined where it is no URL, or badly encoded. */
function pathOf(url) {
  try {
    return decodeURIComponent(new URL(url, 'http://localhost').pathname);
  } catch {
    return undefined;
  }
}

function filesOf(folders, path) {
  const slash = path.lastIndexOf('/') + 1;
  const [prefix, name] = [path.slice(0, slash), path.slice(slash)];
  if (!NAME.test(name) || !(extname(name) in TYPES)) return [];
  return folders.filter((served) => served.prefix === prefix).map(({ folder }) => join(folder, name));
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
