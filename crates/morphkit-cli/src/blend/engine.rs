//! What computes: the CPU, or a graphics device with the file's deltas on it.

use super::source::Source;
use crate::args::Backend;
use crate::failure::Failure;
use crate::gpu::Gpu;
use anyhow::Context;
use morphkit::core::{
    MorphMesh, MorphPrimitive, MorphTargets, Normalize, Stage, VertexAttributes, blend,
};
use morphkit::gpu::{
    Choice, ComputeBlend, GpuError, InstanceId, MorphPool, PoolOptions, TargetsId,
};
use std::rc::Rc;

/// The CPU or a device.
#[derive(Debug)]
pub(super) struct Engine {
    pub(super) backend: Backend,
    device: Option<Device>,
}

/// Blended primitives of one instance; `None` where nothing morphs.
#[derive(Debug)]
pub(super) struct Blended {
    pub(super) primitives: Vec<Option<VertexAttributes>>,
    /// Active weights that the device's uniform had no room for.
    pub(super) dropped: usize,
}

impl Engine {
    pub(super) fn open(backend: Backend, adapter: Option<&str>) -> Result<Self, Failure> {
        let device = match backend {
            Backend::Cpu => None,
            Backend::Texture | Backend::Storage => Some(Device::open(backend, adapter)?),
        };
        Ok(Self { backend, device })
    }

    /// The device's name, `None` for the CPU.
    pub(super) fn adapter(&self) -> Option<&str> {
        self.device.as_ref().map(|device| device.gpu.name.as_str())
    }

    /// Blends all primitives of an instance.
    pub(super) fn blend(
        &mut self,
        source: &Rc<Source>,
        instance: usize,
        weights: &[f32],
        raw: bool,
    ) -> Result<Blended, Failure> {
        let mesh = source.instances[instance].mesh;
        match &mut self.device {
            None => on_cpu(mesh, &source.meshes[mesh], weights, raw),
            Some(device) => device.blend(source, mesh, weights, raw),
        }
    }
}

fn on_cpu(place: usize, mesh: &MorphMesh, weights: &[f32], raw: bool) -> Result<Blended, Failure> {
    let normalize = if raw { Normalize::No } else { Normalize::Yes };
    let primitives = mesh.primitives.iter().enumerate().map(|(at, primitive)| {
        let Some(targets) = moving(primitive) else { return Ok(None) };
        let blended = blend(&primitive.base, targets, weights, normalize);
        blended.map(Some).with_context(|| format!("meshes[{place}].primitives[{at}]"))
    });
    let primitives = primitives.collect::<Result<_, _>>().map_err(Failure::File)?;
    Ok(Blended { primitives, dropped: 0 })
}

/// The targets of a primitive, if they move anything.
fn moving(primitive: &MorphPrimitive) -> Option<&MorphTargets> {
    primitive.targets.as_ref().filter(|targets| !targets.attributes().is_empty())
}

/// A graphics device and the deltas of one file.
#[derive(Debug)]
struct Device {
    gpu: Gpu,
    choice: Choice,
    compute: ComputeBlend,
    /// The file whose deltas are there; held, so that no other can get its address.
    source: Option<Rc<Source>>,
    /// Normalising and raw, made when they are needed.
    uploads: [Option<Upload>; 2],
}

/// All deltas of a file in one pool.
#[derive(Debug)]
struct Upload {
    pool: MorphPool,
    targets: Vec<Vec<Option<TargetsId>>>,
}

impl Device {
    fn open(backend: Backend, adapter: Option<&str>) -> Result<Self, Failure> {
        let gpu = Gpu::open(adapter)?;
        let choice = match backend {
            Backend::Storage => Choice::Linear(Stage::Compute),
            Backend::Cpu | Backend::Texture => Choice::Texture(Stage::Compute),
        };
        let compute = ComputeBlend::new(&gpu.device, &gpu.queue);
        Ok(Self { gpu, choice, compute, source: None, uploads: [None, None] })
    }

    fn blend(
        &mut self,
        source: &Rc<Source>,
        mesh: usize,
        weights: &[f32],
        raw: bool,
    ) -> Result<Blended, Failure> {
        if !self.source.as_ref().is_some_and(|held| Rc::ptr_eq(held, source)) {
            self.uploads = [None, None];
            self.source = Some(source.clone());
        }
        let slot = &mut self.uploads[usize::from(raw)];
        let upload = match slot {
            Some(upload) => upload,
            None => slot.insert(Upload::new(&self.gpu, self.choice, source, raw)?),
        };
        let blended = upload.blend(&self.gpu, &mut self.compute, source, mesh, weights);
        let name = &self.gpu.name;
        let blended = blended.with_context(|| format!("{name}: meshes[{mesh}]"));
        self.gpu.check()?;
        blended.map_err(Failure::Environment)
    }
}

impl Upload {
    fn new(gpu: &Gpu, choice: Choice, source: &Source, raw: bool) -> Result<Self, Failure> {
        let options = PoolOptions { normalize: !raw, ..gpu.pool_options() };
        let mut pool = MorphPool::new(&gpu.device, &gpu.queue, options);
        let mut add = |mesh: usize, at: usize, primitive: &MorphPrimitive| {
            let Some(targets) = moving(primitive) else { return Ok(None) };
            let place = || format!("{}: meshes[{mesh}].primitives[{at}]", gpu.name);
            pool.add_targets(targets, None, choice).map(Some).with_context(place)
        };
        let targets = source.meshes.iter().enumerate().map(|(mesh, of_mesh)| {
            let primitives = of_mesh.primitives.iter().enumerate();
            primitives.map(|(at, primitive)| add(mesh, at, primitive)).collect()
        });
        let targets = targets.collect::<Result<_, _>>().map_err(Failure::Environment)?;
        Ok(Self { pool, targets })
    }

    fn blend(
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
            return Ok(Blended { primitives: vec![None; of_mesh.len()], dropped: 0 });
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
        let mut place = 0;
        let primitives = self.targets[mesh].iter().zip(of_mesh).map(|(id, primitive)| {
            if id.is_none() {
                return Ok(None);
            }
            place += 1;
            compute.blend(&self.pool, instance, place - 1, &primitive.base).map(Some)
        });
        Ok(Blended { primitives: primitives.collect::<Result<_, _>>()?, dropped })
    }
}
