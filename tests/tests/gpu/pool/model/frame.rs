//! Frames of the deform pass in the model: what instances show, and what they showed before,
//! whatever comes between the halves of a frame, and where it fails.

use super::world::{Instance, Kind, Mesh, World};
use morph_core::{Attribute, MorphTargets, Normalize, VertexAttributes};
use morph_gpu::{DeformHook, GpuError, InstanceId, MorphPool, UploadStats};
use morph_tests::{assert_blend, gpu};

/// What the deform pass shows of an instance.
#[derive(Clone)]
struct Pose {
    /// Of each primitive of the mesh.
    targets: Vec<MorphTargets>,
    weights: Vec<f32>,
    /// Of the frame before, where that was another one.
    before: Option<Vec<f32>>,
}

/// An instance in the deform pass.
pub(super) struct Deformed {
    /// Whether the next frame deforms it.
    pub(super) is_due: bool,
    /// Whether the next frame that succeeds is its first.
    pub(super) is_cut: bool,
    /// Whether the one that was prepared is.
    is_first: bool,
    pose: Option<Pose>,
    /// What it showed before the frame that is prepared and not over, where that deforms it.
    saved: Option<Option<Pose>>,
}

impl Deformed {
    pub(super) const fn new() -> Self {
        Self { is_due: true, is_cut: false, is_first: false, pose: None, saved: None }
    }

    /// A frame is prepared that shows these.
    fn prepare(&mut self, is_new: bool, targets: Vec<MorphTargets>, weights: &[f32]) {
        if is_new {
            self.is_first = false;
            self.pose.iter_mut().for_each(|pose| pose.before = None);
        }
        self.is_first |= std::mem::take(&mut self.is_cut);
        if std::mem::take(&mut self.is_due) {
            let saved = self.saved.get_or_insert_with(|| self.pose.clone());
            let before = saved.as_ref().map(|pose| pose.weights.clone());
            self.pose = Some(Pose { targets, weights: weights.to_vec(), before });
        }
        if self.is_first {
            self.pose.iter_mut().for_each(|pose| pose.before = None);
        }
    }

    /// And is never shown.
    fn put_back(&mut self) {
        if let Some(saved) = self.saved.take() {
            (self.pose, self.is_due) = (saved, true);
        }
        self.pose.iter_mut().for_each(|pose| pose.before = None);
        self.is_cut |= self.is_first;
    }
}

/// Where the deform pass is.
#[derive(Default)]
pub(super) struct Frames {
    /// A pass that waits to be submitted.
    recorded: Option<wgpu::CommandEncoder>,
    /// Whether a frame waits to be recorded.
    is_prepared: bool,
}

fn is_deformed(mesh: &Mesh) -> bool {
    mesh.sets.iter().any(|set| matches!(set.kind, Kind::Deform(_)))
}

fn encoder() -> wgpu::CommandEncoder {
    gpu().device.create_command_encoder(&Default::default())
}

impl World {
    fn next_frame(
        &mut self,
        fails: bool,
        call: impl FnOnce(&mut MorphPool) -> Result<UploadStats, GpuError>,
    ) {
        let all = self.instances.iter_mut().flatten();
        let mut all: Vec<_> = all.filter(|i| is_deformed(&self.meshes[i.mesh])).collect();
        if !self.frames.is_prepared {
            all.iter_mut().for_each(|instance| instance.deformed.saved = None);
        }
        let is_new = all.iter().all(|instance| instance.deformed.saved.is_none());
        let is_any_due = !is_new || all.iter().any(|instance| instance.deformed.is_due);
        let done = call(&mut self.pool);
        assert_eq!(done.is_err(), fails && is_any_due, "{done:?}");
        for Instance { mesh, weights, deformed, .. } in all {
            let targets = self.meshes[*mesh].sets.iter().map(|set| set.targets.clone());
            deformed.prepare(is_new, targets.collect(), weights);
            if done.is_err() {
                deformed.put_back();
            }
        }
        self.frames.is_prepared = done.is_ok();
    }

    /// The first half of a frame.
    pub(super) fn prepare(&mut self) {
        self.submit();
        self.next_frame(false, MorphPool::prepare_deform);
    }

    /// The second half, also once more.
    pub(super) fn record(&mut self, a: u32) {
        self.submit_and_look(a);
        let mut encoder = encoder();
        self.pool.record_deform(&mut encoder.begin_compute_pass(&Default::default()));
        self.frames = Frames { recorded: Some(encoder), is_prepared: false };
    }

