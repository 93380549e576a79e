//! Boxes of instances on the GPU: never too small, and as the CPU has them.

mod given;
mod golden;
mod life;
mod waiting;

use crate::rows::kept;
use morph_core::{
    Aabb, Attribute, ClusterBounds, Deltas, MorphBounds, MorphTargets, TargetDeltas,
    VertexAttributes, exact_bounds,
};
use morph_gpu::{Choice, InstanceBounds, InstanceId, MorphPool, PoolOptions, TargetsId};
use morph_tests::gpu;
use morph_wgsl::Stage;
use proptest::prelude::*;

const CHOICES: [Choice; 2] = [Choice::Linear(Stage::Compute), Choice::RowSparse(Stage::Compute)];

fn pool(normalize: bool) -> MorphPool {
    let options = PoolOptions { normalize, ..PoolOptions::default() };
    MorphPool::new(&gpu().device, &gpu().queue, options)
}

/// Adds targets, and an instance for each list of weights.
fn add(
    pool: &mut MorphPool,
    targets: &MorphTargets,
    choice: Choice,
    weights: &[Vec<f32>],
) -> (TargetsId, Vec<InstanceId>) {
    let id = pool.add_targets(targets, None, choice).unwrap();
    let instance = |weights: &Vec<f32>| pool.new_instance(&[id], weights).unwrap();
    (id, weights.iter().map(instance).collect())
}

/// The boxes of some instances as the GPU computes them now.
fn boxes(bounds: &mut InstanceBounds, pool: &mut MorphPool, of: &[InstanceId]) -> Vec<Aabb> {
    let gpu = gpu();
    pool.upload(&gpu.queue);
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    bounds.encode(pool, &mut encoder).unwrap();
    gpu.queue.submit([encoder.finish()]);
    let all = bounds.read(&gpu.queue).unwrap();
    of.iter().map(|&instance| all[pool.row(instance, 0).unwrap() as usize]).collect()
}

#[derive(Debug, Clone)]
struct Mesh {
    positions: Vec<[f32; 3]>,
    /// Sparse where the flag says so.
    targets: Vec<(Vec<[f32; 3]>, bool)>,
    weights: Vec<Vec<f32>>,
}

impl Mesh {
    fn base(&self) -> VertexAttributes {
        VertexAttributes::new(self.positions.len()).with_positions(&self.positions).unwrap()
    }

    fn targets(&self) -> Option<MorphTargets> {
        let target = |(deltas, sparse): &(Vec<[f32; 3]>, bool)| {
            let deltas = if *sparse { thinned(deltas) } else { Deltas::from_vec3(deltas) };
            TargetDeltas::new().with(Attribute::Position, deltas)
        };
        let targets = self.targets.iter().map(target).collect();
        MorphTargets::new(self.positions.len(), targets).unwrap()
    }
}

/// Every third vertex alone.
fn thinned(deltas: &[[f32; 3]]) -> Deltas {
    let indices: Vec<u32> = (0..deltas.len() as u32).step_by(3).collect();
    let values = indices.iter().flat_map(|&i| deltas[i as usize]).collect();
    Deltas::Sparse { indices, values }
}

/// Of very different sizes, so that sums cancel and round.
fn float() -> impl Strategy<Value = f32> {
    prop_oneof![
        8 => -10.0_f32..10.0,
        2 => Just(0.0),
        1 => Just(-0.0),
        1 => -1e6_f32..1e6,
        1 => -1e-3_f32..1e-3,
        1 => -1e-39_f32..1e-39,
    ]
}

fn weight() -> impl Strategy<Value = f32> {
    prop_oneof![
        6 => -1.5_f32..2.5,
        3 => Just(0.0),
        1 => Just(-0.0),
        1 => Just(1.0),
        1 => -1e3_f32..1e3,
        1 => -1e-38_f32..1e-38,
    ]
}

fn mesh() -> impl Strategy<Value = Mesh> {
    let vertices = prop_oneof![6 => 1_usize..40, 2 => 100_usize..300, 1 => 2040_usize..2060];
    (vertices, 1_usize..9, 1_usize..6).prop_flat_map(|(vertices, targets, instances)| {
        let vectors = || prop::collection::vec([float(), float(), float()], vertices);
        let targets_of = prop::collection::vec((vectors(), any::<bool>()), targets);
        let weights = prop::collection::vec(weight(), 0..=targets + 1);
        let weights = prop::collection::vec(weights, instances);
        (vectors(), targets_of, weights).prop_map(|(positions, targets, weights)| Mesh {
            positions,
            targets,
            weights,
        })
    })
}

