//! A pool's life in random order: whatever happened before, outputs are those of the CPU.

use super::{EXACT, asked_for, deform, pool_on, primitive};
use morph_core::{AttributeSet, MorphTargets, Normalize, VertexAttributes};
use morph_gpu::{DeformOptions, InstanceId, MorphPool, PoolOptions, TargetsId};
use morph_tests::{Gpu, assert_blend, gpu_with, random_mesh, random_weights};
use morph_wgsl::{Interleaved, Output};

const TARGETS: usize = 5;

/// What the pool has to have.
#[derive(Default)]
struct Model {
    meshes: Vec<(TargetsId, VertexAttributes, MorphTargets, bool)>,
    instances: Vec<Instance>,
    deformed: usize,
}

struct Instance {
    handles: Vec<InstanceId>,
    meshes: Vec<usize>,
    weights: Vec<f32>,
}

fn add_mesh(pool: &mut MorphPool, model: &mut Model, random: u32) {
    let sets = [AttributeSet::P, AttributeSet::PN, AttributeSet::PNT];
    let set = sets[random as usize % 3];
    let (base, targets) = random_mesh(random, 1 + random as usize % 300, TARGETS, set);
    let own = random.is_multiple_of(4) && set == AttributeSet::PN;
    let output =
        if own { Output::Interleaved(Interleaved::new(7, &[0, 4])) } else { Output::Arena };
    let options = DeformOptions { output, ..asked_for(EXACT[random as usize / 8 % 2]) };
    let id = pool.add_primitive(&primitive(&base, &targets), None, &options).unwrap();
    model.meshes.push((id, base, targets, own));
}

/// Buffers for the primitives that are written into the caller's.
fn give_buffers(gpu: &Gpu, pool: &mut MorphPool, model: &Model, instance: &Instance) {
    for (at, &mesh) in instance.meshes.iter().enumerate() {
        let (_, base, _, own) = &model.meshes[mesh];
        if *own {
            let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
                label: None,
                size: 28 * base.vertex_count() as u64,
                usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC,
                mapped_at_creation: false,
            });
            pool.set_vertex_buffer(instance.handles[0], at, &buffer, 0).unwrap();
        }
    }
}

fn new_instance(gpu: &Gpu, pool: &mut MorphPool, model: &mut Model, random: u32) {
    let count = model.meshes.len();
    let first = random as usize % count;
    let meshes: Vec<_> = (0..1 + random as usize / 7 % 3).map(|i| (first + i) % count).collect();
    let ids: Vec<_> = meshes.iter().map(|&mesh| model.meshes[mesh].0).collect();
    let weights = random_weights(random, TARGETS);
    let id = pool.new_instance(&ids, &weights).unwrap();
    let instance = Instance { handles: vec![id], meshes, weights };
    give_buffers(gpu, pool, model, &instance);
    model.instances.push(instance);
}

fn change(pool: &mut MorphPool, model: &mut Model, random: u32) {
    let at = random as usize % model.instances.len();
    let instance = &mut model.instances[at];
    match random / 16 % 4 {
        0 => instance.handles.push(pool.share(instance.handles[0]).unwrap()),
        1 => {
            pool.destroy_instance(instance.handles.swap_remove(0));
            if instance.handles.is_empty() {
                model.instances.swap_remove(at);
            }
        }
        more => {
            let sparse = |w: f32| if more == 2 { 0.0 } else { w };
            instance.weights = random_weights(random, TARGETS).into_iter().map(sparse).collect();
            pool.set_weights(instance.handles[0], &instance.weights).unwrap();
        }
    }
}

fn check(gpu: &Gpu, pool: &mut MorphPool, model: &mut Model) {
    model.deformed += deform(gpu, pool);
    for instance in &model.instances {
        for (at, &mesh) in instance.meshes.iter().enumerate() {
            let (_, base, targets, _) = &model.meshes[mesh];
            let found = pool.read_output(instance.handles[0], at).unwrap();
            assert_blend("life", &found, base, targets, &instance.weights, Normalize::Yes);
        }
    }
    assert_eq!(pool.instance_count(), model.instances.len());
}

#[test]
fn whatever_happened_before_outputs_are_those_of_the_cpu() {
    let small = |_: &wgpu::Adapter| wgpu::Limits {
        max_storage_buffer_binding_size: 1 << 16,
        ..wgpu::Limits::downlevel_defaults()
    };
    for keep_previous in [false, true] {
        let mut gpu = gpu_with(small);
        let options = PoolOptions {
            page_bytes: 1 << 12,
            output_page_bytes: 1 << 12,
            keep_previous,
            ..PoolOptions::default()
        };
        let (mut pool, mut model) = (pool_on(&gpu, options), Model::default());
        let mut random = 1_u32;
        for step in 0..400 {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let value = random >> 8;
            match random >> 28 {
                _ if model.meshes.is_empty() => add_mesh(&mut pool, &mut model, value),
                0 => add_mesh(&mut pool, &mut model, value),
                1..=4 => new_instance(&gpu, &mut pool, &mut model, value),
                5..=11 if !model.instances.is_empty() => change(&mut pool, &mut model, value),
                12 => drop(pool.prepare_deform().unwrap()),
                13 if step % 5 == 0 => {
                    gpu = gpu_with(small);
                    pool.recover(&gpu.device, &gpu.queue).unwrap();
                    for instance in &model.instances {
                        give_buffers(&gpu, &mut pool, &model, instance);
                    }
                }
                14 if step % 4 == 0 => {
                    // Its instances keep what they need.
                    let mesh = value as usize % model.meshes.len();
                    let (id, base, targets, own) = model.meshes[mesh].clone();
                    pool.destroy_targets(id);
                    assert!(pool.new_instance(&[id], &[]).is_err());
                    let output = Output::Interleaved(Interleaved::new(7, &[0, 4]));
                    let output = if own { output } else { Output::Arena };
                    let options = DeformOptions { output, ..asked_for(EXACT[0]) };
                    let again = pool.add_primitive(&primitive(&base, &targets), None, &options);
                    model.meshes[mesh].0 = again.unwrap();
                }
                _ => check(&gpu, &mut pool, &mut model),
            }
        }
        check(&gpu, &mut pool, &mut model);
        assert!(model.deformed > 50, "{} dispatches", model.deformed);
        for instance in &model.instances {
            instance.handles.iter().for_each(|&id| pool.destroy_instance(id));
        }
        model.meshes.iter().for_each(|mesh| pool.destroy_targets(mesh.0));
        assert_eq!((pool.instance_count(), pool.delta_bytes()), (0, 0));
        assert_eq!(deform(&gpu, &mut pool), 0);
    }
}
