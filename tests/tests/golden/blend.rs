//! The group `blend`: every form of the blend on the CPU, to the bit.

use crate::refusal;
use morph_core::animation::WeightSink;
use morph_core::{
    Attribute, AttributeSlices, BlendError, CpuInstance, DeviceLimits, LinearLayout, MorphTargets,
    Normalize, SimdLevel, VertexAttributes, VertexLayout, apply_morph_targets, blend,
    blend_attribute_into, blend_interleaved_into, blend_into, blend_sequence_into, blend_vertex,
    check_finite, parallel, reference,
};
use morph_tests::golden::{Case, cases, refusal_of_targets};

/// A form of the blend, and what it gives: attributes that it does not write may be missing.
type Form =
    fn(&VertexAttributes, &MorphTargets, &[f32], Normalize) -> Result<VertexAttributes, BlendError>;

/// Every form that is held to the strict bits. Another one is one line here.
const FORMS: &[(&str, Form)] = &[
    ("reference::blend", reference::blend),
    ("blend", blend),
    ("blend_into", into),
    ("blend_attribute_into", attribute_by_attribute),
    ("blend_vertex", vertex_by_vertex),
    ("blend_interleaved_into", interleaved),
    ("blend_sequence_into", sequence),
    ("parallel::blend_into", parallel_into),
    ("CpuInstance", instance),
];

#[test]
fn every_form_of_the_blend_gives_the_strict_bits() {
    let cases: Vec<Case> = cases("blend").into_iter().filter(|c| form(c) == "targets").collect();
    for level in SimdLevel::supported() {
        SimdLevel::force(level).unwrap();
        for (name, form) in FORMS {
            let mut compared = 0;
            for case in &cases {
                compared += check(&format!("{name}, {level}"), *form, case);
            }
            assert!(compared > 150, "{name}, {level}: {compared} attributes");
        }
    }
}

#[test]
fn flat_arrays_give_the_strict_bits() {
    let mut compared = 0;
    for case in cases("blend").iter().filter(|case| form(case) == "arrays") {
        let arrays = |prefix: &str| AttributeSlices {
            positions: floats(case, prefix, "POSITION"),
            normals: floats(case, prefix, "NORMAL"),
            tangents: floats(case, prefix, "TANGENT"),
        };
        let count = case.input.number("targets");
        let targets: Vec<_> = (0..count).map(|t: usize| arrays(&format!("target.{t}."))).collect();
        let weights = case.input.floats("weights");
        let found = apply_morph_targets(arrays("base."), &targets, weights).unwrap();
        for (attribute, values) in
            [("POSITION", found.positions), ("NORMAL", found.normals), ("TANGENT", found.tangents)]
        {
            assert_eq!(values.is_some(), floats(case, "base.", attribute).is_some());
            if let Some(values) = values {
                case.assert_met("apply_morph_targets", attribute, &values, true);
                compared += 1;
            }
        }
    }
    assert!(compared > 5, "{compared} attributes");
}

/// What the profiles' layouts hold has both bands in every target.
#[test]
fn what_the_profiles_store_blends_to_the_strict_bits() {
    let mut compared = 0;
    for case in cases("blend").iter().filter(|case| form(case) == "profile") {
        let profile: Form = |base, targets, weights, normalize| {
            let (vertices, count) = (targets.vertex_count() as u32, targets.target_count() as u32);
            let layout = LinearLayout::compat(vertices, count, &DeviceLimits::WEBGPU_DEFAULT);
            let layout = layout.unwrap();
            let stored = layout.decode(&layout.encode(targets)).unwrap().unwrap().unwrap();
            blend(base, &stored, weights, normalize)
        };
        compared += check("compat", profile, case);
    }
    assert!(compared > 5, "{compared} attributes");
}

fn form(case: &Case) -> &str {
    case.input.word("form")
}

fn floats<'a>(case: &'a Case, prefix: &str, attribute: &str) -> Option<&'a [f32]> {
    let name = format!("{prefix}{attribute}");
    case.input.get(&name).map(|_| case.input.floats(&name))
}

/// Compares one case, and says how many attributes there were.
fn check(name: &str, form: Form, case: &Case) -> usize {
    let targets = match case.targets() {
        Ok(targets) => targets,
        Err(error) => {
            case.assert_refused((refusal_of_targets(&error), None));
            return 0;
        }
    };
    let normalize =
        if case.input.number::<u32>("normalize") == 1 { Normalize::Yes } else { Normalize::No };
    let found = match form(&case.base(), &targets, case.input.floats("weights"), normalize) {
        Ok(found) => found,
        Err(error) => {
            case.assert_refused(refusal::of_blend(&error));
            return 0;
        }
    };
    assert_eq!(case.refusal(), None, "{}: {name} does not refuse", case.name);
    for attribute in found.attributes() {
        let values = found.values(attribute).unwrap();
        case.assert_met(name, &attribute.to_string(), values, true);
    }
    found.attributes().count()
}