/// How far outwards of the CPU's box a side may lie: the slack that `Bounds` states, and what a
/// subnormal weight may be taken for.
fn slack(bounds: &MorphBounds, weights: &[f32], axis: usize, rounded: bool) -> f64 {
    let largest_on = |axis: usize, b: Aabb| f64::from(b.min[axis].abs().max(b.max[axis].abs()));
    let largest = |b| largest_on(axis, b);
    // Half a step of 16 bits is that of the largest component.
    let half = |b| (0..3).map(|axis| largest_on(axis, b)).fold(0.0, f64::max) * 0.52 / 32767.0;
    let moved = |b| largest(b) + if rounded { half(b) } else { 0.0 };
    let (mut magnitude, mut active, mut subnormal) = (largest(bounds.base()), 0.0, 0.0);
    for (target, &weight) in weights.iter().enumerate().filter(|(_, weight)| **weight != 0.0) {
        let deltas = bounds.deltas(target).map_or(0.0, moved);
        let least = f64::from(f32::MIN_POSITIVE);
        magnitude += f64::from(weight).abs().max(least) * deltas;
        subnormal += if weight.is_subnormal() { 2.0 * least * deltas } else { 0.0 };
        active += 1.0;
    }
    // Subnormal sides of encoded boxes move to the next number that is not.
    (active + 2.0) * (magnitude / f64::from(1 << 20) + 1.6e-36) + subnormal
}

proptest! {
    #![proptest_config(ProptestConfig {
        // Each of them is a pool of its own.
        cases: std::env::var("PROPTEST_CASES").map_or(24, |n| n.parse().unwrap()),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_box_holds_every_blended_position_and_is_the_cpus_but_for_its_slack(
        mesh in mesh(), normalize in any::<bool>(), dense in any::<bool>(),
    ) {
        let (base, Some(targets)) = (mesh.base(), mesh.targets()) else { return Ok(()) };
        if targets.attributes().is_empty() {
            return Ok(());
        }
        let mut pool = pool(normalize);
        let choice = CHOICES[usize::from(dense)];
        let id = match pool.add_targets(&targets, None, choice) {
            Ok(id) => id,
            Err(error) => {
                prop_assert!(dense, "linear deltas are f32: {error:?}");
                return Ok(());
            }
        };
        let instances: Vec<_> =
            mesh.weights.iter().map(|w| pool.new_instance(&[id], w).unwrap()).collect();
        let mut bounds = InstanceBounds::new(&pool, id, &base).unwrap();
        let found = boxes(&mut bounds, &mut pool, &instances);
        let whole = MorphBounds::new(&base, &targets).unwrap();
        // What row sparse deltas are rounded to.
        let drawn = kept(choice, &targets);
        for (found, weights) in found.into_iter().zip(&mesh.weights) {
            for targets in [&targets, &drawn] {
                let exact = exact_bounds(&base, targets, weights).unwrap();
                let holds = found.contains(exact.min) && found.contains(exact.max);
                prop_assert!(holds, "{found:?} does not hold {exact:?}");
            }
            let cpu = bounds.clusters().bounds(weights).unwrap();
            for c in 0..3 {
                let slack = slack(&whole, weights, c, dense);
                let (below, above) = (cpu.min[c] - found.min[c], found.max[c] - cpu.max[c]);
                prop_assert!(f64::from(below.max(above)) <= slack, "{found:?}, {cpu:?}, {slack}");
            }
        }
    }
}

fn line(count: usize) -> VertexAttributes {
    let positions: Vec<_> = (0..count).map(|x| [x as f32, 1.0, -2.0]).collect();
    VertexAttributes::new(count).with_positions(&positions).unwrap()
}

fn targets(count: usize, all: &[Deltas]) -> MorphTargets {
    let target = |deltas: &Deltas| TargetDeltas::new().with(Attribute::Position, deltas.clone());
    MorphTargets::new(count, all.iter().map(target).collect()).unwrap().unwrap()
}

