//! One rule, two witnesses: every path on the GPU against the reference on the CPU.

use crate::rows::kept;
use morph_core::{
    Attribute, AttributeSet, Deltas, MorphTargets, Normalize, Stage, TargetDeltas, VertexAttributes,
};
use morph_gpu::{Choice, ComputeBlend, MorphData, MorphPool, PoolOptions, Profile};
use morph_tests::{assert_blend, gpu, random_mesh, random_weights};

const CHOICES: [Choice; 3] = [
    Choice::Texture(Stage::Compute),
    Choice::Linear(Stage::Compute),
    Choice::RowSparse(Stage::Compute),
];

const ALL: AttributeSet = AttributeSet { texcoords: 0b11, colors: 0b11, ..AttributeSet::PNT };

fn check(choice: fn(Stage) -> Choice, vertex_count: usize, target_count: usize, set: AttributeSet) {
    let gpu = gpu();
    let mut compute = ComputeBlend::new(&gpu.device, &gpu.queue);
    let seed = (vertex_count * 31 + target_count) as u32;
    let (base, targets) = random_mesh(seed, vertex_count, target_count, set);
    let kept = kept(choice(Stage::Compute), &targets);
    for (normalize, flag) in [(Normalize::Yes, true), (Normalize::No, false)] {
        let options = PoolOptions { normalize: flag, ..Default::default() };
        let mut pool = MorphPool::new(&gpu.device, &gpu.queue, options);
        let id = pool.add_targets(&targets, None, choice(Stage::Compute)).unwrap();
        let instance = pool.new_instance(&[id], &[]).unwrap();
        for weights in [vec![], vec![1.0], random_weights(seed, target_count)] {
            pool.set_weights(instance, &weights).unwrap();
            pool.upload(&gpu.queue);
            let found = compute.blend(&pool, instance, 0, &base).unwrap();
            let what = format!("{} {weights:.1?}", pool.permutation(id).unwrap().name());
            assert_blend(&what, &found, &base, &kept, &weights, normalize);
        }
    }
}

#[test]
fn the_texture_path_equals_the_cpu_for_every_band() {
    check(Choice::Texture, 77, 5, ALL);
    check(Choice::Texture, 300, 70, AttributeSet::PNT);
    check(Choice::Texture, 5, 300, AttributeSet::PN);
    check(Choice::Texture, 1, 1, AttributeSet::P);
}

#[test]
fn the_storage_path_equals_the_cpu_for_every_band() {
    check(Choice::Linear, 77, 5, ALL);
    check(Choice::Linear, 300, 70, AttributeSet::PNT);
    check(Choice::Linear, 5, 300, AttributeSet::PN);
    check(Choice::Linear, 1, 1, AttributeSet::P);
}

#[test]
fn the_row_sparse_path_equals_the_cpu_for_every_band_up_to_its_16_bits() {
    check(Choice::RowSparse, 77, 5, ALL);
    check(Choice::RowSparse, 300, 70, AttributeSet::PNT);
    check(Choice::RowSparse, 5, 300, AttributeSet::PN);
    check(Choice::RowSparse, 1, 1, AttributeSet::P);
}

// spec E6
#[test]
fn the_same_blend_twice_on_one_device_gives_the_same_bits() {
    let gpu = gpu();
    let mut compute = ComputeBlend::new(&gpu.device, &gpu.queue);
    let (base, targets) = random_mesh(41, 700, 64, ALL);
    for choice in [Choice::Texture, Choice::Linear, Choice::RowSparse] {
        let mut pool = MorphPool::new(&gpu.device, &gpu.queue, PoolOptions::default());
        let id = pool.add_targets(&targets, None, choice(Stage::Compute)).unwrap();
        let instance = pool.new_instance(&[id], &[]).unwrap();
        let mut blend = |weights: &[f32]| {
            pool.set_weights(instance, weights).unwrap();
            pool.upload(&gpu.queue);
            compute.blend(&pool, instance, 0, &base).unwrap()
        };
        let (first, second) = (random_weights(41, 64), random_weights(42, 64));
        let once = bits(&blend(&first));
        // Other weights in between, so that the second result is no left-over of the first.
        assert_ne!(bits(&blend(&second)), once);
        for _ in 0..3 {
            assert_eq!(bits(&blend(&first)), once);
        }
    }
}

fn bits(blended: &VertexAttributes) -> Vec<u32> {
    let values = blended.attributes().filter_map(|attribute| blended.values(attribute));
    values.flatten().map(|value| value.to_bits()).collect()
}

#[test]
fn sets_of_texture_coordinates_and_colours_may_have_gaps() {
    let gaps = AttributeSet { texcoords: 0b100, colors: 0b10, ..AttributeSet::EMPTY };
    check(Choice::Texture, 40, 6, gaps);
    check(Choice::Linear, 40, 6, gaps);
    check(Choice::RowSparse, 40, 6, gaps);
}

#[test]
fn targets_for_a_base_without_normals_leave_tangents_alone() {
    let (full, targets) = random_mesh(3, 20, 3, AttributeSet::PNT);
    let base = VertexAttributes::new(20)
        .with_positions(full.positions().unwrap())
        .unwrap()
        .with_tangents(full.tangents().unwrap())
        .unwrap();
    let weights = [0.5, 1.0, -1.0];
    let expected = morph_core::blend(&base, &targets, &weights, Normalize::Yes).unwrap();
    assert_eq!(expected.tangents(), base.tangents());
    let shown = targets.for_base(&base);
    assert_eq!(shown.attributes(), [Attribute::Position]);
    assert_eq!(morph_core::blend(&base, &shown, &weights, Normalize::Yes), Ok(expected));
}

