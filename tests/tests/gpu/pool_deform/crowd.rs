//! Thousands of instances of one primitive.

use super::{asked_for, deform, pool_on, primitive};
use morph_core::packed::BlockEncoding;
use morph_core::{AttributeSet, Normalize};
use morph_gpu::{PoolOptions, PoolStats, UploadStats};
use morph_tests::{assert_blend, gpu, random_mesh, random_weights};
use morph_wgsl::DeformLayout;

#[test]
fn thousands_of_instances_are_deformed_at_once_and_one_costs_its_own_bytes() {
    const COUNT: usize = 2000;
    let gpu = gpu();
    let (base, targets) = random_mesh(3, 20, 6, AttributeSet::PN);
    let mut pool = pool_on(gpu, PoolOptions::default());
    let options = asked_for(DeformLayout::Blocked(BlockEncoding::F32));
    let id = pool.add_primitive(&primitive(&base, &targets), None, &options).unwrap();
    let bytes = pool.delta_bytes();
    let mut weights: Vec<_> = (0..COUNT).map(|i| random_weights(i as u32, 6)).collect();
    let instances: Vec<_> =
        weights.iter().map(|weights| pool.new_instance(&[id], weights).unwrap()).collect();
    let encode = |pool: &mut morph_gpu::MorphPool| {
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        let stats = pool.encode(&mut encoder).unwrap();
        gpu.queue.submit([encoder.finish()]);
        stats
    };
    let all = encode(&mut pool);
    // Under small limits the vertices take several pages.
    let in_page = gpu.device.limits().max_storage_buffer_binding_size / (20 * 24);
    let pages = COUNT.div_ceil(in_page as usize);
    assert_eq!((all.writes, pool.deform_dispatches(), pool.delta_bytes()), (1, pages, bytes));
    let reserved = pool.stats().reserved_bytes;
    assert_eq!(encode(&mut pool), UploadStats::default());
    let at = COUNT / 2;
    weights[at] = random_weights(9000, 6);
    pool.set_weights(instances[at], &weights[at]).unwrap();
    let one = encode(&mut pool);
    assert!(one.writes == 1 && one.bytes <= 256, "{one:?}");
    // A clone is one more, with weights of its own.
    let clone = pool.clone_instance(instances[0]).unwrap();
    pool.set_weight(instances[0], 0, 2.0).unwrap();
    let cloned =
        std::mem::replace(&mut weights[0], pool.weights(instances[0]).unwrap().as_slice().to_vec());
    let two = encode(&mut pool);
    assert!(two.writes == 1 && two.bytes <= 512, "{two:?}");
    assert_eq!(pool.stats().deformed, COUNT + 1);
    let expected = weights.iter().chain([&cloned]);
    for (i, (instance, weights)) in instances.iter().chain([&clone]).zip(expected).enumerate() {
        let found = pool.read_output(*instance, 0).unwrap();
        assert_blend(&format!("instance {i}"), &found, &base, &targets, weights, Normalize::Yes);
    }
    // Where frames stay small, their buffer becomes small too.
    for frame in 0..70 {
        pool.set_weight(clone, 0, frame as f32).unwrap();
        encode(&mut pool);
    }
    let small = pool.stats().reserved_bytes;
    assert!(small <= reserved - all.bytes + 4096, "{small} of {reserved}, frame {}", all.bytes);
    let found = pool.read_output(clone, 0).unwrap();
    let mut last = cloned;
    last[0] = 69.0;
    assert_blend("after", &found, &base, &targets, &last, Normalize::Yes);
    pool.destroy_targets(id);
    for instance in instances.into_iter().chain([clone]) {
        pool.destroy_instance(instance);
    }
    deform(gpu, &mut pool);
    assert_eq!(pool.stats(), PoolStats::default());
}
