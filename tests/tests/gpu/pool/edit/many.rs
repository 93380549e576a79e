//! Many edits before one upload: the same bits as of one, and no more bytes than there are.

use super::bits;
use morph_core::{Attribute, Deltas, MorphTargets, Stage, TargetDeltas, VertexAttributes};
use morph_gpu::{Choice, ComputeBlend, EditStats, MorphPool, PoolOptions, ShaderLayout};
use morph_tests::gpu_with;

/// Several rows of a texture.
const VERTICES: usize = 5000;

/// Two targets; the second moves these vertices, each by another number.
fn targets(moved: &[f32]) -> MorphTargets {
    let still = Deltas::from_vec3(&[[1.0, 0.5, 0.0]; VERTICES]);
    let moved: Vec<_> = moved.iter().map(|y| [0.0, *y, 0.0]).collect();
    let all = [still, Deltas::from_vec3(&moved)]
        .map(|deltas| TargetDeltas::new().with(Attribute::Position, deltas));
    MorphTargets::new(VERTICES, all.to_vec()).unwrap().unwrap()
}

#[test]
fn edits_that_nobody_uploads_do_not_pile_up() {
    let small = |adapter: &wgpu::Adapter| wgpu::Limits {
        max_texture_dimension_2d: 2048,
        ..adapter.limits()
    };
    let gpu = gpu_with(small);
    let mut compute = ComputeBlend::new(&gpu.device, &gpu.queue);
    let base = VertexAttributes::new(VERTICES).with_positions(&[[0.0; 3]; VERTICES]).unwrap();
    for choice in [Choice::Linear(Stage::Vertex), Choice::Texture(Stage::Vertex)] {
        let mut pool = MorphPool::new(&gpu.device, &gpu.queue, PoolOptions::default());
        let mut moved = vec![0.0; VERTICES];
        let id = pool.add_targets(&targets(&moved), None, choice).unwrap();
        let instance = pool.new_instance(&[id], &[0.5, 1.0]).unwrap();
        pool.upload(&gpu.queue);
        let whole = match pool.layout(id).unwrap().0 {
            ShaderLayout::Texture(layout) => {
                assert!(layout.rows_per_band() > 1, "parts of rows, and whole ones");
                layout.byte_count()
            }
            layout => layout.byte_count(),
        };
        // From this vertex on so many: apart, over each other, inside each other, in one row and more.
        let ranges = [(10, 20), (15, 30), (4000, 900), (12, 3), (0, 4100), (4095, 2), (2000, 2500)];
        let mut all = EditStats::default();
        for round in 0..8 {
            for (at, (first, count)) in ranges.into_iter().enumerate() {
                let first = first + 7 * round;
                for (vertex, y) in moved.iter_mut().enumerate().skip(first).take(count) {
                    *y = (vertex + 100 * at + 10_000 * round + 1) as f32;
                }
                let done = pool.replace_targets(&[id], &[targets(&moved)], None).unwrap();
                assert_eq!(done.whole, 0);
                all.written = all.written + done.written;
            }
        }
        assert!(all.written.bytes > 4 * whole);
        let bytes = pool.upload(&gpu.queue).bytes;
        // Each once, and rows of weights.
        assert!(bytes <= whole + 1024, "{bytes} of {whole}");
        let mut fresh = MorphPool::new(&gpu.device, &gpu.queue, PoolOptions::default());
        let fresh_id = fresh.add_targets(&targets(&moved), None, choice).unwrap();
        let alike = fresh.new_instance(&[fresh_id], &[0.5, 1.0]).unwrap();
        fresh.upload(&gpu.queue);
        let found = compute.blend(&pool, instance, 0, &base).unwrap();
        let expected = compute.blend(&fresh, alike, 0, &base).unwrap();
        assert_eq!(bits(&found), bits(&expected), "{choice:?}");
    }
}