#[test]
fn both_profiles_equal_the_cpu_for_any_number_of_vertices_and_targets() {
    let gpu = gpu();
    let mut compute = ComputeBlend::new(&gpu.device, &gpu.queue);
    for (profile, vertex_count, count) in [
        (Profile::Seed, 5000, 4),
        (Profile::Seed, 1, 1),
        (Profile::Seed, 2048, 2),
        (Profile::Compat, 5000, 9),
        (Profile::Compat, 1, 1),
        (Profile::Compat, 7, 2),
        (Profile::Compat, 7, 3),
    ] {
        let (base, targets) = random_mesh(11, vertex_count, count, AttributeSet::PN);
        let weights = random_weights(5, count);
        let data = MorphData::from_targets(
            &gpu.device,
            &gpu.queue,
            profile,
            &targets,
            Some(&weights),
            None,
        )
        .unwrap();
        for (normalize, flag) in [(Normalize::Yes, true), (Normalize::No, false)] {
            let resources = data.resources().unwrap();
            let found = compute.blend_profile(&resources, &base, flag).unwrap();
            let what = format!("{profile:?} {vertex_count} x {count}");
            assert_blend(&what, &found, &base, &targets, &weights, normalize);
        }
    }
}

#[test]
fn at_zero_weights_directions_of_any_length_are_normalised_under_yes_and_kept_under_no() {
    let gpu = gpu();
    let mut compute = ComputeBlend::new(&gpu.device, &gpu.queue);
    let (_, targets) = random_mesh(3, 2, 2, AttributeSet::PNT);
    let base = VertexAttributes::new(2)
        .with_positions(&[[1.0; 3]; 2])
        .unwrap()
        .with_normals(&[[0.0, 0.0, 2.0], [0.0, 0.3, 0.4]])
        .unwrap()
        .with_tangents(&[[5.0, 0.0, 0.0, -1.0], [0.0, 0.0, 0.0, 1.0]])
        .unwrap();
    for choice in CHOICES {
        for (normalize, flag) in [(Normalize::Yes, true), (Normalize::No, false)] {
            let options = PoolOptions { normalize: flag, ..Default::default() };
            let mut pool = MorphPool::new(&gpu.device, &gpu.queue, options);
            let id = pool.add_targets(&targets, None, choice).unwrap();
            let instance = pool.new_instance(&[id], &[]).unwrap();
            pool.upload(&gpu.queue);
            let found = compute.blend(&pool, instance, 0, &base).unwrap();
            assert_blend("lengths", &found, &base, &targets, &[], normalize);
            let normal = found.normals().unwrap()[0];
            assert_eq!(normal[2], if flag { 1.0 } else { 2.0 });
            assert_eq!(found.tangents().unwrap()[1], [0.0, 0.0, 0.0, 1.0]);
        }
    }
}

#[test]
fn at_zero_weights_positions_keep_every_bit() {
    let gpu = gpu();
    let mut compute = ComputeBlend::new(&gpu.device, &gpu.queue);
    let (_, targets) = random_mesh(1, 4, 3, AttributeSet::P);
    let base = VertexAttributes::new(4)
        .with_positions(&[[-0.0, 0.0, 1e-40], [f32::MAX, -1.5, 3.0], [0.1; 3], [-7.0; 3]])
        .unwrap();
    for choice in CHOICES {
        let mut pool = MorphPool::new(&gpu.device, &gpu.queue, PoolOptions::default());
        let id = pool.add_targets(&targets, None, choice).unwrap();
        let instance = pool.new_instance(&[id], &[]).unwrap();
        pool.upload(&gpu.queue);
        let found = compute.blend(&pool, instance, 0, &base).unwrap();
        let bits = |v: &VertexAttributes| -> Vec<u32> {
            v.values(Attribute::Position).unwrap().iter().map(|f| f.to_bits()).collect()
        };
        assert_eq!(bits(&found), bits(&base), "{choice:?}");
    }
}

#[test]
fn opposite_normals_give_the_zero_vector_not_nan() {
    let gpu = gpu();
    let mut compute = ComputeBlend::new(&gpu.device, &gpu.queue);
    let base = VertexAttributes::new(2).with_normals(&[[0.0, 0.0, 1.0], [0.0, 1.0, 0.0]]).unwrap();
    let target = TargetDeltas::new()
        .with(Attribute::Normal, Deltas::from_vec3(&[[0.0, 0.0, -1.0], [3e38, 3e38, 3e38]]));
    let targets = MorphTargets::new(2, vec![target]).unwrap().unwrap();
    // Numbers this far apart share no step of 16 bits.
    for choice in [Choice::Texture(Stage::Compute), Choice::Linear(Stage::Compute)] {
        let mut pool = MorphPool::new(&gpu.device, &gpu.queue, PoolOptions::default());
        let id = pool.add_targets(&targets, None, choice).unwrap();
        let instance = pool.new_instance(&[id], &[1.0]).unwrap();
        pool.upload(&gpu.queue);
        let found = compute.blend(&pool, instance, 0, &base).unwrap();
        assert_eq!(found.normals().unwrap(), [[0.0; 3]; 2], "{choice:?}");
    }
}
