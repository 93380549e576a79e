//! Babylon Lite's morph data, row by row of its test table, and its lifetimes.

use morph_core::animation::{
    Clip, ClipChannel, ClipPlayer, Interpolation, SampledWeights, WeightBinding, WeightTrack,
};
use morph_core::{AttributeSet, MorphTargets, Normalize, VertexAttributes};
use morph_gpu::{
    ComputeBlend, GpuError, MorphData, Profile, Resources, TargetArrays, create_compat_fallback,
    layout_entries, read_buffer, unique_morph_data,
};
use morph_tests::{assert_blend, gpu, random_mesh};
use morph_wgsl::{MSH_HAS_MORPH_TARGETS, MaterialPlan, MeshBindings, Permutation, Slots, Stage};
use std::sync::Arc;

const BOTH: [Profile; 2] = [Profile::Seed, Profile::Compat];

fn targets(vertex_count: usize, count: usize) -> (VertexAttributes, MorphTargets) {
    random_mesh(9, vertex_count, count, AttributeSet::PN)
}

fn data(profile: Profile, targets: &MorphTargets, weights: &[f32]) -> MorphData {
    let gpu = gpu();
    MorphData::from_targets(&gpu.device, &gpu.queue, profile, targets, Some(weights), None).unwrap()
}

fn named(profile: Profile, count: usize, names: &[&str]) -> MorphData {
    let gpu = gpu();
    let names: Arc<[String]> = names.iter().map(|n| n.to_string()).collect();
    let (_, targets) = targets(3, count);
    MorphData::from_targets(&gpu.device, &gpu.queue, profile, &targets, None, Some(names)).unwrap()
}

fn weights_bytes(data: &MorphData) -> Vec<u8> {
    let gpu = gpu();
    let buffer = match data.resources().unwrap() {
        Resources::Seed { uniform, .. } => uniform,
        Resources::Compat { weights, .. } => weights,
    };
    read_buffer(&gpu.device, &gpu.queue, &buffer, 0, buffer.size()).unwrap()
}

fn texture_size(data: &MorphData) -> (u32, u32) {
    match data.resources().unwrap() {
        Resources::Seed { texture, .. } => (texture.width(), texture.height()),
        Resources::Compat { .. } => panic!("not the seed profile"),
    }
}

#[test]
fn two_targets_of_5000_vertices_make_a_texture_of_2048_by_12() {
    let (_, targets) = targets(5000, 2);
    assert_eq!(texture_size(&data(Profile::Seed, &targets, &[])), (2048, 12));
}

#[test]
fn the_uniform_has_32_bytes_with_the_five_offsets() {
    let (_, targets) = targets(5000, 2);
    let bytes = weights_bytes(&data(Profile::Seed, &targets, &[0.5, 0.3]));
    assert_eq!(bytes.len(), 32);
    let floats: [f32; 4] = bytemuck::pod_read_unaligned(&bytes[..16]);
    assert_eq!(floats, [0.5, 0.3, 0.0, 0.0]);
    let words: [u32; 4] = bytemuck::pod_read_unaligned(&bytes[16..]);
    assert_eq!(words, [2, 2048, 3, 0]);
}

#[test]
fn a_frame_leaves_bytes_16_to_32_alone() {
    let (_, targets) = targets(100, 3);
    let gpu = gpu();
    for profile in BOTH {
        let data = data(profile, &targets, &[1.0, 1.0, 1.0]);
        let (buffer, kept, written) = match data.resources().unwrap() {
            Resources::Seed { uniform, .. } => (uniform, 16..32, 0..16),
            Resources::Compat { weights, .. } => (weights, 0..16, 16..28),
        };
        // Marks where nothing may be written: writing the same values again would show.
        gpu.queue.write_buffer(&buffer, kept.start as u64, &[0xab; 16]);
        data.set_weights(&[0.25]).unwrap();
        data.set_weight(2, -1.0).unwrap();
        let after = weights_bytes(&data);
        assert_eq!(after[kept], [0xab; 16]);
        let weights: Vec<f32> = bytemuck::pod_collect_to_vec(&after[written]);
        assert_eq!(weights[..3], [0.25, 0.0, -1.0]);
    }
}

#[test]
fn the_flag_is_8() {
    assert_eq!(MSH_HAS_MORPH_TARGETS, 8);
}

#[test]
fn eight_targets_show_the_first_four() {
    let (base, targets) = targets(50, 8);
    let gpu = gpu();
    let data = data(Profile::Seed, &targets, &[1.0; 8]);
    assert_eq!((data.count(), data.weights()), (4, vec![1.0; 4]));
    let mut compute = ComputeBlend::new(&gpu.device, &gpu.queue);
    let found = compute.blend_profile(&data.resources().unwrap(), &base, false).unwrap();
    let first_four = [1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0];
    assert_blend("first four", &found, &base, &targets, &first_four, Normalize::No);
}

