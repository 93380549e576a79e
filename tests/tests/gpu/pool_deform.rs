//! The pool's deform pass: what is dispatched, where vertices go, what survives.

mod crowd;
mod cut;
mod edit;
mod life;
mod order;
mod refusals;

use morph_core::deform::GroupSize;
use morph_core::packed::{BlockEncoding, ErrorBound};
use morph_core::{
    Attribute, AttributeSet, MorphPrimitive, MorphTargets, Normalize, VertexAttributes, blend,
};
use morph_gpu::{
    DeformChoice, DeformHook, DeformOptions, GpuError, InstanceId, MorphPool, PoolOptions,
};
use morph_tests::{Gpu, another_gpu, assert_blend, gpu, random_mesh, random_weights};
use morph_wgsl::{DeformLayout, Interleaved, Output};

/// What stores float32 as it is.
pub(crate) const EXACT: [DeformLayout; 2] =
    [DeformLayout::Linear, DeformLayout::Blocked(BlockEncoding::F32)];

pub(crate) fn asked_for(layout: DeformLayout) -> DeformOptions {
    DeformOptions { layout: DeformChoice::Layout(layout), ..Default::default() }
}

pub(crate) fn primitive(base: &VertexAttributes, targets: &MorphTargets) -> MorphPrimitive {
    MorphPrimitive { base: base.clone(), targets: Some(targets.clone()), flat: false }
}

fn pool_on(gpu: &Gpu, options: PoolOptions) -> MorphPool {
    MorphPool::new(&gpu.device, &gpu.queue, options)
}

fn deform(gpu: &Gpu, pool: &mut MorphPool) -> usize {
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    pool.encode(&mut encoder).unwrap();
    gpu.queue.submit([encoder.finish()]);
    pool.deform_dispatches()
}

fn positions(pool: &MorphPool, id: InstanceId) -> Vec<f32> {
    pool.read_output(id, 0).unwrap().values(Attribute::Position).unwrap().to_vec()
}

#[test]
fn every_layout_gives_the_blend_of_the_cpu_within_its_bound() {
    let gpu = gpu();
    for layout in DeformLayout::ALL {
        let (base, targets) = random_mesh(3, 200, 9, AttributeSet::PNT);
        let mut pool = pool_on(gpu, PoolOptions { normalize: false, ..Default::default() });
        let id = pool.add_primitive(&primitive(&base, &targets), None, &asked_for(layout)).unwrap();
        let weights = random_weights(4, 9);
        let instance = pool.new_instance(&[id], &weights).unwrap();
        assert_eq!(deform(gpu, &mut pool), 1);
        let found = pool.read_output(instance, 0).unwrap();
        let expected = blend(&base, &targets, &weights, Normalize::No).unwrap();
        let bounds = pool.deform_info(id).unwrap().report.map(|r| r.error_bound(&weights));
        for attribute in AttributeSet::PNT.bands() {
            let bound = bounds
                .as_ref()
                .map_or(0.0, |bounds| bounds.iter().find(|(a, _)| *a == attribute).unwrap().1);
            let pairs =
                found.values(attribute).unwrap().iter().zip(expected.values(attribute).unwrap());
            for (at, (a, b)) in pairs.enumerate() {
                assert!((a - b).abs() <= bound + 2e-5, "{layout:?} {attribute} {at}: {a}, {b}");
            }
        }
    }
}

#[test]
fn one_dispatch_serves_many_meshes_and_instances_and_another_pass_nothing() {
    let gpu = gpu();
    for layout in EXACT {
        let mut pool = pool_on(gpu, PoolOptions::default());
        let mut made = Vec::new();
        for mesh in 0..5 {
            let vertices = 30 + 40 * mesh as usize;
            let (base, targets) = random_mesh(mesh, vertices, 6, AttributeSet::PN);
            let id =
                pool.add_primitive(&primitive(&base, &targets), None, &asked_for(layout)).unwrap();
            for i in 0..3 {
                let weights = random_weights(10 * mesh + i, 6);
                let instance = pool.new_instance(&[id], &weights).unwrap();
                made.push((base.clone(), targets.clone(), weights, instance));
            }
        }
        // Under small limits the deltas take several pages.
        let page = gpu.device.limits().max_storage_buffer_binding_size;
        let pages = pool.delta_bytes().div_ceil(page);
        assert_eq!(deform(gpu, &mut pool) as u64, pages);
        for (base, targets, weights, instance) in &made {
            let found = pool.read_output(*instance, 0).unwrap();
            assert_blend(&format!("{layout:?}"), &found, base, targets, weights, Normalize::Yes);
        }
        assert_eq!(deform(gpu, &mut pool), 0);
        // The same weights again are no change.
        let (_, _, weights, instance) = &made[7];
        pool.set_weights(*instance, weights).unwrap();
        assert_eq!(deform(gpu, &mut pool), 0);
    }
}

