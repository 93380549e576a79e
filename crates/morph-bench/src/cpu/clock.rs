//! Times one call. `peers/clock.mjs` and `peers/worker.py` do the same.

use std::time::{Duration, Instant};

const MIN_RUNS: usize = 3;
const MAX_RUNS: usize = 10_000;
const LONG: Duration = Duration::from_secs(1);

/// The median of as many calls as fit into the budget, and their number.
///
/// One call and a quarter of the budget go before, to warm caches and compilers.
pub(crate) fn median_of(mut run: impl FnMut(), budget: Duration) -> (Duration, usize) {
    let start = Instant::now();
    run();
    while start.elapsed() < budget / 4 {
        run();
    }
    let mut times = Vec::new();
    let mut spent = Duration::ZERO;
    while wanted(times.len(), spent, budget) {
        let before = Instant::now();
        run();
        let time = before.elapsed();
        times.push(time);
        spent += time;
    }
    times.sort_unstable();
    (times[times.len() / 2], times.len())
}

fn wanted(runs: usize, spent: Duration, budget: Duration) -> bool {
    match runs {
        0 => true,
        runs if runs >= MAX_RUNS || spent >= LONG => false,
        runs => runs < MIN_RUNS || spent < budget,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_without_a_budget_three_calls_are_timed_after_one() {
        let mut calls = 0;
        let (_, runs) = median_of(|| calls += 1, Duration::ZERO);
        assert_eq!((runs, calls), (3, 4));
    }
}
