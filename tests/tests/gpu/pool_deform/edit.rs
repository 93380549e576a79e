//! Live edits of primitives of the deform pass.

use super::{asked_for, deform, pool_on, primitive};
use crate::pool::edit::{bits, one};
use morph_core::{AttributeSet, Normalize, TargetDeltas};
use morph_gpu::{DeformOptions, EditStats, GpuError, MorphPool, PoolOptions, PoolStats, TargetsId};
use morph_tests::{assert_blend, gpu, gpu_with, random_mesh, random_weights};
use morph_wgsl::{DeformLayout, Interleaved, Output};

const VERTICES: usize = 150;

type Edit = (&'static str, fn(&mut MorphPool, TargetsId) -> Result<EditStats, GpuError>);

fn target(seed: u32, attributes: AttributeSet) -> Vec<TargetDeltas> {
    vec![one(seed, VERTICES, attributes)]
}

const EDITS: [Edit; 7] = [
    ("replace", |pool, id| pool.replace_target(&[id], 2, target(90, AttributeSet::PN))),
    ("replace by less", |pool, id| pool.replace_target(&[id], 4, target(91, AttributeSet::P))),
    ("replace by more", |pool, id| pool.replace_target(&[id], 0, target(92, AttributeSet::PNT))),
    ("add", |pool, id| pool.add_target(&[id], target(93, AttributeSet::PN), None)),
    ("insert", |pool, id| pool.insert_target(&[id], 1, target(94, AttributeSet::PN), Some("new"))),
    ("remove", |pool, id| pool.remove_target(&[id], 1)),
    ("all others", |pool, id| {
        pool.replace_targets(&[id], &[random_mesh(95, VERTICES, 40, AttributeSet::PN).1], None)
    }),
];

#[test]
fn after_an_edit_the_vertices_are_those_of_a_fresh_set_bit_for_bit() {
    let gpu = gpu();
    let (base, targets) = random_mesh(7, VERTICES, 5, AttributeSet::PN);
    for (at, layout) in DeformLayout::ALL.into_iter().enumerate() {
        let options = PoolOptions { keep_previous: at % 2 == 0, ..Default::default() };
        let (mut pool, mut fresh) = (pool_on(gpu, options), pool_on(gpu, options));
        let asked = asked_for(layout);
        let id = pool.add_primitive(&primitive(&base, &targets), None, &asked).unwrap();
        let instances =
            [1, 2, 3].map(|seed| pool.new_instance(&[id], &random_weights(seed, 5)).unwrap());
        let (other_base, other) = random_mesh(8, VERTICES, 3, AttributeSet::PN);
        let beside = pool.add_primitive(&primitive(&other_base, &other), None, &asked).unwrap();
        let beside = pool.new_instance(&[beside], &[0.5, -1.0, 2.0]).unwrap();
        deform(gpu, &mut pool);
        let known = bits(&pool.read_output(beside, 0).unwrap());
        for (name, edit) in EDITS {
            edit(&mut pool, id).unwrap();
            deform(gpu, &mut pool);
            let edited = pool.targets(id).unwrap().clone();
            let fresh_id = fresh.add_primitive(&primitive(&base, &edited), None, &asked).unwrap();
            let info = |pool: &MorphPool, id| {
                let info = pool.deform_info(id).unwrap();
                (info.layout, info.reason, info.report.cloned())
            };
            assert_eq!(info(&pool, id), info(&fresh, fresh_id));
            let alike = instances.map(|instance| {
                let weights = pool.weights(instance).unwrap().as_slice().to_vec();
                fresh.new_instance(&[fresh_id], &weights).unwrap()
            });
            deform(gpu, &mut fresh);
            for (instance, alike) in instances.into_iter().zip(alike) {
                let found = bits(&pool.read_output(instance, 0).unwrap());
                let expected = bits(&fresh.read_output(alike, 0).unwrap());
                assert_eq!(found, expected, "{name} {layout:?}");
            }
            assert_eq!(bits(&pool.read_output(beside, 0).unwrap()), known);
            assert_eq!(deform(gpu, &mut pool), 0, "nothing is left to do");
        }
    }
}

#[test]
fn replacing_one_of_52_targets_uploads_one_where_the_layout_is_linear() {
    let gpu = gpu();
    let (base, targets) = random_mesh(7, VERTICES, 52, AttributeSet::PN);
    for layout in DeformLayout::ALL {
        let mut pool = pool_on(gpu, PoolOptions::default());
        let asked = asked_for(layout);
        let id = pool.add_primitive(&primitive(&base, &targets), None, &asked).unwrap();
        deform(gpu, &mut pool);
        let stats = pool.stats();
        let done = pool.replace_target(&[id], 20, target(4, AttributeSet::PN)).unwrap();
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        let written = pool.encode(&mut encoder).unwrap();
        if layout == DeformLayout::Linear {
            assert_eq!((done.whole, done.written), (0, written));
            assert!(0 < written.bytes && written.bytes <= stats.delta_bytes / 52, "{written:?}");
            let kept_bytes = pool.stats().kept_bytes;
            assert_eq!(pool.stats(), PoolStats { kept_bytes, ..stats });
        } else {
            assert_eq!((done.whole, done.written.bytes), (1, pool.delta_bytes()), "{layout:?}");
        }
    }
}

#[test]
fn a_pass_that_was_recorded_before_an_edit_writes_what_was_there() {
    let gpu = gpu();
    let (base, targets) = random_mesh(7, VERTICES, 5, AttributeSet::PN);
    let weights = random_weights(3, 5);
    for layout in super::EXACT {
        for (name, edit) in EDITS.into_iter().filter(|(name, _)| *name != "replace by more") {
            let mut pool = pool_on(gpu, PoolOptions::default());
            let made = primitive(&base, &targets);
            let id = pool.add_primitive(&made, None, &asked_for(layout)).unwrap();
            let instance = pool.new_instance(&[id], &weights).unwrap();
            let mut encoder = gpu.device.create_command_encoder(&Default::default());
            pool.encode(&mut encoder).unwrap();
            edit(&mut pool, id).unwrap();
            // Another one moves in meanwhile.
            let (base_b, b) = random_mesh(9, VERTICES, 5, AttributeSet::PN);
            let beside = pool.add_primitive(&primitive(&base_b, &b), None, &asked_for(layout));
            let beside = pool.new_instance(&[beside.unwrap()], &weights).unwrap();
            gpu.queue.submit([encoder.finish()]);
            let found = pool.read_output(instance, 0).unwrap();
            assert_blend(name, &found, &base, &targets, &weights, Normalize::Yes);
            deform(gpu, &mut pool);
            let found = pool.read_output(instance, 0).unwrap();
            let (edited, now) = (pool.targets(id).unwrap(), pool.weights(instance).unwrap());
            assert_blend(name, &found, &base, edited, now.as_slice(), Normalize::Yes);
            let found = pool.read_output(beside, 0).unwrap();
            assert_blend(name, &found, &base_b, &b, &weights, Normalize::Yes);
        }
    }
}

#[test]
fn a_pass_that_is_recorded_after_an_edit_writes_what_it_was_prepared_for() {
    let gpu = gpu();
    let (base, targets) = random_mesh(7, VERTICES, 5, AttributeSet::PN);
    let weights = random_weights(3, 5);
    for layout in super::EXACT {
        for (name, edit) in EDITS {
            // Pages of one thing: what an edit leaves goes back to the device at once.
            let options = PoolOptions { page_bytes: 1, output_page_bytes: 1, ..Default::default() };
            let mut pool = pool_on(gpu, options);
            let made = primitive(&base, &targets);
            let id = pool.add_primitive(&made, None, &asked_for(layout)).unwrap();
            let instance = pool.new_instance(&[id], &weights).unwrap();
            for step in 0..3 {
                let shown = if step == 0 { weights.clone() } else { random_weights(step, 5) };
                let old = pool.targets(id).unwrap().clone();
                pool.set_weights(instance, &shown[..old.target_count().min(5)]).unwrap();
                pool.prepare_deform().unwrap();
                let shown = pool.weights(instance).unwrap().as_slice().to_vec();
                edit(&mut pool, id).unwrap();
                // Twice: an edit of an edit that nobody has shown.
                if step == 2 {
                    edit(&mut pool, id).unwrap();
                }
                let mut encoder = gpu.device.create_command_encoder(&Default::default());
                pool.record_deform(&mut encoder.begin_compute_pass(&Default::default()));
                gpu.queue.submit([encoder.finish()]);
                let found = pool.read_output(instance, 0).unwrap();
                assert_blend(name, &found, &base, &old, &shown, Normalize::Yes);
                deform(gpu, &mut pool);
                let found = pool.read_output(instance, 0).unwrap();
                let (edited, now) = (pool.targets(id).unwrap(), pool.weights(instance).unwrap());
                assert_blend(name, &found, &base, edited, now.as_slice(), Normalize::Yes);
            }
            pool.destroy_instance(instance);
            pool.destroy_targets(id);
            assert_eq!(pool.stats(), PoolStats::default(), "{name} {layout:?}");
        }
    }
}

#[test]
fn an_edit_that_has_no_kernel_or_no_room_changes_nothing() {
    let small = gpu_with(|_| wgpu::Limits {
        max_storage_buffer_binding_size: 1 << 16,
        ..wgpu::Limits::downlevel_defaults()
    });
    let mut pool = pool_on(&small, PoolOptions::default());
    // 18 targets of 150 vertices with two bands are 64,800 bytes of 65,536.
    let (base, targets) = random_mesh(7, VERTICES, 18, AttributeSet::PN);
    let layout = DeformLayout::Linear;
    let id = pool.add_primitive(&primitive(&base, &targets), None, &asked_for(layout)).unwrap();
    // The vertices of the caller have no room for tangents.
    let own = Output::Interleaved(Interleaved::new(7, &[0, 4]));
    let options = DeformOptions { output: own, ..asked_for(layout) };
    let (few_base, few) = random_mesh(8, VERTICES, 2, AttributeSet::PN);
    let few_id = pool.add_primitive(&primitive(&few_base, &few), None, &options).unwrap();
    let instance = pool.new_instance(&[id], &[1.0]).unwrap();
    deform(&small, &mut pool);
    let stats = pool.stats();
    let new = || one(4, VERTICES, AttributeSet::PNT);
    for ids in [[id, few_id], [few_id, id]] {
        let error = pool.replace_target(&ids, 0, vec![new(), new()]).unwrap_err();
        assert!(matches!(error, GpuError::Kernel { .. } | GpuError::Layout(_)), "{error}");
    }
    let error = pool.add_target(&[id], target(5, AttributeSet::PN), None).unwrap_err();
    assert!(matches!(error, GpuError::Layout(_) | GpuError::Device { .. }), "{error}");
    assert_eq!(pool.stats(), stats);
    assert_eq!(deform(&small, &mut pool), 0);
    pool.deform_again(instance).unwrap();
    deform(&small, &mut pool);
    let found = pool.read_output(instance, 0).unwrap();
    assert_blend("kept", &found, &base, &targets, &[1.0], Normalize::Yes);
    let done = pool.replace_target(&[id], 0, target(5, AttributeSet::PN)).unwrap();
    assert_eq!(done.whole, 0);
}

#[test]
fn equal_primitives_part_when_one_is_edited_and_the_number_of_the_mesh_stays() {
    let gpu = gpu();
    let (base, targets) = random_mesh(7, VERTICES, 5, AttributeSet::PN);
    let weights = random_weights(3, 5);
    for layout in super::EXACT {
        let mut pool = pool_on(gpu, PoolOptions::default());
        let made = primitive(&base, &targets);
        let ids = [0, 1].map(|_| pool.add_primitive(&made, None, &asked_for(layout)).unwrap());
        let instances = ids.map(|id| pool.new_instance(&[id], &weights).unwrap());
        deform(gpu, &mut pool);
        let number = pool.deform_info(ids[0]).unwrap().mesh;
        pool.replace_target(&ids[..1], 2, target(4, AttributeSet::PN)).unwrap();
        assert_eq!(pool.stats().delta_sets, 2);
        assert_eq!(pool.deform_info(ids[0]).unwrap().mesh, number);
        deform(gpu, &mut pool);
        for (id, instance) in ids.into_iter().zip(instances) {
            let found = pool.read_output(instance, 0).unwrap();
            let targets = pool.targets(id).unwrap();
            assert_blend("own", &found, &base, targets, &weights, Normalize::Yes);
        }
        let edited = pool.targets(ids[0]).unwrap().clone();
        pool.replace_targets(&ids[1..], &[edited], None).unwrap();
        assert_eq!(pool.stats().delta_sets, 1);
    }
}

#[test]
fn an_edit_before_the_device_was_lost_is_there_afterwards() {
    let gpu = gpu();
    let (base, targets) = random_mesh(7, VERTICES, 5, AttributeSet::PN);
    let weights = random_weights(3, 5);
    for layout in super::EXACT {
        for is_encoded in [false, true] {
            let options = PoolOptions { keep_previous: true, ..Default::default() };
            let mut pool = pool_on(gpu, options);
            let made = primitive(&base, &targets);
            let id = pool.add_primitive(&made, None, &asked_for(layout)).unwrap();
            let instance = pool.new_instance(&[id], &weights).unwrap();
            deform(gpu, &mut pool);
            pool.add_target(&[id], target(4, AttributeSet::PN), None).unwrap();
            pool.set_weight(instance, 5, 1.0).unwrap();
            if is_encoded {
                deform(gpu, &mut pool);
            }
            let other = gpu_with(|adapter| adapter.limits());
            pool.recover(&other.device, &other.queue).unwrap();
            assert_eq!(deform(&other, &mut pool), usize::from(!is_encoded));
            let edited = pool.targets(id).unwrap();
            let weights = pool.weights(instance).unwrap().as_slice();
            let found = pool.read_output(instance, 0).unwrap();
            assert_blend("recovered", &found, &base, edited, weights, Normalize::Yes);
            // What other targets gave is not there any more: nothing moves in this frame.
            let [now, before] = [pool.output(instance, 0), pool.previous_output(instance, 0)];
            assert_eq!(now.unwrap().offset, before.unwrap().offset);
        }
    }
}

#[test]
fn a_primitive_whose_base_is_not_kept_is_not_edited() {
    let gpu = gpu();
    let (base, targets) = random_mesh(7, VERTICES, 5, AttributeSet::PN);
    let options = PoolOptions { keep_deltas: false, ..Default::default() };
    let mut pool = pool_on(gpu, options);
    let layout = asked_for(super::EXACT[0]);
    let id = pool.add_primitive(&primitive(&base, &targets), None, &layout).unwrap();
    let other = random_mesh(8, VERTICES, 5, AttributeSet::PN).1;
    assert_eq!(pool.replace_targets(&[id], &[other], None), Err(GpuError::NotKept(id)));
    assert_eq!(pool.remove_target(&[id], 0), Err(GpuError::NotKept(id)));
}
