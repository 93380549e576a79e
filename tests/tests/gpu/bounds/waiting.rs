//! Boxes while something waits for an upload: those of what is drawn until then.

use super::{CHOICES, add, boxes, line, pool, targets};
use crate::rows::kept;
use morph_core::{Aabb, Deltas, MorphTargets, exact_bounds};
use morph_gpu::{Choice, GpuError, InstanceBounds, InstanceId, MorphPool, TargetsId};
use morph_tests::{Gpu, another_gpu, gpu};

const VERTICES: usize = 100;

/// As many targets that lift everything.
fn up(count: usize, by: f32) -> MorphTargets {
    let deltas = Deltas::from_vec3(&[[0.0, by, 0.0]; VERTICES]);
    targets(VERTICES, &vec![deltas; count])
}

/// What moves rows, or edits targets.
type Change = (&'static str, fn(&mut MorphPool, TargetsId, Choice));

const CHANGES: [Change; 8] = [
    ("smaller deltas", |pool, id, _| {
        pool.replace_targets(&[id], &[up(3, 0.25)], None).unwrap();
    }),
    ("larger deltas", |pool, id, _| {
        pool.replace_targets(&[id], &[up(3, 4.0)], None).unwrap();
    }),
    ("so many targets that rows move", |pool, id, _| {
        pool.replace_targets(&[id], &[up(90, 1.0)], None).unwrap();
    }),
    ("fewer targets", |pool, id, _| {
        pool.remove_target(&[id], 0).unwrap();
    }),
    ("many targets, and few again", |pool, id, _| {
        pool.replace_targets(&[id], &[up(90, 0.5)], None).unwrap();
        pool.replace_targets(&[id], &[up(1, 0.5)], None).unwrap();
    }),
    ("more instances", |pool, id, _| {
        add_instances(pool, id);
    }),
    ("instances of another set, for which all rows move", |pool, _, choice| {
        add(pool, &up(2, 1.0), choice, &vec![vec![1.0]; 300]);
    }),
    ("an edit and more instances", |pool, id, _| {
        pool.replace_targets(&[id], &[up(3, 0.125)], None).unwrap();
        add_instances(pool, id);
    }),
];

fn add_instances(pool: &mut MorphPool, id: TargetsId) {
    for _ in 0..40 {
        pool.new_instance(&[id], &[9.0]).unwrap();
    }
}

/// The boxes of some instances, without an upload before.
fn read(
    gpu: &Gpu,
    bounds: &mut InstanceBounds,
    pool: &MorphPool,
    of: &[InstanceId],
) -> Result<Vec<Aabb>, GpuError> {
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    bounds.encode(pool, &mut encoder)?;
    gpu.queue.submit([encoder.finish()]);
    let all = bounds.read(&gpu.queue)?;
    Ok(of.iter().map(|&instance| all[pool.row(instance, 0).unwrap() as usize]).collect())
}

#[test]
fn what_waits_for_an_upload_is_in_no_box_and_what_is_drawn_is_in_all() {
    let base = line(VERTICES);
    let weights = [vec![1.0, 0.5, 0.0], vec![0.0, 0.0, -2.0], vec![]];
    for choice in CHOICES {
        for (name, change) in CHANGES {
            let mut pool = pool(true);
            let (id, instances) = add(&mut pool, &up(3, 1.0), choice, &weights);
            let mut bounds = InstanceBounds::new(&pool, id, &base).unwrap();
            let before = boxes(&mut bounds, &mut pool, &instances);
            change(&mut pool, id, choice);
            let waiting = read(gpu(), &mut bounds, &pool, &instances).unwrap();
            assert_eq!(waiting, before, "{choice:?}: {name}");
            let after = boxes(&mut bounds, &mut pool, &instances);
            let targets = kept(choice, pool.targets(id).unwrap());
            for (found, &instance) in after.iter().zip(&instances) {
                let weights = pool.weights(instance).unwrap().as_slice();
                let exact = exact_bounds(&base, &targets, weights).unwrap();
                let holds = found.contains(exact.min) && found.contains(exact.max);
                assert!(holds, "{choice:?}: {name}: {found:?} does not hold {exact:?}");
                let cpu = bounds.clusters().bounds(weights).unwrap();
                let apart =
                    (0..3).map(|c| (found.max[c] - cpu.max[c]).max(cpu.min[c] - found.min[c]));
                assert!(apart.fold(0.0, f32::max) < 0.01, "{choice:?}: {name}: {found:?}, {cpu:?}");
            }
        }
    }
}

#[test]
fn where_nothing_was_computed_before_an_upload_is_asked_for() {
    let base = line(VERTICES);
    for choice in CHOICES {
        for (name, change) in CHANGES {
            let mut pool = pool(true);
            let (id, instances) = add(&mut pool, &up(3, 1.0), choice, &[vec![1.0]]);
            let refused = Err(GpuError::NotUploaded(id));
            let mut bounds = InstanceBounds::new(&pool, id, &base).unwrap();
            assert_eq!(read(gpu(), &mut bounds, &pool, &instances), refused, "the first rows");
            boxes(&mut bounds, &mut pool, &instances);
            change(&mut pool, id, choice);
            let mut later = InstanceBounds::new(&pool, id, &base).unwrap();
            let found = read(gpu(), &mut later, &pool, &instances);
            assert_eq!(found, refused, "{choice:?}: {name}");
            // Nor are there boxes of the device before, although a recovery uploads.
            let other = another_gpu();
            pool.recover(&other.device, &other.queue).unwrap();
            read(&other, &mut later, &pool, &instances).unwrap();
            change(&mut pool, id, choice);
            let found = read(&other, &mut bounds, &pool, &instances);
            assert_eq!(found, refused, "{choice:?}: {name}: on another device");
            pool.upload(&gpu().queue);
            let found = read(&other, &mut bounds, &pool, &instances);
            assert_eq!(found, refused, "{choice:?}: {name}: another device's queue");
            pool.upload(&other.queue);
            read(&other, &mut bounds, &pool, &instances).unwrap();
        }
    }
}

#[test]
fn what_is_gone_has_no_boxes_whatever_waits() {
    for choice in CHOICES {
        let mut pool = pool(true);
        let (id, instances) = add(&mut pool, &up(3, 1.0), choice, &[vec![1.0]]);
        let mut bounds = InstanceBounds::new(&pool, id, &line(VERTICES)).unwrap();
        boxes(&mut bounds, &mut pool, &instances);
        pool.replace_targets(&[id], &[up(2, 1.0)], None).unwrap();
        pool.destroy_targets(id);
        read(gpu(), &mut bounds, &pool, &instances).unwrap();
        pool.destroy_instance(instances[0]);
        let found = read(gpu(), &mut bounds, &pool, &[]);
        assert_eq!(found, Err(GpuError::NoSuchTargets(id)));
    }
}
