use super::*;
use crate::packed::samples::{BANDS, base, dense, random, targets};
use crate::packed::{ErrorBound, PackError, PackOptions};
use crate::seam::Seams;
use crate::{Attribute, AttributeSet, Deltas, LayoutError, MorphTargets, TargetDeltas};
use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;

fn words(targets: &MorphTargets, options: &PackOptions<'_>) -> (RowSparseTargets, Vec<u32>) {
    let packed = RowSparseTargets::new(targets, options).unwrap();
    let words = packed.encode();
    assert_eq!(words.len() as u64 * 4, packed.report().bytes);
    (packed, words)
}

#[test]
fn every_band_list_and_size_comes_back_within_what_is_reported() {
    for ((vertex_count, target_count), bands) in [(1, 1), (63, 4), (64, 1), (65, 52), (200, 3)]
        .into_iter()
        .flat_map(|s| BANDS.map(|b| (s, b)))
    {
        let targets = targets(vertex_count, target_count, bands, 40);
        let (packed, words) = words(&targets, &PackOptions::default());
        let decoded = RowSparseSet::new(&words).unwrap().decode().unwrap();
        assert_eq!(decoded.attributes(), targets.attributes());
        for target in 0..target_count {
            for error in &packed.report().targets[target] {
                let exact = dense(&targets, target, error.attribute);
                let stored = dense(&decoded, target, error.attribute);
                let largest = exact.iter().fold(0.0_f32, |most, v| most.max(v.abs()));
                for (exact, stored) in exact.iter().zip(stored) {
                    let off = (exact - stored).abs();
                    let half = largest / 65_534.0 + exact.abs() * f32::EPSILON;
                    assert!(off <= error.component.min(half), "{bands} {off:e}");
                    assert!(*exact != 0.0 || stored == 0.0);
                }
            }
        }
    }
}

#[test]
fn a_small_set_is_what_the_page_says_word_by_word() {
    let target = |vertex, delta: [f32; 3]| {
        let deltas = Deltas::Sparse { indices: vec![vertex], values: delta.to_vec() };
        TargetDeltas::new().with(Attribute::Position, deltas)
    };
    let list = vec![target(2, [1.0, -1.0, 0.5]), target(2, [0.0, 0.0, 4.0]), target(0, [2.0; 3])];
    let targets = MorphTargets::new(3, list).unwrap().unwrap();
    let (_, words) = words(&targets, &PackOptions::default());
    assert_eq!(words[..16], [0x1_0102, 3, 3, 32, 1, 0, 0, 3, 16, 20, 2, 26, 0, 0, 3, 0]);
    assert_eq!(words[16..20], [0, 1, 1, 3]);
    // Target and x, y and z: vertex 0, then vertex 2 with targets 0 and 1.
    assert_eq!(words[20..22], [0x7fff_0002, 0x7fff_7fff]);
    assert_eq!(words[22..24], [0x7fff_0000, 0x4000_8001]);
    assert_eq!(words[24..26], [0x0000_0001, 0x7fff_0000]);
    assert_eq!(
        [26, 27, 28].map(|w| f32::from_bits(words[w])),
        [1.0, 4.0, 2.0].map(|s| s / 32767.0)
    );
    assert!(words[29..].iter().all(|word| *word == 0));
}

#[test]
fn every_bit_of_every_entry_belongs_to_one_component() {
    for bands in BANDS {
        let layout = RowSparseLayout::new(10, 3, bands, 5).unwrap();
        let mut seen: BTreeSet<(u64, u32)> = (0..16).map(|bit| (0, bit)).collect();
        for attribute in bands.bands() {
            for component in 0..attribute.delta_components() as u32 {
                let bits = layout.bits(attribute, component).unwrap();
                for bit in bits.first..bits.first + bits.count {
                    assert!(seen.insert((bits.word, bit)));
                }
            }
            assert_eq!(layout.bits(attribute, 4), None);
        }
        let spare = layout.entry_words() as usize * 32 - seen.len();
        assert_eq!(spare, if bands.stride_words() % 2 == 0 { 16 } else { 0 });
        // The parts follow one another.
        assert_eq!(layout.row(10).unwrap() + 1, layout.entries());
        assert_eq!(layout.entries() + 5 * u64::from(layout.entry_words()), layout.steps());
        let last = bands.bands().last().unwrap();
        let end = layout.step(2, last).unwrap() + 1;
        assert_eq!(end.next_multiple_of(32), layout.word_count());
        assert_eq!((layout.row(11), layout.step(3, last)), (None, None));
    }
}

