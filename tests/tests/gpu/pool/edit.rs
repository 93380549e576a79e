//! Live edits of targets that shaders read.

mod many;
mod refusals;

use super::{CHOICES, pool};
use crate::rows::kept;
use morph_core::{
    Attribute, AttributeSet, Deltas, MorphTargets, Normalize, Stage, TargetDeltas, VertexAttributes,
};
use morph_gpu::{
    Choice, ComputeBlend, EditStats, GpuError, InstanceId, MorphPool, PoolOptions, PoolStats,
    ShaderLayout, TargetsId, UploadStats, read_buffer,
};
use morph_tests::{assert_blend, gpu, gpu_with, random_mesh, random_weights};
use morph_wgsl::Slots;
use std::sync::Arc;

const VERTICES: usize = 90;

fn mesh(seed: u32, targets: usize) -> (VertexAttributes, MorphTargets) {
    random_mesh(seed, VERTICES, targets, AttributeSet::PN)
}

/// The deltas of one target.
pub(crate) fn one(seed: u32, vertices: usize, attributes: AttributeSet) -> TargetDeltas {
    let (_, targets) = random_mesh(seed, vertices, 1, attributes);
    attributes.bands().fold(TargetDeltas::new(), |target, attribute| {
        match targets.deltas(0, attribute) {
            Some(deltas) => target.with(attribute, deltas.clone()),
            None => target,
        }
    })
}

fn names(names: &[&str]) -> Option<Arc<[String]>> {
    Some(names.iter().map(|name| name.to_string()).collect())
}

