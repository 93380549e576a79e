//! The whole way: glTF bytes, core's types, packed layout, GPU resources, shader.

use morph_core::animation::{ClipPlayer, WeightBinding};
use morph_core::{Normalize, Stage};
use morph_gltf::{Document, NoFiles};
use morph_gpu::{
    Choice, ComputeBlend, MorphData, MorphPool, PoolOptions, Profile, Resources, read_buffer,
};
use morph_tests::{assert_blend, gpu};

/// A point and two targets in .gltf form; `mesh` is spliced into the mesh object.
fn file(mesh: &str) -> Document {
    // (0, 0, 0), (1, 0, 0), (0, 1, 0) as little-endian floats.
    let bytes = "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA";
    let view = |at: u32| format!(r#"{{"buffer": 0, "byteOffset": {at}, "byteLength": 12}}"#);
    let accessor = |view: u32, value: &str| {
        format!(
            r#"{{"bufferView": {view}, "componentType": 5126, "count": 1, "type": "VEC3", "min": {value}, "max": {value}}}"#
        )
    };
    let json = format!(
        r#"{{
            "asset": {{"version": "2.0"}},
            "buffers": [{{"byteLength": 36, "uri": "data:application/octet-stream;base64,{bytes}"}}],
            "bufferViews": [{}, {}, {}],
            "accessors": [{}, {}, {}],
            "meshes": [{{
                "primitives": [{{
                    "attributes": {{"POSITION": 0}},
                    "targets": [{{"POSITION": 1}}, {{"POSITION": 2}}],
                    "mode": 0
                }}]
                {mesh}
            }}],
            "nodes": [{{"mesh": 0}}]
        }}"#,
        view(0),
        view(12),
        view(24),
        accessor(0, "[0, 0, 0]"),
        accessor(1, "[1, 0, 0]"),
        accessor(2, "[0, 1, 0]"),
    );
    Document::from_slice(json.as_bytes(), NoFiles).unwrap()
}

fn data(document: &Document, profile: Profile) -> MorphData {
    let mesh = document.morph_mesh(0).unwrap().unwrap();
    let targets = mesh.primitives[0].targets.as_ref().unwrap();
    let weights = Some(mesh.default_weights.as_slice());
    let gpu = gpu();
    let names = mesh.target_names.clone();
    MorphData::from_targets(&gpu.device, &gpu.queue, profile, targets, weights, names).unwrap()
}

#[test]
fn weights_of_the_mesh_become_the_first_16_bytes_of_the_uniform() {
    let document = file(r#", "weights": [0.5, 0.3]"#);
    let data = data(&document, Profile::Seed);
    let Resources::Seed { uniform, .. } = data.resources().unwrap() else { panic!() };
    let gpu = gpu();
    let bytes = read_buffer(&gpu.device, &gpu.queue, &uniform, 0, 16).unwrap();
    let floats: [f32; 4] = bytemuck::pod_read_unaligned(&bytes);
    assert_eq!(floats, [0.5, 0.3, 0.0, 0.0]);
}

#[test]
fn valid_names_of_a_file_arrive_and_malformed_ones_read_as_absent() {
    let names = |extras: &str| {
        let document = file(&format!(r#", "extras": {extras}"#));
        let data = data(&document, Profile::Seed);
        [data.name(0), data.name(1)]
    };
    let some = |a: &str, b: &str| [Some(a.to_string()), Some(b.to_string())];
    assert_eq!(names(r#"{"targetNames": ["smile", "blink"]}"#), some("smile", "blink"));
    for malformed in [
        r#"{"targetNames": ["smile"]}"#,
        r#"{"targetNames": ["smile", "blink", "frown"]}"#,
        r#"{"targetNames": ["smile", 2]}"#,
        r#"{"targetNames": "smile"}"#,
        r#"{"targetNames": null}"#,
        r#""targetNames""#,
        "[]",
    ] {
        assert_eq!(names(malformed), [None, None], "{malformed}");
    }
}

#[test]
fn a_generated_cube_goes_through_a_file_and_blends_alike_on_every_path() {
    let gpu = gpu();
    let sample = morph_sample::cube();
    let document = Document::from_slice(&morph_sample::glb::write(&sample), NoFiles).unwrap();
    document.validate().unwrap();
    let mesh = document.morph_mesh(0).unwrap().unwrap();
    assert_eq!(mesh.target_names, sample.mesh.target_names);
    assert_eq!(mesh.default_weights, sample.mesh.default_weights);
    let primitive = &mesh.primitives[0];
    assert_eq!(primitive.base, sample.mesh.primitives[0].base);
    let targets = primitive.targets.as_ref().unwrap();
    let mut compute = ComputeBlend::new(&gpu.device, &gpu.queue);
    let weights = [0.75, -0.5, 1.25];
    for choice in [Choice::Texture(Stage::Compute), Choice::Linear(Stage::Compute)] {
        let mut pool = MorphPool::new(&gpu.device, &gpu.queue, PoolOptions::default());
        let id = pool.add_targets(targets, mesh.target_names.clone(), choice).unwrap();
        let instance = pool.new_instance(&[id], &weights).unwrap();
        pool.upload(&gpu.queue);
        let found = compute.blend(&pool, instance, 0, &primitive.base).unwrap();
        let what = format!("{choice:?}");
        assert_blend(&what, &found, &primitive.base, targets, &weights, Normalize::Yes);
    }
}

#[test]
fn an_animation_of_a_file_plays_on_the_instances_of_its_node() {
    let gpu = gpu();
    let sample = morph_sample::cube();
    let document = Document::from_slice(&morph_sample::glb::write(&sample), NoFiles).unwrap();
    let mesh = document.morph_mesh(0).unwrap().unwrap();
    let clips = document.weight_animations().unwrap();
    let clip = &clips[0];
    let node = document.mesh_nodes(0).next().unwrap();
    let targets = mesh.primitives[0].targets.as_ref().unwrap();
    let mut pool = MorphPool::new(&gpu.device, &gpu.queue, PoolOptions::default());
    let id = pool.add_targets(targets, None, Choice::Auto(Stage::Vertex)).unwrap();
    let instances = [
        pool.new_instance(&[id], &mesh.default_weights).unwrap(),
        pool.new_instance(&[id], &mesh.default_weights).unwrap(),
    ];
    let target_count = targets.target_count();
    let bindings = instances.map(|handle| WeightBinding { node, target_count, handle });
    let mut player = ClipPlayer::new(clip, &bindings);
    let track = &clip.channels[0].track;
    let (last, key) = (track.key_count() - 1, track.key(track.key_count() - 1).unwrap());
    let time = track.times()[last];
    clip.try_apply(time, &bindings, &mut player, |&instance, sampled| {
        pool.set_weights(instance, sampled.as_slice()).map(|_| ())
    })
    .unwrap();
    for instance in instances {
        assert_eq!(pool.weights(instance).unwrap().as_slice(), key);
    }
}
