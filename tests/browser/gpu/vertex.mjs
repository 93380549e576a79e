// Blends in the vertex stage: every vertex is a point of its own pixel, and the fragment stage keeps
// what the vertex stage gave in a target of f32.

import { inOrder, parts } from '../spec/attribute.mjs';
import { bindGroupLayouts } from './layout.mjs';
import { buffer } from './path.mjs';

/** Pixels of a row: 64 texels of 16 bytes are 1024, a multiple of what copies ask for. */
const WIDTH = 64;

/** What is drawn before the first vertex, to show that nothing reads it. */
const JUNK = 1e9;

/** Gives each attribute of the base after morphing: Map(attribute -> { values, components: 4 }). */
export async function blendVertices(device, shader, resources, primitive) {
  const kept = keptAttributes(shader, primitive);
  const layouts = bindGroupLayouts(device, 'vertex', shader.group, shader.bindings);
  const layout = device.createPipelineLayout({ bindGroupLayouts: layouts });
  const inputs = interleave(device, primitive, kept, resources.firstVertex);
  const code = shader.text + readerText(primitive, kept);
  const module = device.createShaderModule({ code });
  const group = bindGroup(device, layouts[shader.group], shader, resources);
  const result = new Map();
  for (const [number, attribute] of kept.entries()) {
    const pipeline = device.createRenderPipeline({
      layout,
      vertex: { module, entryPoint: 'read_back', buffers: [inputs.layout], constants: { KEPT: number } },
      fragment: { module, entryPoint: 'keep', targets: [{ format: 'rgba32float' }] },
      primitive: { topology: 'point-list' },
    });
    const values = await drawPoints(device, pipeline, { group, inputs, shader, resources, primitive });
    result.set(attribute, { values, components: 4 });
  }
  return result;
}

/** What MorphVertex holds of the base; sets that are not morphed are not in it. */
function keptAttributes({ name }, { base }) {
  const sets = new Set(name.match(/[uc]\d+/g) ?? []);
  const isHeld = (attribute) => {
    const [kind, set] = parts(attribute);
    if (kind === 'TEXCOORD') return sets.has(`u${set}`);
    return kind !== 'COLOR' || sets.has(`c${set}`);
  };
  return inOrder([...base.keys()].filter(isHeld));
}

/** WGSL of the member of MorphVertex. */
function member(attribute) {
  const [kind, set] = parts(attribute);
  switch (kind) {
    case 'TEXCOORD':
      return `texcoords[${set}]`;
    case 'COLOR':
      return `colors[${set}]`;
    default:
      return kind.toLowerCase();
  }
}

const wgslType = (attribute) =>
  ({ POSITION: 'vec3<f32>', NORMAL: 'vec3<f32>', TEXCOORD: 'vec2<f32>' })[parts(attribute)[0]] ?? 'vec4<f32>';

/** The shader around morph_vertex, as a program that uses the library would write it. */
function readerText({ vertices }, kept) {
  const height = Math.ceil(vertices / WIDTH);
  const input = kept.map((a, i) => `@location(${i}) in_${i}: ${wgslType(a)},`).join('\n    ');
  const fill = kept.map((a, i) => `v.${member(a)} = in_${i};`).join('\n    ');
  const widened = (a) => {
    const value = `moved.${member(a)}`;
    return { 'vec2<f32>': `vec4(${value}, 0.0, 0.0)`, 'vec3<f32>': `vec4(${value}, 0.0)` }[wgslType(a)] ?? value;
  };
  const choose = kept.map((a, i) => `case ${i}u: { out.value = ${widened(a)}; }`).join('\n        ');
  return `
override KEPT: u32;

struct Point {
    @builtin(position) at: vec4<f32>,
    @location(0) @interpolate(flat) value: vec4<f32>,
}

@vertex
fn read_back(
    ${input}
    @builtin(vertex_index) vertex_index: u32,
    @builtin(instance_index) instance: u32,
) -> Point {
    var v: MorphVertex;
    ${fill}
    let vertex = morph_local(vertex_index);
    let moved = morph_vertex(v, vertex, instance);
    let pixel = vec2(f32(vertex % ${WIDTH}u), f32(vertex / ${WIDTH}u)) + 0.5;
    let place = pixel / vec2(${WIDTH}.0, ${height}.0) * 2.0 - 1.0;
    var out: Point;
    out.at = vec4(place.x, -place.y, 0.5, 1.0);
    switch KEPT {
        ${choose}
        default: {}
    }
    return out;
}

@fragment
fn keep(point: Point) -> @location(0) vec4<f32> {
    return point.value;
}
`;
}

/** One vertex buffer of all attributes, with junk before the first vertex. */
export function interleave(device, { base, vertices }, kept, firstVertex) {
  let stride = 0;
  const attributes = kept.map((attribute, shaderLocation) => {
    const { components } = base.get(attribute);
    const entry = { format: `float32x${components}`, offset: stride * 4, shaderLocation };
    stride += components;
    return entry;
  });
  const words = new Float32Array((firstVertex + vertices) * stride).fill(JUNK);
  kept.forEach((attribute, i) => {
    const { components, values } = base.get(attribute);
    for (let v = 0; v < vertices; v += 1) {
      const at = (firstVertex + v) * stride + attributes[i].offset / 4;
      words.set(values.subarray(v * components, (v + 1) * components), at);
    }
  });
  return {
    buffer: buffer(device, words, GPUBufferUsage.VERTEX),
    layout: { arrayStride: stride * 4, attributes },
  };
}

/** The bind group of deltas and weights. */
export function bindGroup(device, layout, shader, { deltas, weights }) {
  const [first, second] = shader.bindings;
  return device.createBindGroup({
    layout,
    entries: [
      { binding: first.binding, resource: deltas.view ?? { buffer: deltas.buffer } },
      { binding: second.binding, resource: { buffer: weights.buffer, size: weights.size } },
    ],
  });
}

async function drawPoints(device, pipeline, { group, inputs, shader, resources, primitive }) {
  const height = Math.ceil(primitive.vertices / WIDTH);
  const target = device.createTexture({
    size: [WIDTH, height],
    format: 'rgba32float',
    usage: GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.COPY_SRC,
  });
  const size = WIDTH * height * 16;
  const staging = device.createBuffer({ size, usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ });
  const encoder = device.createCommandEncoder();
  const clearValue = [-JUNK, -JUNK, -JUNK, -JUNK];
  const pass = encoder.beginRenderPass({
    colorAttachments: [{ view: target.createView(), loadOp: 'clear', storeOp: 'store', clearValue }],
  });
  const offset = resources.weights.dynamicOffset;
  pass.setPipeline(pipeline);
  pass.setVertexBuffer(0, inputs.buffer);
  pass.setBindGroup(shader.group, group, offset === undefined ? [] : [offset]);
  pass.draw(primitive.vertices, 1, resources.firstVertex, resources.instance);
  pass.end();
  encoder.copyTextureToBuffer({ texture: target }, { buffer: staging, bytesPerRow: WIDTH * 16 }, [WIDTH, height]);
  device.queue.submit([encoder.finish()]);
  await staging.mapAsync(GPUMapMode.READ);
  const values = new Float32Array(staging.getMappedRange().slice(0));
  staging.destroy();
  target.destroy();
  return values;
}
