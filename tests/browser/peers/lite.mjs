// Babylon Lite: its PBR material, whose colour a plugin replaces by the normal. Lite is left-handed
// and mirrors what it loads along X, so the camera and the normals are mirrored back.

import {
  addToScene,
  createEngine,
  createFreeCamera,
  createSceneContext,
  enableMaterialPlugins,
  loadGltf,
  registerScene,
  startEngine,
} from '@babylonjs/lite';

const NORMALS_AS_COLORS = {
  name: 'normals-as-colors',
  getCustomCode: (stage) =>
    stage === 'fragment'
      ? { CUSTOM_FRAGMENT_BEFORE_FRAGCOLOR: 'color = vec3<f32>(-N.x, N.y, N.z) * 0.5 + 0.5;' }
      : null,
};

export async function draw(canvas, { file, camera: { eye, verticalAngle, near, far }, background }) {
  const engine = await createEngine(canvas, { msaaSamples: 1 });
  const scene = createSceneContext(engine);
  const [r, g, b] = background.map((byte) => byte / 255);
  scene.clearColor = { r, g, b, a: 1 };
  const loaded = await loadGltf(engine, file);
  visit(loaded.entities, (entity) => {
    if (entity.material) entity.material.plugins = [NORMALS_AS_COLORS];
  });
  addToScene(scene, loaded);
  enableMaterialPlugins(scene);
  const at = (z) => ({ x: -eye[0], y: eye[1], z });
  scene.camera = createFreeCamera(at(eye[2]), at(eye[2] - 1));
  Object.assign(scene.camera, { fov: verticalAngle, nearPlane: near, farPlane: far });
  await registerScene(scene);
  await startEngine(engine);
}

function visit(entities, each) {
  for (const entity of entities) {
    each(entity);
    visit(entity.children ?? [], each);
  }
}
