//! Accessors of every type, sparse, strided, without data, and damaged.

use crate::asset::Asset;
use morph_gltf::{ComponentType, ElementType};
use serde_json::{Value, json};

#[track_caller]
fn floats(asset: &Asset, accessor: usize) -> Vec<f32> {
    asset.document().accessor(accessor).unwrap().to_f32()
}

#[track_caller]
fn error(asset: &Asset, accessor: usize) -> String {
    asset.document().accessor(accessor).unwrap_err().to_string()
}

#[test]
fn integers_are_normalised_only_where_the_file_says_so() {
    let mut asset = Asset::new();
    let plain = asset.packed(5120, "VEC2", &[2, 0xfe]);
    let normalised = asset.packed(5122, "SCALAR", &[0xff, 0x7f, 0, 0x80]);
    asset.json["accessors"][normalised]["normalized"] = json!(true);
    assert_eq!(floats(&asset, plain), [2.0, -2.0]);
    assert_eq!(floats(&asset, normalised), [1.0, -1.0]);
}

#[test]
fn types_and_counts_are_given() {
    let mut asset = Asset::new();
    let accessor = asset.packed(5125, "VEC2", &[1, 0, 0, 0, 0, 0, 0, 1]);
    let document = asset.document();
    let data = document.accessor(accessor).unwrap();
    assert_eq!((data.count(), data.components()), (1, 2));
    assert_eq!(data.component_type(), ComponentType::U32);
    assert_eq!(data.element_type(), ElementType::Vec2);
    assert_eq!(data.to_u32(), Some(vec![1, 1 << 24]));
}

#[test]
fn a_stride_skips_what_lies_between_and_may_end_after_the_last_element() {
    let mut asset = Asset::new();
    let view = asset.view(&[1, 2, 9, 9, 3, 4, 9, 9, 5, 6]);
    asset.json["bufferViews"][view]["byteStride"] = json!(4);
    let accessor = asset.accessor(json!({
        "bufferView": view, "componentType": 5121, "type": "VEC2", "count": 3,
    }));
    assert_eq!(floats(&asset, accessor), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    let offset = asset.accessor(json!({
        "bufferView": view, "byteOffset": 1, "componentType": 5121, "type": "SCALAR", "count": 3,
    }));
    assert_eq!(floats(&asset, offset), [2.0, 4.0, 6.0]);
}

#[test]
fn padding_between_the_columns_of_matrices_is_left_out() {
    let mut asset = Asset::new();
    let view = asset.view(&[1, 2, 9, 9, 3, 4, 9, 9]);
    let small = asset.accessor(json!({
        "bufferView": view, "componentType": 5121, "type": "MAT2", "count": 1,
    }));
    assert_eq!(floats(&asset, small), [1.0, 2.0, 3.0, 4.0]);
    let view =
        asset.view(&[1, 0, 2, 0, 3, 0, 9, 9, 4, 0, 5, 0, 6, 0, 9, 9, 7, 0, 8, 0, 9, 0, 9, 9]);
    let middle = asset.accessor(json!({
        "bufferView": view, "componentType": 5123, "type": "MAT3", "count": 1,
    }));
    assert_eq!(floats(&asset, middle), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]);
    let identity: Vec<f32> = (0..16).map(|i| if i % 5 == 0 { 1.0 } else { 0.0 }).collect();
    let large = asset.floats("MAT4", &identity);
    assert_eq!(floats(&asset, large), identity);
}

#[test]
fn sparse_elements_replace_zeros_without_a_view() {
    let mut asset = Asset::new();
    let accessor = asset.sparse("VEC2", 4, &[1, 3], &[1.0, 2.0, 3.0, 4.0]);
    assert_eq!(floats(&asset, accessor), [0.0, 0.0, 1.0, 2.0, 0.0, 0.0, 3.0, 4.0]);
    let document = asset.document();
    let data = document.accessor(accessor).unwrap();
    assert!(data.is_viewless());
    assert_eq!(data.sparse(), Some((&[1, 3][..], vec![1.0, 2.0, 3.0, 4.0])));
}

#[test]
fn sparse_elements_replace_and_do_not_add() {
    let mut asset = Asset::new();
    let accessor = asset.sparse("SCALAR", 3, &[0], &[5.0]);
    let base: Vec<u8> = [9.0_f32, 8.0, 7.0].iter().flat_map(|v| v.to_le_bytes()).collect();
    let view = asset.view(&base);
    asset.json["accessors"][accessor]["bufferView"] = json!(view);
    assert_eq!(floats(&asset, accessor), [5.0, 8.0, 7.0]);
}

#[test]
fn sparse_values_are_typed_like_the_accessor() {
    let mut asset = Asset::new();
    let (indices, values) = (asset.view(&[1]), asset.view(&[0xff, 0x7f]));
    let accessor = asset.accessor(json!({
        "componentType": 5122, "normalized": true, "type": "SCALAR", "count": 2,
        "sparse": {
            "count": 1,
            "indices": { "bufferView": indices, "componentType": 5121 },
            "values": { "bufferView": values },
        },
    }));
    assert_eq!(floats(&asset, accessor), [0.0, 1.0]);
    assert_eq!(asset.document().accessor(accessor).unwrap().to_u32(), None);
}

