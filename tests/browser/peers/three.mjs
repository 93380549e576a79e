// three.js: its material of normals, whose view axes are the file's, since the camera looks along -Z.

import { Color, MeshNormalMaterial, PerspectiveCamera, SRGBColorSpace, Scene, WebGLRenderer } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { MeshNormalNodeMaterial, WebGPURenderer } from 'three/webgpu';

/** Draws with WebGL 2. */
export function drawWebGl(canvas, scene) {
  const renderer = new WebGLRenderer({ canvas, antialias: false, preserveDrawingBuffer: true });
  return draw(renderer, new MeshNormalMaterial(), canvas, scene);
}

/** Draws with WebGPU. */
export async function drawWebGpu(canvas, scene) {
  const renderer = new WebGPURenderer({ canvas, antialias: false });
  await renderer.init();
  if (!renderer.backend.isWebGPUBackend) throw new Error('three.js fell back to WebGL');
  return draw(renderer, new MeshNormalNodeMaterial(), canvas, scene);
}

async function draw(renderer, material, canvas, { file, camera: { eye, verticalAngle, near, far }, background }) {
  renderer.setSize(canvas.width, canvas.height, false);
  const scene = new Scene();
  scene.background = new Color().setRGB(...background.map((byte) => byte / 255), SRGBColorSpace);
  const loaded = await new GLTFLoader().loadAsync(file);
  loaded.scene.traverse((object) => {
    if (object.isMesh) object.material = material;
  });
  scene.add(loaded.scene);
  const camera = new PerspectiveCamera((verticalAngle * 180) / Math.PI, 1, near, far);
  camera.position.set(...eye);
  renderer.render(scene, camera);
}
