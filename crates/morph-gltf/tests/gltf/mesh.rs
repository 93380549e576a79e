//! Meshes: which deltas count, which are left out, and which are errors.

use crate::asset::{Asset, triangle};
use morph_core::{Attribute, Deltas};
use serde_json::json;

const Z: [f32; 9] = [0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0];

#[test]
fn base_and_deltas_are_decoded() {
    let mesh = triangle().document().morph_mesh(0).unwrap().unwrap();
    assert_eq!((mesh.target_count(), mesh.default_weights.as_slice()), (2, &[0.0, 0.0][..]));
    let primitive = &mesh.primitives[0];
    assert_eq!(primitive.base.positions().unwrap()[1], [1.0, 0.0, 0.0]);
    assert!(!primitive.flat);
    let targets = primitive.targets.as_ref().unwrap();
    assert_eq!(targets.deltas(0, Attribute::Position), Some(&Deltas::Dense(Z.to_vec())));
    assert_eq!(triangle().found(), [""; 0]);
}

#[test]
fn a_mesh_without_targets_is_no_morph_mesh_but_a_mesh() {
    let mut asset = triangle();
    asset.json["meshes"][0]["primitives"][0].as_object_mut().unwrap().remove("targets");
    let document = asset.document();
    assert!(document.morph_mesh(0).unwrap().is_none());
    assert_eq!(document.mesh(0).unwrap().primitives[0].base.vertex_count(), 3);
    assert_eq!(document.mesh(4).unwrap_err().to_string(), "meshes[4]: there are 1");
}

#[test]
fn targets_may_move_different_attributes() {
    let mut asset = triangle();
    asset.json["meshes"][0]["primitives"][0]["targets"] =
        json!([{ "NORMAL": 2 }, { "POSITION": 3 }]);
    let mesh = asset.document().mesh(0).unwrap();
    let targets = mesh.primitives[0].targets.as_ref().unwrap();
    assert_eq!(targets.attributes(), [Attribute::Position, Attribute::Normal]);
    assert!(targets.deltas(0, Attribute::Position).is_none());
    assert!(targets.deltas(1, Attribute::Normal).is_none());
}

#[test]
fn deltas_without_data_take_no_memory_and_sparse_ones_stay_sparse() {
    let mut asset = triangle();
    let zeros = asset.accessor(json!({ "componentType": 5126, "type": "VEC3", "count": 3 }));
    let sparse = asset.sparse("VEC3", 3, &[2], &[1.0, 2.0, 3.0]);
    let all = asset.sparse("VEC3", 3, &[0, 1, 2], &Z);
    asset.json["meshes"][0]["primitives"][0]["targets"] =
        json!([{ "NORMAL": zeros }, { "NORMAL": sparse }, { "NORMAL": all }]);
    let mesh = asset.document().mesh(0).unwrap();
    let targets = mesh.primitives[0].targets.as_ref().unwrap();
    let deltas = |target| targets.deltas(target, Attribute::Normal).unwrap();
    assert_eq!(deltas(0), &Deltas::Sparse { indices: vec![], values: vec![] });
    assert_eq!(deltas(1), &Deltas::Sparse { indices: vec![2], values: vec![1.0, 2.0, 3.0] });
    assert_eq!(deltas(2), &Deltas::Dense(Z.to_vec()));
}

#[test]
fn texture_coordinates_and_colours_are_morphed() {
    let mut asset = triangle();
    let uv = asset.floats("VEC2", &[0.0; 6]);
    let base = asset.packed(5121, "VEC4", &[255; 12]);
    asset.json["accessors"][base]["normalized"] = json!(true);
    let duv = asset.floats("VEC2", &[0.5; 6]);
    let rgb = asset.floats("VEC3", &[0.25; 9]);
    let primitive = &mut asset.json["meshes"][0]["primitives"][0];
    primitive["attributes"]["TEXCOORD_0"] = json!(uv);
    primitive["attributes"]["COLOR_0"] = json!(base);
    primitive["targets"] = json!([{ "TEXCOORD_0": duv, "COLOR_0": rgb }]);
    let mesh = asset.document().mesh(0).unwrap();
    let primitive = &mesh.primitives[0];
    assert_eq!(primitive.base.values(Attribute::Color(0)), Some(&[1.0; 12][..]));
    let targets = primitive.targets.as_ref().unwrap();
    let colour = targets.deltas(0, Attribute::Color(0)).unwrap();
    assert_eq!(colour.get(2, 4), Some(&[0.25, 0.25, 0.25, 0.0][..]));
    let uv = targets.deltas(0, Attribute::TexCoord(0)).unwrap();
    assert_eq!(uv.get(0, 2), Some(&[0.5, 0.5][..]));
    assert_eq!(asset.found(), [""; 0]);
}