#[test]
fn a_clip_with_weights_and_no_skeleton_plays() {
    let (_, targets) = targets(10, 2);
    for profile in BOTH {
        let data = data(profile, &targets, &[]);
        let track =
            WeightTrack::new(2, Interpolation::Linear, vec![0.0, 1.0], vec![0.0, 1.0, 1.0, 0.0])
                .unwrap();
        let clip = Clip { name: None, channels: vec![ClipChannel::new(7, track)] };
        let bindings = [WeightBinding { node: 7, target_count: data.count(), handle: &data }];
        let mut player = ClipPlayer::new(&clip, &bindings);
        clip.try_apply(0.25, &bindings, &mut player, |data, sampled| match sampled {
            SampledWeights::All(weights) => data.set_weights(weights),
            SampledWeights::One { target, weight } => data.set_weight(target, weight),
        })
        .unwrap();
        assert_eq!(data.weights(), [0.25, 0.75]);
        let at = if profile == Profile::Seed { 0 } else { 16 };
        let bytes = weights_bytes(&data);
        let floats: [f32; 2] = bytemuck::pod_read_unaligned(&bytes[at..at + 8]);
        assert_eq!(floats, [0.25, 0.75]);
    }
}

// spec F3
#[test]
fn bindings_shift_with_what_is_present_and_the_texture_is_unfilterable() {
    let all = MeshBindings { skeleton: true, morph: true, material_textures: 2 };
    assert_eq!(all.bone_texture(), Some(1));
    assert_eq!(all.morph(), Some(Slots { group: 1, first_binding: 2 }));
    assert_eq!(all.material_texture(0), Some((4, 5)));
    let morph_only = MeshBindings { skeleton: false, ..all };
    let slots = morph_only.morph().unwrap();
    assert_eq!((slots.first_binding, morph_only.material_texture(1)), (1, Some((5, 6))));
    let neither = MeshBindings { morph: false, ..morph_only };
    assert_eq!((neither.morph(), neither.material_texture(0)), (None, Some((1, 2))));

    let entries = layout_entries(&Permutation::seed(Stage::Vertex, false), &slots);
    assert_eq!(entries[0].binding, 1);
    assert_eq!(
        entries[0].ty,
        wgpu::BindingType::Texture {
            sample_type: wgpu::TextureSampleType::Float { filterable: false },
            view_dimension: wgpu::TextureViewDimension::D2,
            multisampled: false,
        }
    );
    assert_eq!(entries[1].visibility, wgpu::ShaderStages::VERTEX);
}

#[test]
fn plain_arrays_make_morph_data_and_wrong_lengths_are_named() {
    let gpu = gpu();
    let positions = [1.0; 6];
    let make = |normals: Option<&[f32]>, vertex_count, weights: Option<&[f32]>| {
        let arrays = [
            TargetArrays { positions: &positions, normals: None },
            TargetArrays { positions: &positions, normals },
        ];
        let (device, queue) = (&gpu.device, &gpu.queue);
        MorphData::new(device, queue, Profile::Seed, &arrays, vertex_count, weights, None)
    };
    let data = make(Some(&[0.0; 6]), 2, Some(&[0.5])).unwrap().unwrap();
    assert_eq!((data.count(), data.vertex_count()), (2, 2));
    assert_eq!((data.weight(0), data.weight(1), data.weight(2)), (Some(0.5), Some(0.0), None));
    let error = make(Some(&[0.0; 9]), 2, None).unwrap_err();
    assert_eq!(error.to_string(), "target 1, NORMAL: expected 2 deltas, got 3");
    let none = MorphData::new(&gpu.device, &gpu.queue, Profile::Seed, &[], 2, None, None);
    assert!(none.unwrap().is_none());
    let nan = make(None, 2, Some(&[f32::NAN])).unwrap_err();
    assert_eq!(nan.to_string(), "weights[0]: expected a finite number, got NaN");
}

#[test]
fn authored_names_are_kept_whatever_their_number() {
    for profile in BOTH {
        let matching = named(profile, 2, &["a", "b"]);
        assert_eq!((matching.name(0), matching.name(1)), (Some("a".into()), Some("b".into())));
        let fewer = named(profile, 2, &["a"]);
        assert_eq!((fewer.name(0), fewer.name(1)), (Some("a".into()), None));
        let more = named(profile, 1, &["a", "b"]);
        assert_eq!((more.name(1), more.names().unwrap().len()), (None, 2));
        let (_, targets) = targets(3, 1);
        assert_eq!(data(profile, &targets, &[]).name(0), None);
    }
}

