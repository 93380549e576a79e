//! The words themselves.

use super::*;
use crate::packed::header::{HEADER_WORDS, Header};

/// Words of the header, of every block's record, of entry records and of codes.
fn claims(set: &BlockedSet<'_>) -> Vec<(u64, u64)> {
    let layout = set.layout();
    let mut claims = vec![(0, u64::from(HEADER_WORDS))];
    for block in 0..layout.block_count() {
        let record = layout.block_record(block).unwrap();
        claims.push((record, record + u64::from(BLOCK_RECORD_WORDS)));
    }
    claims
}

#[test]
fn every_word_is_claimed_once_and_all_others_are_zero() {
    for bands in BANDS {
        let targets = targets(333, 6, bands, 35);
        for encoding in BlockEncoding::ALL {
            let bound = Some(loose());
            let options = PackOptions { bound, ..PackOptions::default() };
            let words = BlockedTargets::new(&targets, encoding, &options).unwrap().encode();
            let set = BlockedSet::new(&words).unwrap();
            let mut claims = claims(&set);
            let start = words.as_ptr() as u64;
            let place = |slice: &[u32]| (slice.as_ptr() as u64 - start) / 4;
            for entry in (0..set.layout().block_count()).flat_map(|block| set.entries(block)) {
                // The target lies before the scales.
                let record = place(entry.scales) - 1;
                let record_words = u64::from(set.layout().entry_record_words());
                claims.push((record, record + record_words));
                let code = place(entry.codes);
                assert!(code.is_multiple_of(32));
                claims.push((code, code + u64::from(set.layout().entry_words(entry.wide))));
            }
            claims.sort_unstable();
            let mut end = 0;
            for (from, to) in claims {
                assert!(from >= end, "{encoding:?} {bands}: word {from} twice");
                assert!(words[end as usize..from as usize].iter().all(|word| *word == 0));
                // Gaps are shorter than what a set is aligned to.
                assert!(from - end < 32, "{encoding:?} {bands}: {end} to {from}");
                end = to;
            }
            assert!(words.len() as u64 - end < 32);
        }
    }
}

#[test]
fn the_header_says_where_the_parts_begin() {
    let targets = targets(130, 3, AttributeSet::PNT, 100);
    let words = BlockedTargets::new(&targets, BlockEncoding::EightBytes, &PackOptions::default())
        .unwrap()
        .encode();
    // Three blocks, nine entries: records of the target and three scales end at word 55.
    assert_eq!(
        words[..16],
        [0x1_0201, 130, 3, 64 + 9 * 192, 0b111, 0, 0, 3, 16, 28, 3, 64, 192, 0, 9, 0]
    );
    assert_eq!(words[16..20], [28, 3, 3, 64]);
    assert_eq!(words[20..24], [37, 3, 3, 64 + 3 * 192]);
    assert_eq!([words[28], words[31], words[34]], [0, 1, 2]);
    assert_eq!(words[30] >> 16, 0);
}

#[test]
fn a_small_set_is_what_the_page_says_word_by_word() {
    let positions = [[1.0, -1.0, 0.5], [0.0; 3]];
    let target = TargetDeltas::new()
        .with(Attribute::Position, Deltas::from_vec3(&positions))
        .with(Attribute::Normal, Deltas::from_vec3(&[[0.0, 0.25, 0.0], [-0.25, 0.0, 0.0]]));
    let targets = MorphTargets::new(2, vec![target]).unwrap().unwrap();
    let words = |encoding| {
        BlockedTargets::new(&targets, encoding, &PackOptions::default()).unwrap().encode()
    };
    let eight = words(BlockEncoding::EightBytes);
    // The scales 1 and 1/4.
    assert_eq!(eight[20..22], [0, 0x3e80_3f80]);
    // z is 255.5 or 256 of 511; y is -1022 less what z counts below it; x is 1022.
    let z = 256;
    assert_eq!(eight[32], 1021 << 21 | (0x800 - 1022) << 10 | z);
    assert_eq!(eight[33], 0);
    assert_eq!(eight[32 + 64] >> 10 & 0x7ff, 1022);
    let six = words(BlockEncoding::SixBytes);
    assert_eq!(six[32], 256 << 22 | (0x400 - 511) << 12 | 511 << 2);
    // The second vertex: x of the normal is -31, its lower two bits beside the position.
    assert_eq!(six[33], (0x40 - 31) & 3);
    assert_eq!(six[32 + 64], (((0x40 - 31) >> 2) << 12) << 16 | 31 << 6);
    let sixteen = words(BlockEncoding::Bits16);
    assert_eq!(sixteen[32], 0x8001_7fff);
    assert_eq!(sixteen[32 + 64], 0x4000);
    assert_eq!(sixteen[32 + 128], 0x7fff);
    let floats = words(BlockEncoding::F32);
    assert_eq!(floats[20], 0);
    assert_eq!(floats[32 + 64], (-1.0_f32).to_bits());
}

