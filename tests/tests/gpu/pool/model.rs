//! A pool against a plain model: whatever happens in whatever order, handles are good or refused,
//! numbers are the model's after each operation, and outputs are those of the CPU.

mod change;
mod frame;
mod numbers;
mod world;

use super::pool;
use morph_core::AttributeSet;
use morph_gpu::{PoolOptions, PoolStats};
use morph_tests::{gpu, random_mesh};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use world::{Kind, World};

/// Most operations of one case; 14 cases have 14,000 in the mean.
const OPERATIONS: usize = 2000;

/// What is done, and two numbers that say to what and how.
type Operation = (u8, u32, u32);

fn config() -> ProptestConfig {
    let asked = std::env::var_os("PROPTEST_CASES").is_some();
    let default = ProptestConfig {
        max_shrink_time: 20_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    if asked { default } else { ProptestConfig { cases: 14, ..default } }
}

fn perform(world: &mut World, (what, a, b): Operation) {
    match what % 40 {
        0 | 1 => world.add_mesh(a, b),
        2 => world.add_mesh_again(a),
        3..=7 => world.new_instance(a, b),
        8..=10 => world.clone_instance(a),
        11 => world.share(a),
        12..=15 => world.set_weights(a, b),
        16 => world.set_weight(a, b),
        17..=20 => world.destroy_instance(a),
        21 => world.destroy_mesh(a),
        22..=26 => world.edit(a, b),
        27 => world.edit_that_is_refused(a, b),
        28 => world.use_what_is_gone(a, b),
        29 => world.encode(),
        30 => world.submit_and_look(a),
        31 => world.upload(),
        32 => world.draw(&[a, b]),
        33..=35 => world.prepare(),
        36 | 37 => world.record(a),
        38 => world.reset_motion(a),
        _ if b % 40 == 0 => world.leave_pool(),
        _ if b % 4 == 0 => world.fail(),
        _ => world.set_weights(b, a),
    }
}

/// One life of a pool, to its end.
fn live(keep_previous: bool, operations: Vec<Operation>, end: u32) -> Result<(), TestCaseError> {
    let options = PoolOptions {
        page_bytes: 1 << 12,
        output_page_bytes: 1 << 12,
        keep_previous,
        ..PoolOptions::default()
    };
    let mut world = World::new(options);
    for operation in operations {
        perform(&mut world, operation);
        world.check();
    }
    world.submit();
    world.draw_many();
    world.check();
    world.destroy_everything(end);
    prop_assert_eq!(world.pool.stats(), PoolStats::default());
    prop_assert_eq!(world.pool.upload(&gpu().queue), Default::default());
    Ok(())
}

#[test]
fn a_pool_is_what_a_plain_model_says_after_each_operation() {
    // A device that has too little for a kind tells so here.
    let (base, targets) = random_mesh(1, 3, 1, AttributeSet::P);
    Kind::ALL.into_iter().for_each(|kind| _ = kind.add(&mut pool(), &base, &targets, None));
    let operations = prop::collection::vec(any::<Operation>(), 0..=OPERATIONS);
    let lives = (any::<bool>(), operations, any::<u32>());
    let mut runner = TestRunner::new(config());
    let failed = runner.run(&lives, |(previous, operations, end)| live(previous, operations, end));
    failed.unwrap_or_else(|failed| panic!("{failed}"));
}
