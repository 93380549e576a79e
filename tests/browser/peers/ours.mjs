// Our own shaders in a small program: normals as colours.

import * as glb from '../file/glb.mjs';
import { bindGroupLayouts } from '../gpu/layout.mjs';
import { PATHS, buffer, permutationName } from '../gpu/path.mjs';
import { bindGroup, interleave } from '../gpu/vertex.mjs';
import { clipMatrix } from './camera.mjs';

const ATTRIBUTES = ['POSITION', 'NORMAL', 'TANGENT'];

const SHADER = `
@group(0) @binding(0) var<uniform> clip: mat4x4<f32>;

struct Shown {
    @builtin(position) at: vec4<f32>,
    @location(0) normal: vec3<f32>,
}

@vertex
fn place(
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) tangent: vec4<f32>,
    @builtin(vertex_index) index: u32,
    @builtin(instance_index) instance: u32,
) -> Shown {
    let v = morph_vertex(MorphVertex(position, normal, tangent), morph_local(index), instance);
    return Shown(clip * vec4(v.position, 1.0), v.normal);
}

@fragment
fn color(in: Shown) -> @location(0) vec4<f32> {
    return vec4(normalize(in.normal) * 0.5 + 0.5, 1.0);
}
`;

/** Draws from a tiled texture. */
export const drawTexture = (canvas, scene) => draw(canvas, scene, 'texture');

/** Draws from storage buffers. */
export const drawStorage = (canvas, scene) => draw(canvas, scene, 'storage');

async function draw(canvas, scene, pathName) {
  const device = await (await navigator.gpu.requestAdapter()).requestDevice();
  device.onuncapturederror = ({ error }) => console.error(error.message);
  const context = canvas.getContext('webgpu');
  const format = navigator.gpu.getPreferredCanvasFormat();
  context.configure({ device, format, alphaMode: 'opaque' });

  const primitive = { ...glb.primitive(glb.parse(await (await fetch(scene.file)).arrayBuffer())), normalize: true };
  const path = PATHS.find(({ name }) => name === pathName);
  const shaders = await (await fetch('shaders.json')).json();
  const shader = shaders[permutationName('vertex', path, primitive)];
  const resources = path.resources(device, primitive);
  const inputs = interleave(device, primitive, ATTRIBUTES, resources.firstVertex);

  const cameraLayout = device.createBindGroupLayout({
    entries: [{ binding: 0, visibility: GPUShaderStage.VERTEX, buffer: {} }],
  });
  const [, morphLayout] = bindGroupLayouts(device, 'vertex', shader.group, shader.bindings);
  const module = device.createShaderModule({ code: shader.text + SHADER });
  const pipeline = device.createRenderPipeline({
    layout: device.createPipelineLayout({ bindGroupLayouts: [cameraLayout, morphLayout] }),
    vertex: { module, entryPoint: 'place', buffers: [inputs.layout] },
    fragment: { module, entryPoint: 'color', targets: [{ format }] },
    primitive: { topology: 'triangle-list', cullMode: 'back' },
    depthStencil: { format: 'depth24plus', depthWriteEnabled: true, depthCompare: 'less' },
  });
  const camera = buffer(device, clipMatrix(scene.camera), GPUBufferUsage.UNIFORM);
  const cameraGroup = device.createBindGroup({
    layout: cameraLayout,
    entries: [{ binding: 0, resource: { buffer: camera } }],
  });
  const morphGroup = bindGroup(device, morphLayout, shader, resources);
  const indices = buffer(device, primitive.indices, GPUBufferUsage.INDEX);
  const depth = device.createTexture({
    size: [canvas.width, canvas.height],
    format: 'depth24plus',
    usage: GPUTextureUsage.RENDER_ATTACHMENT,
  });

  const encoder = device.createCommandEncoder();
  const pass = encoder.beginRenderPass({
    colorAttachments: [
      {
        view: context.getCurrentTexture().createView(),
        loadOp: 'clear',
        storeOp: 'store',
        clearValue: [...scene.background.map((byte) => byte / 255), 1],
      },
    ],
    depthStencilAttachment: {
      view: depth.createView(),
      depthLoadOp: 'clear',
      depthStoreOp: 'discard',
      depthClearValue: 1,
    },
  });
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, cameraGroup);
  pass.setBindGroup(1, morphGroup, [resources.weights.dynamicOffset]);
  pass.setVertexBuffer(0, inputs.buffer);
  pass.setIndexBuffer(indices, 'uint32');
  pass.drawIndexed(primitive.indices.length, 1, 0, resources.firstVertex, resources.instance);
  pass.end();
  device.queue.submit([encoder.finish()]);
  await device.queue.onSubmittedWorkDone();
}
