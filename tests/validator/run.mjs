// The Khronos glTF validator on files that morphkit has written.
//
//   node run.mjs LIST.json
//
// LIST.json is [{ "file": path, "input": path or null }, ..]. A file fails where it has an error of
// a kind that its input does not have, or, without an input, any error at all. Warnings that the
// input does not have are printed.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import validator from 'gltf-validator';

const ERROR = 0;
const WARNING = 1;
const SHOWN = 3;

/** A file that a model names, from the first of the folders that has it. */
function resource(uri, models) {
  const name = decodeURIComponent(uri);
  const found = models.map((model) => join(dirname(model), name)).find((path) => existsSync(path));
  if (!found) throw new Error(`${name}: no such file`);
  return new Uint8Array(readFileSync(found));
}

/** All messages of one file; images of its input stay beside the input. */
async function messages(path, input = null) {
  const models = input ? [path, input] : [path];
  const report = await validator.validateBytes(new Uint8Array(readFileSync(path)), {
    uri: path,
    maxIssues: 0,
    externalResourceFunction: async (uri) => resource(uri, models),
  });
  return report.issues.messages;
}

/** The messages of a severity whose code the input has less often. */
function added(after, before, severity) {
  const left = new Map();
  for (const { code } of before.filter((message) => message.severity === severity)) {
    left.set(code, (left.get(code) ?? 0) + 1);
  }
  return after.filter((message) => {
    const count = left.get(message.code) ?? 0;
    if (message.severity === severity) left.set(message.code, count - 1);
    return message.severity === severity && count <= 0;
  });
}

function print(kind, file, list) {
  for (const { code, message, pointer } of list.slice(0, SHOWN)) {
    console.log(`${kind}  ${file}: ${code} ${pointer ?? ''}: ${message}`);
  }
  if (list.length > SHOWN) console.log(`${kind}  ${file}: and ${list.length - SHOWN} more`);
}

const list = JSON.parse(readFileSync(process.argv[2], 'utf8'));
let failed = 0;
let warned = 0;
for (const { file, input } of list) {
  const after = await messages(file, input);
  const before = input ? await messages(input) : [];
  const errors = added(after, before, ERROR);
  const warnings = added(after, before, WARNING);
  print('FAIL', file, errors);
  print('warning', file, warnings);
  failed += errors.length > 0;
  warned += warnings.length > 0;
}
console.log(`validator: ${list.length} files, ${failed} with errors, ${warned} with warnings`);
process.exit(failed > 0 || list.length === 0 ? 1 : 0);
