//! Instances that leave a crowd, and what they show then.

use super::pool::{CHOICES, row};
use morph_core::AttributeSet;
use morph_core::animation::{Interpolation, PackedTracks, WeightTrack};
use morph_gpu::{
    Choice, Crowd, CrowdMember, GpuError, InstanceId, MorphPool, PoolOptions, TargetsId,
    UploadStats,
};
use morph_tests::{gpu, random_mesh};

const SET: [f32; 3] = [0.25, 0.0, -1.5];

/// A pool of instances that show what setters set.
struct Scene {
    pool: MorphPool,
    id: TargetsId,
    instances: Vec<InstanceId>,
}

impl Scene {
    fn new(choice: Choice, count: usize) -> Self {
        let gpu = gpu();
        let mut pool = MorphPool::new(&gpu.device, &gpu.queue, PoolOptions::default());
        let (_, targets) = random_mesh(3, 20, SET.len(), AttributeSet::P);
        let id = pool.add_targets(&targets, None, choice).unwrap();
        let made = (0..count).map(|_| pool.new_instance(&[id], &SET).unwrap());
        let instances = made.collect();
        pool.upload(&gpu.queue);
        Self { pool, id, instances }
    }

    fn rows(&self) -> Vec<Vec<u32>> {
        self.instances.iter().map(|&instance| row(gpu(), &self.pool, instance, 0)).collect()
    }

    fn upload(&mut self) -> UploadStats {
        let stats = self.pool.upload(&gpu().queue);
        // What was written is on the GPU with the next submission.
        gpu().queue.submit([]);
        stats
    }

    /// A crowd of all instances.
    fn crowd(&mut self) -> Crowd {
        let mut crowd = crowd();
        crowd.set_members(&mut self.pool, &members(&self.instances)).unwrap();
        crowd
    }

    /// A frame in which the crowd plays.
    fn play(&mut self, crowd: &mut Crowd) -> Result<(), GpuError> {
        self.upload();
        let gpu = gpu();
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        let times = vec![0.5; crowd.members().len()];
        let done = crowd.encode(&self.pool, &times, &mut encoder).map(drop);
        gpu.queue.submit([encoder.finish()]);
        done
    }
}

fn crowd() -> Crowd {
    let keys = [(0.0, [0.5, 0.75, 1.0]), (1.0, [1.0, 2.0, 3.0])];
    let track = WeightTrack::from_keys(Interpolation::Linear, keys).unwrap();
    Crowd::new(PackedTracks::new(&[track]).unwrap())
}

fn members(instances: &[InstanceId]) -> Vec<CrowdMember> {
    instances.iter().map(|&instance| CrowdMember { instance, track: 0 }).collect()
}

