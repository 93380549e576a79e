//! Normals that nobody authored: which targets get them, and which files cannot.

use crate::asset::{Asset, triangle};
use morph_core::{Attribute, Deltas, MorphTargets};
use morph_gltf::{Document, MeshError, NoFiles, Normals, ReadOptions};
use serde_json::json;

fn computed(asset: &Asset) -> Document {
    let options = ReadOptions { normals: Normals::Computed, ..ReadOptions::default() };
    Document::from_slice_with(&asset.glb(), NoFiles, &options).unwrap()
}

fn targets(document: &Document, mesh: usize) -> MorphTargets {
    document.mesh(mesh).unwrap().primitives[0].targets.clone().unwrap()
}

/// The triangle, its second corner lifted by the first target.
fn leaning() -> Asset {
    let mut asset = triangle();
    let lift = asset.floats("VEC3", &[0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
    let targets = &mut asset.json["meshes"][0]["primitives"][0]["targets"];
    targets[0]["POSITION"] = lift.into();
    asset
}

#[track_caller]
fn leans(targets: &MorphTargets) {
    let half = 0.5_f32.sqrt();
    let expected = [-half, 0.0, half - 1.0];
    for vertex in 0..3 {
        let delta = targets.deltas(0, Attribute::Normal).unwrap().get(vertex, 3).unwrap();
        let near = delta.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6);
        assert!(near, "vertex {vertex}: {delta:?}");
    }
}

#[test]
fn they_are_computed_where_asked_for_only() {
    let asset = leaning();
    assert!(!targets(&asset.document(), 0).has(Attribute::Normal));
    let found = targets(&computed(&asset), 0);
    leans(&found);
    // The second target takes the first corner across the other two, so the front is behind.
    let over = Deltas::Dense([0.0, 0.0, -2.0].repeat(3));
    assert_eq!(found.deltas(1, Attribute::Normal), Some(&over));
}

#[test]
fn zeros_are_replaced_and_other_deltas_kept() {
    let mut asset = leaning();
    let zeros = asset.accessor(json!({ "componentType": 5126, "type": "VEC3", "count": 3 }));
    let own = asset.floats("VEC3", &[0.25; 9]);
    let list = &mut asset.json["meshes"][0]["primitives"][0]["targets"];
    let lift = list[0]["POSITION"].clone();
    list[0]["NORMAL"] = zeros.into();
    list[1] = json!({ "POSITION": lift, "NORMAL": own });
    let found = targets(&computed(&asset), 0);
    leans(&found);
    assert_eq!(found.deltas(1, Attribute::Normal), Some(&Deltas::Dense(vec![0.25; 9])));
}

#[test]
fn strips_fans_and_indices_make_triangles_and_lines_make_none() {
    for mode in [4, 5, 6] {
        let mut asset = leaning();
        let indices = asset.packed(5121, "SCALAR", &[0, 1, 2]);
        asset.json["meshes"][0]["primitives"][0]["mode"] = mode.into();
        leans(&targets(&computed(&asset), 0));
        asset.json["meshes"][0]["primitives"][0]["indices"] = indices.into();
        leans(&targets(&computed(&asset), 0));
    }
    for mode in [0, 1, 2, 3, 7] {
        let mut asset = leaning();
        asset.json["meshes"][0]["primitives"][0]["mode"] = mode.into();
        assert!(!targets(&computed(&asset), 0).has(Attribute::Normal), "{mode}");
        assert_eq!(computed(&asset).triangles(0, 0).unwrap(), None);
    }
}

#[test]
fn a_base_without_normals_and_indices_that_name_no_vertex_leave_targets_as_they_are() {
    let mut asset = leaning();
    asset.json["meshes"][0]["primitives"][0]["attributes"]
        .as_object_mut()
        .unwrap()
        .remove("NORMAL");
    assert!(!targets(&computed(&asset), 0).has(Attribute::Normal));
    let mut asset = leaning();
    let indices = asset.packed(5121, "SCALAR", &[0, 1, 3]);
    asset.json["meshes"][0]["primitives"][0]["indices"] = indices.into();
    let document = computed(&asset);
    assert!(!targets(&document, 0).has(Attribute::Normal));
    assert!(document.triangles(0, 0).is_err());
    assert_eq!(document.findings().len(), 1);
    assert!(document.triangles(0, 1).is_err() && document.triangles(1, 0).is_err());
}

#[test]
fn primitives_share_them_where_they_share_their_surface() {
    let mut asset = leaning();
    let backwards = asset.packed(5121, "SCALAR", &[0, 1, 2]);
    let mesh = asset.json["meshes"][0].clone();
    let mut other = mesh.clone();
    other["primitives"][0]["indices"] = backwards.into();
    asset.json["meshes"] = json!([mesh, mesh, other]);
    let document = computed(&asset);
    let [first, second, third] = [0, 1, 2].map(|mesh| targets(&document, mesh));
    assert!(first.same(&second) && !first.same(&third));
}

#[test]
fn targets_beyond_proportion_are_refused_before_anything_is_computed() {
    // Each target moves one vertex of many: few bytes, but all vertices may turn.
    let mut asset = Asset::new();
    let count = 60_000;
    let zeros = asset.accessor(json!({ "componentType": 5126, "type": "VEC3", "count": count }));
    let move_one = asset.sparse("VEC3", count, &[0], &[0.0, 0.0, 1.0]);
    let targets = vec![json!({ "POSITION": move_one }); 200];
    asset.mesh(json!({ "POSITION": zeros, "NORMAL": zeros }), json!(targets));
    assert!(asset.document().mesh(0).is_ok());
    match computed(&asset).mesh(0).unwrap_err() {
        MeshError::Limit { needed, limit, .. } => assert!(needed > limit, "{needed} {limit}"),
        other => panic!("{other}"),
    }
}

#[test]
fn primitives_of_one_mesh_are_one_surface() {
    // A square whose halves are primitives of their own; one corner goes up.
    let mut asset = Asset::new();
    let square = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0];
    let position = asset.floats("VEC3", &square);
    let normal = asset.floats("VEC3", &[0.0, 0.0, 1.0].repeat(4));
    let lift = asset.floats("VEC3", &[[0.0; 9].as_slice(), &[0.0, 0.0, 1.0]].concat());
    let halves = [[0, 1, 2], [0, 2, 3]].map(|half| {
        let indices = asset.packed(5121, "SCALAR", &half);
        json!({
            "attributes": { "POSITION": position, "NORMAL": normal },
            "indices": indices, "targets": [{ "POSITION": lift }],
        })
    });
    asset.json["meshes"] = json!([{ "primitives": halves }]);
    let mesh = computed(&asset).mesh(0).unwrap();
    let [first, second] = [0, 1].map(|at| mesh.primitives[at].targets.clone().unwrap());
    let deltas = first.deltas(0, Attribute::Normal).unwrap();
    assert_eq!(Some(deltas), second.deltas(0, Attribute::Normal));
    // The corners of the fold turn by less than the one that goes up; the fourth not at all.
    let moved =
        |vertex| deltas.get(vertex, 3).map_or(0.0, |d| d.iter().map(|c| c * c).sum::<f32>());
    assert!(moved(3) > moved(0) && moved(0) > 0.0 && moved(2) > 0.0, "{deltas:?}");
    assert_eq!(moved(1), 0.0);
}
