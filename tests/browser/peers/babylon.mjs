// Babylon.js: the view of normals that its PBR material has for debugging.

import { FreeCamera } from '@babylonjs/core/Cameras/freeCamera.js';
import { Engine } from '@babylonjs/core/Engines/engine.js';
import { WebGPUEngine } from '@babylonjs/core/Engines/webgpuEngine.js';
import { LoadAssetContainerAsync } from '@babylonjs/core/Loading/sceneLoader.js';
import { Color4 } from '@babylonjs/core/Maths/math.color.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { Scene } from '@babylonjs/core/scene.js';
import '@babylonjs/loaders/glTF/2.0/glTFLoader.js';

/** `PBRBaseMaterial.debugMode`: normals in world space. */
const NORMALS = 2;

/** Draws with WebGL 2. */
export function drawWebGl(canvas, scene) {
  return draw(new Engine(canvas, false, { preserveDrawingBuffer: true }), scene);
}

/** Draws with WebGPU. */
export async function drawWebGpu(canvas, scene) {
  const engine = new WebGPUEngine(canvas, { antialias: false });
  await engine.initAsync();
  return draw(engine, scene);
}

async function draw(engine, { file, camera: { eye, verticalAngle, near, far }, background }) {
  const scene = new Scene(engine);
  scene.useRightHandedSystem = true;
  scene.clearColor = new Color4(...background.map((byte) => byte / 255), 1);
  const container = await LoadAssetContainerAsync(file, scene);
  container.addAllToScene();
  for (const material of container.materials) material.debugMode = NORMALS;
  const camera = new FreeCamera('camera', new Vector3(...eye), scene);
  camera.setTarget(new Vector3(eye[0], eye[1], eye[2] - 1));
  Object.assign(camera, { fov: verticalAngle, minZ: near, maxZ: far });
  await scene.whenReadyAsync();
  engine.beginFrame();
  scene.render();
  engine.endFrame();
}
