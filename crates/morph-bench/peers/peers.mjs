// The libraries as contenders. Each gives `parts`, the attributes it blends (NORMAL_RAW is a normal
// that it does not normalise), and `run`, which returns one array for each of them.
import { plain } from './plain.mjs';

// Above this many vertices times targets, Babylon.js takes seconds a call.
const MAX_SLOW_WORK = 13_000_000;

// Small meshes show well enough what a grid costs three.js.
const MAX_GRID_WORK = 300_000;

const LIBRARIES = [
  { name: 'luma.gl', module: '@luma.gl/engine', make: luma },
  { name: 'three.js', module: 'three', make: three },
  { name: 'babylon.js', module: '@babylonjs/core', make: babylon, slow: true },
];

export async function peers(cell) {
  const dense = cell.coverage === 'dense';
  const contenders = new Map(dense ? [['plain-js', plain(cell)]] : []);
  const work = cell.vertices * cell.targets.length;
  for (const { name, module, make, slow } of LIBRARIES) {
    const where = `${cell.vertices} x ${cell.targets.length}`;
    if (slow && work > MAX_SLOW_WORK) {
      console.error(`!!! SKIPPED: ${name} at ${where}: takes seconds a call`);
    } else if (await installed(module)) {
      contenders.set(name, await make(cell));
      if (name === 'three.js' && dense && work <= MAX_GRID_WORK) {
        contenders.set('three.js.grid', await three(cell, grid(cell.vertices)));
      }
    } else {
      console.error(`!!! SKIPPED: ${name}: not installed: npm ci in crates/morph-bench/peers`);
    }
  }
  return contenders;
}

export async function versions() {
  const found = [`Node.js ${process.versions.node}`];
  for (const { name, module } of LIBRARIES) {
    if (await installed(module)) found.push(`${name} ${await version(module)}`);
  }
  return found.join(', ');
}

async function installed(module) {
  try {
    import.meta.resolve(module);
    return true;
  } catch {
    return false;
  }
}

async function version(module) {
  const { readFileSync } = await import('node:fs');
  const manifest = new URL(`./node_modules/${module}/package.json`, import.meta.url);
  return JSON.parse(readFileSync(manifest, 'utf8')).version;
}

async function luma({ base, targets, weights }) {
  const { applyMorphTargets } = await import('@luma.gl/engine');
  return {
    parts: ['POSITION', 'NORMAL', 'TANGENT'],
    run() {
      const morphed = applyMorphTargets(base, targets, weights);
      return [morphed.POSITION, morphed.NORMAL, morphed.TANGENT];
    },
  };
}

// Works triangle by triangle, and blends a vertex in each of its triangles.
async function three({ vertices, base, targets, weights }, index = eachOnce(vertices)) {
  const { BufferAttribute, BufferGeometry, Mesh, MeshBasicMaterial } = await import('three');
  const { computeMorphedAttributes } = await import('three/addons/utils/BufferGeometryUtils.js');
  const geometry = new BufferGeometry();
  const attribute = (floats) => new BufferAttribute(floats, 3);
  geometry.setAttribute('position', attribute(base.POSITION));
  geometry.setAttribute('normal', attribute(base.NORMAL));
  geometry.setIndex(new BufferAttribute(index, 1));
  geometry.morphTargetsRelative = true;
  geometry.morphAttributes.position = targets.map((t) => attribute(t.POSITION));
  geometry.morphAttributes.normal = targets.map((t) => attribute(t.NORMAL));
  const mesh = new Mesh(geometry, new MeshBasicMaterial());
  mesh.morphTargetInfluences = weights;
  return {
    parts: ['POSITION', 'NORMAL_RAW'],
    run() {
      const morphed = computeMorphedAttributes(mesh);
      return [morphed.morphedPositionAttribute.array, morphed.morphedNormalAttribute.array];
    },
  };
}

// Triangles that have each vertex once, the least that three.js can do. The last one is filled up
// with the last vertex: nothing may be read past the end of an array, which V8 punishes ever after.
function eachOnce(vertices) {
  return Uint32Array.from({ length: Math.ceil(vertices / 3) * 3 }, (_, at) =>
    Math.min(at, vertices - 1));
}

// Two triangles for each square of a grid, as meshes have them; vertices that are left over make
// triangles of their own.
function grid(vertices) {
  const width = Math.floor(Math.sqrt(vertices));
  const height = Math.floor(vertices / width);
  const index = [];
  for (let y = 0; y + 1 < height; y++) {
    for (let x = 0; x + 1 < width; x++) {
      const at = y * width + x;
      index.push(at, at + 1, at + width, at + 1, at + width + 1, at + width);
    }
  }
  for (let vertex = width * height; vertex < vertices; vertex++) {
    index.push(vertex, vertex, vertex);
  }
  return Uint32Array.from(index);
}

// Its targets hold positions, not deltas.
async function babylon({ base, targets, weights }) {
  const { Mesh, MorphTarget, MorphTargetManager, NullEngine, Scene, VertexData } =
    await import('@babylonjs/core');
  const scene = new Scene(new NullEngine());
  const mesh = new Mesh('mesh', scene);
  const data = new VertexData();
  data.positions = base.POSITION;
  data.normals = base.NORMAL;
  data.indices = [0, 1, 2];
  data.applyToMesh(mesh, true);
  mesh.morphTargetManager = new MorphTargetManager(scene);
  targets.forEach((target, index) => {
    const shape = new MorphTarget(`target ${index}`, weights[index], scene);
    shape.setPositions(sum(base.POSITION, target.POSITION));
    shape.setNormals(sum(base.NORMAL, target.NORMAL));
    mesh.morphTargetManager.addTarget(shape);
  });
  return {
    parts: ['POSITION', 'NORMAL_RAW'],
    run: () => [mesh.getPositionData(false, true), mesh.getNormalsData(false, true)],
  };
}

function sum(base, deltas) {
  return base.map((value, at) => value + deltas[at]);
}
