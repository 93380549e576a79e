//! The group `clusters`.

use crate::refusal;
use morph_core::{Aabb, BoundsError, ClusterBounds, exact_bounds};
use morph_tests::golden::{Case, cases};

#[test]
fn cluster_boxes_are_exact_and_what_grows_from_them_holds_all_positions() {
    let (mut met, mut refused) = (0, 0);
    for case in cases("clusters") {
        match check(&case) {
            Ok(()) => met += 1,
            Err(error) => {
                case.assert_refused(refusal::of_bounds(&error));
                refused += 1;
            }
        }
    }
    assert!(met > 20 && refused > 5, "{met} met, {refused} refused");
}

fn check(case: &Case) -> Result<(), BoundsError> {
    let (base, targets) = (case.base(), case.targets().unwrap());
    let clusters: Vec<u32> =
        case.input.numbers("clusters").iter().map(|&cluster| cluster as u32).collect();
    let bounds = ClusterBounds::with_clusters(&base, &targets, &clusters)?;
    let rows = case.rows();
    let found = rows.iter().map(|row| bounds.bounds(row)).collect::<Result<Vec<_>, _>>()?;
    assert_eq!(case.refusal(), None, "{}", case.name);
    let mut boxes = vec![9.0; bounds.float_count()];
    bounds.encode_into(&mut boxes).unwrap();
    case.assert_bits("encode_into", "boxes", &boxes);
    let uniform = bounds.uniform(rows.len() as u32, case.input.number("stride"));
    let words: &[u32] = bytemuck::cast_slice(std::slice::from_ref(&uniform));
    case.assert_numbers("uniform", words.iter().map(|&word| word.into()));
    case.assert_boxes("bounds", &found);
    let exact: Result<Vec<Aabb>, _> =
        rows.iter().map(|row| exact_bounds(&base, &targets, row)).collect();
    match exact {
        Err(error) => {
            let (why, _) = refusal::of_bounds(&error);
            assert_eq!(case.output.word("exact.error"), why, "{}", case.name);
        }
        Ok(exact) => {
            let corner = |of: fn(&Aabb) -> [f32; 3]| exact.iter().flat_map(of).collect::<Vec<_>>();
            case.assert_met("exact_bounds", "exact.min", &corner(|exact| exact.min), true);
            case.assert_met("exact_bounds", "exact.max", &corner(|exact| exact.max), true);
            for (found, exact) in found.iter().zip(exact) {
                let holds = found.contains(exact.min) && found.contains(exact.max);
                assert!(holds, "{}: {found:?} does not hold {exact:?}", case.name);
            }
        }
    }
    Ok(())
}