#[test]
fn going_to_zero_writes_the_base_bit_for_bit() {
    let gpu = gpu();
    for layout in DeformLayout::ALL {
        let (mut base, targets) = random_mesh(8, 130, 4, AttributeSet::P);
        let mut values = base.values(Attribute::Position).unwrap().to_vec();
        values[5] = -0.0;
        base.insert(Attribute::Position, 3, values.clone()).unwrap();
        let mut pool = pool_on(gpu, PoolOptions::default());
        let id = pool.add_primitive(&primitive(&base, &targets), None, &asked_for(layout)).unwrap();
        let instance = pool.new_instance(&[id], &[1.0; 4]).unwrap();
        deform(gpu, &mut pool);
        assert_ne!(positions(&pool, instance), values);
        pool.set_weights(instance, &[]).unwrap();
        assert_eq!(deform(gpu, &mut pool), 1);
        let bits = |values: &[f32]| values.iter().map(|v| v.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(&positions(&pool, instance)), bits(&values), "{layout:?}");
    }
}

#[test]
fn crowds_give_the_same_as_instances_alone() {
    let gpu = gpu();
    let (base, targets) = random_mesh(5, 150, 12, AttributeSet::PN);
    let layout = DeformLayout::Blocked(BlockEncoding::EightBytes);
    let blend_all = |group| {
        let mut pool = pool_on(gpu, PoolOptions::default());
        let options = DeformOptions { group, ..asked_for(layout) };
        let id = pool.add_primitive(&primitive(&base, &targets), None, &options).unwrap();
        let instances: Vec<_> =
            (0..21).map(|i| pool.new_instance(&[id], &random_weights(i, 12)).unwrap()).collect();
        deform(gpu, &mut pool);
        instances.iter().map(|i| pool.read_output(*i, 0).unwrap()).collect::<Vec<_>>()
    };
    let alone = blend_all(Some(GroupSize::One));
    for group in [None, Some(GroupSize::Eight), Some(GroupSize::Sixteen)] {
        for (at, (a, b)) in alone.iter().zip(blend_all(group)).enumerate() {
            for attribute in AttributeSet::PN.bands() {
                let pairs = a.values(attribute).unwrap().iter().zip(b.values(attribute).unwrap());
                for (a, b) in pairs {
                    assert!((a - b).abs() < 2e-5, "{group:?}, instance {at}: {a}, {b}");
                }
            }
        }
    }
}

#[test]
fn two_runs_give_the_same_bits() {
    let gpu = gpu();
    let (base, targets) = random_mesh(6, 500, 40, AttributeSet::PN);
    for slices in [1, 2, 4] {
        let run = || {
            let mut pool = pool_on(gpu, PoolOptions::default());
            let options = DeformOptions { slices: Some(slices), ..Default::default() };
            let id = pool.add_primitive(&primitive(&base, &targets), None, &options).unwrap();
            let instance = pool.new_instance(&[id], &random_weights(1, 40)).unwrap();
            deform(gpu, &mut pool);
            pool.read_output(instance, 0).unwrap()
        };
        assert_eq!(run(), run());
    }
}

#[test]
fn two_uploads_before_a_pass_leave_nothing_out() {
    let gpu = gpu();
    let (base, targets) = random_mesh(6, 70, 3, AttributeSet::P);
    let mut pool = pool_on(gpu, PoolOptions::default());
    let options = asked_for(EXACT[1]);
    let id = pool.add_primitive(&primitive(&base, &targets), None, &options).unwrap();
    let first = pool.new_instance(&[id], &[0.5]).unwrap();
    pool.prepare_deform().unwrap();
    let second = pool.new_instance(&[id], &[0.0, 0.5]).unwrap();
    assert_eq!(pool.prepare_deform().unwrap().writes, 1);
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    pool.record_deform(&mut encoder.begin_compute_pass(&Default::default()));
    gpu.queue.submit([encoder.finish()]);
    for (instance, weights) in [(first, vec![0.5]), (second, vec![0.0, 0.5])] {
        let found = pool.read_output(instance, 0).unwrap();
        assert_blend("both", &found, &base, &targets, &weights, Normalize::Yes);
    }
}