#[test]
fn at_zero_weights_the_box_is_that_of_the_base_exactly() {
    let base = line(500);
    let up = Deltas::from_vec3(&[[0.1, 7.0, -0.3]; 500]);
    let targets = targets(500, &[up.clone(), up]);
    for choice in CHOICES {
        let mut pool = pool(true);
        let weights = [vec![], vec![0.0, -0.0], vec![0.0, 0.0, 5.0]];
        let (id, instances) = add(&mut pool, &targets, choice, &weights);
        let mut bounds = InstanceBounds::new(&pool, id, &base).unwrap();
        let expected = Aabb { min: [0.0, 1.0, -2.0], max: [499.0, 1.0, -2.0] };
        assert_eq!(boxes(&mut bounds, &mut pool, &instances), [expected; 3]);
    }
}

#[test]
fn only_clusters_that_a_target_moves_grow() {
    // The lowest vertex of a column rises, and stays inside.
    let base = line(2000);
    let lift = Deltas::Sparse { indices: vec![0], values: vec![1000.0, 0.0, 0.0] };
    let targets = targets(2000, &[lift]);
    let mut pool = pool(true);
    let (id, instances) = add(&mut pool, &targets, CHOICES[0], &[vec![1.0]]);
    let mut bounds = InstanceBounds::new(&pool, id, &base).unwrap();
    let [found] = boxes(&mut bounds, &mut pool, &instances)[..] else { panic!("one box") };
    // Its cluster's other sides round.
    assert_eq!(found.max[0], 1999.0);
    assert!(found.max[1] < 1.00001 && found.max[2] < -1.99999, "{found:?}");
    let whole = MorphBounds::new(&base, &targets).unwrap().bounds(&[1.0]).unwrap();
    assert!(whole.max[0] > 2998.0);
}

#[test]
fn sums_beyond_f32_give_the_largest_box_there_is() {
    let base = line(3);
    let far = |x: f32| Deltas::from_vec3(&[[x, 0.0, 0.0]; 3]);
    let targets = targets(3, &[far(f32::MAX), far(f32::MIN)]);
    let mut pool = pool(true);
    let weights = [vec![f32::MAX, f32::MAX], vec![1.0, 1.0], vec![1e-30, 0.0]];
    let (id, instances) = add(&mut pool, &targets, CHOICES[0], &weights);
    let mut bounds = InstanceBounds::new(&pool, id, &base).unwrap();
    let found = boxes(&mut bounds, &mut pool, &instances);
    for found in &found[..2] {
        assert_eq!((found.min[0], found.max[0]), (f32::MIN, f32::MAX));
        assert!(found.max[1] < 1.001, "{found:?}");
    }
    assert!(found[2].max[0] < 3.5e8, "{found:?}");
}

#[test]
fn every_number_of_clusters_reaches_the_box() {
    // The outermost vertex on each side is in the first and in the last cluster.
    for count in [1, 31, 33, 65, 97, 200, 700, 1500, 2047, 2049, 5000] {
        let base = line(count);
        let mut ends = vec![[0.0; 3]; count];
        ends[0] = [-50.0, 0.0, 0.0];
        ends[count - 1][1] = 50.0;
        let targets = targets(count, &[Deltas::from_vec3(&ends)]);
        let clusters = ClusterBounds::new(&base, &targets).unwrap();
        let mut pool = pool(true);
        let weights: Vec<_> = (0..40_u8).map(|i| vec![f32::from(i) / 8.0]).collect();
        let (id, instances) = add(&mut pool, &targets, CHOICES[0], &weights);
        let mut bounds = InstanceBounds::new(&pool, id, &base).unwrap();
        for (found, weights) in boxes(&mut bounds, &mut pool, &instances).iter().zip(&weights) {
            let exact = exact_bounds(&base, &targets, weights).unwrap();
            assert!(found.contains(exact.min) && found.contains(exact.max), "{count}: {found:?}");
            let cpu = clusters.bounds(weights).unwrap();
            for c in 0..3 {
                assert!((found.min[c] - cpu.min[c]).abs() < 0.02, "{count}: {found:?} {cpu:?}");
                assert!((found.max[c] - cpu.max[c]).abs() < 0.02, "{count}: {found:?} {cpu:?}");
            }
        }
    }
}
