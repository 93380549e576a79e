//! Every fast path at every instruction set against the plain reference, bit for bit.
//!
//! The level is the process's: loads are checked one after the other.

mod load;

use load::{Load, Mix, bits, load, make};
use morph_core::{
    Attribute, BlendError, DeltaSource, MorphTargets, Normalize, QuantizedTargets, SimdLevel,
    VertexAttributes, VertexLayout, blend, blend_interleaved_into, blend_into, blend_sequence_into,
    blend_vertex, reference,
};
use proptest::prelude::*;
use std::sync::{Mutex, PoisonError};

/// Few cases, since each is some meshes at all levels; `PROPTEST_CASES` asks for more.
fn config() -> ProptestConfig {
    let default = ProptestConfig::default();
    let asked = std::env::var_os("PROPTEST_CASES").is_some();
    if asked { default } else { ProptestConfig { cases: 24, ..default } }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn every_path_has_the_bits_of_the_reference_at_every_level(load in load()) {
        check(&load)?;
    }
}

/// More vertices than the largest block has.
#[test]
fn meshes_of_several_blocks_have_the_bits_of_the_reference_at_every_level() {
    for mix in Mix::ALL {
        check(&make(2 * 16 * 1024 + 1, 3, 2, 7, mix)).unwrap();
    }
}

/// Levels are the process's: one load at a time.
static ONE: Mutex<()> = Mutex::new(());

fn check(load: &Load) -> Result<(), TestCaseError> {
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let targets = load.targets();
    let quantized = QuantizedTargets::new(&targets);
    for normalize in [Normalize::Yes, Normalize::No] {
        let frames = load.frames();
        let expected: Vec<VertexAttributes> =
            frames.map(|w| reference::blend(&load.base, &targets, w, normalize).unwrap()).collect();
        // Sixteen bits have no reference to the bit, but the same bits everywhere.
        SimdLevel::force(SimdLevel::Baseline).unwrap();
        let frames = load.frames();
        let of_quantized: Vec<VertexAttributes> =
            frames.map(|w| blend(&load.base, &quantized, w, normalize).unwrap()).collect();
        for level in SimdLevel::supported() {
            SimdLevel::force(level).unwrap();
            every_form(load, &targets, normalize, &expected, level)?;
            every_form(load, &quantized, normalize, &of_quantized, level)?;
        }
    }
    near_the_reference(load, &quantized)
}

fn every_form(
    load: &Load,
    targets: &(impl DeltaSource + Sync),
    normalize: Normalize,
    expected: &[VertexAttributes],
    level: SimdLevel,
) -> Result<(), TestCaseError> {
    whole(load, targets, normalize, expected, level)?;
    vertices(load, targets, normalize, expected, level)?;
    interleaved(load, targets, normalize, expected, level)?;
    sequence(load, targets, normalize, expected, level)?;
    #[cfg(feature = "rayon")]
    parallel(load, targets, normalize, expected, level)?;
    Ok(())
}

fn same(
    found: &[f32],
    expected: &[f32],
    what: &str,
    attribute: Attribute,
    level: SimdLevel,
) -> Result<(), TestCaseError> {
    let at = bits(found).iter().zip(&bits(expected)).position(|(f, e)| f != e);
    if let Some(at) = at {
        let (found, expected) = (found[at], expected[at]);
        let text = format!("{what}, {level}: {attribute}[{at}] is {found}, not {expected}");
        return Err(TestCaseError::fail(text));
    }
    prop_assert_eq!(found.len(), expected.len());
    Ok(())
}

fn whole(
    load: &Load,
    targets: &impl DeltaSource,
    normalize: Normalize,
    expected: &[VertexAttributes],
    level: SimdLevel,
) -> Result<(), TestCaseError> {
    let mut out = load.base.clone();
    for (weights, expected) in load.frames().zip(expected) {
        blend_into(&load.base, targets, weights, normalize, &mut out).unwrap();
        for attribute in load.base.attributes() {
            let (found, expected) = (out.values(attribute), expected.values(attribute));
            same(found.unwrap(), expected.unwrap(), "blend_into", attribute, level)?;
        }
    }
    Ok(())
}

/// Some vertices of the first frame, one by one.
fn vertices(
    load: &Load,
    targets: &impl DeltaSource,
    normalize: Normalize,
    expected: &[VertexAttributes],
    level: SimdLevel,
) -> Result<(), TestCaseError> {
    let weights = load.frames().next().unwrap();
    let last = load.base.vertex_count() - 1;
    for vertex in [0, last / 2, last] {
        let found = blend_vertex(&load.base, targets, weights, normalize, vertex).unwrap();
        let forms = [
            (Attribute::Position, found.position.as_ref().map(|v| &v[..])),
            (Attribute::Normal, found.normal.as_ref().map(|v| &v[..])),
            (Attribute::Tangent, found.tangent.as_ref().map(|v| &v[..])),
        ];
        for (attribute, found) in forms {
            let n = load.base.components(attribute);
            let of_vertex = |n| &expected[0].values(attribute).unwrap()[vertex * n..][..n];
            prop_assert_eq!(found.is_some(), n.is_some());
            if let (Some(found), Some(n)) = (found, n) {
                same(found, of_vertex(n), "blend_vertex", attribute, level)?;
            }
        }
    }
    Ok(())
}

