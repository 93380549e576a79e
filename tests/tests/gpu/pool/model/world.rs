//! A pool beside its model, and what happens to both.

use super::super::{CHOICES, pool_with};
use super::frame::{Deformed, Frames};
use crate::pool_deform::{EXACT, asked_for, primitive};
use crate::rows::kept;
use morph_core::{AttributeSet, MorphTargets, Normalize, VertexAttributes};
use morph_gpu::{ComputeBlend, GpuError, InstanceId, MorphPool, PoolOptions, TargetsId};
use morph_tests::{assert_blend, gpu, random_mesh, random_weights};
use std::rc::Rc;
use std::sync::Arc;

/// What a set was added as: by its place in the lists of layouts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Shader(usize),
    Deform(usize),
}

impl Kind {
    pub(super) const ALL: [Self; 5] =
        [Self::Shader(0), Self::Shader(1), Self::Shader(2), Self::Deform(0), Self::Deform(1)];

    pub(super) fn add(
        self,
        pool: &mut MorphPool,
        base: &VertexAttributes,
        targets: &MorphTargets,
        names: Option<Arc<[String]>>,
    ) -> TargetsId {
        match self {
            Self::Shader(at) => pool.add_targets(targets, names, CHOICES[at]).unwrap(),
            Self::Deform(at) => {
                let options = asked_for(EXACT[at]);
                pool.add_primitive(&primitive(base, targets), names, &options).unwrap()
            }
        }
    }
}

/// One primitive of a mesh.
pub(super) struct Set {
    pub(super) id: TargetsId,
    pub(super) kind: Kind,
    pub(super) base: Rc<VertexAttributes>,
    pub(super) targets: MorphTargets,
    /// Number of the mesh in the deform pass.
    pub(super) number: u32,
    /// Bytes of its deltas.
    pub(super) bytes: u64,
}

/// Primitives that are used and edited together.
pub(super) struct Mesh {
    pub(super) sets: Vec<Set>,
    pub(super) names: Option<Vec<String>>,
    pub(super) destroyed: bool,
    /// Instances of it.
    pub(super) uses: usize,
}

impl Mesh {
    pub(super) fn is_there(&self) -> bool {
        !self.destroyed || self.uses > 0
    }

    pub(super) fn ids(&self) -> Vec<TargetsId> {
        self.sets.iter().map(|set| set.id).collect()
    }

    pub(super) fn target_count(&self) -> usize {
        self.sets[0].targets.target_count()
    }

    pub(super) fn shared_names(&self) -> Option<Arc<[String]>> {
        self.names.as_ref().map(|names| names.iter().cloned().collect())
    }
}

pub(super) struct Instance {
    pub(super) mesh: usize,
    pub(super) weights: Vec<f32>,
    pub(super) handles: usize,
    pub(super) deformed: Deformed,
}

impl Instance {
    fn new(mesh: usize, weights: Vec<f32>) -> Self {
        Self { mesh, weights, handles: 1, deformed: Deformed::new() }
    }

    fn set(&mut self, weights: Vec<f32>) {
        self.deformed.is_due |= weights != self.weights;
        self.weights = weights;
    }
}

pub(super) struct World {
    pub(super) pool: MorphPool,
    pub(super) options: PoolOptions,
    compute: ComputeBlend,
    pub(super) meshes: Vec<Mesh>,
    /// Alive ones and `None`.
    pub(super) instances: Vec<Option<Instance>>,
    /// Every handle there was lately, and its instance; dead ones have none.
    pub(super) handles: Vec<(InstanceId, Option<usize>)>,
    pub(super) frames: Frames,
    /// Ids of pools that are gone.
    foreign: Vec<(TargetsId, InstanceId)>,
}

impl World {
    pub(super) fn new(options: PoolOptions) -> Self {
        Self {
            pool: pool_with(options),
            options,
            compute: ComputeBlend::new(&gpu().device, &gpu().queue),
            meshes: Vec::new(),
            instances: Vec::new(),
            handles: Vec::new(),
            frames: Frames::default(),
            foreign: Vec::new(),
        }
    }

