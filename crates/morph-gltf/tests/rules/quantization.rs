//! Rules 13 to 16: `KHR_mesh_quantization`.

use crate::asset::{Asset, triangle};
use crate::rule::{blended, deltas, is_fatal, is_recoverable, is_right, primitive, with_targets};
use morph_core::{Attribute, Deltas, Normalize};
use morph_gltf::Code;
use serde_json::json;

const I8: usize = 5120;
const U8: usize = 5121;
const I16: usize = 5122;
const U16: usize = 5123;

/// Three elements of integers, each at a multiple of 4 bytes.
fn integers(
    asset: &mut Asset,
    component: usize,
    kind: &str,
    normalized: bool,
    values: &[i32],
) -> usize {
    let components = crate::asset::components(kind);
    let mut bytes = Vec::new();
    for element in values.chunks_exact(components) {
        for &value in element {
            match component {
                I8 | U8 => bytes.push(value as u8),
                _ => bytes.extend((value as u16).to_le_bytes()),
            }
        }
        bytes.resize(bytes.len().next_multiple_of(4), 0);
    }
    let stride = bytes.len() / (values.len() / components);
    let view = asset.view(&bytes);
    asset.json["bufferViews"][view]["byteStride"] = json!(stride);
    let bound = |pick: fn(i32, i32) -> i32| -> Vec<i32> {
        (0..components)
            .filter_map(|c| values.iter().copied().skip(c).step_by(components).reduce(pick))
            .collect()
    };
    asset.accessor(json!({
        "bufferView": view, "componentType": component, "type": kind, "normalized": normalized,
        "count": values.len() / components, "min": bound(i32::min), "max": bound(i32::max),
    }))
}

/// A triangle with one target that moves one attribute by integers.
fn quantised(name: &str, component: usize, normalized: bool) -> Asset {
    let mut asset = triangle();
    let kind = if name == "TEXCOORD_0" { "VEC2" } else { "VEC3" };
    let tangent = asset.floats("VEC4", &[1.0, 0.0, 0.0, 1.0].repeat(3));
    let uv = asset.floats("VEC2", &[0.0; 6]);
    primitive(&mut asset)["attributes"]["TANGENT"] = json!(tangent);
    primitive(&mut asset)["attributes"]["TEXCOORD_0"] = json!(uv);
    let values = vec![1; 3 * crate::asset::components(kind)];
    let delta = integers(&mut asset, component, kind, normalized, &values);
    with_targets(asset, json!([{ name: delta }]))
}

fn declared(mut asset: Asset) -> Asset {
    let names = json!(["KHR_mesh_quantization"]);
    (asset.json["extensionsUsed"], asset.json["extensionsRequired"]) = (names.clone(), names);
    asset
}

#[test]
fn rule_13_integer_deltas_need_the_extension_a_sign_and_alignment() {
    for (name, component, normalized) in [
        ("POSITION", I8, false),
        ("POSITION", I8, true),
        ("POSITION", I16, false),
        ("POSITION", I16, true),
        ("NORMAL", I8, true),
        ("NORMAL", I16, true),
        ("TANGENT", I8, true),
        ("TANGENT", I16, true),
        ("TEXCOORD_0", I8, false),
        ("TEXCOORD_0", I16, false),
    ] {
        let asset = quantised(name, component, normalized);
        is_recoverable(&asset, Code::AccessorUndeclaredFormat);
        is_right(&declared(asset));
    }
    for (name, component, normalized) in [
        ("POSITION", U8, false),
        ("POSITION", U16, true),
        ("NORMAL", U16, true),
        ("NORMAL", I8, false),
        ("TANGENT", U8, true),
    ] {
        let asset = declared(quantised(name, component, normalized));
        is_recoverable(&asset, Code::AccessorUndeclaredFormat);
    }
    let mut used = declared(quantised("POSITION", I16, false));
    used.json.as_object_mut().unwrap().remove("extensionsRequired");
    is_recoverable(&used, Code::NonRequiredExtension);
    let mut tight = declared(quantised("POSITION", I16, false));
    let view = tight.view(&[1, 0].repeat(9));
    tight.json["bufferViews"][view]["byteStride"] = json!(6);
    let accessor = primitive(&mut tight)["targets"][0]["POSITION"].as_u64().unwrap() as usize;
    tight.json["accessors"][accessor]["bufferView"] = json!(view);
    is_recoverable(&tight, Code::AccessorUnaligned);
}

