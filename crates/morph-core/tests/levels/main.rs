//! Every fast path at every instruction set against the plain reference, bit for bit.
//!
//! One test for all levels, since the level is the process's.

mod load;

use load::{ATTRIBUTES, Load, bits, load};
use morph_core::{
    Attribute, BlendError, MorphTargets, Normalize, QuantizedTargets, SimdLevel, VertexAttributes,
    VertexLayout, blend_attribute_into, blend_interleaved_into, blend_into, blend_sequence_into,
    reference,
};
use proptest::prelude::*;

/// Few cases, since each is some meshes at all levels; `PROPTEST_CASES` asks for more.
fn config() -> ProptestConfig {
    let default = ProptestConfig::default();
    let asked = std::env::var_os("PROPTEST_CASES").is_some();
    if asked { default } else { ProptestConfig { cases: 40, ..default } }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn every_path_has_the_bits_of_the_reference_at_every_level(load in load()) {
        let targets = load.targets();
        for level in SimdLevel::supported() {
            SimdLevel::force(level).unwrap();
            for normalize in [Normalize::Yes, Normalize::No] {
                let expected: Vec<VertexAttributes> = load
                    .frames()
                    .map(|w| reference::blend(&load.base, &targets, w, normalize).unwrap())
                    .collect();
                whole(&load, &targets, normalize, &expected, level)?;
                parts(&load, &targets, normalize, &expected, level)?;
                interleaved(&load, &targets, normalize, &expected, level)?;
                sequence(&load, &targets, normalize, &expected, level)?;
                #[cfg(feature = "rayon")]
                parallel(&load, &targets, normalize, &expected, level)?;
            }
            quantized(&load, &targets, level)?;
        }
    }
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
    targets: &MorphTargets,
    normalize: Normalize,
    expected: &[VertexAttributes],
    level: SimdLevel,
) -> Result<(), TestCaseError> {
    let mut out = load.base.clone();
    for (weights, expected) in load.frames().zip(expected) {
        blend_into(&load.base, targets, weights, normalize, &mut out).unwrap();
        for (attribute, _) in ATTRIBUTES {
            let (found, expected) = (out.values(attribute), expected.values(attribute));
            same(found.unwrap(), expected.unwrap(), "blend_into", attribute, level)?;
        }
    }
    Ok(())
}

/// The first frame's vertices, one by one and in the middle of blocks.
fn parts(
    load: &Load,
    targets: &MorphTargets,
    normalize: Normalize,
    expected: &[VertexAttributes],
    level: SimdLevel,
) -> Result<(), TestCaseError> {
    let weights = load.frames().next().unwrap();
    let last = load.base.vertex_count() - 1;
    for vertex in [0, last / 2, last] {
        let found =
            morph_core::blend_vertex(&load.base, targets, weights, normalize, vertex).unwrap();
        let expected = expected[0].positions().unwrap()[vertex];
        let attribute = Attribute::Position;
        same(&found.position.unwrap(), &expected, "blend_vertex", attribute, level)?;
    }
    Ok(())
}

fn interleaved(
    load: &Load,
    targets: &MorphTargets,
    normalize: Normalize,
    expected: &[VertexAttributes],
    level: SimdLevel,
) -> Result<(), TestCaseError> {
    let weights = load.frames().next().unwrap();
    // Every attribute, none of them aligned, with three bytes of somebody else's before each.
    let mut stride_bytes = 0;
    let listed = ATTRIBUTES.map(|(attribute, components)| {
        let offset = stride_bytes + 3;
        stride_bytes = offset + components * 4;
        (attribute, offset)
    });
    let layout = VertexLayout { stride_bytes, attributes: &listed };
    let mut bytes = vec![0xA5; stride_bytes * load.base.vertex_count()];
    blend_interleaved_into(&load.base, targets, weights, normalize, layout, &mut bytes).unwrap();
    for ((attribute, components), (_, offset)) in ATTRIBUTES.into_iter().zip(listed) {
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
    targets: &MorphTargets,
    normalize: Normalize,
    expected: &[VertexAttributes],
    level: SimdLevel,
) -> Result<(), TestCaseError> {
    for (attribute, _) in ATTRIBUTES {
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
    targets: &MorphTargets,
    normalize: Normalize,
    expected: &[VertexAttributes],
    level: SimdLevel,
) -> Result<(), TestCaseError> {
    use morph_core::parallel::{self, BlendJob};
    let mut outs = vec![load.base.clone(); expected.len()];
    let mut jobs: Vec<BlendJob<'_>> = outs
        .iter_mut()
        .zip(load.frames())
        .map(|(out, weights)| BlendJob { base: &load.base, targets, weights, normalize, out })
        .collect();
    parallel::blend_all_into(&mut jobs).unwrap();
    for (attribute, _) in ATTRIBUTES {
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

/// Sixteen bits: the reference over what they stand for, but for one more rounding of each
/// product; the same bits at every level and in every form.
fn quantized(load: &Load, targets: &MorphTargets, level: SimdLevel) -> Result<(), TestCaseError> {
    let quantized = QuantizedTargets::new(targets);
    let stored = quantized.to_targets();
    let weights = load.frames().next().unwrap();
    let expected = reference::blend(&load.base, &stored, weights, Normalize::No).unwrap();
    for (attribute, n) in ATTRIBUTES {
        let mut out = vec![f32::NAN; load.base.values(attribute).unwrap().len()];
        blend_attribute_into(&load.base, &quantized, attribute, weights, Normalize::No, &mut out)
            .unwrap();
        for (at, (&found, &expected)) in
            out.iter().zip(expected.values(attribute).unwrap()).enumerate()
        {
            let magnitude = load.magnitude(&stored, attribute, weights, at / n, at % n);
            let active = weights.iter().filter(|w| **w != 0.0).count();
            let tolerance = 2.0 * (active + 3) as f32 * f32::EPSILON * magnitude;
            prop_assert!(
                (found - expected).abs() <= tolerance || found.to_bits() == expected.to_bits(),
                "{level}: {attribute}[{at}] is {found}, not {expected} by {tolerance}"
            );
        }
        let mut frames = vec![f32::NAN; out.len() * load.frames().count()];
        let all = &load.weights;
        blend_sequence_into(&load.base, &quantized, attribute, all, Normalize::No, &mut frames)
            .unwrap();
        same(&frames[..out.len()], &out, "16 bits, a sequence", attribute, level)?;
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