#[test]
fn the_frame_before_is_kept_and_is_the_same_where_nothing_moved() {
    let gpu = gpu();
    let (base, targets) = random_mesh(6, 70, 2, AttributeSet::P);
    let mut pool = pool_on(gpu, PoolOptions { keep_previous: true, ..Default::default() });
    let options = asked_for(EXACT[0]);
    let id = pool.add_primitive(&primitive(&base, &targets), None, &options).unwrap();
    let instance = pool.new_instance(&[id], &[0.5]).unwrap();
    let expected = |weights: &[f32]| {
        let blended = blend(&base, &targets, weights, Normalize::Yes).unwrap();
        blended.values(Attribute::Position).unwrap().to_vec()
    };
    let both = |pool: &MorphPool| {
        [pool.output(instance, 0).unwrap(), pool.previous_output(instance, 0).unwrap()].map(|v| {
            let bytes =
                morph_gpu::read_buffer(&gpu.device, &gpu.queue, v.buffer, v.offset, v.bytes)
                    .unwrap();
            let words: Vec<f32> = bytemuck::pod_collect_to_vec(&bytes);
            words.chunks_exact(4).flat_map(|v| v[..3].to_vec()).collect::<Vec<f32>>()
        })
    };
    let close = |a: &[f32], b: &[f32]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-5);
    deform(gpu, &mut pool);
    let [now, before] = both(&pool);
    assert!(close(&now, &expected(&[0.5])) && now == before, "the first frame");
    pool.set_weights(instance, &[1.0]).unwrap();
    deform(gpu, &mut pool);
    let [now, before] = both(&pool);
    assert!(close(&now, &expected(&[1.0])) && close(&before, &expected(&[0.5])));
    deform(gpu, &mut pool);
    let [now, before] = both(&pool);
    assert!(close(&now, &expected(&[1.0])) && now == before, "nothing moved");
}

#[test]
fn vertices_go_into_a_buffer_of_the_caller_and_leave_the_rest_alone() {
    let gpu = gpu();
    let (base, targets) = random_mesh(6, 70, 2, AttributeSet::PN);
    let mut pool = pool_on(gpu, PoolOptions::default());
    // Position, a colour that stays, normal, a texture coordinate that stays.
    let vertex = Interleaved::new(9, &[0, 4]);
    let options = DeformOptions { output: Output::Interleaved(vertex), ..asked_for(EXACT[1]) };
    let id = pool.add_primitive(&primitive(&base, &targets), None, &options).unwrap();
    let instance = pool.new_instance(&[id], &[0.25, -1.0]).unwrap();
    assert!(matches!(pool.output(instance, 0), Err(GpuError::NoVertexBuffer { primitive: 0, .. })));
    let bytes = 36 + 70 * 36;
    let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: bytes,
        usage: wgpu::BufferUsages::STORAGE
            | wgpu::BufferUsages::COPY_DST
            | wgpu::BufferUsages::COPY_SRC,
        mapped_at_creation: false,
    });
    gpu.queue.write_buffer(&buffer, 0, bytemuck::cast_slice(&vec![7.0_f32; bytes as usize / 4]));
    assert_eq!(
        pool.set_vertex_buffer(instance, 0, &buffer, 40),
        Err(GpuError::VertexBuffer { expected: 2560, found: 2556 })
    );
    pool.set_vertex_buffer(instance, 0, &buffer, 36).unwrap();
    assert_eq!(deform(gpu, &mut pool), 1);
    let found = pool.read_output(instance, 0).unwrap();
    assert_blend("own", &found, &base, &targets, &[0.25, -1.0], Normalize::Yes);
    let all = morph_gpu::read_buffer(&gpu.device, &gpu.queue, &buffer, 0, bytes).unwrap();
    let all: Vec<f32> = bytemuck::pod_collect_to_vec(&all);
    for (at, vertex) in all.chunks_exact(9).enumerate() {
        let kept = if at == 0 { vertex } else { &vertex[3..4] };
        assert!(kept.iter().all(|v| *v == 7.0), "vertex {at}: {vertex:?}");
        assert!(at == 0 || vertex[7..].iter().all(|v| *v == 7.0), "vertex {at}: {vertex:?}");
    }
}

