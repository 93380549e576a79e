//! The targets of a scene on the GPU.

use crate::args::Backend;
use crate::gpu::Gpu;
use crate::scene::{Mesh, Pose, Scene};
use anyhow::{Context, Result};
use morphkit::gpu::{Choice, GpuError, InstanceId, MorphPool, TargetsId};
use morphkit::wgsl::Stage;

/// Where a draw's weights are: an instance of the pool, and the primitive among its own.
#[derive(Debug, Clone, Copy)]
pub(super) struct MorphRef {
    pub(super) targets: TargetsId,
    instance: InstanceId,
    primitive: usize,
}

/// A pool with all targets and instances of a scene; empty where the CPU adds the targets.
#[derive(Debug)]
pub(super) struct Morphs {
    pub(super) pool: MorphPool,
    /// One for each instance of the scene.
    instances: Vec<Option<InstanceId>>,
    /// For each instance of the scene, one for each primitive.
    refs: Vec<Vec<Option<MorphRef>>>,
}

impl Morphs {
    pub(super) fn new(gpu: &Gpu, scene: &Scene, backend: Backend) -> Result<Self> {
        let mut morphs = Self {
            pool: MorphPool::new(&gpu.device, &gpu.queue, gpu.pool_options()),
            instances: Vec::new(),
            refs: Vec::new(),
        };
        let choice = match backend {
            Backend::Cpu => None,
            Backend::Texture => Some(Choice::Texture(Stage::Vertex)),
            Backend::Storage => Some(Choice::Linear(Stage::Vertex)),
        };
        for instance in &scene.instances {
            let (id, refs) = match choice {
                None => (None, vec![None; instance.mesh.primitives.len()]),
                Some(choice) => morphs.add(&instance.mesh, &instance.weights, choice)?,
            };
            morphs.instances.push(id);
            morphs.refs.push(refs);
        }
        Ok(morphs)
    }

    fn add(
        &mut self,
        mesh: &Mesh,
        weights: &[f32],
        choice: Choice,
    ) -> Result<(Option<InstanceId>, Vec<Option<MorphRef>>)> {
        let mut ids = Vec::new();
        let mut places = Vec::new();
        for primitive in &mesh.primitives {
            let Some(targets) = primitive.moving() else {
                places.push(None);
                continue;
            };
            let names = mesh.target_names.clone();
            let id = self.pool.add_targets(targets, names, choice);
            places.push(Some(ids.len()));
            ids.push(id.with_context(|| primitive.place.clone())?);
        }
        if ids.is_empty() {
            return Ok((None, places.iter().map(|_| None).collect()));
        }
        let instance = self.pool.new_instance(&ids, weights).with_context(|| mesh.place.clone())?;
        let refs = places.into_iter().map(|place| {
            place.map(|primitive| MorphRef { targets: ids[primitive], instance, primitive })
        });
        Ok((Some(instance), refs.collect()))
    }

    /// The weights of a draw, `None` where its vertices do not morph on the GPU.
    pub(super) fn of(&self, instance: usize, primitive: usize) -> Option<MorphRef> {
        self.refs[instance][primitive]
    }

    /// Where a draw's row of weights begins.
    pub(super) fn offset(&self, morph: Option<MorphRef>) -> Result<Option<u32>, GpuError> {
        morph.map(|m| self.pool.weights_offset(m.instance, m.primitive)).transpose()
    }

    /// Sends a pose's weights.
    pub(super) fn set(
        &mut self,
        queue: &wgpu::Queue,
        scene: &Scene,
        pose: &Pose,
        notes: &mut Vec<String>,
    ) -> Result<()> {
        for (at, id) in self.instances.iter().enumerate() {
            let Some(id) = *id else { continue };
            let place = &scene.instances[at].mesh.place;
            let dropped =
                self.pool.set_weights(id, &pose.weights[at]).with_context(|| place.clone())?;
            if dropped > 0 {
                notes.push(format!(
                    "{place}: {dropped} of the smallest weights are left out, \
                     since the uniform holds no more; --backend storage holds all"
                ));
            }
        }
        self.pool.upload(queue);
        Ok(())
    }
}
