//! Live edits that are refused.

use super::super::{CHOICES, pool};
use super::{VERTICES, bits, mesh, names, one};
use morph_core::{Attribute, AttributeSet, Normalize, Stage, VertexAttributes};
use morph_gpu::{
    Choice, ComputeBlend, GpuError, InstanceId, MorphPool, PoolOptions, PoolStats, UploadStats,
};
use morph_tests::{assert_blend, gpu, gpu_with, random_mesh};
use std::slice;

type Shown = (Vec<Vec<(Attribute, Vec<u32>)>>, PoolStats);

/// What a pool shows of instances, and what it holds.
fn shown(pool: &MorphPool, instances: &[(InstanceId, &VertexAttributes)]) -> Shown {
    let mut compute = ComputeBlend::new(&gpu().device, &gpu().queue);
    let mut blend = |(instance, base)| bits(&compute.blend(pool, instance, 0, base).unwrap());
    let all: Vec<_> = instances.iter().map(|&of| blend(of)).collect();
    (all, pool.stats())
}

#[test]
fn an_edit_that_is_refused_changes_nothing() {
    // The large set just fits.
    let gpu = gpu();
    let (base, targets) = mesh(1, 6);
    let (other_base, other) = mesh(2, 6);
    for choice in CHOICES {
        let mut pool = pool();
        let ids = [&targets, &other]
            .map(|targets| pool.add_targets(targets, names(&["a"]), choice).unwrap());
        let gone = pool.add_targets(&mesh(3, 2).1, None, choice).unwrap();
        pool.destroy_targets(gone);
        let instances = [(0, &base), (1, &other_base)]
            .map(|(at, base)| (pool.new_instance(&[ids[at]], &[0.5; 6]).unwrap(), base));
        pool.upload(&gpu.queue);
        let before = shown(&pool, &instances);
        let fits = || one(4, VERTICES, AttributeSet::PN);
        let short = || one(4, VERTICES - 1, AttributeSet::PN);
        let refused: Vec<GpuError> = vec![
            pool.replace_target(&ids, 1, vec![fits()]).unwrap_err(),
            pool.replace_target(&ids, 1, vec![fits(), short()]).unwrap_err(),
            pool.replace_target(&ids, 6, vec![fits(), fits()]).unwrap_err(),
            pool.replace_target(&ids, "b", vec![fits(), fits()]).unwrap_err(),
            pool.replace_target(&[ids[0]; 2], 1, vec![fits(), fits()]).unwrap_err(),
            pool.replace_target(&[ids[0], gone], 1, vec![fits(), fits()]).unwrap_err(),
            pool.insert_target(&ids, 7, vec![fits(), fits()], None).unwrap_err(),
            pool.add_target(&ids, vec![fits(), short()], None).unwrap_err(),
            pool.remove_target(&ids, 6).unwrap_err(),
            pool.replace_targets(
                &ids,
                &[mesh(4, 6).1, random_mesh(4, 9, 6, AttributeSet::PN).1],
                None,
            )
            .unwrap_err(),
        ];
        assert_eq!(refused[0], GpuError::EditCount { expected: 2, found: 1 });
        assert!(matches!(refused[1], GpuError::Targets(_)), "{}", refused[1]);
        assert!(matches!(refused[2], GpuError::Targets(_)), "{}", refused[2]);
        assert!(matches!(refused[3], GpuError::NoTargetOfName { .. }), "{}", refused[3]);
        assert_eq!(refused[4], GpuError::EditedTwice(ids[0]));
        assert_eq!(refused[5], GpuError::NoSuchTargets(gone));
        for error in &refused[6..9] {
            assert!(matches!(error, GpuError::Targets(_)), "{error}");
        }
        let (expected, found) = (VERTICES, 9);
        assert_eq!(refused[9], GpuError::VertexCount { targets: ids[1], expected, found });
        assert_eq!(pool.upload(&gpu.queue), UploadStats::default());
        assert_eq!(shown(&pool, &instances), before);
        for _ in 0..5 {
            pool.remove_target(&ids, 0).unwrap();
        }
        assert_eq!(pool.remove_target(&ids, 0), Err(GpuError::LastTarget(ids[0])));
        assert_eq!(pool.weights(instances[0].0).unwrap().as_slice(), [0.5]);
    }
}

