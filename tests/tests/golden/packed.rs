//! The group `packed`.

use crate::{assert_bytes, refusal};
use morph_core::packed::{
    BlockEncoding, BlockedSet, BlockedTargets, DenseEncoding, DenseSet, DenseTargets, Header,
    PackError, PackOptions, RowSparseSet, RowSparseTargets,
};
use morph_core::{Attribute, MorphTargets};
use morph_tests::golden::{Case, cases};

#[test]
fn words_of_packed_sets_are_exact_and_so_is_what_they_are_read_as() {
    let mut counts = [0, 0];
    for case in cases("packed") {
        let reads = case.input.get("words").is_some();
        if reads {
            match read(&case) {
                Err(error) => case.assert_refused(refusal::of_pack(&error)),
                Ok(targets) => check_read(&case, &targets),
            }
        } else {
            match write(&case) {
                Err(error) => case.assert_refused(refusal::of_pack(&error)),
                Ok(words) => check_written(&case, &words),
            }
        }
        counts[usize::from(reads)] += 1;
    }
    assert!(counts.iter().all(|count| *count > 30), "{counts:?}");
}

fn write(case: &Case) -> Result<Vec<u32>, PackError> {
    let (targets, options) = (case.targets().unwrap(), PackOptions::default());
    let encoding = case.input.word("encoding");
    Ok(match case.input.word("kind") {
        "blocked" => {
            let encoding = match encoding {
                "f32" => BlockEncoding::F32,
                "bits16" => BlockEncoding::Bits16,
                "eight-bytes" => BlockEncoding::EightBytes,
                "six-bytes" => BlockEncoding::SixBytes,
                other => panic!("{}: {other}", case.name),
            };
            BlockedTargets::new(&targets, encoding, &options)?.encode()
        }
        "rows" => RowSparseTargets::new(&targets, &options)?.encode(),
        "dense" => {
            let encoding = match encoding {
                "bits16" => DenseEncoding::Bits16,
                "f16" => DenseEncoding::F16,
                other => panic!("{}: {other}", case.name),
            };
            DenseTargets::new(&targets, encoding, &options)?.encode()
        }
        other => panic!("{}: {other}", case.name),
    })
}

fn check_written(case: &Case, words: &[u32]) {
    assert_eq!(case.refusal(), None, "{}", case.name);
    case.assert_numbers("words", words.iter().map(|word| u64::from(*word)));
    assert_bytes(case, bytemuck::cast_slice(words));
}

fn read(case: &Case) -> Result<MorphTargets, PackError> {
    let words: Vec<u32> =
        case.input.numbers("words").iter().map(|word| u32::try_from(*word).unwrap()).collect();
    match case.input.word("kind") {
        "blocked" => BlockedSet::new(&words)?.decode(),
        "rows" => RowSparseSet::new(&words)?.decode(),
        "dense" => DenseSet::new(&words)?.decode(),
        other => panic!("{}: {other}", case.name),
    }
}

fn check_read(case: &Case, targets: &MorphTargets) {
    assert_eq!(case.refusal(), None, "{}", case.name);
    let (vertices, count) = (targets.vertex_count(), targets.target_count());
    case.assert_numbers("vertices", [vertices as u64]);
    case.assert_numbers("targets", [count as u64]);
    let asked = case.output.iter().filter(|(name, _)| name.starts_with("decoded.")).count();
    assert_eq!(asked, count * targets.attributes().len(), "{}", case.name);
    for (target, attribute) in
        (0..count).flat_map(|t| targets.attributes().iter().map(move |a| (t, *a)))
    {
        let field = format!("decoded.{target}.{attribute}");
        case.assert_bits("read", &field, &all(targets, target, attribute));
    }
}

/// The deltas of every vertex, zeros where it has none.
fn all(targets: &MorphTargets, target: usize, attribute: Attribute) -> Vec<f32> {
    let n = attribute.delta_components();
    let mut values = vec![0.0; targets.vertex_count() * n];
    for (vertex, delta) in targets.deltas(target, attribute).into_iter().flat_map(|d| d.iter(n)) {
        values[vertex * n..][..n].copy_from_slice(delta);
    }
    values
}

#[test]
fn every_set_that_is_read_has_a_header_of_its_own_counts() {
    for case in cases("packed").iter().filter(|case| case.output.get("vertices").is_some()) {
        let words: Vec<u32> = case.input.numbers("words").iter().map(|word| *word as u32).collect();
        let header = Header::read(&words).unwrap();
        assert_eq!(header.word_count as usize, words.len(), "{}", case.name);
        assert!(words.len().is_multiple_of(32), "{}", case.name);
    }
}
