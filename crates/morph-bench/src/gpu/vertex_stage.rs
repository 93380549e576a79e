//! The vertex stage: peers' loops and ours, drawn as points, each vertex shaded once. Ratios hold
//! within this stage only: what a GPU spends on vertices and on compute differs from chip to chip.

use crate::case::{Case, Moved};
use crate::clock::{Time, Work};
use crate::device::Gpu;
use crate::peers::{Peer, Peers, interleaved};
use crate::results::{Fact, Results};
use crate::scene::Scene;
use anyhow::Result;
use morphkit::gpu::{Choice, InstanceId, MorphPool, PoolOptions, TargetsId};
use morphkit::wgsl::{Slots, Stage, compose};

const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;
const SIDE: u32 = 64;

/// Where the pool's deltas and weights are bound: as the peers' are.
const SLOTS: Slots = Slots { group: 0, first_binding: 1 };

const DRAW: &str = include_str!("peers/vertex.wgsl");
const FRAGMENT: &str = include_str!("peers/fragment.wgsl");
const OURS: &str = include_str!("peers/vertex_ours.wgsl");

/// One draw, ready to be recorded.
struct Draw {
    name: &'static str,
    pipeline: wgpu::RenderPipeline,
    bind_group: wgpu::BindGroup,
    offsets: Vec<u32>,
    /// What the bind group is of.
    _pool: Option<(MorphPool, TargetsId, InstanceId)>,
}

/// Adds the times of the cases, and peers' over ours with the draw without targets taken off.
pub(crate) fn measure(gpu: &Gpu, rounds: u32, results: &mut Results) -> Result<()> {
    let size = if gpu.is_software() { 2_000 } else { 100_000 };
    for (active, percent) in [(13, 5), (52, 5), (52, 20), (52, 100)] {
        one(gpu, Case::one(size, 52, active, Moved::Runs(percent)), rounds, results)?;
    }
    Ok(())
}

fn one(gpu: &Gpu, case: Case, rounds: u32, results: &mut Results) -> Result<()> {
    let scene = Scene::new(case);
    let peers = Peers::new(gpu, &scene);
    let vertices = gpu.vertices(&interleaved(&scene));
    let view = target(gpu);
    let mut draws = vec![still(gpu, &peers)];
    for peer in Peer::ALL {
        match of_peer(gpu, &scene, &peers, peer) {
            Ok(draw) => draws.push(draw),
            Err(error) => {
                results.left_out.push(format!("{}, drawn, at {case}: {error:#}", peer.name()));
            }
        }
    }
    for (name, choice) in [
        ("ours, active f32", Choice::Linear(Stage::Vertex)),
        ("ours, row sparse", Choice::RowSparse(Stage::Vertex)),
    ] {
        draws.push(of_pool(gpu, &scene, name, choice)?);
    }
    let record = |draw: &Draw, pass: &mut wgpu::RenderPass<'_>| {
        pass.set_pipeline(&draw.pipeline);
        pass.set_bind_group(0, &draw.bind_group, &draw.offsets);
        pass.set_vertex_buffer(0, vertices.slice(..));
        pass.draw(0..case.vertices as u32, 0..1);
    };
    let times = gpu.rounds(rounds, draws.len(), |at| {
        gpu.time(&Work::Draw(&view, &|pass| record(&draws[at], pass)))
    })?;
    report(case, &draws, &times, results);
    Ok(())
}

fn report(case: Case, draws: &[Draw], times: &[Time], results: &mut Results) {
    let mut fact = |what: String, value, unit| {
        let what = format!("drawn points at {case}, {what}");
        results.facts.push(Fact { what, value, unit, wanted: None });
    };
    let still = times[0].cold;
    let ours = |draw: &&Draw| draw.name.starts_with("ours");
    let best = draws.iter().zip(times).filter(|(draw, _)| ours(draw));
    let best = best.map(|(_, time)| time.cold - still).fold(f64::INFINITY, f64::min);
    for (draw, time) in draws.iter().zip(times) {
        fact(draw.name.to_owned(), time.cold, " us, cold");
    }
    for (draw, time) in draws.iter().zip(times).skip(1).filter(|(draw, _)| !ours(draw)) {
        let what = format!("{} / best of ours, less the draw without targets", draw.name);
        fact(what, (time.cold - still) / best, "x");
    }
}

