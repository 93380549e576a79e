//! Row sparse targets of a pool.

use super::pool;
use crate::rows::{kept, kept_with};
use morph_core::packed::{ErrorBound, PackOptions};
use morph_core::{AttributeSet, Normalize, Stage};
use morph_gpu::{Choice, ComputeBlend, MorphPool, PoolOptions};
use morph_tests::{assert_blend, gpu, gpu_with, random_mesh, random_weights};

#[test]
fn row_sparse_targets_are_shared_where_they_hold_the_same() {
    let gpu = gpu();
    let (base, targets) = random_mesh(1, 300, 9, AttributeSet::PN);
    let mut pool = pool();
    let stage = Stage::Compute;
    let bound = Some(ErrorBound::of_radius(1000.0));
    let options = PackOptions { base: Some(&base), bound, strict: false };
    let small = pool.add_row_sparse(&targets, None, stage, &options).unwrap();
    let few = pool.delta_bytes();
    pool.add_row_sparse(&targets, None, stage, &options).unwrap();
    assert_eq!(pool.delta_bytes(), few);
    let dropped = |pool: &MorphPool, id| pool.encoding_report(id).unwrap().unwrap().dropped;
    assert!(dropped(&pool, small) > 0);
    let all = pool.add_targets(&targets, None, Choice::RowSparse(stage)).unwrap();
    assert!(pool.delta_bytes() > 2 * few);
    assert_eq!(dropped(&pool, all), 0);
    let keep = PackOptions { bound: None, ..options };
    let bytes = pool.delta_bytes();
    pool.add_row_sparse(&targets, None, Stage::Vertex, &keep).unwrap();
    assert_eq!(pool.delta_bytes(), bytes, "no bound leaves nothing out");
    let weights = random_weights(3, 9);
    let instance = pool.new_instance(&[small, all], &weights).unwrap();
    pool.upload(&gpu.queue);
    let mut compute = ComputeBlend::new(&gpu.device, &gpu.queue);
    for (primitive, options) in [(0, options), (1, keep)] {
        let found = compute.blend(&pool, instance, primitive, &base).unwrap();
        let kept = kept_with(&targets, &options);
        assert_blend("packed", &found, &base, &kept, &weights, Normalize::Yes);
    }
    let linear = pool.add_targets(&targets, None, Choice::Linear(stage)).unwrap();
    assert_eq!(pool.encoding_report(linear), Ok(None));
    let (other, _) = random_mesh(1, 299, 9, AttributeSet::PN);
    let error = pool.add_row_sparse(&targets, None, stage, &PackOptions::for_base(&other));
    assert_eq!(error.unwrap_err().to_string(), "base: expected 300 vertices, got 299");
}

#[test]
fn row_sparse_targets_are_refused_by_a_device_that_cannot_bind_them() {
    let gpu = gpu();
    let mut pool = pool();
    let (base, targets) = random_mesh(5, 3000, 20, AttributeSet::PN);
    let choice = Choice::RowSparse(Stage::Compute);
    let id = pool.add_targets(&targets, None, choice).unwrap();
    let instance = pool.new_instance(&[id], &[0.5]).unwrap();
    let small = gpu_with(|_| wgpu::Limits {
        max_storage_buffer_binding_size: 65536,
        ..wgpu::Limits::downlevel_defaults()
    });
    let bytes = pool.delta_bytes();
    let refusal = format!("20 targets of 3000 vertices: expected at most 65536 bytes, got {bytes}");
    assert_eq!(pool.recover(&small.device, &small.queue).unwrap_err().to_string(), refusal);
    let mut other = MorphPool::new(&small.device, &small.queue, PoolOptions::default());
    assert_eq!(other.add_targets(&targets, None, choice).unwrap_err().to_string(), refusal);
    pool.upload(&gpu.queue);
    let mut compute = ComputeBlend::new(&gpu.device, &gpu.queue);
    let found = compute.blend(&pool, instance, 0, &base).unwrap();
    let kept = kept(choice, &targets);
    assert_blend("kept", &found, &base, &kept, &[0.5], Normalize::Yes);
}
