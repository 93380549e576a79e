use super::*;
use crate::packed::samples::{BANDS, base, dense, targets};
use crate::packed::{ErrorBound, PackError, PackOptions};
use crate::{Attribute, AttributeSet, Deltas, LayoutError, MorphTargets, TargetDeltas};
use alloc::collections::BTreeSet;
use alloc::vec;

const ENCODINGS: [DenseEncoding; 2] = [DenseEncoding::Bits16, DenseEncoding::F16];

#[test]
fn every_band_list_and_size_comes_back_within_half_a_step() {
    for ((vertex_count, target_count), bands) in [(1, 1), (63, 4), (64, 1), (65, 52), (200, 3)]
        .into_iter()
        .flat_map(|s| BANDS.map(|b| (s, b)))
    {
        let targets = targets(vertex_count, target_count, bands, 40);
        for encoding in ENCODINGS {
            let packed = DenseTargets::new(&targets, encoding, &PackOptions::default()).unwrap();
            let words = packed.encode();
            assert_eq!(words.len() as u64 * 4, packed.report().bytes);
            let decoded = DenseSet::new(&words).unwrap().decode().unwrap();
            for target in 0..target_count {
                for error in &packed.report().targets[target] {
                    let exact = dense(&targets, target, error.attribute);
                    let stored = dense(&decoded, target, error.attribute);
                    let largest = exact.iter().fold(0.0_f32, |most, v| most.max(v.abs()));
                    for (exact, stored) in exact.iter().zip(stored) {
                        let half = match encoding {
                            DenseEncoding::Bits16 => {
                                largest / 65_534.0 + exact.abs() * f32::EPSILON
                            }
                            DenseEncoding::F16 => exact.abs() / 2048.0 + 3e-8,
                        };
                        let off = (exact - stored).abs();
                        assert!(off <= error.component.min(half), "{encoding:?} {bands} {off:e}");
                        assert!(*exact != 0.0 || stored == 0.0);
                    }
                }
            }
        }
    }
}

#[test]
fn every_bit_belongs_to_one_component_of_one_vertex_of_one_target() {
    for (bands, encoding) in BANDS.into_iter().flat_map(|b| ENCODINGS.map(|e| (b, e))) {
        let layout = DenseLayout::new(128, 3, bands, encoding).unwrap();
        let mut seen = BTreeSet::new();
        for (target, attribute) in (0..3).flat_map(|t| bands.bands().map(move |a| (t, a))) {
            for component in 0..attribute.delta_components() as u32 {
                for vertex in 0..128 {
                    let bits = layout.bits(target, attribute, component, vertex).unwrap();
                    assert!(bits.count == 16 && bits.first.is_multiple_of(16));
                    assert!(bits.word >= layout.codes() && seen.insert((bits.word, bits.first)));
                }
            }
            assert_eq!(layout.bits(target, attribute, 0, 128), None);
            assert_eq!(layout.bits(3, attribute, 0, 0), None);
        }
        assert_eq!(seen.len() as u64, (layout.word_count() - layout.codes()) * 2);
    }
}

#[test]
fn a_small_set_is_what_the_page_says_word_by_word() {
    let positions = [[1.0, -1.0, 0.5], [0.0, 0.25, -0.5]];
    let target = TargetDeltas::new().with(Attribute::Position, Deltas::from_vec3(&positions));
    let targets = MorphTargets::new(2, vec![target]).unwrap().unwrap();
    let words =
        |encoding| DenseTargets::new(&targets, encoding, &PackOptions::default()).unwrap().encode();
    let integers = words(DenseEncoding::Bits16);
    // A word plane of 64 lanes and a half plane.
    assert_eq!(integers[..16], [0x1_0103, 2, 1, 128, 1, 0, 0, 64, 0, 16, 96, 32, 0, 0, 0, 0]);
    assert_eq!(f32::from_bits(integers[16]), 1.0 / 32767.0);
    assert_eq!(integers[32..34], [0x8001_7fff, 0x2000_0000]);
    assert_eq!(integers[32 + 64], 0xc000_4000);
    let halves = words(DenseEncoding::F16);
    assert_eq!(halves[..16], [0x1_0503, 2, 1, 128, 1, 0, 0, 64, 0, 32, 96, 32, 0, 0, 0, 0]);
    assert_eq!(halves[32..34], [0xbc00_3c00, 0x3400_0000]);
    assert_eq!(halves[32 + 64], 0xb800_3800);
}

#[test]
fn components_beyond_binary16_and_a_missed_bound_are_refused() {
    let targets = |value| {
        let target =
            TargetDeltas::new().with(Attribute::Position, Deltas::from_vec3(&[[0.1, value, 0.0]]));
        MorphTargets::new(1, vec![target]).unwrap().unwrap()
    };
    let base = base(1);
    let bound = Some(ErrorBound::of_radius(1e-3));
    let options = PackOptions { base: Some(&base), bound, strict: true };
    let new = |value, encoding| {
        DenseTargets::new(&targets(value), encoding, &options).map(|packed| packed.encode().len())
    };
    let (target, attribute, limit) = (0, Attribute::Position, 65_504.0);
    assert_eq!(
        new(70_000.0, DenseEncoding::F16),
        Err(PackError::Range { target, attribute, value: 70_000.0, limit })
    );
    assert!(matches!(new(1000.3, DenseEncoding::F16), Err(PackError::Missed { .. })));
    assert!(matches!(new(1000.3, DenseEncoding::Bits16), Err(PackError::Missed { .. })));
    assert!(new(0.25, DenseEncoding::Bits16).is_err());
    assert_eq!(new(0.0, DenseEncoding::Bits16).err().map(|_| ()), None);
}

#[test]
fn words_that_are_no_set_and_sizes_beyond_32_bits_are_refused() {
    let targets = targets(70, 3, AttributeSet::PN, 100);
    let packed =
        DenseTargets::new(&targets, DenseEncoding::Bits16, &PackOptions::default()).unwrap();
    let words = packed.encode();
    for (at, value) in [(0, 0x1_0203), (0, 0x1_0102), (1, 200), (7, 64), (10, 64), (11, 16)]
        .into_iter()
        .chain([(1, 0), (1, u32::MAX), (2, 0), (2, 65_537), (4, 0)])
    {
        let mut words = words.clone();
        words[at] = value;
        assert!(matches!(DenseSet::new(&words), Err(PackError::Malformed { .. })), "word {at}");
    }
    for length in 0..words.len() {
        assert!(matches!(DenseSet::new(&words[..length]), Err(PackError::Malformed { .. })));
    }
    let layout = |vertices, targets| {
        DenseLayout::new(vertices, targets, AttributeSet::PN, DenseEncoding::F16)
    };
    for (vertices, targets) in [(u32::MAX, 1), (u32::MAX, 65_536), (1 << 20, 65_536)] {
        let error = layout(vertices, targets).unwrap_err();
        assert!(matches!(error, PackError::Layout(LayoutError::Buffer { .. })), "{error}");
    }
    assert!(layout(1 << 20, 1365).is_ok());
}
