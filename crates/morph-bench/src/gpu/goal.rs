//! What the deform pass should reach, beside what it reached. Nothing fails by it.

use crate::case::{Case, Moved};
use crate::results::{Fact, Results, Wanted};
use Wanted::AtLeast;

/// A peer, the case, ours (names that begin so), at least so much.
type Ratio = (&'static str, Case, &'static str, f64);

const LITE: &str = "babylon-lite";
const ACTIVE: &str = "babylon-lite.active";
const BEVY: &str = "bevy";

const fn one(vertices: usize, targets: usize, active: usize, percent: u32) -> Case {
    Case::one(vertices, targets, active, Moved::Runs(percent))
}

const fn crowd(active: usize, percent: u32) -> Case {
    Case { instances: 512, ..one(20_000, 52, active, percent) }
}

const SCATTERED: Case = Case::one(100_000, 52, 52, Moved::Scattered(5));

const RATIOS: [Ratio; 25] = [
    (LITE, one(1_000_000, 52, 13, 5), "ours", 30.0),
    (LITE, one(1_000_000, 52, 52, 5), "ours", 25.0),
    (LITE, one(1_000_000, 52, 52, 20), "ours", 15.0),
    (LITE, one(1_000_000, 52, 52, 100), "ours.blocked8", 6.2),
    (LITE, one(1_000_000, 52, 52, 100), "ours.blocked6", 6.8),
    (LITE, one(100_000, 52, 13, 5), "ours", 8.2),
    (LITE, one(100_000, 52, 52, 100), "ours", 3.3),
    (LITE, one(100_000, 256, 13, 5), "ours", 36.0),
    (LITE, one(100_000, 256, 256, 20), "ours", 13.0),
    (LITE, one(20_000, 52, 13, 5), "ours", 5.2),
    (LITE, one(20_000, 4, 4, 5), "ours", 1.0),
    (LITE, one(20_000, 4, 4, 20), "ours", 1.0),
    (LITE, one(20_000, 4, 4, 100), "ours", 1.0),
    (LITE, one(1_000_000, 4, 4, 5), "ours", 2.0),
    (LITE, one(1_000_000, 4, 4, 20), "ours", 2.0),
    (LITE, one(1_000_000, 4, 4, 100), "ours", 2.0),
    (LITE, SCATTERED, "ours", 5.0),
    (BEVY, one(100_000, 52, 52, 5), "ours", 6.0),
    (ACTIVE, one(1_000_000, 52, 13, 5), "ours", 7.0),
    (LITE, crowd(52, 5), "ours", 78.0),
    (LITE, crowd(52, 20), "ours", 48.0),
    (LITE, crowd(52, 100), "ours", 21.0),
    (LITE, crowd(52, 5), "compact", 115.0),
    (LITE, crowd(13, 100), "ours", 29.0),
    (LITE, crowd(13, 5), "ours", 78.0),
];

/// Own bytes over the copy's bandwidth, where every target is active and moves everything.
const BANDWIDTH: [(&str, f64); 3] =
    [("ours.f32", 0.95), ("ours.16bit", 0.88), ("ours.blocked8", 0.85)];

/// The goals whose cases were measured.
pub(crate) fn goals(results: &Results) -> Vec<Fact> {
    let mut goals = Vec::new();
    for (peer, case, ours, wanted) in RATIOS {
        if let Some(value) = results.ratio(case, peer, ours) {
            let best = results.best(case, ours).map_or("", |m| m.contender.as_str());
            let what = format!("{peer} / {best} at {case}");
            goals.push(Fact { what, value, unit: "x", wanted: Some(AtLeast(wanted)) });
        }
    }
    let case = one(1_000_000, 52, 52, 100);
    for (ours, wanted) in BANDWIDTH {
        let Some(best) = results.best(case, ours) else { continue };
        let bytes = best.delta_bytes + 2 * case.output_bytes();
        let value = bytes as f64 / (best.time.cold * 1e-6) / results.limits.copy;
        let what = format!("bandwidth of {} over the copy's at {case}", best.contender);
        goals.push(Fact { what, value, unit: "", wanted: Some(AtLeast(wanted)) });
    }
    goals.extend(results.facts.iter().filter(|fact| fact.wanted.is_some()).cloned());
    goals
}

/// The floor of a case in microseconds: a pass, and the moved deltas of active targets with so
/// many bytes each, base and output at the copy's speed.
pub(crate) fn floor(results: &Results, case: Case, moved_pairs: u64, bytes_each: u64) -> f64 {
    let outputs = case.output_bytes() * (case.instances as u64 + 1);
    let bytes = moved_pairs * bytes_each + outputs;
    results.limits.pass + bytes as f64 / results.limits.copy * 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_goal_has_a_case_that_is_measured() {
        let all = Case::all();
        for (_, case, ..) in RATIOS {
            assert!(all.contains(&case), "{case}");
        }
        assert!(all.contains(&one(1_000_000, 52, 52, 100)));
    }
}
