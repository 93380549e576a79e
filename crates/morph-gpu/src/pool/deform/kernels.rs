//! Pipelines and bind groups of the deform pass, made when they are needed and kept.

use super::frames::{Class, Dispatch, Frames};
use super::seats::{Destination, Seats};
use super::sets::DeformSets;
use crate::GpuError;
use crate::limits::{at_most, most_bound};
use crate::scope::{caught, scoped};
use morph_wgsl::{Deform, compose_deform};
use std::collections::HashMap;

/// Bind groups that are kept before all are forgotten: frames that differ each time make new ones.
const MOST_BIND_GROUPS: usize = 256;

/// A hook: what runs on each vertex after it is deformed.
///
/// The text defines `fn morph_hook(v: MorphVertex, at: MorphAt) -> MorphVertex` (see
/// [`morph_wgsl::compose_deform`]) and declares what it binds in group 1. Where all that it does is
/// in the text, there are no resources. What it binds counts beside the four storage buffers of the
/// kernel: too much of it is [`GpuError::Refused`] with wgpu's words.
#[derive(Debug, Clone)]
pub struct DeformHook {
    /// WGSL.
    pub wgsl: String,
    /// Layout and resources of group 1.
    pub resources: Option<(wgpu::BindGroupLayout, wgpu::BindGroup)>,
}

/// What the deform pass records.
#[derive(Debug, Default)]
pub(in crate::pool) struct Kernels {
    layout: Option<wgpu::BindGroupLayout>,
    pipelines: HashMap<Deform, wgpu::ComputePipeline>,
    bind_groups: HashMap<(Class, u64), wgpu::BindGroup>,
    hook: Option<DeformHook>,
}

impl Kernels {
    /// Another hook, or none. Where only resources differ, pipelines stay.
    pub(in crate::pool) fn set_hook(&mut self, hook: Option<DeformHook>) {
        let same = match (&self.hook, &hook) {
            (Some(old), Some(new)) => {
                let layout = |hook: &DeformHook| hook.resources.as_ref().map(|r| r.0.clone());
                old.wgsl == new.wgsl && layout(old) == layout(new)
            }
            (old, new) => old.is_none() && new.is_none(),
        };
        if !same {
            self.pipelines.clear();
        }
        self.hook = hook;
    }

    /// Pages went back to the device: what binds them would keep their memory. What a frame was
    /// prepared for stays until it is over.
    pub(in crate::pool) fn forget_lost(
        &mut self,
        frames: &Frames,
        sets: &DeformSets,
        seats: &Seats,
    ) {
        self.bind_groups.retain(|(class, offset), _| {
            let waits =
                |dispatch: &Dispatch| dispatch.offset == *offset && dispatch.class == *class;
            is_there(class, sets, seats) || frames.dispatches.iter().any(waits)
        });
    }

    /// Buffers were replaced.
    pub(in crate::pool) fn forget_bindings(&mut self) {
        self.bind_groups.clear();
    }

    /// Whether there is a hook.
    pub(super) const fn has_hook(&self) -> bool {
        self.hook.is_some()
    }

    /// Makes what the dispatches of a frame need.
    pub(in crate::pool) fn prepare(
        &mut self,
        device: &wgpu::Device,
        frames: &Frames,
        sets: &DeformSets,
        seats: &Seats,
    ) -> Result<(), GpuError> {
        if self.bind_groups.len() > MOST_BIND_GROUPS {
            self.bind_groups.clear();
        }
        // Buffers of callers may be others each time, and are theirs to free.
        self.bind_groups.retain(|(class, _), _| {
            matches!(class.destination, Destination::Page(_)) && is_there(class, sets, seats)
        });
        for dispatch in &frames.dispatches {
            self.make_pipeline(device, &dispatch.class.deform)?;
            self.make_bind_group(device, dispatch, frames, sets, seats)?;
        }
        Ok(())
    }

    /// Records the dispatches of a frame that was prepared.
    pub(in crate::pool) fn record(&self, frames: &Frames, pass: &mut wgpu::ComputePass<'_>) {
        // Another hook has come meanwhile: its pipelines are made the next time.
        let pipeline = |dispatch: &Dispatch| self.pipelines.get(&dispatch.class.deform);
        if frames.dispatches.iter().any(|dispatch| pipeline(dispatch).is_none()) {
            return;
        }
        for dispatch in &frames.dispatches {
            // Without a bind group all its instances were destroyed.
            let bind_group = self.bind_groups.get(&key(dispatch));
            let (Some(pipeline), Some(bind_group)) = (pipeline(dispatch), bind_group) else {
                continue;
            };
            pass.set_pipeline(pipeline);
            pass.set_bind_group(0, bind_group, &[]);
            if let Some((_, resources)) = self.hook.as_ref().and_then(|h| h.resources.as_ref()) {
                pass.set_bind_group(1, resources, &[]);
            }
            let [x, y, z] = dispatch.workgroups();
            pass.dispatch_workgroups(x, y, z);
        }
        frames.set_recorded();
    }