/// How an instance may leave: afterwards all but the first play no more.
type Leave = (&'static str, fn(&mut Scene, Crowd) -> Option<Crowd>);

const WAYS: [Leave; 5] = [
    ("others are members", |scene, mut crowd| {
        crowd.set_members(&mut scene.pool, &members(&scene.instances[..1])).unwrap();
        Some(crowd)
    }),
    ("nobody is a member", |scene, mut crowd| {
        crowd.set_members(&mut scene.pool, &[]).unwrap();
        None
    }),
    ("their handles are gone, and they live by others", |scene, mut crowd| {
        for instance in &mut scene.instances {
            let shared = scene.pool.share(*instance).unwrap();
            scene.pool.destroy_instance(std::mem::replace(instance, shared));
        }
        crowd.set_members(&mut scene.pool, &[]).unwrap();
        None
    }),
    ("the crowd is dropped", |_, crowd| {
        drop(crowd);
        None
    }),
    ("the crowd is dropped once it has others", |scene, mut crowd| {
        crowd.set_members(&mut scene.pool, &members(&scene.instances[..1])).unwrap();
        None
    }),
];

#[test]
fn instances_that_leave_show_what_setters_set_however_they_leave() {
    for choice in CHOICES {
        for (way, leave) in WAYS {
            let mut scene = Scene::new(choice, 4);
            let before = scene.rows();
            let mut crowd = scene.crowd();
            scene.play(&mut crowd).unwrap();
            let played = scene.rows();
            assert!(played.iter().zip(&before).all(|(a, b)| a != b), "{choice:?}: nobody plays");
            let crowd = leave(&mut scene, crowd);
            let sent = scene.upload();
            assert!(sent.writes == 1, "{choice:?}: {way}: {sent:?}");
            let after = scene.rows();
            assert_eq!(after[1..], before[1..], "{choice:?}: {way}");
            let first = if crowd.is_some() { &played[0] } else { &before[0] };
            assert_eq!(after[0], *first, "{choice:?}: {way}: the first");
            assert_eq!(scene.upload(), UploadStats::default(), "{choice:?}: {way}: sent twice");
        }
    }
}

#[test]
fn setters_win_over_a_crowd_that_rests_with_what_they_had_set_before() {
    for choice in CHOICES {
        let mut scene = Scene::new(choice, 2);
        let before = scene.rows();
        let mut crowd = scene.crowd();
        scene.play(&mut crowd).unwrap();
        let played = scene.rows();
        scene.pool.set_weights(scene.instances[0], &SET).unwrap();
        scene.upload();
        assert_eq!(scene.rows(), [before[0].clone(), played[1].clone()], "{choice:?}");
        scene.pool.set_weight(scene.instances[1], 0, SET[0]).unwrap();
        scene.upload();
        assert_eq!(scene.rows(), before, "{choice:?}");
        scene.play(&mut crowd).unwrap();
        assert_eq!(scene.rows(), played, "{choice:?}: it plays on");
    }
}

#[test]
fn a_member_plays_as_long_as_a_handle_of_it_is_left() {
    let mut scene = Scene::new(CHOICES[0], 3);
    let mut crowd = scene.crowd();
    let gone = scene.instances[1];
    scene.instances[1] = scene.pool.share(gone).unwrap();
    scene.pool.destroy_instance(gone);
    let before = scene.rows();
    scene.play(&mut crowd).unwrap();
    assert!(scene.rows().iter().zip(&before).all(|(a, b)| a != b));
    scene.pool.destroy_instance(scene.instances[1]);
    assert_eq!(scene.play(&mut crowd), Err(GpuError::NoSuchInstance(gone)));
    // A row that is another's by now is left alone.
    scene.instances[1] = scene.pool.new_instance(&[scene.id], &[9.0]).unwrap();
    scene.upload();
    let other = scene.rows().swap_remove(1);
    crowd.set_members(&mut scene.pool, &members(&scene.instances[2..])).unwrap();
    scene.play(&mut crowd).unwrap();
    let after = scene.rows();
    assert_eq!((&after[0], &after[1]), (&before[0], &other));
}

#[test]
fn who_stays_is_not_sent_again() {
    let mut scene = Scene::new(CHOICES[0], 5);
    let mut crowd = scene.crowd();
    scene.play(&mut crowd).unwrap();
    let played = scene.rows();
    let mut turned = members(&scene.instances);
    turned.reverse();
    crowd.set_members(&mut scene.pool, &turned).unwrap();
    assert_eq!(scene.upload(), UploadStats::default());
    // One of two crowds that an instance is in is left.
    let second = scene.crowd();
    drop(crowd);
    assert_eq!(scene.upload(), UploadStats::default());
    assert_eq!(scene.rows(), played);
    drop(second);
    assert_eq!(scene.upload().writes, 1);
}

#[test]
fn a_crowd_has_members_in_one_pool_at_a_time() {
    let [mut first, mut second] = [0, 1].map(|_| Scene::new(CHOICES[0], 2));
    let before = first.rows();
    let mut crowd = first.crowd();
    first.play(&mut crowd).unwrap();
    let played = first.rows();
    let there = members(&second.instances);
    let refused = Err(GpuError::OtherPool { members: 2 });
    assert_eq!(crowd.set_members(&mut second.pool, &there), refused);
    assert_eq!(crowd.set_members(&mut second.pool, &[]), refused);
    let error = second.play(&mut crowd);
    assert_eq!(error, Err(GpuError::NoSuchInstance(first.instances[0])));
    first.upload();
    assert_eq!((first.rows(), crowd.members()), (played, &members(&first.instances)[..]));
    // It goes where it has left.
    crowd.set_members(&mut first.pool, &[]).unwrap();
    crowd.set_members(&mut second.pool, &there).unwrap();
    first.upload();
    assert_eq!(first.rows(), before);
    second.play(&mut crowd).unwrap();
    assert_ne!(second.rows(), before);
    // A pool that is gone holds nobody.
    drop(second);
    crowd.set_members(&mut first.pool, &members(&first.instances)).unwrap();
    first.play(&mut crowd).unwrap();
    assert_ne!(first.rows(), before);
}

#[test]
fn crowds_that_come_and_go_leave_nothing_behind() {
    let mut scene = Scene::new(CHOICES[1], 3);
    let before = scene.rows();
    for round in 0..20 {
        let mut crowd = scene.crowd();
        scene.play(&mut crowd).unwrap();
        if round % 3 == 0 {
            crowd.set_members(&mut scene.pool, &members(&scene.instances[..round % 2])).unwrap();
        }
    }
    scene.upload();
    assert_eq!(scene.rows(), before);
    // Equal values are no change any more.
    for &instance in &scene.instances {
        scene.pool.set_weights(instance, &SET).unwrap();
    }
    assert_eq!(scene.upload(), UploadStats::default());
}