#[test]
fn names_are_forwarded_from_another_source() {
    let from = named(Profile::Seed, 2, &["smile", "blink"]);
    let (_, targets) = targets(3, 2);
    let gpu = gpu();
    let to = MorphData::from_targets(
        &gpu.device,
        &gpu.queue,
        Profile::Compat,
        &targets,
        None,
        from.names(),
    )
    .unwrap();
    assert_eq!(to.name(1), Some("blink".into()));
}

#[test]
fn names_weights_and_identity_survive_a_rebuild() {
    for profile in BOTH {
        let data = named(profile, 2, &["a", "b"]);
        let clone = data.clone();
        data.set_weights(&[0.5, -2.0]).unwrap();
        let before = weights_bytes(&data);
        let other = morph_tests::another_gpu();
        data.rebuild(&other.device, &other.queue).unwrap();
        assert_eq!((clone.name(1), clone.weights()), (Some("b".into()), vec![0.5, -2.0]));
        assert_eq!(data.identity(), clone.identity());
        let buffer = match clone.resources().unwrap() {
            Resources::Seed { uniform, .. } => uniform,
            Resources::Compat { weights, .. } => weights,
        };
        let after = read_buffer(&other.device, &other.queue, &buffer, 0, buffer.size()).unwrap();
        assert_eq!(before, after);
    }
}

#[test]
fn clones_share_and_a_scene_lists_them_once() {
    let (_, targets) = targets(3, 2);
    let (a, b) = (data(Profile::Seed, &targets, &[]), data(Profile::Compat, &targets, &[]));
    let clone = a.clone();
    a.set_weights(&[1.0, 0.5]).unwrap();
    assert_eq!(clone.weights(), [1.0, 0.5]);
    let meshes = [Some(&a), None, Some(&b), Some(&clone)];
    let listed: Vec<usize> = unique_morph_data(meshes).iter().map(|d| d.identity()).collect();
    assert_eq!(listed, [a.identity(), b.identity()]);
}

#[test]
fn a_write_after_the_final_disposal_is_an_error() {
    let (_, targets) = targets(3, 2);
    for profile in BOTH {
        let mut a = data(profile, &targets, &[]);
        let mut b = a.clone();
        a.dispose();
        a.dispose();
        assert_eq!(a.set_weights(&[1.0]), Err(GpuError::Destroyed));
        b.set_weights(&[1.0]).unwrap();
        assert!(b.resources().is_ok());
        b.dispose();
        assert_eq!(b.set_weights(&[1.0]), Err(GpuError::Destroyed));
        assert_eq!(b.set_weight(0, 1.0), Err(GpuError::Destroyed));
        assert!(matches!(b.resources(), Err(GpuError::Destroyed)));
        let gpu = gpu();
        assert_eq!(b.rebuild(&gpu.device, &gpu.queue), Err(GpuError::Destroyed));
    }
}

#[test]
fn the_shared_fallback_of_24_bytes_leaves_a_mesh_without_targets_as_it_is() {
    let gpu = gpu();
    let fallback = create_compat_fallback(&gpu.device, &gpu.queue).unwrap();
    assert_eq!(fallback.size(), 24);
    let (base, _) = targets(33, 1);
    let resources = Resources::Compat { deltas: fallback.clone(), weights: fallback };
    let mut compute = ComputeBlend::new(&gpu.device, &gpu.queue);
    let found = compute.blend_profile(&resources, &base, false).unwrap();
    assert_eq!(found, base);
}

#[test]
fn the_plans_flag_alone_gives_bindings_and_shader_text() {
    let plan = MaterialPlan { textures: 2, uses_morph: true, environment: true, shadow: true };
    let bindings = plan.bindings(1, 1);
    let morph = bindings.morph.unwrap();
    assert_eq!(bindings.textures, [(1, 2), (3, 4)]);
    assert_eq!(morph, Slots { group: 1, first_binding: 5 });
    assert_eq!((bindings.environment, bindings.shadow), (Some((7, 8)), Some((9, 10))));
    assert!(plan.morph_wgsl(1, 1, false).unwrap().contains("fn morph_vertex"));

    let without = MaterialPlan { uses_morph: false, ..plan };
    let bindings = without.bindings(1, 1);
    assert_eq!((bindings.morph, without.morph_wgsl(1, 1, false)), (None, None));
    assert_eq!((bindings.environment, bindings.shadow), (Some((5, 6)), Some((7, 8))));
}
