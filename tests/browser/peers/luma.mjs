// luma.gl: its glTF scenegraph, which morphs vertex buffers on the CPU, with a shader for normals.

import { luma } from '@luma.gl/core';
import { createScenegraphsFromGLTF } from '@luma.gl/gltf';
import { webgpuAdapter } from '@luma.gl/webgpu';
import { load } from '@loaders.gl/core';
import { GLTFLoader, postProcessGLTF } from '@loaders.gl/gltf';
import { clipMatrix } from './camera.mjs';

const SHADER = `
struct Vertex {
  @location(0) positions: vec3f,
  @location(1) normals: vec3f,
};

struct Shown {
  @builtin(position) at: vec4f,
  @location(0) normal: vec3f,
};

@vertex
fn vertexMain(in: Vertex) -> Shown {
  return Shown(pbrProjection.modelViewProjectionMatrix * vec4f(in.positions, 1.0), in.normals);
}

@fragment
fn fragmentMain(in: Shown) -> @location(0) vec4f {
  return vec4f(normalize(in.normal) * 0.5 + 0.5, 1.0);
}
`;

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

export async function draw(canvas, { file, camera, background }) {
  const device = await luma.createDevice({
    type: 'webgpu',
    adapters: [webgpuAdapter],
    createCanvasContext: { canvas, useDevicePixels: false, autoResize: false },
  });
  const gltf = postProcessGLTF(await load(file, GLTFLoader));
  const scenegraphs = createScenegraphsFromGLTF(device, gltf, { modelOptions: { source: SHADER } });
  const pass = device.beginRenderPass({ clearColor: [...background.map((byte) => byte / 255), 1], clearDepth: 1 });
  const projection = {
    modelViewProjectionMatrix: clipMatrix(camera),
    modelMatrix: IDENTITY,
    normalMatrix: IDENTITY,
    camera: camera.eye,
  };
  scenegraphs.scenes[0].traverse((node) => {
    node.model?.shaderInputs.setProps({ pbrProjection: projection });
    node.model?.draw(pass);
  });
  pass.end();
  device.submit();
}