/// Every edit once, each with what it makes of five targets and of their weights.
type Edit = (&'static str, fn(&mut MorphPool, TargetsId) -> Result<EditStats, GpuError>);

const EDITS: [Edit; 9] = [
    ("replace", |pool, id| {
        pool.replace_target(&[id], 2, vec![one(90, VERTICES, AttributeSet::PN)])
    }),
    ("replace by less", |pool, id| {
        pool.replace_target(&[id], 4, vec![one(91, VERTICES, AttributeSet::P)])
    }),
    ("replace by more", |pool, id| {
        pool.replace_target(&[id], 0, vec![one(92, VERTICES, AttributeSet::PNT)])
    }),
    ("replace by nothing", |pool, id| pool.replace_target(&[id], 1, vec![TargetDeltas::new()])),
    ("add", |pool, id| pool.add_target(&[id], vec![one(93, VERTICES, AttributeSet::PN)], None)),
    ("insert", |pool, id| {
        pool.insert_target(&[id], 1, vec![one(94, VERTICES, AttributeSet::PN)], Some("new"))
    }),
    ("remove the first", |pool, id| pool.remove_target(&[id], 0)),
    ("remove the last", |pool, id| pool.remove_target(&[id], 4)),
    ("all others", |pool, id| pool.replace_targets(&[id], &[mesh(95, 70).1], None)),
];

#[test]
fn after_an_edit_the_output_is_that_of_a_fresh_set_bit_for_bit() {
    let gpu = gpu();
    let mut compute = ComputeBlend::new(&gpu.device, &gpu.queue);
    let (base, targets) = random_mesh(7, VERTICES, 5, AttributeSet::PN);
    for choice in CHOICES {
        for (name, edit) in EDITS {
            for neighbours in [false, true] {
                let mut pool = pool();
                let id = pool.add_targets(&targets, None, choice).unwrap();
                let make = |pool: &mut MorphPool, seed| {
                    pool.new_instance(&[id], &random_weights(seed, 5)).unwrap()
                };
                let instances = [1, 2, 3].map(|seed| make(&mut pool, seed));
                // Something behind it in the page leaves no room to grow in place.
                let other = neighbours.then(|| {
                    let (base, targets) = mesh(8, 3);
                    let id = pool.add_targets(&targets, None, choice).unwrap();
                    (base, targets, pool.new_instance(&[id], &[0.5, -1.0, 2.0]).unwrap())
                });
                pool.upload(&gpu.queue);
                let done = edit(&mut pool, id).unwrap();
                pool.upload(&gpu.queue);
                let edited = pool.targets(id).unwrap().clone();
                let mut fresh = super::pool();
                let fresh_id = fresh.add_targets(&edited, None, choice).unwrap();
                assert_eq!(pool.layout(id).unwrap(), fresh.layout(fresh_id).unwrap());
                assert_eq!(pool.permutation(id).unwrap(), fresh.permutation(fresh_id).unwrap());
                assert!(done.written.bytes > 0 || name == "remove the last", "{name}");
                for instance in instances {
                    let weights = pool.weights(instance).unwrap().as_slice().to_vec();
                    assert_eq!(weights.len(), edited.target_count());
                    let alike = fresh.new_instance(&[fresh_id], &weights).unwrap();
                    fresh.upload(&gpu.queue);
                    let found = compute.blend(&pool, instance, 0, &base).unwrap();
                    let expected = compute.blend(&fresh, alike, 0, &base).unwrap();
                    assert_eq!(bits(&found), bits(&expected), "{name} {choice:?}");
                    let kept = kept(choice, &edited);
                    assert_blend(name, &found, &base, &kept, &weights, Normalize::Yes);
                }
                if let Some((base, targets, instance)) = other {
                    let found = compute.blend(&pool, instance, 0, &base).unwrap();
                    let (kept, weights) = (kept(choice, &targets), [0.5, -1.0, 2.0]);
                    assert_blend("other", &found, &base, &kept, &weights, Normalize::Yes);
                }
            }
        }
    }
}

pub(crate) fn bits(values: &VertexAttributes) -> Vec<(Attribute, Vec<u32>)> {
    let bands = AttributeSet::PNT.bands();
    let of = |band| Some((band, values.values(band)?.iter().map(|v| v.to_bits()).collect()));
    bands.filter_map(of).collect()
}

#[test]
fn replacing_one_of_52_targets_uploads_one() {
    let gpu = gpu();
    let (_, targets) = mesh(3, 52);
    for choice in CHOICES {
        let mut pool = pool();
        let id = pool.add_targets(&targets, None, choice).unwrap();
        let used: Vec<_> = (0..40).map(|_| pool.new_instance(&[id], &[1.0]).unwrap()).collect();
        pool.upload(&gpu.queue);
        let (stats, generation) = (pool.stats(), pool.generation());
        let done =
            pool.replace_target(&[id], 20, vec![one(4, VERTICES, AttributeSet::PN)]).unwrap();
        let written = pool.upload(&gpu.queue);
        assert!(!done.is_other_interface);
        if matches!(choice, Choice::RowSparse(_)) {
            assert_eq!((done.whole, done.written.bytes), (1, pool.delta_bytes()));
            assert_eq!(written, UploadStats::default(), "rows of weights stay");
            continue;
        }
        let one_target = stats.delta_bytes / 52;
        assert_eq!((done.whole, written.bytes), (0, done.written.bytes), "{choice:?}");
        assert!(0 < written.bytes && written.bytes <= one_target, "{choice:?}: {written:?}");
        // Deltas may be sparse in the CPU's memory.
        let kept_bytes = pool.stats().kept_bytes;
        let stats = PoolStats { kept_bytes, ..stats };
        assert_eq!((pool.stats(), pool.generation()), (stats, generation));
        // The same once more changes nothing, one word changes one word.
        let mut values = vec![[2.0, 0.5, -1.0]; VERTICES];
        let target = |normals: &[[f32; 3]]| {
            let target = TargetDeltas::new()
                .with(Attribute::Position, Deltas::from_vec3(&vec![[1.0, 0.5, -1.0]; VERTICES]))
                .with(Attribute::Normal, Deltas::from_vec3(normals));
            vec![target]
        };
        pool.replace_target(&[id], 20, target(&values)).unwrap();
        pool.upload(&gpu.queue);
        let done = pool.replace_target(&[id], 20, target(&values)).unwrap();
        assert_eq!((done, pool.upload(&gpu.queue)), Default::default());
        values[33][1] = 7.0;
        pool.replace_target(&[id], 20, target(&values)).unwrap();
        let bytes = if matches!(choice, Choice::Texture(_)) { 16 } else { 4 };
        assert_eq!(pool.upload(&gpu.queue), UploadStats { writes: 1, bytes });
        assert_eq!(pool.weights(used[7]).unwrap().as_slice()[0], 1.0);
    }
}

#[test]
fn a_target_at_the_end_comes_and_goes_without_the_others() {
    let gpu = gpu();
    let (_, targets) = mesh(3, 52);
    let mut pool = pool();
    let id = pool.add_targets(&targets, None, Choice::Linear(Stage::Compute)).unwrap();
    let one_target = pool.delta_bytes() / 52;
    let target = || vec![one(4, VERTICES, AttributeSet::PN)];
    let done = pool.add_target(&[id], target(), None).unwrap();
    assert_eq!((done.whole, done.written.bytes), (0, one_target));
    assert_eq!(pool.delta_bytes(), 53 * one_target);
    let done = pool.remove_target(&[id], 52).unwrap();
    assert_eq!(done, EditStats::default());
    assert_eq!(pool.delta_bytes(), 52 * one_target);
    // What the removed one left is free once what may read it was submitted.
    pool.upload(&gpu.queue);
    let done = pool.add_target(&[id], target(), None).unwrap();
    assert_eq!((done.whole, done.written.bytes), (0, one_target));
}

#[test]
fn weights_stay_with_their_targets() {
    let (_, targets) = mesh(3, 4);
    for choice in CHOICES {
        let mut pool = pool();
        let id = pool.add_targets(&targets, names(&["a", "b", "c", "d"]), choice).unwrap();
        let instance = pool.new_instance(&[id], &[0.1, 0.2, 0.3, 0.4]).unwrap();
        let weights = |pool: &MorphPool| pool.weights(instance).unwrap().as_slice().to_vec();
        let new = || vec![one(4, VERTICES, AttributeSet::PN)];
        pool.insert_target(&[id], 1, new(), Some("x")).unwrap();
        assert_eq!(weights(&pool), [0.1, 0.0, 0.2, 0.3, 0.4]);
        pool.set_weight(instance, "x", 0.5).unwrap();
        pool.remove_target(&[id], "b").unwrap();
        assert_eq!(weights(&pool), [0.1, 0.5, 0.3, 0.4]);
        pool.replace_target(&[id], "x", new()).unwrap();
        assert_eq!(weights(&pool), [0.1, 0.5, 0.3, 0.4]);
        pool.add_target(&[id], new(), Some("y")).unwrap();
        assert_eq!(weights(&pool), [0.1, 0.5, 0.3, 0.4, 0.0]);
        assert_eq!(pool.target_names(id).unwrap(), names(&["a", "x", "c", "d", "y"]).as_ref());
        let others = [mesh(9, 3).1];
        pool.replace_targets(&[id], &others, names(&["d", "new", "a"])).unwrap();
        assert_eq!(weights(&pool), [0.4, 0.0, 0.1]);
        pool.replace_targets(&[id], &others, None).unwrap();
        assert_eq!(weights(&pool), [0.4, 0.0, 0.1], "by index without names");
        assert!(matches!(pool.set_weight(instance, "d", 1.0), Err(GpuError::NoSuchName { .. })));
    }
}

#[test]
fn primitives_of_one_mesh_are_edited_together() {
    let gpu = gpu();
    let mut compute = ComputeBlend::new(&gpu.device, &gpu.queue);
    let meshes =
        [random_mesh(1, VERTICES, 4, AttributeSet::P), random_mesh(2, 40, 4, AttributeSet::PN)];
    let mut pool = pool();
    let ids = [0, 1].map(|at| pool.add_targets(&meshes[at].1, None, CHOICES[at]).unwrap());
    let instance = pool.new_instance(&ids, &[0.1, 0.2, 0.3, 0.4]).unwrap();
    let alone = pool.remove_target(&ids[..1], 1).unwrap_err();
    assert_eq!(alone, GpuError::EditedAlone { targets: ids[0], other: ids[1] });
    pool.remove_target(&ids, 1).unwrap();
    let new = vec![one(4, VERTICES, AttributeSet::P), one(5, 40, AttributeSet::PN)];
    pool.insert_target(&ids, 0, new, None).unwrap();
    let weights = [0.0, 0.1, 0.3, 0.4];
    assert_eq!(pool.weights(instance).unwrap().as_slice(), weights);
    // A target of one primitive alone moves no weight.
    pool.replace_target(&ids[1..], 3, vec![one(6, 40, AttributeSet::PN)]).unwrap();
    pool.upload(&gpu.queue);
    for (at, (base, _)) in meshes.iter().enumerate() {
        let found = compute.blend(&pool, instance, at, base).unwrap();
        let targets = pool.targets(ids[at]).unwrap();
        assert_blend("primitive", &found, base, targets, &weights, Normalize::Yes);
    }
}

/// Copies the deltas and the row of weights that a bind group has, as a draw would read them.
fn record(
    pool: &MorphPool,
    id: TargetsId,
    instance: InstanceId,
    encoder: &mut wgpu::CommandEncoder,
) -> [wgpu::Buffer; 2] {
    let [deltas, rows] = pool.bind_entries(id, &Slots::default()).unwrap();
    let buffer = |size| {
        gpu().device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size,
            usage: wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        })
    };
    let read = match deltas.resource {
        wgpu::BindingResource::Buffer(bound) => {
            let size = pool.layout(id).unwrap().0.byte_count();
            let read = buffer(size);
            encoder.copy_buffer_to_buffer(bound.buffer, bound.offset, &read, 0, size);
            read
        }
        wgpu::BindingResource::TextureView(view) => {
            let texture = view.texture();
            let row = (texture.width() * 16).next_multiple_of(256);
            let rows = texture.height() * texture.depth_or_array_layers();
            let read = buffer(u64::from(row * rows));
            let layout = wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(row),
                rows_per_image: Some(texture.height()),
            };
            let to = wgpu::TexelCopyBufferInfo { buffer: &read, layout };
            encoder.copy_texture_to_buffer(texture.as_image_copy(), to, texture.size());
            read
        }
        other => panic!("{other:?}"),
    };
    let wgpu::BindingResource::Buffer(rows) = rows.resource else { panic!("no buffer") };
    let row = buffer(256);
    let offset = pool.weights_offset(instance, 0).unwrap().into();
    encoder.copy_buffer_to_buffer(rows.buffer, offset, &row, 0, 256);
    [read, row]
}