#[test]
fn twins_are_stored_together_or_not_at_all() {
    let mut base = base(200);
    let positions = base.values_mut(Attribute::Position).unwrap();
    positions.copy_within(0..150, 450);
    let seams = Seams::new(base.positions().unwrap());
    assert_eq!(seams.twins().count(), 50);
    // Twins move alike, a tenth of them less than the bound.
    let delta = |v: usize| {
        let size = if v.is_multiple_of(10) { 1e-3 } else { 0.2 };
        [0, 1, 2].map(|c| size * random(v as u32 % 150 * 4 + c, 3))
    };
    let positions: Vec<[f32; 3]> = (0..200).map(delta).collect();
    let target = TargetDeltas::new().with(Attribute::Position, Deltas::from_vec3(&positions));
    let targets = MorphTargets::new(200, vec![target]).unwrap().unwrap();
    let bound = ErrorBound { position: 2e-3, ..ErrorBound::of_radius(1.0) };
    let options = PackOptions { base: Some(&base), bound: Some(bound), strict: true };
    let (packed, words) = words(&targets, &options);
    assert_eq!((packed.report().entries, packed.report().dropped), (180, 20));
    let decoded = RowSparseSet::new(&words).unwrap().decode().unwrap();
    let values = dense(&decoded, 0, Attribute::Position);
    assert_eq!(values[..150], values[450..]);
}

#[test]
fn entries_of_a_vertex_ascend_by_target() {
    let targets = targets(300, 52, AttributeSet::PN, 50);
    let (packed, words) = words(&targets, &PackOptions::default());
    let set = RowSparseSet::new(&words).unwrap();
    let mut count = 0;
    for vertex in 0..300 {
        let list: Vec<u32> = set.entries(vertex).map(|(target, _)| target).collect();
        assert!(list.windows(2).all(|pair| pair[0] < pair[1]));
        count += list.len() as u64;
    }
    assert_eq!((count, set.entries(300).count()), (packed.report().entries, 0));
}

#[test]
fn words_that_are_no_set_are_refused_with_their_number() {
    let (_, words) = words(&targets(200, 4, AttributeSet::PN, 100), &PackOptions::default());
    let refused = |at: usize, value: u32| {
        let mut words = words.clone();
        words[at] = value;
        match RowSparseSet::new(&words) {
            Err(PackError::Malformed { word, .. }) => Some(word),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(refused(0, 0x1_0101), Some(0));
    // Counts of which no set is made.
    assert_eq!([refused(1, 0), refused(2, 0), refused(2, 65_537)], [Some(1), Some(2), Some(2)]);
    assert_eq!([refused(4, 0), refused(14, u32::MAX)], [Some(4), Some(3)]);
    assert_eq!(refused(7, 3), Some(7));
    assert_eq!(refused(16, 1), Some(16));
    assert_eq!(refused(20, 1000), Some(20));
    assert_eq!(refused(21, 1), Some(21));
    assert_eq!(refused(216, 799), Some(216));
    let entries = words[9] as usize;
    assert_eq!(refused(entries, 4), Some(entries as u64));
    assert_eq!(refused(entries + 4, 0), Some(entries as u64 + 4));
    for length in 0..words.len() {
        assert!(matches!(RowSparseSet::new(&words[..length]), Err(PackError::Malformed { .. })));
    }
}

#[test]
fn sizes_are_checked_in_64_bits_and_targets_in_16() {
    let layout = |targets, entries| RowSparseLayout::new(1000, targets, AttributeSet::PN, entries);
    let error = layout(2, u32::MAX).unwrap_err();
    assert!(matches!(error, PackError::Layout(LayoutError::Buffer { .. })), "{error}");
    let target_count = 65_537;
    assert_eq!(layout(65_537, 1), Err(PackError::TargetCount { target_count, limit: 65_536 }));
    assert!(layout(65_536, 1).is_ok());
    let limits = crate::DeviceLimits::WEBGPU_DEFAULT;
    assert!(layout(2, 8_000_000).unwrap().check_limits(&limits).is_ok());
    assert!(layout(2, 9_000_000).unwrap().check_limits(&limits).is_err());
}