#[test]
fn tangent_deltas_have_no_fourth_component() {
    let mut asset = triangle();
    let base = asset.floats("VEC4", &[1.0, 0.0, 0.0, -1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0]);
    let delta = asset.floats("VEC3", &Z);
    let primitive = &mut asset.json["meshes"][0]["primitives"][0];
    primitive["attributes"]["TANGENT"] = json!(base);
    primitive["targets"] = json!([{ "TANGENT": delta }]);
    let mesh = asset.document().mesh(0).unwrap();
    assert_eq!(mesh.primitives[0].base.tangents().unwrap()[0][3], -1.0);
    asset.json["meshes"][0]["primitives"][0]["targets"] = json!([{ "TANGENT": base }]);
    assert_eq!(
        asset.mesh_error(),
        "meshes[0].primitives[0].targets[0].TANGENT: accessors[4]: expected VEC3 of f32, or of 8 or 16 bit integers, got VEC4 f32"
    );
}

#[test]
fn quantised_deltas_mean_their_value_declared_or_not() {
    for declared in [true, false] {
        let mut asset = triangle();
        let view = asset.view(&[1, 0, 0xfe, 0xff, 3, 0, 0, 0]);
        let delta = asset.accessor(json!({
            "bufferView": view, "componentType": 5122, "type": "VEC3", "count": 1,
            "min": [1, -2, 3], "max": [1, -2, 3],
        }));
        let position = asset.floats("VEC3", &[0.0; 3]);
        asset.json["meshes"] = json!([]);
        asset.mesh(json!({ "POSITION": position }), json!([{ "POSITION": delta }]));
        if declared {
            asset.json["extensionsRequired"] = json!(["KHR_mesh_quantization"]);
        }
        let mesh = asset.document().mesh(0).unwrap();
        let targets = mesh.primitives[0].targets.as_ref().unwrap();
        let deltas = targets.deltas(0, Attribute::Position).unwrap();
        assert_eq!(deltas, &Deltas::Dense(vec![1.0, -2.0, 3.0]));
        let place = "meshes[0].primitives[0].targets[0].POSITION";
        let expected = format!("MESH_PRIMITIVE_ACCESSOR_UNDECLARED_QUANTIZATION {place}");
        assert_eq!(asset.found().contains(&expected), !declared);
    }
}

#[test]
fn custom_and_unknown_attributes_are_left_out_with_one_finding_each() {
    let mut asset = triangle();
    asset.json["meshes"][0]["primitives"][0]["targets"] = json!([
        { "POSITION": 2, "_HEAT": 2 }, { "_HEAT": 2, "TEXCOORD_01": 2 }, {},
    ]);
    let mesh = asset.document().mesh(0).unwrap();
    let targets = mesh.primitives[0].targets.as_ref().unwrap();
    assert_eq!((targets.target_count(), targets.attributes()), (3, &[Attribute::Position][..]));
    assert_eq!(
        asset.found(),
        [
            "MESH_PRIMITIVE_TARGET_EMPTY meshes[0].primitives[0].targets[2]",
            "CUSTOM_ATTRIBUTE_IGNORED meshes[0].primitives[0].targets[0]._HEAT",
            "MESH_PRIMITIVE_INVALID_ATTRIBUTE meshes[0].primitives[0].targets[1].TEXCOORD_01",
        ]
    );
}