/// Of the base's shape, with something else in every place: what is not written is seen.
fn dirty(base: &VertexAttributes) -> VertexAttributes {
    let mut out = base.clone();
    for attribute in base.attributes() {
        out.values_mut(attribute).unwrap().fill(-77.0);
    }
    out
}

fn into(
    base: &VertexAttributes,
    targets: &MorphTargets,
    weights: &[f32],
    normalize: Normalize,
) -> Result<VertexAttributes, BlendError> {
    let mut out = dirty(base);
    blend_into(base, targets, weights, normalize, &mut out)?;
    Ok(out)
}

fn attribute_by_attribute(
    base: &VertexAttributes,
    targets: &MorphTargets,
    weights: &[f32],
    normalize: Normalize,
) -> Result<VertexAttributes, BlendError> {
    let mut out = dirty(base);
    for attribute in base.attributes() {
        let values = out.values_mut(attribute).unwrap();
        blend_attribute_into(base, targets, attribute, weights, normalize, values)?;
    }
    Ok(out)
}

fn vertex_by_vertex(
    base: &VertexAttributes,
    targets: &MorphTargets,
    weights: &[f32],
    normalize: Normalize,
) -> Result<VertexAttributes, BlendError> {
    let (mut positions, mut normals, mut tangents) = (Vec::new(), Vec::new(), Vec::new());
    for vertex in 0..base.vertex_count() {
        let morphed = blend_vertex(base, targets, weights, normalize, vertex)?;
        positions.extend(morphed.position);
        normals.extend(morphed.normal);
        tangents.extend(morphed.tangent);
    }
    let mut out = VertexAttributes::new(base.vertex_count());
    let mut put = |attribute, components, values: Vec<f32>| {
        if base.has(attribute) {
            out.insert(attribute, components, values).unwrap();
        }
    };
    put(Attribute::Position, 3, positions.concat());
    put(Attribute::Normal, 3, normals.concat());
    put(Attribute::Tangent, 4, tangents.concat());
    Ok(out)
}

fn interleaved(
    base: &VertexAttributes,
    targets: &MorphTargets,
    weights: &[f32],
    normalize: Normalize,
) -> Result<VertexAttributes, BlendError> {
    // One odd byte before each vertex, so that nothing is aligned.
    let mut stride_bytes = 1;
    let mut attributes = Vec::new();
    for attribute in base.attributes() {
        attributes.push((attribute, stride_bytes));
        stride_bytes += base.components(attribute).unwrap() * size_of::<f32>();
    }
    let mut bytes = vec![0xAB; stride_bytes * base.vertex_count()];
    let layout = VertexLayout { stride_bytes, attributes: &attributes };
    blend_interleaved_into(base, targets, weights, normalize, layout, &mut bytes)?;
    let mut out = dirty(base);
    for (vertex, of_vertex) in bytes.chunks_exact(stride_bytes).enumerate() {
        assert_eq!(of_vertex[0], 0xAB);
        for &(attribute, offset) in &attributes {
            let components = base.components(attribute).unwrap();
            let read = of_vertex[offset..][..components * size_of::<f32>()].chunks_exact(4);
            let values = &mut out.values_mut(attribute).unwrap()[vertex * components..];
            for (value, bytes) in values.iter_mut().zip(read) {
                *value = f32::from_ne_bytes(bytes.try_into().unwrap());
            }
        }
    }
    Ok(out)
}

/// Three frames, of which the second is the one.
fn sequence(
    base: &VertexAttributes,
    targets: &MorphTargets,
    weights: &[f32],
    normalize: Normalize,
) -> Result<VertexAttributes, BlendError> {
    check_finite(weights)?;
    // Frames have one weight a target: neither fewer nor more.
    let count = targets.target_count();
    let mut frames = vec![0.0; 3 * count];
    let given = weights.len().min(count);
    frames[count..count + given].copy_from_slice(&weights[..given]);
    frames[2 * count..].fill(0.5);
    let mut out = dirty(base);
    for attribute in base.attributes() {
        let values = out.values_mut(attribute).unwrap();
        let mut all = vec![-77.0; 3 * values.len()];
        blend_sequence_into(base, targets, attribute, &frames, normalize, &mut all)?;
        values.copy_from_slice(&all[values.len()..2 * values.len()]);
    }
    Ok(out)
}

fn parallel_into(
    base: &VertexAttributes,
    targets: &MorphTargets,
    weights: &[f32],
    normalize: Normalize,
) -> Result<VertexAttributes, BlendError> {
    let mut out = dirty(base);
    parallel::blend_into(base, targets, weights, normalize, &mut out)?;
    Ok(out)
}

fn instance(
    base: &VertexAttributes,
    targets: &MorphTargets,
    weights: &[f32],
    normalize: Normalize,
) -> Result<VertexAttributes, BlendError> {
    let mut instance = CpuInstance::new(base.clone().into(), targets.clone(), normalize)?;
    instance.set_weights(weights)?;
    Ok(instance.vertices().clone())
}