#[test]
fn sparse_indices_without_a_view_give_integers_as_well() {
    let mut asset = Asset::new();
    let (indices, values) = (asset.view(&[2]), asset.view(&[7, 0]));
    let accessor = asset.accessor(json!({
        "componentType": 5123, "type": "SCALAR", "count": 3,
        "sparse": {
            "count": 1,
            "indices": { "bufferView": indices, "componentType": 5121 },
            "values": { "bufferView": values },
        },
    }));
    assert_eq!(asset.document().accessor(accessor).unwrap().to_u32(), Some(vec![0, 0, 7]));
}

#[test]
fn wrong_sparse_data_is_named() {
    let make = |change: fn(&mut Value), indices: &[u16]| {
        let mut asset = Asset::new();
        let values = vec![1.0; indices.len()];
        let accessor = asset.sparse("SCALAR", 4, indices, &values);
        change(&mut asset.json["accessors"][accessor]["sparse"]);
        error(&asset, accessor)
    };
    assert_eq!(
        make(|_| {}, &[2, 1]),
        "accessors[0].sparse.indices[1]: 1 does not exceed 2 before it"
    );
    assert_eq!(
        make(|_| {}, &[1, 1]),
        "accessors[0].sparse.indices[1]: 1 does not exceed 1 before it"
    );
    assert_eq!(make(|_| {}, &[0, 4]), "accessors[0].sparse.indices[1]: 4 is not below 4");
    assert_eq!(
        make(|s| s["count"] = json!(0), &[1]),
        "accessors[0].sparse.count: expected 1 to 4, got 0"
    );
    assert_eq!(
        make(|s| s["count"] = json!(4_000_000_000_u32), &[1]),
        "accessors[0].sparse.count: expected 1 to 4, got 4000000000"
    );
    assert_eq!(
        make(|s| s["count"] = json!(2), &[1]),
        "accessors[0].sparse.indices: 2 elements from byte 0 need 4 bytes, bufferViews[0] has 2"
    );
    assert_eq!(
        make(|s| s["indices"]["componentType"] = json!(5122), &[1]),
        "accessors[0].componentType: 5122 is unknown"
    );
    assert_eq!(
        make(|s| s["values"]["bufferView"] = json!(7), &[1]),
        "accessors[0].sparse.values: bufferViews[7]: there are 2"
    );
}

#[test]
fn what_leaves_its_view_or_its_buffer_is_named_with_both_numbers() {
    let mut asset = Asset::new();
    let accessor = asset.floats("VEC3", &[0.0; 6]);
    assert_eq!(error(&asset, 5), "accessors[5]: there are 1");
    let mut far = asset.clone();
    far.json["accessors"][accessor]["byteOffset"] = json!(4);
    assert_eq!(
        error(&far, accessor),
        "accessors[0]: 2 elements from byte 4 need 28 bytes, bufferViews[0] has 24"
    );
    let mut many = asset.clone();
    many.json["accessors"][accessor]["count"] = json!(u64::MAX / 2);
    assert!(error(&many, accessor).contains("need 18446744073709551615 bytes"));
    let mut narrow = asset.clone();
    narrow.json["bufferViews"][0]["byteStride"] = json!(8);
    assert_eq!(
        error(&narrow, accessor),
        "accessors[0]: byteStride of bufferViews[0]: expected at least 12, got 8"
    );
    let mut outside = asset.clone();
    outside.json["bufferViews"][0]["byteOffset"] = json!(1_u64 << 62);
    assert_eq!(
        error(&outside, accessor),
        "accessors[0]: bufferViews[0]: 24 bytes from 4611686018427387904 exceed the 24 of buffers[0]"
    );
    let mut unknown = asset.clone();
    unknown.json["accessors"][accessor]["type"] = json!("VEC5");
    assert_eq!(error(&unknown, accessor), "accessors[0].type: \"VEC5\" is unknown");
    unknown.json["accessors"][accessor]["type"] = json!("VEC3");
    unknown.json["accessors"][accessor]["componentType"] = json!(5124);
    assert_eq!(error(&unknown, accessor), "accessors[0].componentType: 5124 is unknown");
}

#[test]
fn counts_without_data_are_limited() {
    let mut asset = Asset::new();
    let fine = asset.accessor(json!({ "componentType": 5126, "type": "VEC3", "count": 65536 }));
    let bomb = asset.accessor(json!({ "componentType": 5126, "type": "VEC3", "count": 65537 }));
    assert_eq!(floats(&asset, fine).len(), 3 * 65536);
    assert_eq!(
        error(&asset, bomb),
        "accessors[1].count: expected at most 65536 elements without a bufferView, got 65537"
    );
}