#[test]
fn a_base_without_normals_is_flat_and_morphs_positions_only() {
    let mut asset = triangle();
    let tangent = asset.floats("VEC4", &[1.0; 12]);
    let primitive = &mut asset.json["meshes"][0]["primitives"][0];
    primitive["attributes"] = json!({ "POSITION": 0, "TANGENT": tangent });
    primitive["targets"] = json!([{ "POSITION": 2, "NORMAL": 2, "TANGENT": 2 }]);
    let mesh = asset.document().mesh(0).unwrap();
    assert!(mesh.primitives[0].flat);
    let targets = mesh.primitives[0].targets.as_ref().unwrap();
    assert_eq!(targets.attributes(), [Attribute::Position]);
    assert_eq!(
        asset.found(),
        [
            "MESH_PRIMITIVE_MORPH_TARGET_NO_BASE_ACCESSOR meshes[0].primitives[0].targets[0].NORMAL",
            "MESH_PRIMITIVE_MORPH_TARGET_FLAT meshes[0].primitives[0].targets[0].TANGENT",
        ]
    );
}

#[test]
fn counts_that_disagree_are_errors_with_both_numbers() {
    let mut asset = triangle();
    let two = asset.floats("VEC3", &[0.0; 6]);
    let mut base = asset.clone();
    base.json["meshes"][0]["primitives"][0]["attributes"]["NORMAL"] = json!(two);
    assert_eq!(
        base.mesh_error(),
        "meshes[0].primitives[0].attributes.NORMAL: expected 3 vertices, got 2"
    );
    asset.json["meshes"][0]["primitives"][0]["targets"][1]["NORMAL"] = json!(two);
    assert_eq!(
        asset.mesh_error(),
        "meshes[0].primitives[0].targets[1].NORMAL: expected 3 deltas, got 2"
    );
}

#[test]
fn primitives_without_targets_may_stand_beside_morphed_ones() {
    for order in [[0, 1, 0], [1, 0, 0]] {
        let mut asset = triangle();
        let morphed = asset.json["meshes"][0]["primitives"][0].clone();
        let plain = json!({ "attributes": { "POSITION": 0 } });
        let primitives: Vec<_> =
            order.iter().map(|&m| if m == 1 { morphed.clone() } else { plain.clone() }).collect();
        asset.json["meshes"][0]["primitives"] = json!(primitives);
        let mesh = asset.document().mesh(0).unwrap();
        assert_eq!(mesh.target_count(), 2);
        let has: Vec<_> = mesh.primitives.iter().map(|p| i32::from(p.targets.is_some())).collect();
        assert_eq!(has, order);
    }
}

#[test]
fn two_other_target_counts_in_one_mesh_are_an_error() {
    let mut asset = triangle();
    let mut other = asset.json["meshes"][0]["primitives"][0].clone();
    other["targets"] = json!([{ "POSITION": 2 }]);
    let plain = json!({ "attributes": { "POSITION": 0 } });
    let first = asset.json["meshes"][0]["primitives"][0].clone();
    asset.json["meshes"][0]["primitives"] = json!([plain, first, other]);
    assert_eq!(
        asset.mesh_error(),
        "meshes[0].primitives[2].targets: expected 2 targets as in primitives[1], got 1"
    );
}

#[test]
fn primitives_and_meshes_that_name_the_same_accessors_share_targets() {
    let mut asset = triangle();
    let primitive = asset.json["meshes"][0]["primitives"][0].clone();
    asset.json["meshes"] = json!([
        { "primitives": [primitive, primitive] },
        { "primitives": [primitive] },
        { "primitives": [{ "attributes": { "POSITION": 0 }, "targets": [{ "POSITION": 2 }] }] },
    ]);
    let meshes = asset.document().meshes().unwrap();
    let targets =
        |mesh: usize, primitive: usize| meshes[mesh].primitives[primitive].targets.clone().unwrap();
    assert!(targets(0, 0).same(&targets(0, 1)));
    assert!(targets(0, 0).same(&targets(1, 0)));
    assert!(!targets(0, 0).same(&targets(2, 0)));
}

#[test]
fn deltas_that_are_not_finite_are_refused() {
    let mut asset = triangle();
    let nan = asset.floats("VEC3", &[0.0, 0.0, 0.0, 0.0, f32::NAN, 0.0, 0.0, 0.0, 0.0]);
    asset.json["meshes"][0]["primitives"][0]["targets"][1] = json!({ "NORMAL": nan });
    assert_eq!(
        asset.mesh_error(),
        "meshes[0].primitives[0].targets[1].NORMAL: delta of vertex 1 is not finite (NaN)"
    );
}

