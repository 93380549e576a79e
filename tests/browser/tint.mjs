// Asks Tint, the WGSL compiler of Chromium, about every shader: its text, and a pipeline whose
// layout is the one that morph-wgsl names, under the default limits. Dawn's null back end needs no
// driver.
//
//   node tint.mjs MODULES.json
//
// MODULES.json is what `cargo xtask tint` writes: a list of
// { name, stage, entry, text, group, bindings: [{ binding, kind, .. }], parts: [{ file, first_line }] }.

import { readFileSync } from 'node:fs';
import process from 'node:process';
import { create, globals } from 'webgpu';
import { CONTROLS } from './tint/controls.mjs';
import { bindGroupLayouts } from './gpu/layout.mjs';

Object.assign(globalThis, globals);

const modules = JSON.parse(readFileSync(process.argv[2], 'utf8'));
// The instance of Dawn must live as long as its devices do.
const gpu = create(['backend=null']);
const device = await (await gpu.requestAdapter()).requestDevice();

/** Runs `make` and gives what it gave, and the validation error if there was one. */
async function scoped(make) {
  device.pushErrorScope('validation');
  let value;
  let thrown;
  try {
    value = await make();
  } catch (error) {
    thrown = error;
  }
  const error = (await device.popErrorScope()) ?? thrown;
  return { value, error: error?.message.trim() };
}

/** File and line of a line of the composed text. */
function locate(parts, line) {
  const part = parts.findLast((part) => part.first_line <= line) ?? { file: 'prelude', first_line: 1 };
  return `${part.file}:${line - part.first_line + 1}`;
}

/** Errors and warnings of the compiler, each with its place. */
async function compile({ text, parts }) {
  const { value: module, error } = await scoped(() => device.createShaderModule({ code: text }));
  const { messages } = await module.getCompilationInfo();
  const told = messages
    .filter((message) => message.type !== 'info')
    .map((m) => `${locate(parts, m.lineNum)}:${m.linePos}: ${m.type}: ${m.message}`);
  return { module, problems: told.length === 0 && error ? [error] : told };
}

/** A vertex buffer for each input of an entry point. */
function vertexBuffers(text, entry) {
  const inputs = text.slice(text.indexOf(`fn ${entry}(`)).split('->')[0];
  const found = inputs.matchAll(/@location\((\d+)\) \w+: vec(\d)<f32>/g);
  return Array.from(found, ([, location, components]) => ({
    arrayStride: 16,
    attributes: [{ format: `float32x${components}`, offset: 0, shaderLocation: Number(location) }],
  }));
}

/** A pipeline with explicit layouts, as a program makes it. */
function pipeline(module, { stage, entry, text, group, bindings }) {
  const bindGroups = bindGroupLayouts(device, stage, group, bindings);
  const layout = device.createPipelineLayout({ bindGroupLayouts: bindGroups });
  if (stage === 'compute') {
    return device.createComputePipelineAsync({ layout, compute: { module, entryPoint: entry } });
  }
  return device.createRenderPipelineAsync({
    layout,
    vertex: { module, entryPoint: entry, buffers: vertexBuffers(text, entry) },
    depthStencil: { format: 'depth24plus', depthWriteEnabled: true, depthCompare: 'less' },
  });
}

/** Everything that is wrong with a module; none when it is fine. */
async function check(candidate) {
  const { module, problems } = await compile(candidate);
  if (problems.length > 0) return problems;
  const { error } = await scoped(() => pipeline(module, candidate));
  return error ? [error] : [];
}

let failed = 0;
for (const module of modules) {
  const problems = await check(module);
  failed += problems.length > 0;
  for (const problem of problems) console.log(`FAIL  ${module.name}: ${problem}`);
}

// Modules that must be refused show that the check can fail.
for (const { why, ...control } of CONTROLS) {
  const problems = await check(control);
  if (problems.length === 0) {
    failed += 1;
    console.log(`FAIL  a shader with ${why} was not refused`);
  }
}

console.log(
  `Tint: ${modules.length} permutations compiled, with a pipeline each; ` +
    `${CONTROLS.length} bad ones refused; ${failed} failed`,
);
process.exit(failed > 0 || modules.length === 0 ? 1 : 0);
