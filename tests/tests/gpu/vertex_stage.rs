//! The vertex stage itself: points drawn into float textures, one texel a vertex and instance.

mod crowd;
pub(crate) mod draw;
mod row_sparse;

use crate::rows::kept;
use draw::{Draw, draw};
use morph_core::{AttributeSet, LayoutError, MorphTargets, Normalize, Stage, VertexAttributes};
use morph_gpu::{
    Choice, GpuError, InstanceId, MorphData, MorphPool, PoolOptions, Profile, TargetsId,
};
use morph_tests::{assert_blend, gpu, random_mesh, random_weights};
use morph_wgsl::{Permutation, Slots};

pub(crate) const SLOTS: Slots = Slots { group: 1, first_binding: 3 };

fn mesh(targets: usize) -> (VertexAttributes, MorphTargets) {
    random_mesh(77, 100, targets, AttributeSet::PN)
}

/// A draw of one instance that begins at vertex 0.
pub(crate) fn of(pool: &MorphPool, id: TargetsId, instance: InstanceId) -> Draw<'_> {
    Draw {
        permutation: pool.permutation(id).unwrap(),
        entries: pool.bind_entries(id, &SLOTS).unwrap().to_vec(),
        offsets: vec![pool.weights_offset(instance, 0).unwrap()],
        instances: 1,
        base_vertex: 0,
    }
}

const CHOICES: [Choice; 3] = [
    Choice::Texture(Stage::Vertex),
    Choice::Linear(Stage::Vertex),
    Choice::RowSparse(Stage::Vertex),
];

/// The paths that the device has; the others are refused, with numbers.
pub(crate) fn choices(targets: &MorphTargets) -> Vec<Choice> {
    let gpu = gpu();
    let found = gpu.device.limits().max_storage_buffers_per_shader_stage.into();
    let has = |choice: &Choice| {
        let reads_texture = matches!(choice, Choice::Texture(_));
        if !reads_texture && found < 2 {
            let mut pool = MorphPool::new(&gpu.device, &gpu.queue, PoolOptions::default());
            let what = "maxStorageBuffersPerShaderStage";
            let refused = Err(GpuError::Device { what, needed: 2, found });
            assert_eq!(pool.add_targets(targets, None, *choice), refused);
        }
        reads_texture || found >= 2
    };
    CHOICES.into_iter().filter(has).collect()
}

// spec F14
#[test]
fn vertex_shaders_equal_the_cpu_on_all_paths_wherever_the_mesh_lies() {
    let gpu = gpu();
    let (base, targets) = mesh(9);
    let weights = random_weights(4, 9);
    for choice in choices(&targets) {
        for base_vertex in [0, 37] {
            let mut pool = MorphPool::new(&gpu.device, &gpu.queue, PoolOptions::default());
            let id = pool.add_targets(&targets, None, choice).unwrap();
            let instance = pool.new_instance(&[id], &weights).unwrap();
            pool.set_first_vertex(id, base_vertex).unwrap();
            pool.upload(&gpu.queue);
            let drawn = draw(&base, &Draw { base_vertex, ..of(&pool, id, instance) });
            let what = format!("{choice:?} at {base_vertex}");
            assert_blend(
                &what,
                &drawn[0],
                &base,
                &kept(choice, &targets),
                &weights,
                Normalize::Yes,
            );
        }
    }
}

#[test]
fn vertex_shaders_morph_every_band() {
    let gpu = gpu();
    let all = AttributeSet { texcoords: 0b11, colors: 0b11, ..AttributeSet::PNT };
    for (set, vertex_count, target_count) in [(all, 60, 9), (AttributeSet::PNT, 1, 1), (all, 1, 3)]
    {
        let (base, targets) = random_mesh(5, vertex_count, target_count, set);
        let weights = random_weights(6, target_count);
        for choice in choices(&targets) {
            for (flag, normalize) in [(false, Normalize::No), (true, Normalize::Yes)] {
                let options = PoolOptions { normalize: flag, ..Default::default() };
                let mut pool = MorphPool::new(&gpu.device, &gpu.queue, options);
                let id = pool.add_targets(&targets, None, choice).unwrap();
                let instance = pool.new_instance(&[id], &weights).unwrap();
                pool.upload(&gpu.queue);
                let drawn = draw(&base, &of(&pool, id, instance));
                let what = format!("{set} {choice:?}");
                let kept = kept(choice, &targets);
                assert_blend(&what, &drawn[0], &base, &kept, &weights, normalize);
            }
        }
    }
}

// spec F11
#[test]
fn one_instanced_draw_reads_a_row_an_instance() {
    let gpu = gpu();
    let (base, targets) = mesh(6);
    for choice in [Choice::Linear(Stage::Vertex), Choice::RowSparse(Stage::Vertex)] {
        let mut pool = MorphPool::new(&gpu.device, &gpu.queue, PoolOptions::default());
        let id = pool.add_targets(&targets, None, choice).unwrap();
        let weights: Vec<Vec<f32>> = (0..5).map(|i| random_weights(i, 6)).collect();
        let instances: Vec<_> =
            weights.iter().map(|w| pool.new_instance(&[id], w).unwrap()).collect();
        pool.upload(&gpu.queue);
        assert_eq!(pool.rows_offset(id), pool.weights_offset(instances[0], 0));
        assert_eq!(pool.row(instances[3], 0), Ok(3));
        // From the second instance on.
        let drawn = draw(&base, &Draw { instances: 4, ..of(&pool, id, instances[1]) });
        let kept = kept(choice, &targets);
        for (i, drawn) in drawn.iter().enumerate() {
            assert_blend("row", drawn, &base, &kept, &weights[i + 1], Normalize::Yes);
        }
    }
}

#[test]
fn both_profiles_morph_in_the_vertex_stage() {
    let gpu = gpu();
    for (profile, count) in [(Profile::Seed, 4), (Profile::Compat, 7)] {
        let (base, targets) = mesh(count);
        let weights = random_weights(3, count);
        let (device, queue) = (&gpu.device, &gpu.queue);
        let data = MorphData::from_targets(device, queue, profile, &targets, Some(&weights), None);
        if profile == Profile::Compat && device.limits().max_storage_buffer_binding_size == 0 {
            let (vertex_count, target_count, bytes, limit) = (100, 7, 100 * 7 * 24, 0);
            let refused = LayoutError::Buffer { vertex_count, target_count, bytes, limit };
            assert_eq!(data.unwrap_err(), GpuError::Layout(refused));
            continue;
        }
        let data = data.unwrap();
        let resources = data.resources().unwrap();
        for (flag, normalize) in [(false, Normalize::No), (true, Normalize::Yes)] {
            let permutation = match profile {
                Profile::Seed => Permutation::seed(Stage::Vertex, flag),
                Profile::Compat => Permutation::compat(Stage::Vertex, flag),
            };
            let entries = resources.entries(&SLOTS).to_vec();
            let what = Draw { permutation, entries, offsets: vec![], instances: 1, base_vertex: 0 };
            let drawn = draw(&base, &what);
            assert_blend(&format!("{profile:?}"), &drawn[0], &base, &targets, &weights, normalize);
        }
    }
}