    pub(super) fn add_mesh(&mut self, a: u32, b: u32) {
        if self.meshes.iter().filter(|mesh| mesh.is_there()).count() > 10 {
            return self.destroy_mesh(b);
        }
        let count = 1 + b as usize % 6;
        let attributes = [AttributeSet::P, AttributeSet::PN][a as usize / 8 % 2];
        let names: Option<Vec<String>> =
            (b / 8).is_multiple_of(2).then(|| (0..count).map(|at| format!("{a}.{at}")).collect());
        let sets = (0..1 + a % 3).map(|at| {
            let vertices = 1 + (b as usize / 16 + 17 * at as usize) % 40;
            let (base, _) = random_mesh(a ^ at, vertices, 1, AttributeSet::PNT);
            let (_, targets) = random_mesh(b ^ at, vertices, count, attributes);
            (Kind::ALL[(a as usize / 16 + at as usize) % 5], Rc::new(base), targets)
        });
        let sets = sets.collect();
        self.put_mesh(sets, names);
    }

    /// The same targets as those of another mesh: one set of deltas for both.
    pub(super) fn add_mesh_again(&mut self, a: u32) {
        let there: Vec<&Mesh> = self.meshes.iter().filter(|mesh| mesh.is_there()).collect();
        let Some(mesh) = there.get(a as usize % there.len().max(1)) else { return };
        if there.len() > 12 {
            return;
        }
        let sets = mesh.sets.iter();
        let sets = sets.map(|set| (set.kind, set.base.clone(), set.targets.clone())).collect();
        let names = mesh.names.clone();
        self.put_mesh(sets, names);
    }

    fn put_mesh(
        &mut self,
        sets: Vec<(Kind, Rc<VertexAttributes>, MorphTargets)>,
        names: Option<Vec<String>>,
    ) {
        let shared: Option<Arc<[String]>> = names.as_ref().map(|n| n.iter().cloned().collect());
        let put = |(kind, base, targets): (Kind, Rc<VertexAttributes>, MorphTargets)| {
            let id = kind.add(&mut self.pool, &base, &targets, shared.clone());
            let number = self.pool.deform_info(id).map_or(0, |info| info.mesh);
            let mut set = Set { id, kind, base, targets, number, bytes: 0 };
            set.bytes = set.delta_bytes();
            set
        };
        let sets = sets.into_iter().map(put).collect();
        self.meshes.push(Mesh { sets, names, destroyed: false, uses: 0 });
    }

    pub(super) fn new_instance(&mut self, a: u32, b: u32) {
        let Some(at) = self.any_mesh(a) else { return };
        let mesh = &mut self.meshes[at];
        let weights = random_weights(b, mesh.target_count());
        let made = self.pool.new_instance(&mesh.ids(), &weights);
        if mesh.destroyed {
            assert_eq!(made, Err(GpuError::NoSuchTargets(mesh.sets[0].id)));
            return;
        }
        mesh.uses += 1;
        self.put_instance(made.unwrap(), Instance::new(at, weights));
        self.keep_few(b);
    }

    fn put_instance(&mut self, id: InstanceId, instance: Instance) {
        self.handles.push((id, Some(self.instances.len())));
        self.instances.push(Some(instance));
    }

    /// Destroys one where there are many, and forgets a handle that is dead for long.
    fn keep_few(&mut self, a: u32) {
        if self.instances.iter().flatten().count() > 40 {
            self.destroy_instance(a);
        }
        if self.handles.len() > 150 {
            let dead = self.handles.iter().position(|(_, instance)| instance.is_none());
            dead.into_iter().for_each(|at| _ = self.handles.remove(at));
        }
    }

    pub(super) fn clone_instance(&mut self, a: u32) {
        let Some((id, instance)) = self.any_handle(a) else { return };
        let made = self.pool.clone_instance(id);
        let Some(at) = instance else {
            assert_eq!(made, Err(GpuError::NoSuchInstance(id)));
            return;
        };
        let Some(Instance { mesh, weights, .. }) = &self.instances[at] else { unreachable!() };
        let clone = Instance::new(*mesh, weights.clone());
        self.meshes[clone.mesh].uses += 1;
        self.put_instance(made.unwrap(), clone);
        self.keep_few(a);
    }

