//! The group `active`.

use crate::refusal;
use morph_core::{ActiveList, Weights};
use morph_tests::golden::{Case, cases};

#[test]
fn weights_and_lists_of_active_ones_are_exact() {
    for case in cases("active") {
        check(&case);
    }
}

fn check(case: &Case) {
    let count: usize = case.input.number("targets");
    let given = case.input.floats("weights");
    let mut weights = Weights::new(count);
    if let Err(error) = weights.set_all(given) {
        case.assert_refused(refusal::of_weights(&error));
        assert_eq!(weights.as_slice(), vec![0.0; count], "{}: nothing is changed", case.name);
        return;
    }
    assert_eq!(case.refusal(), None, "{}", case.name);
    case.assert_bits("Weights", "weights", weights.as_slice());
    let mut active = ActiveList::default();
    let dropped = if case.input.get("capacity").is_some() {
        active.fill_largest(given, count, case.input.number("capacity"))
    } else {
        active.fill(given, count);
        0
    };
    case.assert_numbers("list.indices", active.pairs().iter().map(|pair| pair.index.into()));
    let values: Vec<f32> = active.pairs().iter().map(|pair| pair.weight).collect();
    case.assert_bits("ActiveList", "list.weights", &values);
    case.assert_numbers("dropped", [dropped as u64]);
}