fn interleaved(
    load: &Load,
    targets: &impl DeltaSource,
    normalize: Normalize,
    expected: &[VertexAttributes],
    level: SimdLevel,
) -> Result<(), TestCaseError> {
    let weights = load.frames().next().unwrap();
    // Every attribute, none of them aligned, with three bytes of somebody else's before each.
    let mut stride_bytes = 0;
    let mut listed = Vec::new();
    for attribute in load.base.attributes() {
        listed.push((attribute, stride_bytes + 3));
        stride_bytes += 3 + load.base.components(attribute).unwrap() * 4;
    }
    let layout = VertexLayout { stride_bytes, attributes: &listed };
    let mut bytes = vec![0xA5; stride_bytes * load.base.vertex_count()];
    blend_interleaved_into(&load.base, targets, weights, normalize, layout, &mut bytes).unwrap();
    for (attribute, offset) in listed.iter().copied() {
        let components = load.base.components(attribute).unwrap();
        let found: Vec<f32> = bytes
            .chunks_exact(stride_bytes)
            .flat_map(|vertex| vertex[offset..offset + components * 4].chunks_exact(4))
            .map(|float| f32::from_ne_bytes(float.try_into().unwrap()))
            .collect();
        let expected = expected[0].values(attribute).unwrap();
        same(&found, expected, "blend_interleaved_into", attribute, level)?;
        let rest = bytes.chunks_exact(stride_bytes).flat_map(|v| &v[offset - 3..offset]);
        prop_assert!(rest.copied().all(|byte| byte == 0xA5));
    }
    Ok(())
}

fn sequence(
    load: &Load,
    targets: &impl DeltaSource,
    normalize: Normalize,
    expected: &[VertexAttributes],
    level: SimdLevel,
) -> Result<(), TestCaseError> {
    for attribute in load.base.attributes() {
        let expected: Vec<f32> =
            expected.iter().flat_map(|e| e.values(attribute).unwrap()).copied().collect();
        let mut out = vec![f32::NAN; expected.len()];
        let weights = &load.weights;
        blend_sequence_into(&load.base, targets, attribute, weights, normalize, &mut out).unwrap();
        same(&out, &expected, "blend_sequence_into", attribute, level)?;
    }
    Ok(())
}

#[cfg(feature = "rayon")]
fn parallel(
    load: &Load,
    targets: &(impl DeltaSource + Sync),
    normalize: Normalize,
    expected: &[VertexAttributes],
    level: SimdLevel,
) -> Result<(), TestCaseError> {
    use morph_core::parallel::{self, BlendJob};
    let mut outs = vec![load.base.clone(); expected.len()];
    let mut jobs: Vec<BlendJob<'_, _>> = outs
        .iter_mut()
        .zip(load.frames())
        .map(|(out, weights)| BlendJob { base: &load.base, targets, weights, normalize, out })
        .collect();
    parallel::blend_all_into(&mut jobs).unwrap();
    for attribute in load.base.attributes() {
        let mut frames = Vec::new();
        for (out, expected) in outs.iter().zip(expected) {
            let expected = expected.values(attribute).unwrap();
            same(out.values(attribute).unwrap(), expected, "blend_all_into", attribute, level)?;
            frames.extend_from_slice(expected);
        }
        let mut out = vec![f32::NAN; frames.len()];
        let weights = &load.weights;
        parallel::blend_sequence_into(&load.base, targets, attribute, weights, normalize, &mut out)
            .unwrap();
        same(&out, &frames, "parallel::blend_sequence_into", attribute, level)?;
    }
    Ok(())
}

/// Sixteen bits: the reference over what they stand for, but for one more rounding of each product.
fn near_the_reference(load: &Load, quantized: &QuantizedTargets) -> Result<(), TestCaseError> {
    let stored = quantized.to_targets();
    let weights = load.frames().next().unwrap();
    let expected = reference::blend(&load.base, &stored, weights, Normalize::No).unwrap();
    let found = blend(&load.base, quantized, weights, Normalize::No).unwrap();
    let active = weights.iter().filter(|w| **w != 0.0).count() as f32;
    for attribute in load.base.attributes() {
        let n = load.base.components(attribute).unwrap();
        let values =
            found.values(attribute).unwrap().iter().zip(expected.values(attribute).unwrap());
        for (at, (&found, &expected)) in values.enumerate() {
            let magnitude = load.magnitude(&stored, attribute, weights, at / n, at % n);
            // What is lost below the normal numbers is an integer times half of the smallest one.
            let tolerance = 2.0 * (active + 3.0) * (f32::EPSILON * magnitude + 1e-38);
            let near = (found - expected).abs() <= tolerance;
            // Beyond f32 only the kind of overflow may differ.
            let beyond = !magnitude.is_finite() || magnitude > f32::MAX / 4.0;
            prop_assert!(
                near || beyond || found.to_bits() == expected.to_bits(),
                "{attribute}[{at}] is {found}, not {expected} by {tolerance}"
            );
        }
    }
    Ok(())
}

#[test]
fn sequences_that_do_not_fit_are_refused_with_their_numbers() {
    let base = VertexAttributes::new(2).with_positions(&[[0.0; 3]; 2]).unwrap();
    let targets = vec![morph_core::TargetDeltas::new(); 3];
    let targets = MorphTargets::new(2, targets).unwrap().unwrap();
    let mut out = [0.0; 12];
    let mut refused = |weights: &[f32], out_floats: usize| -> BlendError {
        let (attribute, out) = (Attribute::Position, &mut out[..out_floats]);
        blend_sequence_into(&base, &targets, attribute, weights, Normalize::Yes, out).unwrap_err()
    };
    let texts = [
        refused(&[0.0; 4], 12),
        refused(&[0.0; 6], 11),
        refused(&[0.0, 0.0, 0.0, f32::NAN, 0.0, 0.0], 12),
    ]
    .map(|error| error.to_string());
    assert_eq!(
        texts,
        [
            "weights: expected frames of 3 weights, got 4",
            "POSITION: expected 12 floats for 2 frames, got 11",
            "weights[3]: expected a finite number, got NaN",
        ]
    );
}
