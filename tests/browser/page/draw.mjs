// In the browser: one engine draws one scene.

const ENGINES = {
  texture: async () => (await import('../peers/ours.mjs')).drawTexture,
  storage: async () => (await import('../peers/ours.mjs')).drawStorage,
  'three-webgl': async () => (await import('../peers/three.mjs')).drawWebGl,
  'three-webgpu': async () => (await import('../peers/three.mjs')).drawWebGpu,
  'babylon-webgl': async () => (await import('../peers/babylon.mjs')).drawWebGl,
  'babylon-webgpu': async () => (await import('../peers/babylon.mjs')).drawWebGpu,
  lite: async () => (await import('../peers/lite.mjs')).draw,
  luma: async () => (await import('../peers/luma.mjs')).draw,
};

const nextFrame = () => new Promise((done) => requestAnimationFrame(done));

/** Draws, and waits until the picture is on the page. */
window.draw = async (engine, scene) => {
  const draw = await ENGINES[engine]();
  await draw(document.getElementById('picture'), scene);
  for (let frame = 0; frame < 3; frame += 1) await nextFrame();
};
