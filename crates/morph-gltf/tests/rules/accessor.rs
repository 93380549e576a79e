//! Rules 17 to 20: how accessors find their elements.

use crate::asset::{Asset, triangle};
use crate::rule::{deltas, is_fatal, is_recoverable, is_right, primitive, with_targets};
use morph_core::{Attribute, Deltas};
use morph_gltf::Code;
use serde_json::{Value, json};

fn floats(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

#[test]
fn rule_17_an_accessor_without_a_view_is_zeros() {
    let mut asset = triangle();
    let zeros = asset.accessor(json!({ "componentType": 5126, "type": "VEC3", "count": 3 }));
    asset = with_targets(asset, json!([{ "NORMAL": zeros }]));
    let nothing = Deltas::Sparse { indices: vec![], values: vec![] };
    assert_eq!(deltas(&is_right(&asset), 0, Attribute::Normal), Some(nothing.clone()));
    asset.json["accessors"][zeros]["byteOffset"] = json!(12);
    let mesh = is_recoverable(&asset, Code::UnsatisfiedDependency);
    assert_eq!(deltas(&mesh, 0, Attribute::Normal), Some(nothing));
}

/// A triangle whose only target moves normals by a sparse accessor, changed as the caller likes.
fn sparse(change: impl FnOnce(&mut Value)) -> Asset {
    let mut asset = triangle();
    let accessor = asset.sparse("VEC3", 3, &[0, 2], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    change(&mut asset.json["accessors"][accessor]);
    with_targets(asset, json!([{ "NORMAL": accessor }]))
}

#[test]
fn rule_18_sparse_elements_replace_and_their_indices_increase() {
    let mesh = is_right(&sparse(|_| {}));
    let values = vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    let expected = Deltas::Sparse { indices: vec![0, 2], values };
    assert_eq!(deltas(&mesh, 0, Attribute::Normal), Some(expected));
    // Over a view they replace its elements, and are not added to them.
    let mut over = sparse(|_| {});
    let view = over.view(&floats(&[0.0, 0.0, 1.0].repeat(3)));
    over.json["accessors"].as_array_mut().unwrap().last_mut().unwrap()["bufferView"] = json!(view);
    let mesh = is_right(&over);
    let expected = Deltas::Dense(vec![1.0, 2.0, 3.0, 0.0, 0.0, 1.0, 4.0, 5.0, 6.0]);
    assert_eq!(deltas(&mesh, 0, Attribute::Normal), Some(expected));
    is_fatal(&sparse(|a| a["sparse"]["count"] = json!(0)), Code::AccessorSparseCount);
    is_fatal(&sparse(|a| a["sparse"]["count"] = json!(4)), Code::AccessorSparseCount);
    is_fatal(
        &sparse(|a| a["sparse"]["indices"]["componentType"] = json!(5122)),
        Code::AccessorInvalidFormat,
    );
    for (indices, code) in [
        ([2_u16, 0], Code::AccessorSparseNonIncreasing),
        ([1, 1], Code::AccessorSparseNonIncreasing),
        ([0, 3], Code::AccessorSparseIndexOob),
    ] {
        let mut asset = triangle();
        let accessor = asset.sparse("VEC3", 3, &indices, &[0.0; 6]);
        is_fatal(&with_targets(asset, json!([{ "NORMAL": accessor }])), code);
    }
}

#[test]
fn rule_19_vertex_data_follows_the_stride_of_its_view_and_is_aligned() {
    // Two deltas beside each other; the last element ends before a full stride.
    let mut asset = triangle();
    let rows: Vec<f32> = (0..6 * 3).map(|n| n as f32).collect();
    let view = asset.view(&floats(&rows));
    asset.json["bufferViews"][view]["byteStride"] = json!(24);
    let accessor = |asset: &mut Asset, offset| {
        asset.accessor(json!({
            "bufferView": view, "byteOffset": offset, "componentType": 5126, "type": "VEC3",
            "count": 3,
        }))
    };
    let (first, second) = (accessor(&mut asset, 0), accessor(&mut asset, 12));
    let asset = with_targets(asset, json!([{ "NORMAL": first }, { "NORMAL": second }]));
    let mesh = is_right(&asset);
    let expected = vec![3.0, 4.0, 5.0, 9.0, 10.0, 11.0, 15.0, 16.0, 17.0];
    assert_eq!(deltas(&mesh, 1, Attribute::Normal), Some(Deltas::Dense(expected)));

    let with_view = |change: &dyn Fn(&mut Value)| {
        let mut asset = asset.clone();
        change(&mut asset.json["bufferViews"][view]);
        asset
    };
    is_fatal(&with_view(&|view| view["byteStride"] = json!(28)), Code::AccessorTooLong);
    is_fatal(&with_view(&|view| view["byteStride"] = json!(8)), Code::AccessorTooSmallStride);
    is_fatal(&with_view(&|view| view["byteLength"] = json!(1000)), Code::BufferViewTooLong);
    is_recoverable(&with_view(&|view| view["byteStride"] = json!(22)), Code::AccessorUnaligned);
    let none = with_view(&|view| {
        view.as_object_mut().unwrap().remove("byteStride");
    });
    is_recoverable(&none, Code::AccessorWithoutStride);
    let mut odd = asset.clone();
    odd.json["accessors"][first]["byteOffset"] = json!(2);
    is_recoverable(&odd, Code::AccessorUnaligned);
}

#[test]
fn rule_20_indices_and_keys_have_no_stride() {
    let mut asset = triangle();
    let indices = asset.view(&[0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0]);
    let accessor = asset.accessor(json!({
        "bufferView": indices, "componentType": 5125, "type": "SCALAR", "count": 3,
    }));
    primitive(&mut asset)["indices"] = json!(accessor);
    is_right(&asset);
    asset.json["bufferViews"][indices]["byteStride"] = json!(4);
    is_recoverable(&asset, Code::IndicesWithStride);

    let mut asset = triangle();
    asset.node(json!({ "mesh": 0 }));
    let input = asset.floats("SCALAR", &[0.0, 1.0]);
    let output = asset.floats("SCALAR", &[0.0; 4]);
    asset.animation(json!({
        "channels": [{ "sampler": 0, "target": { "node": 0, "path": "weights" } }],
        "samplers": [{ "input": input, "output": output }],
    }));
    is_right(&asset);
    let view = asset.json["accessors"][output]["bufferView"].as_u64().unwrap() as usize;
    asset.json["bufferViews"][view]["byteStride"] = json!(4);
    is_recoverable(&asset, Code::SamplerWithStride);
    assert!(asset.document().weight_animations().is_ok());
}
