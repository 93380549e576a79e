// Bind group layouts from the kinds of `morph_wgsl::BindingKind`.

/** The resource entry of one binding. */
function resource({ kind, size, array, dynamic_offset: hasDynamicOffset }) {
  switch (kind) {
    case 'texture':
      return { texture: { sampleType: 'unfilterable-float', viewDimension: array ? '2d-array' : '2d' } };
    case 'uniform':
      return { buffer: { type: 'uniform', minBindingSize: size, hasDynamicOffset } };
    case 'read':
      return { buffer: { type: 'read-only-storage', minBindingSize: size, hasDynamicOffset } };
    case 'write':
      return { buffer: { type: 'storage', minBindingSize: size } };
    default:
      throw new Error(`unknown kind of binding: ${kind}`);
  }
}

/** Layouts of the groups up to the one that the shader uses; those before it are empty. */
export function bindGroupLayouts(device, stage, group, bindings) {
  const visibility = stage === 'compute' ? GPUShaderStage.COMPUTE : GPUShaderStage.VERTEX;
  const entries = bindings.map((binding) => ({
    binding: binding.binding,
    visibility,
    ...resource(binding),
  }));
  const empty = Array.from({ length: group }, () => device.createBindGroupLayout({ entries: [] }));
  return [...empty, device.createBindGroupLayout({ entries })];
}