    pub(super) fn share(&mut self, a: u32) {
        let Some((id, instance)) = self.any_handle(a) else { return };
        match (self.pool.share(id), instance) {
            (Ok(shared), Some(at)) => {
                self.handles.push((shared, Some(at)));
                self.instances[at].as_mut().unwrap().handles += 1;
            }
            (made, _) => assert_eq!(made, Err(GpuError::NoSuchInstance(id))),
        }
    }

    pub(super) fn set_weights(&mut self, a: u32, b: u32) {
        let Some((id, instance)) = self.any_handle(a) else { return };
        let Some(at) = instance else {
            let set = self.pool.set_weights(id, &[1.0]);
            assert_eq!(set, Err(GpuError::NoSuchInstance(id)));
            return;
        };
        let Some(instance) = &mut self.instances[at] else { unreachable!() };
        instance.set(random_weights(b, instance.weights.len()));
        assert_eq!(self.pool.set_weights(id, &instance.weights), Ok(0));
    }

    pub(super) fn set_weight(&mut self, a: u32, b: u32) {
        let Some((id, Some(at))) = self.any_handle(a) else { return };
        let Some(instance) = &mut self.instances[at] else { unreachable!() };
        let mut weights = instance.weights.clone();
        let target = b as usize % weights.len();
        let weight = (b % 7) as f32 - 3.0;
        weights[target] = weight;
        instance.set(weights);
        let set = match &self.meshes[instance.mesh].names {
            Some(names) => self.pool.set_weight(id, names[target].as_str(), weight),
            None => self.pool.set_weight(id, target, weight),
        };
        assert_eq!(set, Ok(0));
    }

    /// Also what is destroyed already.
    pub(super) fn destroy_instance(&mut self, a: u32) {
        if let Some(at) = (a as usize).checked_rem(self.handles.len()) {
            self.destroy_handle(at);
        }
    }

    fn destroy_handle(&mut self, at: usize) {
        let (id, instance) = &mut self.handles[at];
        self.pool.destroy_instance(*id);
        let Some(at) = instance.take() else { return };
        let alive = self.instances[at].as_mut().unwrap();
        alive.handles -= 1;
        if alive.handles == 0 {
            self.meshes[alive.mesh].uses -= 1;
            self.instances[at] = None;
        }
    }

    /// Also what is destroyed already.
    pub(super) fn destroy_mesh(&mut self, a: u32) {
        let Some(at) = self.any_mesh(a) else { return };
        self.meshes[at].sets.iter().for_each(|set| self.pool.destroy_targets(set.id));
        self.meshes[at].destroyed = true;
    }

    pub(super) fn use_what_is_gone(&mut self, a: u32, b: u32) {
        let gone = self.handles.iter().filter(|(_, instance)| instance.is_none());
        let gone: Vec<InstanceId> = gone.map(|(id, _)| *id).collect();
        let foreign = self.foreign.iter().map(|(_, id)| *id);
        let ids: Vec<InstanceId> = gone.into_iter().chain(foreign).collect();
        if let Some(&id) = ids.get(a as usize % ids.len().max(1)) {
            let none = GpuError::NoSuchInstance(id);
            self.pool.destroy_instance(id);
            assert_eq!(self.pool.weights(id), Err(none.clone()));
            assert_eq!(self.pool.set_weight(id, 0, 1.0), Err(none.clone()));
            assert_eq!(self.pool.weights_offset(id, 0), Err(none.clone()));
            assert_eq!(self.pool.deform_again(id), Err(none.clone()));
            assert_eq!(self.pool.output(id, 0).err(), Some(none.clone()));
            assert_eq!(self.pool.sink(id).err(), Some(none));
        }
        let gone = self.meshes.iter().filter(|mesh| !mesh.is_there()).map(|mesh| mesh.sets[0].id);
        let ids: Vec<TargetsId> = gone.chain(self.foreign.iter().map(|(id, _)| *id)).collect();
        if let Some(&id) = ids.get(b as usize % ids.len().max(1)) {
            let none = GpuError::NoSuchTargets(id);
            self.pool.destroy_targets(id);
            assert_eq!(self.pool.permutation(id), Err(none.clone()));
            assert_eq!(self.pool.new_instance(&[id], &[]), Err(none.clone()));
            assert_eq!(self.pool.remove_target(&[id], 0), Err(none.clone()));
            assert_eq!(self.pool.targets(id), Err(none));
        }
    }