#[test]
fn words_that_are_no_set_are_refused_with_their_number() {
    let targets = targets(200, 4, AttributeSet::PN, 100);
    let options = PackOptions { bound: Some(loose()), ..PackOptions::default() };
    let packed = BlockedTargets::new(&targets, BlockEncoding::Bounded, &options).unwrap();
    let words = packed.encode();
    let refused = |at: usize, value: u32| {
        let mut words = words.clone();
        words[at] = value;
        match BlockedSet::new(&words) {
            Err(PackError::Malformed { word, .. }) => Some(word),
            Err(other) => panic!("{other}"),
            Ok(_) => None,
        }
    };
    // The tag, the size, the bands, an offset, the first block's entries, its codes, a target.
    assert_eq!(refused(0, 0x1_0202), Some(0));
    assert_eq!(refused(0, 0x1_0901), Some(0));
    assert_eq!(refused(3, 1 << 20), Some(3));
    assert_eq!(refused(4, 0b1011), Some(4));
    // Counts of which no set is made.
    assert_eq!([refused(1, 0), refused(2, 0), refused(2, 65_537)], [Some(1), Some(2), Some(2)]);
    assert_eq!([refused(4, 0), refused(14, u32::MAX)], [Some(4), Some(3)]);
    assert_eq!(refused(9, words[9] + 1), Some(9));
    assert_eq!(refused(16, 0), Some(16));
    assert_eq!(refused(17, 1000), Some(17));
    assert_eq!(refused(18, 1000), Some(18));
    assert_eq!(refused(19, words[19] + 32), Some(19));
    let record = words[9] as usize;
    assert_eq!(refused(record, 4), Some(record as u64));
    // The first block's second entry has the first one's target; both are of one width.
    assert!(words[18] >= 2 || words[17] - words[18] >= 2);
    let second = record + 2 * if words[18] >= 2 { 1 } else { words[18] as usize + 1 };
    assert_eq!(refused(second, words[second - 2]), Some(second as u64));
    for length in 0..words.len() {
        assert!(matches!(BlockedSet::new(&words[..length]), Err(PackError::Malformed { .. })));
    }
    // A header alone cannot ask for memory that nothing fills.
    let header = Header {
        target_count: 1 << 16,
        ..Header::of(&words, crate::packed::Kind::Blocked).unwrap()
    };
    let mut many = words.clone();
    many[..16].copy_from_slice(&bytemuck::cast::<_, [u32; 16]>(header));
    assert!(BlockedSet::new(&many).unwrap().decode().is_ok());
}

#[test]
fn sizes_are_checked_in_64_bits_and_against_the_device() {
    let layout = |vertices, entries| {
        BlockedLayout::new(vertices, 52, AttributeSet::PN, BlockEncoding::EightBytes, entries, 0)
    };
    let error = layout(u32::MAX, u32::MAX).unwrap_err();
    assert!(matches!(error, PackError::Layout(LayoutError::Buffer { .. })), "{error}");
    let limits = crate::DeviceLimits::WEBGPU_DEFAULT;
    assert_eq!(layout(20_000, 52 * 313).unwrap().check_limits(&limits), Ok(()));
    let full = layout(1_000_000, 52 * 15_625).unwrap();
    let bytes = full.byte_count();
    // Codes of 512 bytes and records of 8 for each entry, and 16 for each block.
    assert_eq!(bytes.div_ceil(128), (52 * 15_625 * 520 + 15_625 * 16 + 64_u64).div_ceil(128));
    let limit = limits.max_storage_buffer_binding_size;
    let (vertex_count, target_count) = (1_000_000, 52);
    assert_eq!(
        full.check_limits(&limits),
        Err(LayoutError::Buffer { vertex_count, target_count, bytes, limit })
    );
    let error = BlockedLayout::new(1, 70_000, AttributeSet::P, BlockEncoding::F32, 0, 0);
    let target_count = 70_000;
    assert_eq!(error, Err(PackError::TargetCount { target_count, limit: 65_536 }));
}

#[test]
fn component_bits_are_where_the_planes_are() {
    let layout = BlockedLayout::new(1, 1, AttributeSet::PN, BlockEncoding::SixBytes, 1, 0).unwrap();
    let bits = |attribute, component, lane| layout.bits(false, attribute, component, lane);
    let one = |word, first, count| vec![crate::packed::Bits { word, first, count }];
    assert_eq!(bits(Attribute::Position, 2, 5), one(5, 22, 10));
    assert_eq!(bits(Attribute::Normal, 2, 5), one(66, 16, 6));
    assert_eq!(bits(Attribute::Normal, 0, 4).len(), 2);
    assert_eq!(bits(Attribute::Normal, 3, 0), []);
    assert_eq!(bits(Attribute::Tangent, 0, 0), []);
    assert_eq!(bits(Attribute::Position, 0, 64), []);
}