#[test]
fn what_was_recorded_before_an_edit_shows_what_was_there() {
    let gpu = gpu();
    let (_, targets) = mesh(1, 5);
    let read = |buffers: &[wgpu::Buffer; 2]| {
        let read = |b: &wgpu::Buffer| read_buffer(&gpu.device, &gpu.queue, b, 0, b.size()).unwrap();
        buffers.each_ref().map(read)
    };
    let recorded = |pool: &MorphPool, id, instance| {
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        let buffers = record(pool, id, instance, &mut encoder);
        (encoder, buffers)
    };
    for choice in CHOICES {
        for (name, edit) in EDITS {
            let mut pool = pool();
            let id = pool.add_targets(&targets, None, choice).unwrap();
            let instance = pool.new_instance(&[id], &[0.1, 0.2, 0.3, 0.4, 0.5]).unwrap();
            pool.upload(&gpu.queue);
            let (encoder, before) = recorded(&pool, id, instance);
            gpu.queue.submit([encoder.finish()]);
            let (encoder, late) = recorded(&pool, id, instance);
            edit(&mut pool, id).unwrap();
            // Others move in meanwhile.
            pool.add_targets(&mesh(9, 3).1, None, choice).unwrap();
            gpu.queue.submit([encoder.finish()]);
            assert_eq!(read(&late), read(&before), "{name} {choice:?}");
            pool.upload(&gpu.queue);
            let (encoder, after) = recorded(&pool, id, instance);
            gpu.queue.submit([encoder.finish()]);
            assert_ne!(read(&after), read(&before), "{name} {choice:?}");
            if let ShaderLayout::Linear(layout) = pool.layout(id).unwrap().0 {
                let found: Vec<f32> = bytemuck::pod_collect_to_vec(&read(&after)[0]);
                assert_eq!(found, layout.encode(pool.targets(id).unwrap()), "{name}");
            }
        }
    }
}