#[test]
fn rule_14_integers_mean_their_value_and_each_accessor_has_its_own_type() {
    let mut asset = declared(triangle());
    let base = integers(&mut asset, U16, "VEC3", false, &[0, 0, 0, 60_000, 0, 0, 0, 9, 0]);
    let short = integers(&mut asset, I16, "VEC3", false, &[2, -2, 0, 300, 0, 0, 0, 0, 0]);
    let byte = integers(&mut asset, I8, "VEC3", false, &[0, 0, 5, 0, 0, 0, -7, 0, 0]);
    primitive(&mut asset)["attributes"]["POSITION"] = json!(base);
    primitive(&mut asset)["targets"] = json!([{ "POSITION": short }, { "POSITION": byte }]);
    // The node that scales the base scales what is added to it; its translation moves neither.
    asset.node(json!({ "mesh": 0, "scale": [0.5, 0.5, 0.5], "translation": [9, 9, 9] }));
    let mesh = is_right(&asset);
    let moved = blended(&mesh, &[1.0, 1.0], Normalize::No);
    assert_eq!(
        moved.positions(),
        Some(&[[2.0, -2.0, 5.0], [60_300.0, 0.0, 0.0], [-7.0, 9.0, 0.0]][..])
    );
}

#[test]
fn rule_15_normalised_integers_have_one_value_each() {
    for (component, stored, expected) in [
        (I8, [127, -127, -128], [1.0, -1.0, -1.0]),
        (I8, [1, 0, -1], [1.0 / 127.0, 0.0, -1.0 / 127.0]),
        (I16, [32_767, -32_767, -32_768], [1.0, -1.0, -1.0]),
        (U8, [255, 0, 51], [1.0, 0.0, 0.2]),
        (U16, [65_535, 0, 13_107], [1.0, 0.0, 0.2]),
    ] {
        let mut asset = triangle();
        let accessor = integers(&mut asset, component, "VEC3", true, &stored);
        assert_eq!(asset.document().accessor(accessor).unwrap().to_f32(), expected);
    }
    // 32-bit integers cannot be deltas at all.
    let mut asset = triangle();
    let view = asset.view(&[0; 36]);
    let wide = asset.accessor(json!({
        "bufferView": view, "componentType": 5125, "type": "VEC3", "count": 3, "normalized": true,
    }));
    is_fatal(&with_targets(asset, json!([{ "NORMAL": wide }])), Code::AccessorInvalidFormat);
}

#[test]
fn rule_16_quantised_normals_are_not_of_unit_length_and_the_blend_normalises_them() {
    let mut asset = declared(triangle());
    let base = integers(&mut asset, I8, "VEC3", true, &[90, 0, 90, 0, 0, 127, 0, 0, 127]);
    let delta = integers(&mut asset, I8, "VEC3", true, &[-90, 0, 37, 0, 64, 0, 0, 0, 0]);
    primitive(&mut asset)["attributes"]["NORMAL"] = json!(base);
    primitive(&mut asset)["targets"] = json!([{ "NORMAL": delta }]);
    let mesh = is_right(&asset);
    let length = |n: &[f32; 3]| n.iter().map(|c| c * c).sum::<f32>().sqrt();
    let raw = blended(&mesh, &[0.5], Normalize::No);
    assert!(raw.normals().unwrap().iter().any(|n| (length(n) - 1.0).abs() > 0.01));
    let unit = blended(&mesh, &[0.5], Normalize::Yes);
    assert!(unit.normals().unwrap().iter().all(|n| (length(n) - 1.0).abs() < 1e-6));
    // Deltas themselves are neither normalised nor clamped to a unit.
    let Some(Deltas::Dense(values)) = deltas(&mesh, 0, Attribute::Normal) else { panic!("dense") };
    assert_eq!(values[4], 64.0 / 127.0);
}