    fn make_pipeline(&mut self, device: &wgpu::Device, deform: &Deform) -> Result<(), GpuError> {
        if self.pipelines.contains_key(deform) {
            return Ok(());
        }
        let name = deform.name();
        let wgsl = compose_deform(deform, self.hook.as_ref().map(|hook| hook.wgsl.as_str()));
        let own = self.layout.get_or_insert_with(|| bind_group_layout(device));
        let hooked = self.hook.as_ref().and_then(|hook| hook.resources.as_ref());
        if hooked.is_some() {
            // The hook's resources are the second group.
            at_most("maxBindGroups", 2, device.limits().max_bind_groups.into())?;
        }
        let mut layouts = vec![Some(&*own)];
        layouts.extend(hooked.map(|(layout, _)| Some(layout)));
        let pipeline = scoped(device, "morph deform pipeline", || {
            let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
                label: Some(&name),
                source: wgpu::ShaderSource::Wgsl(wgsl.into()),
            });
            let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: Some(&name),
                bind_group_layouts: &layouts,
                immediate_size: 0,
            });
            device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: Some(&name),
                layout: Some(&layout),
                module: &module,
                entry_point: Some("morph_main"),
                compilation_options: wgpu::PipelineCompilationOptions {
                    // The shaders write workgroup memory before they read it.
                    zero_initialize_workgroup_memory: false,
                    ..Default::default()
                },
                cache: None,
            })
        })?;
        self.pipelines.insert(*deform, pipeline);
        Ok(())
    }

    fn make_bind_group(
        &mut self,
        device: &wgpu::Device,
        dispatch: &Dispatch,
        frames: &Frames,
        sets: &DeformSets,
        seats: &Seats,
    ) -> Result<(), GpuError> {
        let key = key(dispatch);
        if self.bind_groups.contains_key(&key) {
            return Ok(());
        }
        let (Some(layout), Some(frame)) = (&self.layout, &frames.buffer) else { return Ok(()) };
        let output = match dispatch.class.destination {
            Destination::Page(page) => seats.pages.buffer(page),
            Destination::Caller(number) => &frames.callers[number],
        };
        let bind_group = caught(device, "morph deform bind group", || {
            let frame = part(device, frame, dispatch.offset);
            let entry = |binding, resource| wgpu::BindGroupEntry { binding, resource };
            device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: Some("morph deform"),
                layout,
                entries: &[
                    entry(0, sets.words.buffer(dispatch.class.words).as_entire_binding()),
                    entry(1, frame),
                    entry(2, sets.vertices.buffer(dispatch.class.vertices).as_entire_binding()),
                    entry(3, part(device, output, 0)),
                ],
            })
        })?;
        self.bind_groups.insert(key, bind_group);
        Ok(())
    }
}

/// Whether the pool has the pages of a class still.
fn is_there(class: &Class, sets: &DeformSets, seats: &Seats) -> bool {
    let output = match class.destination {
        Destination::Page(page) => seats.pages.has(page),
        Destination::Caller(_) => true,
    };
    output && sets.words.has(class.words) && sets.vertices.has(class.vertices)
}

/// A buffer from a byte on, as far as whole words go and can be bound.
fn part<'a>(
    device: &wgpu::Device,
    buffer: &'a wgpu::Buffer,
    offset: u64,
) -> wgpu::BindingResource<'a> {
    let bytes = (buffer.size() - offset).min(most_bound(&device.limits()).1) / 4 * 4;
    let size = wgpu::BufferSize::new(bytes);
    wgpu::BindingResource::Buffer(wgpu::BufferBinding { buffer, offset, size })
}

fn key(dispatch: &Dispatch) -> (Class, u64) {
    (dispatch.class.clone(), dispatch.offset)
}

/// Words, frame, base and output: the same for every kernel.
fn bind_group_layout(device: &wgpu::Device) -> wgpu::BindGroupLayout {
    let entry = |binding| wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::COMPUTE,
        ty: wgpu::BindingType::Buffer {
            ty: wgpu::BufferBindingType::Storage { read_only: binding < 3 },
            has_dynamic_offset: false,
            min_binding_size: None,
        },
        count: None,
    };
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some("morph deform"),
        entries: &[0, 1, 2, 3].map(entry),
    })
}