#[test]
fn other_ids_of_the_same_targets_keep_theirs() {
    let gpu = gpu();
    let mut compute = ComputeBlend::new(&gpu.device, &gpu.queue);
    let (base, targets) = mesh(1, 5);
    for choice in CHOICES {
        let mut pool = pool();
        let ids = [0, 1].map(|_| pool.add_targets(&targets, None, choice).unwrap());
        let weights = random_weights(1, 5);
        let instances = ids.map(|id| pool.new_instance(&[id], &weights).unwrap());
        pool.upload(&gpu.queue);
        let bytes = pool.delta_bytes();
        let done =
            pool.replace_target(&ids[..1], 0, vec![one(4, VERTICES, AttributeSet::PN)]).unwrap();
        assert_eq!((done.whole, pool.stats().delta_sets), (1, 2));
        pool.upload(&gpu.queue);
        for (id, instance) in ids.into_iter().zip(instances) {
            let found = compute.blend(&pool, instance, 0, &base).unwrap();
            let kept = kept(choice, pool.targets(id).unwrap());
            assert_blend("own", &found, &base, &kept, &weights, Normalize::Yes);
        }
        // Both are one again when both have the same.
        let edited = pool.targets(ids[0]).unwrap().clone();
        let done = pool.replace_targets(&ids[1..], &[edited], None).unwrap();
        assert_eq!((done.written, pool.stats().delta_sets), (UploadStats::default(), 1));
        if !matches!(choice, Choice::RowSparse(_)) {
            assert_eq!(pool.delta_bytes(), bytes);
        }
    }
}

