//! Times one call. `peers/clock.mjs` and `peers/worker.py` do the same.

use std::time::{Duration, Instant};

const MIN_RUNS: usize = 3;
const MAX_RUNS: usize = 10_000;

/// Calls that take so long are timed once a round.
const LONG: Duration = Duration::from_millis(400);

/// The median of as many calls as fit into the budget, and their number.
///
/// One call and a quarter of the budget go before, to warm caches and compilers.
pub(crate) fn median_of(mut run: impl FnMut(), budget: Duration) -> (Duration, usize) {
    let mut time = || {
        let before = Instant::now();
        run();
        before.elapsed()
    };
    let first = time();
    let least = if first < LONG { MIN_RUNS } else { 1 };
    let mut warming = first;
    while warming < budget / 4 {
        warming += time();
    }
    let mut times = Vec::new();
    let mut spent = Duration::ZERO;
    while wanted(times.len(), least, spent, budget) {
        times.push(time());
        spent += times[times.len() - 1];
    }
    times.sort_unstable();
    (times[times.len() / 2], times.len())
}

fn wanted(runs: usize, least: usize, spent: Duration, budget: Duration) -> bool {
    runs < least || (runs < MAX_RUNS && spent < budget)
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

    #[test]
    fn calls_go_on_until_the_budget_is_spent_or_they_are_too_many() {
        let ms = Duration::from_millis;
        assert!(wanted(2, 3, ms(900), ms(100)));
        assert!(wanted(3, 3, ms(99), ms(100)));
        assert!(!wanted(3, 3, ms(100), ms(100)));
        assert!(!wanted(1, 1, ms(400), ms(100)));
        assert!(!wanted(MAX_RUNS, 3, ms(1), ms(100)));
    }
}
