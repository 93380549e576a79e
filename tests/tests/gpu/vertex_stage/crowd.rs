//! Thousands of instances of one set of deltas: from one draw or many, each with its own weights.

use super::{SLOTS, choices, of};
use crate::rows::kept;
use crate::vertex_stage::draw::{Draw, draw};
use morph_core::{AttributeSet, MorphTargets, Normalize, VertexAttributes};
use morph_gpu::{Choice, InstanceId, MorphPool, PoolOptions, TargetsId, UploadStats};
use morph_tests::{assert_blend, gpu, random_mesh, random_weights};

const COUNT: usize = 3000;
const TARGETS: usize = 5;

struct Crowd {
    choice: Choice,
    pool: MorphPool,
    id: TargetsId,
    base: VertexAttributes,
    targets: MorphTargets,
    instances: Vec<(InstanceId, Vec<f32>)>,
}

fn mesh() -> (VertexAttributes, MorphTargets) {
    random_mesh(77, 12, TARGETS, AttributeSet::PN)
}

impl Crowd {
    fn new(choice: Choice) -> Self {
        let (base, targets) = mesh();
        let mut pool = MorphPool::new(&gpu().device, &gpu().queue, PoolOptions::default());
        let id = pool.add_targets(&targets, None, choice).unwrap();
        let alone = pool.delta_bytes();
        let instances: Vec<_> = (0..COUNT)
            .map(|i| {
                let weights = random_weights(i as u32, TARGETS);
                (pool.new_instance(&[id], &weights).unwrap(), weights)
            })
            .collect();
        assert_eq!((pool.delta_bytes(), pool.stats().rows), (alone, COUNT));
        assert_eq!(pool.upload(&gpu().queue).writes, 1, "all rows in one write");
        Self { choice, pool, id, base, targets, instances }
    }

    /// Sets all weights of one instance.
    fn set(&mut self, at: usize, seed: u32) {
        self.instances[at].1 = random_weights(seed, TARGETS);
        self.pool.set_weights(self.instances[at].0, &self.instances[at].1).unwrap();
    }

    fn check(&self, drawn: &[VertexAttributes]) {
        let kept = kept(self.choice, &self.targets);
        assert_eq!(drawn.len(), self.instances.len());
        for (i, drawn) in drawn.iter().enumerate() {
            let what = format!("{:?}, instance {i}", self.choice);
            assert_blend(&what, drawn, &self.base, &kept, &self.instances[i].1, Normalize::Yes);
        }
    }

    /// One draw of all, for which the rows follow one another.
    fn check_one_draw(&self) {
        let first = of(&self.pool, self.id, self.instances[0].0);
        let instances = self.instances.len() as u32;
        assert_eq!(first.offsets, [self.pool.rows_offset(self.id).unwrap()]);
        self.check(&draw(&self.base, &Draw { instances, ..first }));
    }

    /// A draw of each.
    fn check_many_draws(&self) {
        let offset = |&(instance, _): &(InstanceId, Vec<f32>)| {
            self.pool.weights_offset(instance, 0).unwrap()
        };
        let draws = Draw {
            permutation: self.pool.permutation(self.id).unwrap(),
            entries: self.pool.bind_entries(self.id, &SLOTS).unwrap().to_vec(),
            offsets: self.instances.iter().map(offset).collect(),
            instances: self.instances.len() as u32,
            base_vertex: 0,
        };
        self.check(&draw(&self.base, &draws));
    }
}

#[test]
fn thousands_of_instances_show_their_own_weights_from_one_draw_and_from_many() {
    for choice in choices(&mesh().1) {
        let mut crowd = Crowd::new(choice);
        let uniform = matches!(choice, Choice::Texture(_));
        crowd.check_many_draws();
        if !uniform {
            crowd.check_one_draw();
        }
        // A change of one costs its row, and shows in it alone.
        let queue = &gpu().queue;
        let row = if uniform { 16 + 64 * 8 } else { 256 };
        for at in [COUNT / 2, 0, COUNT - 1] {
            crowd.set(at, 9000 + at as u32);
            assert_eq!(crowd.pool.upload(queue), UploadStats { writes: 1, bytes: row });
        }
        assert_eq!(crowd.pool.upload(queue), UploadStats::default());
        crowd.check_many_draws();
        if !uniform {
            crowd.check_one_draw();
        }
        // Changes of all are one write.
        (0..COUNT).for_each(|at| crowd.set(at, 20_000 + at as u32));
        assert_eq!(crowd.pool.upload(queue).writes, 1);
        crowd.check_many_draws();
    }
}

#[test]
fn clones_have_rows_of_their_own_and_the_last_user_frees() {
    for choice in choices(&mesh().1) {
        let mut crowd = Crowd::new(choice);
        let bytes = crowd.pool.delta_bytes();
        // Their targets' id may be gone meanwhile.
        crowd.pool.destroy_targets(crowd.id);
        for at in 0..COUNT / 100 {
            let (instance, weights) = crowd.instances[at].clone();
            let clone = crowd.pool.clone_instance(instance).unwrap();
            assert_eq!(crowd.pool.weights(clone).unwrap().as_slice(), weights);
            crowd.instances.push((clone, weights));
            crowd.set(at, 9000 + at as u32);
        }
        crowd.pool.upload(&gpu().queue);
        crowd.check_many_draws();
        assert_eq!(crowd.pool.stats().rows, crowd.instances.len());
        assert_eq!((crowd.pool.delta_bytes(), crowd.pool.stats().delta_sets), (bytes, 1));
        let share = crowd.pool.share(crowd.instances[0].0).unwrap();
        for (instance, _) in &crowd.instances {
            crowd.pool.destroy_instance(*instance);
        }
        let stats = crowd.pool.stats();
        assert_eq!((stats.instances, stats.rows, stats.delta_bytes), (1, 1, bytes));
        crowd.pool.destroy_instance(share);
        assert_eq!(crowd.pool.stats(), morph_gpu::PoolStats::default());
    }
}