#[test]
fn indices_are_read_and_wrong_ones_spoil_drawing_only() {
    let mut asset = triangle();
    let good = asset.packed(5121, "SCALAR", &[0, 1, 2]);
    let bad = asset.packed(5123, "SCALAR", &[0, 0, 1, 0, 3, 0]);
    let floats = asset.floats("SCALAR", &[0.0, 1.0, 2.0]);
    let primitive = asset.json["meshes"][0]["primitives"][0].clone();
    for indices in [good, bad, floats] {
        let mut primitive = primitive.clone();
        primitive["indices"] = json!(indices);
        asset.json["meshes"].as_array_mut().unwrap().push(json!({ "primitives": [primitive] }));
    }
    let document = asset.document();
    assert_eq!(document.meshes().unwrap().len(), 4);
    assert_eq!(document.indices(0, 0), Ok(None));
    assert_eq!(document.indices(1, 0), Ok(Some(vec![0, 1, 2])));
    let text = |mesh| document.indices(mesh, 0).unwrap_err().to_string();
    assert_eq!(text(2), "meshes[2].primitives[0].indices[2]: 3 is not below the vertex count 3");
    assert_eq!(
        text(3),
        "meshes[3].primitives[0].indices: accessors[6]: expected SCALAR u8, u16 or u32, got SCALAR f32"
    );
    assert_eq!(
        document.indices(0, 1).unwrap_err().to_string(),
        "meshes[0].primitives[1]: there are 1"
    );
    assert_eq!(
        asset.found(),
        [
            "ACCESSOR_INDEX_OOB meshes[2].primitives[0].indices[2]",
            "MESH_PRIMITIVE_INDICES_ACCESSOR_INVALID_FORMAT meshes[3].primitives[0].indices",
        ]
    );
}

#[test]
fn empty_meshes_and_targets_over_nothing_are_errors() {
    let mut asset = triangle();
    asset.json["meshes"] = json!([{ "primitives": [] }]);
    assert_eq!(asset.mesh_error(), "meshes[0].primitives: expected at least one");
    asset.json["meshes"] =
        json!([{ "primitives": [{ "attributes": {}, "targets": [{ "POSITION": 0 }] }] }]);
    assert_eq!(asset.mesh_error(), "meshes[0].primitives[0].attributes: expected at least one");
}

#[test]
fn wrong_bounds_are_found_and_the_data_counts() {
    let mut asset = triangle();
    asset.json["accessors"][2]["max"] = json!([0, 0, 2]);
    asset.json["accessors"][3].as_object_mut().unwrap().remove("min");
    assert_eq!(
        asset.found(),
        [
            "ACCESSOR_BOUNDS_MISMATCH meshes[0].primitives[0].targets[0].POSITION",
            "MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS meshes[0].primitives[0].targets[1].POSITION",
        ]
    );
}

#[test]
fn sparse_bounds_include_the_vertices_that_are_not_moved() {
    let mut asset = triangle();
    let sparse = asset.sparse("VEC3", 3, &[2], &[1.0, 2.0, 3.0]);
    asset.json["accessors"][sparse]["min"] = json!([0, 0, 0]);
    asset.json["accessors"][sparse]["max"] = json!([1, 2, 3]);
    asset.json["meshes"][0]["primitives"][0]["targets"] = json!([{ "POSITION": sparse }]);
    assert_eq!(asset.found(), [""; 0]);
}

#[test]
fn three_hundred_targets_load() {
    let mut asset = Asset::new();
    let position = asset.floats("VEC3", &[0.0; 3]);
    let targets: Vec<_> = (0..300)
        .map(|t| json!({ "POSITION": asset.floats("VEC3", &[t as f32, 0.0, 0.0]) }))
        .collect();
    asset.mesh(json!({ "POSITION": position }), json!(targets));
    let mesh = asset.document().mesh(0).unwrap();
    let targets = mesh.primitives[0].targets.as_ref().unwrap();
    assert_eq!(targets.target_count(), 300);
    let last = targets.deltas(299, Attribute::Position).unwrap();
    assert_eq!(last.values(), [299.0, 0.0, 0.0]);
}