#[test]
fn an_edit_before_the_device_was_lost_is_there_afterwards() {
    let gpu = gpu();
    let (base, targets) = mesh(1, 5);
    for choice in CHOICES {
        let mut pool = pool();
        let id = pool.add_targets(&targets, None, choice).unwrap();
        let instance = pool.new_instance(&[id], &[0.5; 5]).unwrap();
        pool.upload(&gpu.queue);
        pool.replace_target(&[id], 3, vec![one(4, VERTICES, AttributeSet::PN)]).unwrap();
        let other = gpu_with(|adapter| adapter.limits());
        pool.recover(&other.device, &other.queue).unwrap();
        let mut compute = ComputeBlend::new(&other.device, &other.queue);
        let found = compute.blend(&pool, instance, 0, &base).unwrap();
        let kept = kept(choice, pool.targets(id).unwrap());
        assert_blend("recovered", &found, &base, &kept, &[0.5; 5], Normalize::Yes);
    }
}

#[test]
fn where_deltas_are_not_kept_they_are_replaced_as_a_whole() {
    let gpu = gpu();
    let (base, targets) = mesh(1, 5);
    let options = PoolOptions { keep_deltas: false, ..Default::default() };
    for choice in CHOICES {
        let mut pool = MorphPool::new(&gpu.device, &gpu.queue, options);
        let id = pool.add_targets(&targets, None, choice).unwrap();
        let weights = random_weights(1, 5);
        let instance = pool.new_instance(&[id], &weights).unwrap();
        let new = vec![one(4, VERTICES, AttributeSet::PN)];
        assert_eq!(pool.replace_target(&[id], 2, new.clone()), Err(GpuError::NotKept(id)));
        assert_eq!(pool.remove_target(&[id], 2), Err(GpuError::NotKept(id)));
        let edited = targets.with_replaced(2, new[0].clone()).unwrap();
        let done = pool.replace_targets(&[id], std::slice::from_ref(&edited), None).unwrap();
        assert_eq!((done.whole, done.written.bytes), (1, pool.delta_bytes()));
        let other = gpu_with(|adapter| adapter.limits());
        let (device, queue) = (&other.device, &other.queue);
        let old = pool.recover_with(device, queue, |_| Some(targets.clone().into()));
        assert!(matches!(old, Err(GpuError::OtherTargets { .. })), "{old:?}");
        pool.recover_with(device, queue, |_| Some(edited.clone().into())).unwrap();
        let found = ComputeBlend::new(device, queue).blend(&pool, instance, 0, &base).unwrap();
        let kept = kept(choice, &edited);
        assert_blend("supplied", &found, &base, &kept, &weights, Normalize::Yes);
    }
}
