use super::*;
use crate::packed::samples::{BANDS, base, dense, random, targets};
use crate::packed::{AttributeError, ErrorBound, PackError, PackOptions};
use crate::{Attribute, Deltas, LayoutError, MorphTargets, Normalize, TargetDeltas};
use crate::{VertexAttributes, reference};
use alloc::vec;
use alloc::vec::Vec;

mod bound;
mod seam;
mod words;

/// Encodes, checks what holds for every set, and decodes.
#[track_caller]
fn through(
    targets: &MorphTargets,
    encoding: BlockEncoding,
    options: &PackOptions<'_>,
) -> (BlockedTargets, MorphTargets) {
    let packed = BlockedTargets::new(targets, encoding, options).unwrap();
    let words = packed.encode();
    let (layout, report) = (packed.layout(), packed.report());
    assert_eq!(words.len() as u64 * 4, report.bytes);
    assert_eq!(layout.byte_count(), report.bytes);
    assert!(words.len().is_multiple_of(32));
    let set = BlockedSet::new(&words).unwrap();
    assert_eq!(set.layout(), layout);
    let decoded = set.decode().unwrap();
    assert_eq!(decoded.vertex_count(), targets.vertex_count());
    assert_eq!(decoded.target_count(), targets.target_count());
    assert_eq!(decoded.attributes(), targets.attributes());
    (packed, decoded)
}

/// A bound that is easy to keep.
fn loose() -> ErrorBound {
    ErrorBound { position: 2e-3, direction_degrees: 3.0, texcoord: 1e-3, color: 1e-3 }
}

fn worst(errors: &[AttributeError], attribute: Attribute) -> f32 {
    errors.iter().find(|error| error.attribute == attribute).unwrap().worst
}

#[test]
fn every_band_list_size_and_encoding_comes_back_within_what_is_reported() {
    let sizes = [(1, 1), (63, 4), (64, 1), (65, 4), (200, 3)];
    let of_all = sizes.into_iter().flat_map(|size| BANDS.map(|bands| (size, bands)));
    let many = [(65, 52), (65, 300)].map(|size| (size, AttributeSet::PN));
    for ((vertex_count, target_count), bands) in of_all.chain(many) {
        let targets = targets(vertex_count, target_count, bands, 40);
        for encoding in BlockEncoding::ALL {
            let bound = (encoding == BlockEncoding::Bounded).then(loose);
            let options = PackOptions { bound, ..PackOptions::default() };
            let (packed, decoded) = through(&targets, encoding, &options);
            for target in 0..target_count {
                for error in &packed.report().targets[target] {
                    let exact = dense(&targets, target, error.attribute);
                    let stored = dense(&decoded, target, error.attribute);
                    let differences = exact
                        .iter()
                        .zip(&stored)
                        .map(|(e, s)| (f64::from(*e) - f64::from(*s)).abs());
                    let largest = differences.fold(0.0, f64::max);
                    // The report is what is there, no more and no less.
                    assert!(largest <= f64::from(error.component), "{encoding:?} {bands}");
                    assert!(
                        largest >= f64::from(error.component.next_down()),
                        "{encoding:?} {bands}"
                    );
                }
            }
        }
    }
}

#[test]
fn floats_come_back_as_they_are() {
    for bands in BANDS {
        let targets = targets(200, 5, bands, 50);
        let (packed, decoded) = through(&targets, BlockEncoding::F32, &PackOptions::default());
        for (target, attribute) in (0..5).flat_map(|t| bands.bands().map(move |a| (t, a))) {
            assert_eq!(dense(&decoded, target, attribute), dense(&targets, target, attribute));
        }
        assert!(packed.report().attributes.iter().all(|error| error.worst == 0.0));
    }
}

#[test]
fn vertices_that_a_target_does_not_move_stay_where_they_are() {
    let targets = targets(500, 9, AttributeSet::PN, 30);
    for encoding in BlockEncoding::ALL {
        let options = PackOptions { bound: Some(loose()), ..PackOptions::default() };
        let (_, decoded) = through(&targets, encoding, &options);
        for (target, attribute) in
            (0..9).flat_map(|t| AttributeSet::PN.bands().map(move |a| (t, a)))
        {
            let (exact, stored) =
                (dense(&targets, target, attribute), dense(&decoded, target, attribute));
            for (exact, stored) in exact.chunks_exact(3).zip(stored.chunks_exact(3)) {
                assert!(exact != [0.0; 3] || stored == [0.0; 3], "{encoding:?}: {stored:?}");
            }
        }
    }
}

