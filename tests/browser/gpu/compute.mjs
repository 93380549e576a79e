// Blends in the compute stage: `morph_main` reads base words and writes output words.

import { parts } from '../spec/attribute.mjs';
import { movedBands } from '../spec/primitive.mjs';
import { bindGroupLayouts } from './layout.mjs';
import { buffer } from './path.mjs';

/** Words of base and output: TANGENT and COLOR_n have all four components. */
const BASE_WORDS = { POSITION: 3, NORMAL: 3, TANGENT: 4, TEXCOORD: 2, COLOR: 4 };

const WORKGROUP = 64;

const JUNK = -1e9;

/** Gives each attribute that is moved: Map(attribute -> { values, components }). */
export async function blendInCompute(device, shader, resources, primitive) {
  const bands = movedBands(primitive).map((attribute) => [attribute, BASE_WORDS[parts(attribute)[0]]]);
  const stride = bands.reduce((sum, [, words]) => sum + words, 0);
  const base = baseWords(primitive, bands, stride);
  const rows = resources.instance + 1;
  const output = new Float32Array(base.length * rows).fill(JUNK);
  const words = await dispatch(device, shader, resources, { base, output, rows, primitive });
  return split(words.subarray(base.length * resources.instance), bands, stride, primitive.vertices);
}

/** Colours of three components get an alpha of 1. */
function baseWords({ base, vertices }, bands, stride) {
  const words = new Float32Array(vertices * stride).fill(1);
  let offset = 0;
  for (const [attribute, size] of bands) {
    const { components, values } = base.get(attribute);
    for (let v = 0; v < vertices; v += 1) {
      words.set(values.subarray(v * components, (v + 1) * components), v * stride + offset);
    }
    offset += size;
  }
  return words;
}

async function dispatch(device, shader, resources, { base, output, rows, primitive }) {
  const layouts = bindGroupLayouts(device, 'compute', shader.group, shader.bindings);
  const pipeline = device.createComputePipeline({
    layout: device.createPipelineLayout({ bindGroupLayouts: layouts }),
    compute: { module: device.createShaderModule({ code: shader.text }), entryPoint: 'morph_main' },
  });
  const { STORAGE, COPY_SRC, COPY_DST, MAP_READ } = GPUBufferUsage;
  const written = buffer(device, output, STORAGE | COPY_SRC);
  const { deltas, weights } = resources;
  const bound = [
    deltas.view ?? { buffer: deltas.buffer },
    { buffer: weights.buffer, size: weights.size },
    { buffer: buffer(device, base, STORAGE) },
    { buffer: written },
  ];
  const entries = shader.bindings.map(({ binding }, i) => ({ binding, resource: bound[i] }));
  const group = device.createBindGroup({ layout: layouts[shader.group], entries });
  const staging = device.createBuffer({ size: output.byteLength, usage: COPY_DST | MAP_READ });
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  const offset = weights.dynamicOffset;
  pass.setPipeline(pipeline);
  pass.setBindGroup(shader.group, group, offset === undefined ? [] : [offset]);
  pass.dispatchWorkgroups(Math.ceil(primitive.vertices / WORKGROUP), 1, rows);
  pass.end();
  encoder.copyBufferToBuffer(written, 0, staging, 0, output.byteLength);
  device.queue.submit([encoder.finish()]);
  await staging.mapAsync(GPUMapMode.READ);
  const words = new Float32Array(staging.getMappedRange().slice(0));
  staging.destroy();
  return words;
}

function split(words, bands, stride, vertices) {
  const result = new Map();
  let offset = 0;
  for (const [attribute, size] of bands) {
    const values = new Float32Array(vertices * size);
    for (let v = 0; v < vertices; v += 1) {
      const at = v * stride + offset;
      values.set(words.subarray(at, at + size), v * size);
    }
    result.set(attribute, { values, components: size });
    offset += size;
  }
  return result;
}
