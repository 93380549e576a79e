// Shaders that a browser refuses: one for each thing that the check is there to find.

const base = { stage: 'compute', entry: 'main', group: 0, parts: [{ file: 'control', first_line: 1 }] };
const words = { binding: 0, kind: 'write', size: 4 };

export const CONTROLS = [
  {
    ...base,
    why: 'an unknown name',
    bindings: [words],
    text: `@group(0) @binding(0) var<storage, read_write> words: array<u32>;
      @compute @workgroup_size(1) fn main() { words[0] = nothing; }`,
  },
  {
    ...base,
    why: 'a barrier in a branch that is not uniform',
    bindings: [words],
    text: `@group(0) @binding(0) var<storage, read_write> words: array<u32>;
      @compute @workgroup_size(64) fn main() {
        if words[0] > 1u { workgroupBarrier(); }
      }`,
  },
  {
    ...base,
    why: 'a binding of another kind than its layout',
    bindings: [{ ...words, kind: 'uniform' }],
    text: `@group(0) @binding(0) var<storage, read_write> words: array<u32>;
      @compute @workgroup_size(1) fn main() { words[0] = 1u; }`,
  },
  {
    ...base,
    why: 'a larger workgroup than the default limits allow',
    bindings: [words],
    text: `@group(0) @binding(0) var<storage, read_write> words: array<u32>;
      @compute @workgroup_size(257) fn main() { words[0] = 1u; }`,
  },
  {
    ...base,
    why: 'a struct larger than its layout says',
    bindings: [{ binding: 0, kind: 'uniform', size: 16 }, { ...words, binding: 1 }],
    text: `@group(0) @binding(0) var<uniform> given: array<vec4<u32>, 2>;
      @group(0) @binding(1) var<storage, read_write> words: array<u32>;
      @compute @workgroup_size(1) fn main() { words[0] = given[1].x; }`,
  },
];
