//! Skinning in the deform pass, by a hook, beside skinning in a dispatch of its own.

use crate::case::{Case, Moved};
use crate::clock::{Time, Work};
use crate::device::Gpu;
use crate::ours::{Deformed, Ours};
use crate::results::{Fact, Results, Wanted};
use crate::scene::{Scene, hash};
use anyhow::{Context as _, Result, ensure};
use morph_core::deform::GroupSize;
use morphkit::gpu::DeformHook;
use wgpu::util::DeviceExt as _;

const JOINTS: u32 = 64;

/// Neighbours that follow the same joints.
const RUN: u32 = 128;

const SKIN: &str = include_str!("skin/skin.wgsl");
const HOOK: &str = include_str!("skin/hook.wgsl");
const ALONE: &str = include_str!("skin/alone.wgsl");

/// Adds the ratios of the cases that are large enough to say something.
pub(crate) fn measure(gpu: &Gpu, rounds: u32, results: &mut Results) -> Result<()> {
    let cases: &[(usize, usize, Option<f64>)] = if gpu.is_software() {
        &[(700, 2, None)]
    } else {
        &[(20_000, 1, Some(1.3)), (20_000, 64, Some(1.5)), (100_000, 1, None), (100_000, 64, None)]
    };
    for &(vertices, instances, wanted) in cases {
        let case = Case { instances, ..Case::one(vertices, 52, 13, Moved::Runs(5)) };
        let mut best: Option<[Time; 2]> = None;
        for group in GroupSize::ALL.into_iter().filter(|g| g.instances() as usize <= instances) {
            let times = one(gpu, case, group, rounds)?;
            best = Some(best.map_or(times, |[a, b]| [a.best(times[0]), b.best(times[1])]));
        }
        let [apart, fused] = best.context("one instance is a group")?;
        let what = |text: &str| format!("skinning of {case}, {text}");
        results.facts.push(Fact {
            what: what("one pass of two dispatches / fused"),
            value: apart.cold / fused.cold,
            unit: "x",
            wanted: wanted.map(Wanted::AtLeast),
        });
        for (text, time) in [("two dispatches", apart), ("fused", fused)] {
            let (what, value) = (what(text), time.cold);
            results.facts.push(Fact { what, value, unit: " us, cold", wanted: None });
        }
    }
    Ok(())
}

/// Times of two dispatches in one pass, and of one.
fn one(gpu: &Gpu, case: Case, group: GroupSize, rounds: u32) -> Result<[Time; 2]> {
    let scene = Scene::new(case);
    let ours = Ours::in_groups(group);
    let skin = Skin::new(gpu, case);
    let plain = Deformed::new(gpu, &scene, &ours)?;
    // What the deform pass wrote for the first instance on, one after another.
    let first = plain.pool.output(plain.instances[0], 0)?;
    let bytes = case.output_bytes() * case.instances as u64;
    let morphed = wgpu::BufferBinding {
        buffer: first.buffer,
        offset: first.offset,
        size: wgpu::BufferSize::new(bytes),
    };
    let last = plain.pool.output(plain.instances[case.instances - 1], 0)?;
    ensure!(last.offset + last.bytes - first.offset == bytes, "instances lie one after another");
    let skinned = gpu.empty(bytes);
    let pipeline = gpu.pipeline(&format!("{SKIN}\n{ALONE}"), "run");
    let own =
        gpu.bind(&pipeline, &[wgpu::BindingResource::Buffer(morphed), skinned.as_entire_binding()]);
    let of_skin = skin.bind(gpu, &pipeline.get_bind_group_layout(1));
    let groups = [(case.vertices as u32).div_ceil(64), case.instances as u32];
    let apart = |pass: &mut wgpu::ComputePass<'_>| {
        plain.pool.record_deform(pass);
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &own, &[]);
        pass.set_bind_group(1, &of_skin, &[]);
        pass.dispatch_workgroups(groups[0], groups[1], 1);
    };

    let mut fused = Deformed::new(gpu, &scene, &ours)?;
    let layout = skin.layout(gpu);
    let resources = skin.bind(gpu, &layout);
    fused.pool.set_deform_hook(Some(DeformHook {
        wgsl: format!("{SKIN}\n{HOOK}"),
        resources: Some((layout, resources)),
    }));
    fused.pool.prepare_deform()?;
    let together = |pass: &mut wgpu::ComputePass<'_>| fused.pool.record_deform(pass);
    let works = [Work::Compute(&apart), Work::Compute(&together)];

    works.iter().try_for_each(|work| gpu.run(work))?;
    let instance = case.instances - 1;
    let one = case.output_bytes();
    let expected: Vec<f32> = gpu.read(&skinned, one * instance as u64, one)?;
    let found = fused.output(gpu, instance)?;
    for (at, (a, b)) in expected.iter().zip(&found).enumerate() {
        ensure!((a - b).abs() <= 1e-5, "word {at}: expected {a}, got {b}");
    }
    let times = gpu.rounds(rounds, works.len(), |at| gpu.time(&works[at]))?;
    Ok([times[0], times[1]])
}

/// Joints and weights of each vertex, and a palette for each instance.
struct Skin {
    influences: wgpu::Buffer,
    palette: wgpu::Buffer,
    shape: wgpu::Buffer,
}

impl Skin {
    fn new(gpu: &Gpu, case: Case) -> Self {
        let influences: Vec<[u32; 2]> = (0..case.vertices as u32)
            .map(|vertex| {
                let byte = |k: u32, of: u32| (of & 0xFF) << (8 * k);
                let joints = (0..4).map(|k| byte(k, hash(vertex / RUN, k + 31) % JOINTS));
                let weights = (0..4).map(|k| byte(k, 20 + hash(vertex, k + 41) % 200));
                [joints.sum(), weights.sum()]
            })
            .collect();
        let palette: Vec<[f32; 4]> = (0..case.instances as u32 * JOINTS)
            .flat_map(|joint| {
                let noise = |k: u32| hash(joint, k + 51) as f32 / u32::MAX as f32 - 0.5;
                let (s, c) = (noise(0) * 3.0).sin_cos();
                let tilt = 0.1 * noise(4);
                [[c, -s, tilt, noise(1)], [s, c, 0.0, noise(2)], [-tilt, 0.0, 1.0, noise(3)]]
            })
            .collect();
        let shape = [case.vertices as u32, JOINTS, 0, 0];
        Self {
            influences: gpu.filled(&influences),
            palette: gpu.filled(&palette),
            shape: gpu.device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
                label: None,
                contents: bytemuck::cast_slice(&shape),
                usage: wgpu::BufferUsages::UNIFORM,
            }),
        }
    }

    fn layout(&self, gpu: &Gpu) -> wgpu::BindGroupLayout {
        let entry = |binding, ty| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: wgpu::ShaderStages::COMPUTE,
            ty: wgpu::BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None },
            count: None,
        };
        let storage = wgpu::BufferBindingType::Storage { read_only: true };
        gpu.device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("skin"),
            entries: &[
                entry(0, wgpu::BufferBindingType::Uniform),
                entry(1, storage),
                entry(2, storage),
            ],
        })
    }

    fn bind(&self, gpu: &Gpu, layout: &wgpu::BindGroupLayout) -> wgpu::BindGroup {
        let buffers = [&self.shape, &self.influences, &self.palette];
        let entries: Vec<_> = (0..)
            .zip(buffers)
            .map(|(binding, buffer)| wgpu::BindGroupEntry {
                binding,
                resource: buffer.as_entire_binding(),
            })
            .collect();
        gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("skin"),
            layout,
            entries: &entries,
        })
    }
}
