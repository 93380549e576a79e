//! The targets of a scene on the GPU.

use super::shown::shown;
use super::skins::{Skins, SkinsBuilder};
use super::stored::{Layout, Stored};
use super::timer::Timer;
use crate::Gpu;
use crate::render::camera::Camera;
use crate::render::vertex::is_skinned;
use crate::scene::{Instance, Pose, Primitive, Scene};
use crate::{Allowed, Way};
use anyhow::{Context, Result};
use morphkit::core::Attribute;
use morphkit::core::packed::PackOptions;
use morphkit::gpu::{
    Choice, DeformChoice, DeformOptions, GpuError, InstanceId, MorphPool, TargetsId,
};
use morphkit::wgsl::Stage;
use std::collections::{BTreeSet, HashMap};

/// Where a draw's weights are: an instance of the pool, and the primitive among its own.
#[derive(Debug, Clone, Copy)]
pub(super) struct MorphRef {
    pub(super) targets: TargetsId,
    instance: InstanceId,
    primitive: usize,
    /// Whether the deform pass writes its vertices, instead of the vertex stage reading deltas.
    pub(super) deformed: bool,
}

/// A pool with all targets and instances of a scene; empty where the CPU adds the targets.
#[derive(Debug)]
pub(super) struct Morphs {
    pub(super) pool: MorphPool,
    /// One for each instance of the scene.
    instances: Vec<Option<InstanceId>>,
    /// For each instance of the scene, one for each primitive.
    refs: Vec<Vec<Option<MorphRef>>>,
    skins: Option<Skins>,
}

/// Adds primitives to a pool, each once.
struct Adder<'a> {
    pool: &'a mut MorphPool,
    scene: &'a Scene,
    way: Way,
    allowed: Option<Allowed>,
    skins: SkinsBuilder,
    /// What the deform pass has, by index of the mesh and the primitive.
    added: HashMap<(usize, usize), Option<TargetsId>>,
}

impl Morphs {
    /// Uploads the targets, for graphics devices that add them in some way.
    ///
    /// # Errors
    /// What the device cannot hold.
    pub(super) fn new(
        gpu: &Gpu,
        scene: &Scene,
        way: Option<Way>,
        allowed: Option<Allowed>,
    ) -> Result<Self> {
        let mut pool = MorphPool::new(&gpu.device, &gpu.queue, gpu.pool_options());
        let mut morphs = (Vec::new(), Vec::new());
        let Some(way) = way else {
            for instance in &scene.instances {
                morphs.0.push(None);
                morphs.1.push(vec![None; instance.mesh.primitives.len()]);
            }
            let (instances, refs) = morphs;
            return Ok(Self { pool, instances, refs, skins: None });
        };
        let skins = SkinsBuilder::default();
        let added = HashMap::new();
        let mut adder = Adder { pool: &mut pool, scene, way, allowed, skins, added };
        for (at, instance) in scene.instances.iter().enumerate() {
            let (id, refs) = adder.add(at, instance)?;
            morphs.0.push(id);
            morphs.1.push(refs);
        }
        let skins = adder.skins;
        let skins = skins.finish(gpu, &mut pool)?;
        let (instances, refs) = morphs;
        Ok(Self { pool, instances, refs, skins })
    }

    /// The weights of a draw, `None` where its vertices do not morph on the GPU.
    pub(super) fn of(&self, instance: usize, primitive: usize) -> Option<MorphRef> {
        self.refs[instance][primitive]
    }

    /// Where a draw's row of weights begins; `None` for a draw that reads none.
    pub(super) fn offset(&self, morph: Option<MorphRef>) -> Result<Option<u32>, GpuError> {
        let reads = morph.filter(|morph| !morph.deformed);
        reads.map(|m| self.pool.weights_offset(m.instance, m.primitive)).transpose()
    }

    /// Lets the deform pass write a draw's vertices.
    ///
    /// # Errors
    /// A buffer that shaders cannot bind.
    pub(super) fn write_into(&mut self, morph: MorphRef, vertices: &wgpu::Buffer) -> Result<()> {
        Ok(self.pool.set_vertex_buffer(morph.instance, morph.primitive, vertices, 0)?)
    }

    /// Sends a pose's weights, and deforms what they change.
    pub(super) fn set(
        &mut self,
        gpu: &Gpu,
        scene: &Scene,
        pose: &Pose,
        camera: &Camera,
        timer: &mut Timer,
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
        self.pool.upload(&gpu.queue);
        if let Some(skins) = &self.skins {
            skins.set(&gpu.queue, &mut self.pool, pose, camera)?;
        }
        self.pool.prepare_deform()?;
        if self.pool.deform_dispatches() > 0 {
            timer.deform(gpu, |pass| self.pool.record_deform(pass));
        }
        Ok(())
    }

