//! Which entries are left out, and what is promised.

use super::*;

#[test]
fn bounded_keeps_its_bound_and_is_narrow_where_it_can_be() {
    let targets = targets(2000, 12, AttributeSet::PN, 40);
    let base = base(2000);
    for scale in [0.2, 0.1, 0.05] {
        let bound =
            ErrorBound { position: 1e-3 * scale, direction_degrees: 1.5 * scale, ..loose() };
        let options = PackOptions { base: Some(&base), bound: Some(bound), strict: false };
        let (packed, _) = through(&targets, BlockEncoding::Bounded, &options);
        let report = packed.report();
        for errors in &report.targets {
            assert!(worst(errors, Attribute::Position) <= bound.position);
            assert!(worst(errors, Attribute::Normal) <= bound.direction_degrees);
        }
        let (narrow, wide) = (report.entries - report.wide, report.wide);
        // Scales go from 1 to 1/32: with this bound some entries fit six bytes and some do not.
        assert!(narrow > 10 && wide > 10, "{narrow} {wide}");
    }
    // Without a bound nothing is promised, and what six bytes do not hold exactly is wide.
    let none = PackOptions { base: Some(&base), ..PackOptions::default() };
    let (packed, _) = through(&targets, BlockEncoding::Bounded, &none);
    assert_eq!(packed.report().wide, packed.report().entries);
}

#[test]
fn a_bound_that_even_sixteen_bits_miss_is_refused_with_both_numbers() {
    let targets = targets(64, 1, AttributeSet::PN, 100);
    let base = base(64);
    let bound = ErrorBound { position: 1e-9, ..loose() };
    let options = PackOptions { base: Some(&base), bound: Some(bound), strict: false };
    let error = BlockedTargets::new(&targets, BlockEncoding::Bounded, &options).unwrap_err();
    let PackError::Missed { target: 0, attribute: Attribute::Position, error, bound } = error
    else {
        panic!("{error}");
    };
    assert!(bound == 1e-9 && error > 1e-8 && error < 1e-4, "{error} {bound}");
}

#[test]
fn fixed_widths_report_what_they_miss_and_refuse_it_under_strict() {
    let targets = targets(640, 5, AttributeSet::PN, 100);
    let base = base(640);
    let bound = ErrorBound { position: 1e-4, direction_degrees: 0.5, ..loose() };
    for (encoding, fits) in [
        (BlockEncoding::SixBytes, false),
        (BlockEncoding::EightBytes, false),
        (BlockEncoding::Bits16, true),
        (BlockEncoding::F32, true),
    ] {
        let options = |strict| PackOptions { base: Some(&base), bound: Some(bound), strict };
        let packed = BlockedTargets::new(&targets, encoding, &options(false)).unwrap();
        let reached = worst(&packed.report().attributes, Attribute::Position);
        assert_eq!(reached <= bound.position, fits, "{encoding:?} {reached}");
        let strict = BlockedTargets::new(&targets, encoding, &options(true));
        assert_eq!(strict.is_ok(), fits, "{encoding:?}");
    }
}

#[test]
fn what_is_under_the_bound_is_left_out_and_counted() {
    // Block 0 moves a lot, block 1 a little, block 2 not at all.
    let height = |v: usize| [0.1, 0.001, 0.0][v / 64];
    let positions: Vec<[f32; 3]> = (0..192).map(|v| [0.0, height(v), 0.0]).collect();
    let target = TargetDeltas::new().with(Attribute::Position, Deltas::from_vec3(&positions));
    let targets = MorphTargets::new(192, vec![target]).unwrap().unwrap();
    let entries = |position| {
        let bound = Some(ErrorBound { position, ..loose() });
        let options = PackOptions { bound, ..PackOptions::default() };
        let (packed, _) = through(&targets, BlockEncoding::EightBytes, &options);
        let report = packed.report();
        let off = worst(&report.attributes, Attribute::Position);
        assert!(off <= position.max(1e-4), "{off} {position}");
        (report.entries, report.dropped)
    };
    assert_eq!([0.0005, 0.0011, 0.2].map(entries), [(2, 0), (1, 1), (0, 2)]);
    let (packed, _) = through(&targets, BlockEncoding::EightBytes, &PackOptions::default());
    assert_eq!((packed.report().entries, packed.report().dropped), (2, 0));
}

#[test]
fn a_normal_that_grows_along_itself_is_not_left_out() {
    let base = VertexAttributes::new(1).with_normals(&[[0.0, 0.0, 1.0]]).unwrap();
    let target =
        TargetDeltas::new().with(Attribute::Normal, Deltas::from_vec3(&[[0.0, 0.0, -0.5]]));
    let targets = MorphTargets::new(1, vec![target]).unwrap().unwrap();
    let options = PackOptions { base: Some(&base), bound: Some(loose()), strict: false };
    let (packed, _) = through(&targets, BlockEncoding::EightBytes, &options);
    assert_eq!(packed.report().entries, 1);
}

#[test]
fn angles_are_those_between_the_morphed_normals() {
    // A delta of half the normal's length across it: 26.6 degrees, all of it left out.
    let base = VertexAttributes::new(1).with_normals(&[[0.0, 0.0, 1.0]]).unwrap();
    let target = TargetDeltas::new().with(Attribute::Normal, Deltas::from_vec3(&[[0.5, 0.0, 0.0]]));
    let targets = MorphTargets::new(1, vec![target]).unwrap().unwrap();
    let bound = Some(ErrorBound { direction_degrees: 30.0, ..loose() });
    let degrees = |base| {
        let options = PackOptions { base, bound, strict: true };
        let (packed, _) = through(&targets, BlockEncoding::EightBytes, &options);
        let error = packed.report().attributes[0];
        assert_eq!((packed.report().dropped, error.worst, error.component), (1, error.rms, 0.5));
        error.worst
    };
    assert!((degrees(Some(&base)) - 0.5_f32.atan().to_degrees()).abs() < 1e-4);
    // Without a base the chord stands for the angle.
    assert!((degrees(None) - 2.0 * 0.25_f32.asin().to_degrees()).abs() < 1e-4);
}