#[test]
fn targets_that_move_nothing_take_no_entries() {
    let target = TargetDeltas::new().with(Attribute::Position, Deltas::from_vec3(&[[0.0; 3]; 70]));
    let targets = MorphTargets::new(70, vec![target, TargetDeltas::new()]).unwrap().unwrap();
    let (packed, decoded) = through(&targets, BlockEncoding::EightBytes, &PackOptions::default());
    // Header and two block records.
    assert_eq!((packed.layout().entry_count(), packed.layout().word_count()), (0, 32));
    assert!(decoded.has(Attribute::Position));
    let none = MorphTargets::new(1, vec![TargetDeltas::new()]).unwrap().unwrap();
    assert_eq!(
        BlockedTargets::new(&none, BlockEncoding::EightBytes, &PackOptions::default()).unwrap_err(),
        PackError::Layout(LayoutError::NoBands)
    );
}

// spec K9
#[test]
fn the_sum_in_stored_order_is_the_blend_of_the_decoded_targets_within_rounding() {
    let targets = targets(130, 52, AttributeSet::PN, 60);
    let base = base(130);
    let weights: Vec<f32> = (0..52).map(|t| if t % 3 == 0 { 0.0 } else { random(t, 5) }).collect();
    for encoding in BlockEncoding::ALL {
        let options = PackOptions { bound: Some(loose()), base: Some(&base), strict: false };
        let (packed, decoded) = through(&targets, encoding, &options);
        let words = packed.encode();
        let set = BlockedSet::new(&words).unwrap();
        let blended = reference::blend(&base, &decoded, &weights, Normalize::No).unwrap();
        let sorted = encoding != BlockEncoding::Bounded;
        for vertex in 0..130 {
            let of = |base: &VertexAttributes| {
                [base.positions().unwrap()[vertex], base.normals().unwrap()[vertex]].concat()
            };
            let mut sum = of(&base);
            set.sum_into(vertex as u32, &weights, &mut sum);
            for (sum, blended) in sum.iter().zip(of(&blended)) {
                // By ascending target both are the same sum; by width another order rounds otherwise.
                let limit = if sorted { 0.0 } else { 40.0 * f32::EPSILON * 4.0 };
                assert!((sum - blended).abs() <= limit, "{encoding:?}: {sum} {blended}");
            }
        }
    }
}

#[test]
fn the_error_bound_holds_for_every_sum() {
    let targets = targets(400, 20, AttributeSet::PN, 50);
    let base = base(400);
    for (encoding, round) in BlockEncoding::ALL.into_iter().flat_map(|e| [(e, 1), (e, 2)]) {
        let options = PackOptions { bound: Some(loose()), base: Some(&base), strict: false };
        let (packed, decoded) = through(&targets, encoding, &options);
        let weights: Vec<f32> = (0..20).map(|t| 1.5 * random(t, round)).collect();
        for (attribute, bound) in packed.report().error_bound(&weights) {
            let mut worst = 0.0_f64;
            let (mut exact, mut stored) = (vec![0.0_f64; 1200], vec![0.0_f64; 1200]);
            for (target, weight) in weights.iter().enumerate() {
                let add = |sum: &mut [f64], from: &MorphTargets| {
                    for (sum, delta) in sum.iter_mut().zip(dense(from, target, attribute)) {
                        *sum += f64::from(*weight) * f64::from(delta);
                    }
                };
                add(&mut exact, &targets);
                add(&mut stored, &decoded);
            }
            for (exact, stored) in exact.iter().zip(&stored) {
                worst = worst.max((exact - stored).abs());
            }
            assert!(worst <= f64::from(bound), "{encoding:?}: {worst:e} {bound:e}");
            assert!(encoding == BlockEncoding::F32 || worst > 0.0);
        }
    }
}

#[test]
fn a_base_of_another_size_and_components_beyond_the_scales_are_refused() {
    let huge = |value| {
        let target =
            TargetDeltas::new().with(Attribute::Position, Deltas::from_vec3(&[[0.0, value, 0.0]]));
        MorphTargets::new(1, vec![TargetDeltas::new(), target]).unwrap().unwrap()
    };
    let new = |targets: &MorphTargets, options: &PackOptions<'_>| {
        BlockedTargets::new(targets, BlockEncoding::EightBytes, options)
            .map(|packed| packed.encode())
    };
    let base = base(2);
    assert_eq!(
        new(&huge(1.0), &PackOptions { base: Some(&base), ..PackOptions::default() }),
        Err(PackError::BaseVertices { expected: 1, found: 2 })
    );
    let error = new(&huge(f32::MAX), &PackOptions::default()).unwrap_err();
    assert!(matches!(error, PackError::Range { target: 1, .. }), "{error}");
    assert!(new(&huge(3.3e38), &PackOptions::default()).is_ok());
    assert!(new(&huge(1e-40), &PackOptions::default()).is_ok());
}