#[test]
fn a_hook_gets_vertex_mesh_and_instance() {
    let gpu = gpu();
    let mut pool = pool_on(gpu, PoolOptions::default());
    pool.set_deform_hook(Some(DeformHook {
        wgsl: "fn morph_hook(v: MorphVertex, at: MorphAt) -> MorphVertex {
            var moved = v;
            moved.position = vec3<f32>(f32(at.vertex), f32(at.mesh), f32(at.instance));
            return moved;
        }"
        .into(),
        resources: None,
    }));
    let mut instances = Vec::new();
    for mesh in 0..2 {
        let (base, targets) = random_mesh(mesh, 66, 2, AttributeSet::P);
        let options = DeformOptions::default();
        let id = pool.add_primitive(&primitive(&base, &targets), None, &options).unwrap();
        assert_eq!(pool.deform_info(id).unwrap().mesh, mesh);
        instances.extend([(); 2].map(|()| pool.new_instance(&[id], &[1.0]).unwrap()));
    }
    deform(gpu, &mut pool);
    for (number, &instance) in instances.iter().enumerate() {
        for (vertex, at) in positions(&pool, instance).chunks_exact(3).enumerate() {
            assert_eq!(at, [vertex as f32, (number / 2) as f32, number as f32]);
        }
    }
    pool.set_deform_hook(None);
    pool.deform_again(instances[3]).unwrap();
    assert_eq!(deform(gpu, &mut pool), 1);
    assert_ne!(positions(&pool, instances[3])[..3], [0.0, 1.0, 3.0]);
}

#[test]
fn recovery_writes_everything_again_to_the_same_bits() {
    let gpu = gpu();
    let mut pool = pool_on(gpu, PoolOptions::default());
    let mut instances = Vec::new();
    for layout in DeformLayout::ALL {
        let (base, targets) = random_mesh(4, 100, 5, AttributeSet::PN);
        let id = pool.add_primitive(&primitive(&base, &targets), None, &asked_for(layout)).unwrap();
        instances.push(pool.new_instance(&[id], &random_weights(3, 5)).unwrap());
    }
    deform(gpu, &mut pool);
    let all = |pool: &MorphPool| -> Vec<_> {
        instances.iter().map(|i| pool.read_output(*i, 0).unwrap()).collect()
    };
    let before = all(&pool);
    let other = another_gpu();
    pool.recover(&other.device, &other.queue).unwrap();
    assert_eq!(all(&pool), before);
    assert_eq!(deform(&other, &mut pool), 0);
    assert_eq!(all(&pool), before);
}

#[test]
fn destroyed_instances_leave_their_places_to_others() {
    let gpu = gpu();
    let (base, targets) = random_mesh(6, 70, 3, AttributeSet::PN);
    let mut pool = pool_on(gpu, PoolOptions::default());
    let options = asked_for(EXACT[1]);
    let id = pool.add_primitive(&primitive(&base, &targets), None, &options).unwrap();
    let place = |pool: &MorphPool, i| pool.output(i, 0).map(|v| v.offset).unwrap();
    let first = pool.new_instance(&[id], &[1.0]).unwrap();
    let kept = pool.new_instance(&[id], &[0.5]).unwrap();
    let offset = place(&pool, first);
    pool.destroy_instance(first);
    assert!(matches!(pool.output(first, 0), Err(GpuError::NoSuchInstance(_))));
    let second = pool.new_instance(&[id], &[0.0, 0.0, 2.0]).unwrap();
    assert_eq!(place(&pool, second), offset);
    deform(gpu, &mut pool);
    for (instance, weights) in [(kept, vec![0.5]), (second, vec![0.0, 0.0, 2.0])] {
        let found = pool.read_output(instance, 0).unwrap();
        assert_blend("kept", &found, &base, &targets, &weights, Normalize::Yes);
    }
    pool.destroy_targets(id);
    assert!(pool.delta_bytes() > 0, "its instances are alive");
    pool.destroy_instance(kept);
    pool.destroy_instance(second);
    assert_eq!(pool.delta_bytes(), 0);
}

#[test]
fn equal_primitives_are_uploaded_once_and_others_not() {
    let (base, targets) = random_mesh(6, 70, 3, AttributeSet::PN);
    let (other_base, _) = random_mesh(7, 70, 3, AttributeSet::PN);
    let mut pool = pool_on(gpu(), PoolOptions::default());
    let options = DeformOptions::default();
    let mut add = |base, options| {
        pool.add_primitive(&primitive(base, &targets), None, options).unwrap();
        pool.delta_bytes()
    };
    let one = add(&base, &options);
    assert_eq!(add(&base, &options), one);
    assert_eq!(add(&other_base, &options), 2 * one);
    let tight = DeformOptions { bound: Some(ErrorBound::of_radius(0.01)), ..options };
    assert!(add(&base, &tight) > 2 * one);
}
