//! The group `bounds`.

use crate::refusal;
use morph_core::{Aabb, BoundsError, MorphBounds, exact_bounds};
use morph_tests::golden::{Case, cases};

#[test]
fn boxes_are_never_too_small_and_not_too_large() {
    for case in cases("bounds") {
        match bounds(&case) {
            Err(error) => case.assert_refused(refusal::of_bounds(&error)),
            Ok(found) => check(&case, found),
        }
    }
}

fn bounds(case: &Case) -> Result<Aabb, BoundsError> {
    let bounds = MorphBounds::new(&case.base(), &case.targets().unwrap())?;
    if case.input.get("weights").is_some() {
        return bounds.bounds(case.input.floats("weights"));
    }
    let (low, high) = (case.input.floats("ranges.low"), case.input.floats("ranges.high"));
    let ranges: Vec<_> = low.iter().copied().zip(high.iter().copied()).collect();
    bounds.bounds_for_ranges(&ranges)
}

fn check(case: &Case, found: Aabb) {
    assert_eq!(case.refusal(), None, "{}", case.name);
    case.assert_boxes("bounds", &[found]);
    if case.input.get("weights").is_some() {
        check_exact(case, found);
    }
}

fn check_exact(case: &Case, found: Aabb) {
    let weights = case.input.floats("weights");
    match exact_bounds(&case.base(), &case.targets().unwrap(), weights) {
        Err(error) => {
            let (why, _) = refusal::of_bounds(&error);
            assert_eq!(case.output.word("exact.error"), why, "{}", case.name);
        }
        Ok(exact) => {
            case.assert_met("exact_bounds", "exact.min", &exact.min, true);
            case.assert_met("exact_bounds", "exact.max", &exact.max, true);
            assert!(found.contains(exact.min) && found.contains(exact.max), "{}", case.name);
        }
    }
}
