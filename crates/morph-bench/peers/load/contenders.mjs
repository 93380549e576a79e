// The libraries as loaders. `load` takes the bytes of a .glb file; `arrays` gives what it has read;
// `what` says whether that is all, or all without deltas of TANGENT.
import { readFileSync } from 'node:fs';

const LIBRARIES = [
  { name: 'three.js', module: 'three', make: three },
  { name: 'gltf-transform', module: '@gltf-transform/core', make: transform },
];

export async function contenders() {
  const found = new Map();
  for (const { name, module, make } of LIBRARIES) {
    if (installed(module)) found.set(name, await make());
    else console.error(`!!! SKIPPED: ${name}: not installed: npm ci in crates/morph-bench/peers`);
  }
  return found;
}

export function versions() {
  const there = LIBRARIES.filter(({ module }) => installed(module));
  const named = there.map(({ name, module }) => `${name} ${version(module)}`);
  return [`Node.js ${process.versions.node}`, ...named].join(', ');
}

function installed(module) {
  try {
    import.meta.resolve(module);
    return true;
  } catch {
    return false;
  }
}

function version(module) {
  const manifest = new URL(`../node_modules/${module}/package.json`, import.meta.url);
  return JSON.parse(readFileSync(manifest, 'utf8')).version;
}

async function three() {
  const { LoadingManager } = await import('three');
  const { GLTFLoader } = await import('three/addons/loaders/GLTFLoader.js');
  // It looks at the browser before it chooses how to load images.
  globalThis.self ??= globalThis;
  return {
    what: 'without-tangents',
    async load(bytes) {
      const loader = new GLTFLoader(new LoadingManager());
      // Without images: they are not what is compared.
      loader.register((parser) => ({ name: 'no images', loadTexture: async () => null, parser }));
      return loader.parseAsync(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength), '');
    },
    async arrays(gltf) {
      const arrays = [];
      for (const group of await gltf.parser.getDependencies('mesh')) {
        group.traverse((object) => {
          if (object.geometry) arrays.push(...ofGeometry(object.geometry));
        });
      }
      return arrays;
    },
  };
}

function ofGeometry({ attributes, morphAttributes, index }) {
  const base = Object.entries(attributes).filter(([name]) => !name.startsWith('skin'));
  const attributeList = [...base.map(([, attribute]) => attribute), ...Object.values(morphAttributes).flat()];
  return [...attributeList.map(tight), ...(index ? [index.array] : [])];
}

// Interleaved attributes share their array with others.
function tight(attribute) {
  if (!attribute.isInterleavedBufferAttribute) return attribute.array;
  const { count, itemSize } = attribute;
  return Float32Array.from({ length: count * itemSize }, (_, at) =>
    attribute.getComponent(Math.floor(at / itemSize), at % itemSize));
}

async function transform() {
  const { Logger, NodeIO } = await import('@gltf-transform/core');
  const io = new NodeIO().setLogger(new Logger(Logger.Verbosity.ERROR));
  return {
    what: 'all',
    load: (bytes) => io.readBinary(bytes),
    async arrays(document) {
      const primitives = document.getRoot().listMeshes().flatMap((mesh) => mesh.listPrimitives());
      return primitives.flatMap((primitive) => {
        const names = primitive.listSemantics().filter((name) => !/^(JOINTS|WEIGHTS|_)/.test(name));
        const base = names.map((name) => primitive.getAttribute(name));
        const deltas = primitive.listTargets().flatMap((target) => target.listAttributes());
        const indices = primitive.getIndices();
        return [...base, ...deltas, ...(indices ? [indices] : [])].map((a) => a.getArray());
      });
    },
  };
}