    /// What is stored of each primitive that morphs on the GPU, each once.
    pub(super) fn stored(&self, scene: &Scene) -> Vec<Stored> {
        let mut seen = BTreeSet::new();
        let mut all = Vec::new();
        for (instance, refs) in scene.instances.iter().zip(&self.refs) {
            for (primitive, morph) in instance.mesh.primitives.iter().zip(refs) {
                let Some(morph) = morph else { continue };
                if seen.insert(&primitive.place) {
                    all.extend(self.stored_of(primitive, morph));
                }
            }
        }
        all
    }

    fn stored_of(&self, primitive: &Primitive, morph: &MorphRef) -> Option<Stored> {
        let (layout, reason) = match morph.deformed {
            true => {
                let info = self.pool.deform_info(morph.targets).ok()?;
                (Layout::Pass(info.layout), info.reason)
            }
            false => {
                let (layout, reason) = self.pool.layout(morph.targets).ok()?;
                (Layout::Shader(layout), reason)
            }
        };
        let report = self.pool.encoding_report(morph.targets).ok()?;
        let worst = report.and_then(|report| {
            let position = report.attributes.iter().find(|e| e.attribute == Attribute::Position);
            position.map(|error| error.worst)
        });
        Some(Stored { place: primitive.place.clone(), layout, reason, worst })
    }
}

impl Adder<'_> {
    /// Adds an instance, and of its mesh what is not there yet.
    fn add(
        &mut self,
        at: usize,
        instance: &Instance,
    ) -> Result<(Option<InstanceId>, Vec<Option<MorphRef>>)> {
        let mesh = &instance.mesh;
        let mut ids = Vec::new();
        let mut places = Vec::new();
        for (index, primitive) in mesh.primitives.iter().enumerate() {
            let id = match self.way {
                Way::Shader(choice) => self.for_shaders(instance, primitive, choice(Stage::Vertex)),
                Way::Pass(layout) => match self.added.get(&(mesh.index, index)) {
                    Some(id) => Ok(*id),
                    None => {
                        let id = self.for_pass(primitive, layout);
                        if let Ok(id) = id {
                            self.added.insert((mesh.index, index), id);
                        }
                        id
                    }
                },
            };
            let id = id.with_context(|| primitive.place.clone())?;
            places.push(id.map(|_| ids.len()));
            ids.extend(id);
        }
        if ids.is_empty() {
            return Ok((None, places.iter().map(|_| None).collect()));
        }
        let id = self.pool.new_instance(&ids, &instance.weights);
        let id = id.with_context(|| mesh.place.clone())?;
        let deformed = matches!(self.way, Way::Pass(_));
        let has_skin = instance.joint_count > 0;
        if deformed && mesh.primitives.iter().any(|primitive| is_skinned(primitive, has_skin)) {
            let number = self.pool.instance_number(id)?;
            self.skins.add_instance((id, number), at, instance.joint_count);
        }
        let refs = places.into_iter().map(|place| {
            place.map(|primitive| MorphRef {
                targets: ids[primitive],
                instance: id,
                primitive,
                deformed,
            })
        });
        Ok((Some(id), refs.collect()))
    }

    /// Adds a primitive whose deltas the vertex stage reads.
    fn for_shaders(
        &mut self,
        instance: &Instance,
        primitive: &Primitive,
        choice: Choice,
    ) -> Result<Option<TargetsId>> {
        let Some(targets) = primitive.moving() else { return Ok(None) };
        let names = instance.mesh.target_names.clone();
        if let Choice::RowSparse(stage) = choice {
            let bound = Some(Allowed::bound(self.allowed, &primitive.base));
            let options = PackOptions { base: Some(&primitive.base), bound, strict: false };
            return Ok(Some(self.pool.add_row_sparse(targets, names, stage, &options)?));
        }
        Ok(Some(self.pool.add_targets(targets, names, choice)?))
    }

    /// Adds a primitive whose vertices the deform pass writes.
    fn for_pass(
        &mut self,
        primitive: &Primitive,
        layout: DeformChoice,
    ) -> Result<Option<TargetsId>> {
        let texcoord = self.scene.texcoord(primitive);
        let skinned = primitive.influences.is_some();
        let Some((shown, output)) = shown(primitive, texcoord, skinned)? else { return Ok(None) };
        let bound = Some(Allowed::bound(self.allowed, &shown.base));
        let options = DeformOptions { layout, bound, output, ..DeformOptions::default() };
        let id = self.pool.add_primitive(&shown, None, &options)?;
        self.skins.add_mesh(self.pool.deform_info(id)?.mesh, primitive.influences.as_ref());
        Ok(Some(id))
    }
}