#[test]
fn an_edit_that_the_device_cannot_hold_changes_nothing_of_any_id() {
    let small = gpu_with(|_| wgpu::Limits {
        max_storage_buffer_binding_size: 1 << 16,
        max_texture_dimension_2d: 2048,
        max_texture_array_layers: 8,
        ..wgpu::Limits::downlevel_defaults()
    });
    let mut compute = ComputeBlend::new(&small.device, &small.queue);
    // 30 targets of 90 vertices with two bands are 64,800 bytes of 65,536.
    let (base, targets) = mesh(1, 30);
    let (_, less) = mesh(2, 3);
    let mut pool = MorphPool::new(&small.device, &small.queue, PoolOptions::default());
    let choice = Choice::Linear(Stage::Compute);
    let ids = [&less, &targets].map(|targets| pool.add_targets(targets, None, choice).unwrap());
    let instance = pool.new_instance(&[ids[1]], &[1.0]).unwrap();
    let first = pool.new_instance(&[ids[0]], &[1.0]).unwrap();
    pool.upload(&small.queue);
    let stats = pool.stats();
    for (edited, is_first) in [([ids[0], ids[1]], true), ([ids[1], ids[0]], false)] {
        let targets = [edited[0], edited[1]].map(|id| {
            let known = pool.targets(id).unwrap();
            known.with_target(0, one(4, VERTICES, AttributeSet::PN)).unwrap()
        });
        let refused = pool.replace_targets(&edited, &targets, None).unwrap_err();
        assert!(matches!(refused, GpuError::Layout(_)), "{is_first}: {refused}");
    }
    assert_eq!(pool.stats(), stats);
    assert_eq!(pool.upload(&small.queue), UploadStats::default());
    let found = compute.blend(&pool, instance, 0, &base).unwrap();
    assert_blend("kept", &found, &base, &targets, &[1.0], Normalize::Yes);
    assert_eq!(pool.weights(first).unwrap().as_slice(), [1.0, 0.0, 0.0]);
    // What failed left nothing behind: an edit that fits goes on as before.
    let done = pool.replace_target(&ids[1..], 0, vec![one(5, VERTICES, AttributeSet::PN)]).unwrap();
    assert_eq!(done.whole, 0);
}

#[test]
fn an_edit_that_is_refused_once_others_made_room_moves_rows_once_at_most() {
    let small = gpu_with(|adapter| wgpu::Limits {
        max_storage_buffer_binding_size: 1 << 16,
        ..adapter.limits()
    });
    let mut compute = ComputeBlend::new(&small.device, &small.queue);
    let mesh = |seed, targets| random_mesh(seed, VERTICES, targets, AttributeSet::P);
    let (base, few) = mesh(1, 3);
    // Rows of 40 targets are longer than rows of 3 are made; 61 targets are more than can be bound.
    let (more, beyond) = (mesh(2, 40).1, mesh(3, 61).1);
    let mut pool = MorphPool::new(&small.device, &small.queue, PoolOptions::default());
    let choice = Choice::Linear(Stage::Compute);
    let ids = [0, 1].map(|at| {
        let id = pool.add_targets(&mesh(4 + at, 3).1, None, choice).unwrap();
        pool.replace_targets(&[id], slice::from_ref(&few), None).unwrap();
        id
    });
    let weights = [0.5, 1.0, -2.0];
    let instances = ids.map(|id| pool.new_instance(&[id], &weights).unwrap());
    pool.upload(&small.queue);
    let mut generations = Vec::new();
    for _ in 0..3 {
        let before = pool.generation();
        let alone = pool.replace_targets(&ids[1..], slice::from_ref(&beyond), None);
        assert!(matches!(alone, Err(GpuError::Layout(_))), "{alone:?}");
        assert_eq!(pool.generation(), before, "no room was made");
        let both = [more.clone(), beyond.clone()];
        let refused = pool.replace_targets(&ids, &both, None);
        assert!(matches!(refused, Err(GpuError::Layout(_))), "{refused:?}");
        generations.push(pool.generation() - before);
        pool.upload(&small.queue);
        for instance in instances {
            let found = compute.blend(&pool, instance, 0, &base).unwrap();
            assert_blend("as before", &found, &base, &few, &weights, Normalize::Yes);
        }
    }
    assert_eq!(generations, [1, 0, 0], "the room that was made stays");
}
