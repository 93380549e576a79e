//! The deltas of a file on a device, and blends from them.

use super::engine::{Blended, moving};
use super::source::Source;
use crate::failure::Failure;
use anyhow::Context;
use morphkit::core::packed::PackOptions;
use morphkit::core::{MorphPrimitive, MorphTargets, Stage};
use morphkit::gpu::{
    Choice, ComputeBlend, DeformChoice, DeformOptions, GpuError, InstanceId, MorphPool,
    PoolOptions, ShaderLayout, TargetsId,
};
use morphkit::wgsl::DeformLayout;
use morphkit_scene::{Allowed, Backend, Gpu, Way};

/// Bytes of the first page of each arena: files are mostly small, and there are two pools.
const PAGE_BYTES: u64 = 1 << 20;

/// All deltas of a file in one pool.
#[derive(Debug)]
pub(super) struct Upload {
    pool: MorphPool,
    way: Way,
    targets: Vec<Vec<Option<TargetsId>>>,
}

impl Upload {
    pub(super) fn new(
        gpu: &Gpu,
        way: Way,
        allowed: Option<Allowed>,
        source: &Source,
        raw: bool,
    ) -> Result<Self, Failure> {
        let options = PoolOptions {
            normalize: !raw,
            page_bytes: PAGE_BYTES,
            output_page_bytes: PAGE_BYTES,
            ..gpu.pool_options()
        };
        let mut upload = Self {
            pool: MorphPool::new(&gpu.device, &gpu.queue, options),
            way,
            targets: Vec::with_capacity(source.meshes.len()),
        };
        for (mesh, of_mesh) in source.meshes.iter().enumerate() {
            let mut ids = Vec::with_capacity(of_mesh.primitives.len());
            for (at, primitive) in of_mesh.primitives.iter().enumerate() {
                let place = || format!("{}: meshes[{mesh}].primitives[{at}]", gpu.name);
                let id = moving(primitive).map(|targets| upload.add(primitive, targets, allowed));
                ids.push(id.transpose().with_context(place).map_err(Failure::Environment)?);
            }
            upload.targets.push(ids);
        }
        Ok(upload)
    }

    fn add(
        &mut self,
        primitive: &MorphPrimitive,
        targets: &MorphTargets,
        allowed: Option<Allowed>,
    ) -> Result<TargetsId, GpuError> {
        let base = &primitive.base;
        let bound = Some(Allowed::bound(allowed, base));
        let stage = Stage::Compute;
        let choice = match self.way {
            Way::Pass(layout) => {
                let options = DeformOptions { layout, bound, ..DeformOptions::default() };
                return self.pool.add_primitive(primitive, None, &options);
            }
            Way::Shader(choice) => choice(stage),
        };
        if choice == Choice::RowSparse(stage) {
            let options = PackOptions { base: Some(base), bound, strict: false };
            return self.pool.add_row_sparse(targets, None, stage, &options);
        }
        self.pool.add_targets(targets, None, choice)
    }

    /// The layout of a primitive's deltas that may differ from the file's; `None` where they do not.
    pub(super) fn packed_layout(&self, mesh: usize, primitive: usize) -> Option<DeformLayout> {
        let id = self.targets[mesh][primitive]?;
        match self.way {
            Way::Pass(_) => self.pool.deform_info(id).ok().map(|info| info.layout),
            Way::Shader(_) => match self.pool.layout(id).ok()?.0 {
                ShaderLayout::Texture(_) | ShaderLayout::Linear(_) => None,
                ShaderLayout::RowSparse(_) => Some(DeformLayout::RowSparse),
            },
        }
    }

    /// Blends all primitives of a mesh.
    pub(super) fn blend(
        &mut self,
        gpu: &Gpu,
        compute: &mut ComputeBlend,
        source: &Source,
        mesh: usize,
        weights: &[f32],
    ) -> Result<Blended, GpuError> {
        let ids: Vec<_> = self.targets[mesh].iter().flatten().copied().collect();
        let of_mesh = &source.meshes[mesh].primitives;
        if ids.is_empty() {
            return Ok(Blended::new(vec![None; of_mesh.len()], 0));
        }
        let instance = self.pool.new_instance(&ids, &[])?;
        let blended = self.blend_instance(gpu, compute, source, (mesh, instance), weights);
        // Also after a failure: the pool lives on, for the next request.
        self.pool.destroy_instance(instance);
        blended
    }

    fn blend_instance(
        &mut self,
        gpu: &Gpu,
        compute: &mut ComputeBlend,
        source: &Source,
        (mesh, instance): (usize, InstanceId),
        weights: &[f32],
    ) -> Result<Blended, GpuError> {
        let of_mesh = &source.meshes[mesh].primitives;
        let dropped = self.pool.set_weights(instance, weights)?;
        self.pool.upload(&gpu.queue);
        let mut encoder =
            gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        self.pool.encode(&mut encoder)?;
        gpu.queue.submit([encoder.finish()]);
        let mut place = 0;
        let primitives = self.targets[mesh].iter().zip(of_mesh).map(|(id, primitive)| {
            if id.is_none() {
                return Ok(None);
            }
            place += 1;
            match self.way {
                Way::Pass(_) => self.pool.read_output(instance, place - 1).map(Some),
                Way::Shader(_) => {
                    compute.blend(&self.pool, instance, place - 1, &primitive.base).map(Some)
                }
            }
        });
        let blended = Blended::new(primitives.collect::<Result<_, _>>()?, dropped);
        Ok(match self.way {
            Way::Pass(DeformChoice::Auto) => {
                let layouts = (0..of_mesh.len()).map(|at| self.packed_layout(mesh, at));
                let chosen = layouts.map(|layout| layout.and_then(Backend::of_layout));
                Blended { chosen: chosen.collect(), ..blended }
            }
            Way::Pass(DeformChoice::Layout(_)) | Way::Shader(_) => blended,
        })
    }
}