/// The draw without targets.
fn still(gpu: &Gpu, peers: &Peers) -> Draw {
    let text = "fn morph(
        vertex: u32, instance: u32,
        position: ptr<function, vec3<f32>>, normal: ptr<function, vec3<f32>>,
    ) {
        (*position).x += f32(parameters.vertex_count) * 0.0;
    }";
    let pipeline = pipeline(gpu, &format!("{DRAW}\n{FRAGMENT}\n{text}"), None);
    let resources = [(0, peers.parameters())];
    let bind_group = bind(gpu, &pipeline, &resources);
    Draw { name: "no targets", pipeline, bind_group, offsets: Vec::new(), _pool: None }
}

fn of_peer(gpu: &Gpu, scene: &Scene, peers: &Peers, peer: Peer) -> Result<Draw> {
    let pipeline = pipeline(gpu, &format!("{DRAW}\n{FRAGMENT}\n{}", peer.text()), None);
    let bind_group = peers.with_resources(gpu, scene, peer, |weights, deltas| {
        bind(gpu, &pipeline, &[(0, peers.parameters()), (1, weights), (2, deltas)])
    })?;
    Ok(Draw { name: peer.name(), pipeline, bind_group, offsets: Vec::new(), _pool: None })
}

fn of_pool(gpu: &Gpu, scene: &Scene, name: &'static str, choice: Choice) -> Result<Draw> {
    let mut pool = MorphPool::new(&gpu.device, &gpu.queue, PoolOptions::default());
    let targets = pool.add_targets(&scene.targets, None, choice)?;
    let instance = pool.new_instance(&[targets], scene.weights(0))?;
    pool.upload(&gpu.queue);
    let text = compose(&pool.permutation(targets)?, &SLOTS, None);
    let entries = pool.layout_entries(targets, &SLOTS)?;
    let layout = gpu.device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: None,
        entries: &entries,
    });
    let pipeline = pipeline(gpu, &format!("{text}\n{FRAGMENT}\n{OURS}"), Some(&layout));
    let bind_group = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &layout,
        entries: &pool.bind_entries(targets, &SLOTS)?,
    });
    let offsets = vec![pool.weights_offset(instance, 0)?];
    Ok(Draw { name, pipeline, bind_group, offsets, _pool: Some((pool, targets, instance)) })
}

fn pipeline(gpu: &Gpu, wgsl: &str, layout: Option<&wgpu::BindGroupLayout>) -> wgpu::RenderPipeline {
    let module = gpu.device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: None,
        source: wgpu::ShaderSource::Wgsl(wgsl.into()),
    });
    let layout = layout.map(|layout| {
        gpu.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: None,
            bind_group_layouts: &[Some(layout)],
            immediate_size: 0,
        })
    });
    let vertex = wgpu::VertexBufferLayout {
        array_stride: 24,
        step_mode: wgpu::VertexStepMode::Vertex,
        attributes: &wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32x3],
    };
    gpu.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: None,
        layout: layout.as_ref(),
        vertex: wgpu::VertexState {
            module: &module,
            entry_point: Some("shade"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            buffers: &[Some(vertex)],
        },
        primitive: wgpu::PrimitiveState {
            topology: wgpu::PrimitiveTopology::PointList,
            ..Default::default()
        },
        depth_stencil: None,
        multisample: wgpu::MultisampleState::default(),
        fragment: Some(wgpu::FragmentState {
            module: &module,
            entry_point: Some("paint"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            targets: &[Some(FORMAT.into())],
        }),
        multiview_mask: None,
        cache: None,
    })
}

fn bind(
    gpu: &Gpu,
    pipeline: &wgpu::RenderPipeline,
    resources: &[(u32, wgpu::BindingResource<'_>)],
) -> wgpu::BindGroup {
    let entries: Vec<_> = resources
        .iter()
        .map(|(binding, resource)| wgpu::BindGroupEntry {
            binding: *binding,
            resource: resource.clone(),
        })
        .collect();
    gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &pipeline.get_bind_group_layout(0),
        entries: &entries,
    })
}

fn target(gpu: &Gpu) -> wgpu::TextureView {
    let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: None,
        size: wgpu::Extent3d { width: SIDE, height: SIDE, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: FORMAT,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT,
        view_formats: &[],
    });
    texture.create_view(&Default::default())
}