    /// Both, but does not submit it yet.
    pub(super) fn encode(&mut self) {
        self.submit();
        let mut encoder = encoder();
        self.next_frame(false, |pool| pool.encode(&mut encoder));
        self.frames = Frames { recorded: Some(encoder), is_prepared: false };
    }

    /// A frame that has no kernel, where there is anything to do.
    pub(super) fn fail(&mut self) {
        self.submit();
        let wgsl = "fn morph_hook(v: MorphVertex, at: MorphAt) -> MorphVertex { return nothing; }";
        let hook = DeformHook { wgsl: wgsl.into(), resources: None };
        self.pool.set_deform_hook(Some(hook));
        self.next_frame(true, MorphPool::prepare_deform);
        self.pool.set_deform_hook(None);
        // Without a change nothing fails, and nothing waits.
        self.frames.is_prepared = false;
    }

    pub(super) fn reset_motion(&mut self, a: u32) {
        let Some((id, instance)) = self.any_handle(a) else { return };
        let done = self.pool.reset_motion(id);
        match instance.and_then(|at| self.instances[at].as_mut()) {
            Some(instance) => {
                instance.deformed.is_cut = true;
                done.unwrap();
            }
            None => assert_eq!(done, Err(GpuError::NoSuchInstance(id))),
        }
    }

    pub(super) fn submit(&mut self) {
        if let Some(encoder) = self.frames.recorded.take() {
            gpu().queue.submit([encoder.finish()]);
        }
    }

    /// Submits what was recorded: it shows what was there when it was prepared.
    pub(super) fn submit_and_look(&mut self, a: u32) {
        self.submit();
        // What was prepared and not recorded is not there yet.
        if self.frames.is_prepared {
            return;
        }
        let mut alive = self.handles.iter().filter_map(|&(id, at)| Some((id, at?)));
        let is_first = |at: usize| self.instances[at].as_ref().is_some_and(|i| i.deformed.is_first);
        let first = alive.rfind(|&(_, at)| is_first(at));
        let any = self.any_handle(a).and_then(|(id, at)| Some((id, at?)));
        first.into_iter().chain(any).for_each(|(id, at)| self.look_at_pose(id, at));
    }

    fn look_at_pose(&self, id: InstanceId, at: usize) {
        let Some(Instance { mesh, deformed, .. }) = &self.instances[at] else { unreachable!() };
        let Some(Pose { targets, weights, before }) = &deformed.pose else { return };
        let before = before.as_ref().filter(|_| self.options.keep_previous);
        for (primitive, set) in self.meshes[*mesh].sets.iter().enumerate() {
            if !matches!(set.kind, Kind::Deform(_)) {
                continue;
            }
            let (base, targets) = (&set.base, &targets[primitive]);
            let found = self.pool.read_output(id, primitive).unwrap();
            assert_blend("shown", &found, base, targets, weights, Normalize::Yes);
            let places = [
                self.pool.output(id, primitive).unwrap(),
                self.pool.previous_output(id, primitive).unwrap(),
            ];
            let [now, last] = &places;
            let is_same = (now.buffer, now.offset) == (last.buffer, last.offset);
            assert_eq!(is_same, before.is_none(), "{id} {primitive}");
            if let Some(before) = before {
                let positions = positions(base.values(Attribute::Position).unwrap());
                let bytes = morph_gpu::read_buffer(
                    &gpu().device,
                    &gpu().queue,
                    last.buffer,
                    last.offset,
                    last.bytes,
                );
                let words: Vec<f32> = bytemuck::pod_collect_to_vec(&bytes.unwrap());
                let stride = last.output.stride_words(&last.attributes) as usize;
                let found: Vec<f32> =
                    words.chunks_exact(stride).flat_map(|v| v[..3].to_vec()).collect();
                let found = self::positions(&found);
                assert_blend("before", &found, &positions, targets, before, Normalize::Yes);
            }
        }
    }
}

fn positions(values: &[f32]) -> VertexAttributes {
    let positions: Vec<[f32; 3]> = values.chunks_exact(3).map(|v| [v[0], v[1], v[2]]).collect();
    VertexAttributes::new(positions.len()).with_positions(&positions).unwrap()
}