    pub(super) fn upload(&mut self) {
        self.submit();
        self.pool.upload(&gpu().queue);
        if self.options.keep_previous {
            // What moved rests.
            self.pool.upload(&gpu().queue);
        }
        assert_eq!(self.pool.upload(&gpu().queue), Default::default());
    }

    /// Draws a frame, and looks at some instances.
    pub(super) fn draw(&mut self, some: &[u32]) {
        self.upload();
        self.encode();
        for &a in some {
            self.submit_and_look(a);
            if let Some((id, Some(at))) = self.any_handle(a) {
                self.look_at(id, at);
            }
        }
    }

    pub(super) fn draw_many(&mut self) {
        self.draw(&[]);
        self.submit();
        let alive = self.handles.iter().filter_map(|&(id, at)| Some((id, at?)));
        let some: Vec<_> = alive.step_by(3).collect();
        some.into_iter().for_each(|(id, at)| self.look_at(id, at));
    }

    fn look_at(&mut self, id: InstanceId, at: usize) {
        let Some(instance) = &self.instances[at] else { unreachable!() };
        for (primitive, set) in self.meshes[instance.mesh].sets.iter().enumerate() {
            let (found, targets) = match set.kind {
                Kind::Shader(at) => (
                    self.compute.blend(&self.pool, id, primitive, &set.base),
                    kept(CHOICES[at], &set.targets),
                ),
                Kind::Deform(_) => (self.pool.read_output(id, primitive), set.targets.clone()),
            };
            let what = format!("{id} {:?}", set.kind);
            let weights = &instance.weights;
            assert_blend(&what, &found.unwrap(), &set.base, &targets, weights, Normalize::Yes);
        }
    }

    /// The pool goes before its handles.
    pub(super) fn leave_pool(&mut self) {
        self.submit();
        let targets = self.meshes.first().map(|mesh| mesh.sets[0].id);
        let instance = self.handles.first().map(|(id, _)| *id);
        self.foreign.extend(targets.zip(instance));
        self.pool = pool_with(self.options);
        (self.meshes, self.instances, self.handles) = Default::default();
        self.frames = Frames::default();
    }

    /// In any order, with a look at the numbers after each.
    pub(super) fn destroy_everything(&mut self, seed: u32) {
        let (handles, meshes) = (self.handles.len(), self.meshes.len());
        let mut all: Vec<usize> = (0..handles + meshes).collect();
        let mut random = seed;
        for at in (1..all.len()).rev() {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            all.swap(at, (random >> 8) as usize % (at + 1));
        }
        for at in all {
            match at.checked_sub(handles) {
                None => self.destroy_handle(at),
                Some(mesh) => {
                    self.meshes[mesh].sets.iter().for_each(|s| self.pool.destroy_targets(s.id));
                    self.meshes[mesh].destroyed = true;
                }
            }
            self.check();
        }
    }

    pub(super) fn any_mesh(&self, a: u32) -> Option<usize> {
        // Mostly of the last ones: those before are mostly gone.
        let first = self.meshes.len().saturating_sub(15);
        let at = (a as usize).checked_rem(self.meshes.len() - first)?;
        Some(first + at)
    }

    pub(super) fn any_handle(&self, a: u32) -> Option<(InstanceId, Option<usize>)> {
        self.handles.get((a as usize).checked_rem(self.handles.len())?).copied()
    }
}
