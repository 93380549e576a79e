//! What changes no value: sparse, order, empty targets.

use crate::builder::Builder;
use crate::same::{assert_same, read};
use morph_core::VertexOrder;
use morph_gltf::optimize::{Change, Optimize, Optimized, optimize};
use serde_json::{Value, json};

const COUNT: usize = 512;

/// A grid of `COUNT` vertices with triangles and targets that move every eighth vertex; nothing of
/// the second target, and nothing of the last one either.
fn grid() -> Builder {
    let mut file = Builder::new();
    let positions: Vec<f32> =
        (0..COUNT).flat_map(|v| [(v % 32) as f32, (v / 32) as f32, 0.0]).collect();
    let heat: Vec<f32> = (0..COUNT).map(|v| v as f32).collect();
    let corners: Vec<u16> = (0..COUNT as u16 - 2).flat_map(|v| [v, v + 1, v + 2]).collect();
    let attributes = json!({
        "POSITION": file.floats(3, &positions), "_HEAT": file.floats(1, &heat)
    });
    let indices = file.indices(&corners);
    let mut up = vec![0.0; COUNT * 3];
    (0..COUNT).step_by(8).for_each(|v| up[v * 3 + 2] = 1.0);
    let moved: Vec<u16> = (0..COUNT as u16).step_by(8).collect();
    let targets = json!([
        { "POSITION": file.floats(3, &up) },
        { "POSITION": file.sparse(3, COUNT, &[], &[]) },
        { "POSITION": file.sparse(3, COUNT, &moved, &vec![-2.0; moved.len() * 3]) },
        { "POSITION": file.floats(3, &vec![0.0; COUNT * 3]) },
    ]);
    file.push(
        "meshes",
        json!({
            "primitives": [{ "attributes": attributes, "indices": indices, "targets": targets }],
            "weights": [0.1, 0.2, 0.3, 0.4],
            "extras": { "targetNames": ["up", "nothing", "down", "zeros"], "more": [1.0] },
        }),
    );
    file.root(json!({ "mesh": 0 }));
    file
}

fn run(file: &Builder, options: &Optimize) -> Optimized {
    let before = file.open();
    let optimized = optimize(&before, options).unwrap();
    assert_same(&before, &optimized, None);
    optimized
}

fn reorder() -> Optimize {
    Optimize { reorder: Some(VertexOrder::Signature), ..Optimize::default() }
}

fn delta(json: &Value, target: usize) -> &Value {
    let accessor = &json["meshes"][0]["primitives"][0]["targets"][target]["POSITION"];
    &json["accessors"][accessor.as_u64().unwrap() as usize]
}

#[test]
fn dense_deltas_become_sparse_where_that_is_smaller() {
    let optimized = run(&grid(), &Optimize::default());
    let json = optimized.written.json();
    assert_eq!(delta(json, 0)["sparse"]["count"], 64);
    assert_eq!(
        (delta(json, 0)["max"].clone(), delta(json, 0)["count"].clone()),
        (json!([0.0, 0.0, 1.0]), json!(COUNT))
    );
    assert_eq!((delta(json, 3).get("sparse"), delta(json, 3).get("bufferView")), (None, None));
    // What both move has the same indices, which are there once.
    let indices = |target: usize| &delta(json, target)["sparse"]["indices"]["bufferView"];
    assert!(indices(0).is_u64() && indices(2).is_u64());
    let of_mesh = &optimized.report.meshes[0];
    assert_eq!((of_mesh.made_sparse, of_mesh.target_count), (2, 4));
    let Change { before, after } = optimized.report.morph_bytes;
    assert_eq!((before, after), (2 * 512 * 12 + 64 * 14, 2 * 64 * 14));
    assert!(optimized.report.bytes.after < optimized.report.bytes.before);
}

#[test]
fn deltas_that_are_smaller_as_they_are_stay_where_they_are() {
    let mut file = grid();
    let all = vec![1.0; COUNT * 3];
    let dense = file.floats(3, &all);
    file.json["meshes"][0]["primitives"][0]["targets"] = json!([{ "POSITION": dense }]);
    file.json["meshes"][0].as_object_mut().unwrap().remove("extras");
    let optimized = run(&file, &Optimize::default());
    assert!(delta(optimized.written.json(), 0).get("sparse").is_none());
    assert_eq!(optimized.report.meshes[0].made_sparse, 0);
    let off = Optimize { sparse: false, ..Optimize::default() };
    assert!(delta(run(&grid(), &off).written.json(), 0).get("sparse").is_none());
}

#[test]
fn interleaved_deltas_go_only_together() {
    let mut file = grid();
    let both: Vec<f32> =
        (0..COUNT).flat_map(|v| [0.0, 0.0, (v % 64 / 63) as f32, 0.0, 0.0, 0.0]).collect();
    let whole = file.floats(3, &both);
    let view = file.json["accessors"][whole]["bufferView"].clone();
    file.json["bufferViews"][view.as_u64().unwrap() as usize]["byteStride"] = 24.into();
    let half = |offset: usize, max: f32| {
        json!({ "bufferView": view, "byteOffset": offset, "componentType": 5126, "type": "VEC3",
            "count": COUNT, "min": [0.0, 0.0, 0.0], "max": [0.0, 0.0, max] })
    };
    file.json["accessors"][whole] = half(0, 1.0);
    let other = file.push("accessors", half(12, 0.0));
    let targets = &mut file.json["meshes"][0]["primitives"][0]["targets"];
    targets[0]["POSITION"] = whole.into();
    targets[3]["POSITION"] = other.into();
    let optimized = run(&file, &Optimize::default());
    assert_eq!(delta(optimized.written.json(), 0)["sparse"]["count"], 8);

    // Where an attribute of the base lies between them, leaving would free nothing.
    file.json["meshes"][0]["primitives"][0]["attributes"]["_COPY"] = other.into();
    file.json["meshes"][0]["primitives"][0]["targets"][3]["POSITION"] = whole.into();
    let optimized = run(&file, &Optimize::default());
    assert!(delta(optimized.written.json(), 0).get("sparse").is_none());
}

#[test]
fn empty_targets_go_with_their_names_and_weights() {
    let options = Optimize { drop_empty: true, ..Optimize::default() };
    let optimized = run(&grid(), &options);
    let dropped = optimized.report.meshes[0].dropped.iter();
    let dropped: Vec<_> = dropped.map(|d| (d.target, d.name.as_deref().unwrap())).collect();
    assert_eq!(dropped, [(1, "nothing"), (3, "zeros")]);
    let mesh = &optimized.written.json()["meshes"][0];
    assert_eq!(mesh["extras"], json!({ "targetNames": ["up", "down"], "more": [1.0] }));
    assert_eq!(mesh["weights"], json!([0.1, 0.3]));
    assert_eq!(read(&optimized).target_count(0), Some(2));
}

#[test]
fn vertices_that_move_together_become_neighbours_and_every_attribute_follows() {
    let optimized = run(&grid(), &reorder());
    let reordered = optimized.report.meshes[0].reordered[0];
    assert_eq!((reordered.blocks_before, reordered.blocks_after), (16, 2));
    let after = read(&optimized);
    let part = &after.root().meshes[0].primitives[0];
    let read = |name: &str| after.accessor(part.attributes[name]).unwrap().to_f32();
    let (positions, heat) = (read("POSITION"), read("_HEAT"));
    for (position, heat) in positions.chunks_exact(3).zip(heat) {
        assert_eq!(position[0] + position[1] * 32.0, heat);
    }
}

#[test]
fn an_accessor_that_others_use_is_copied_before_it_changes() {
    let mut file = grid();
    let positions = file.json["meshes"][0]["primitives"][0]["attributes"]["POSITION"].clone();
    let times = file.floats(1, &[0.0, 1.0]);
    file.push(
        "animations",
        json!({ "samplers": [{ "input": times, "output": positions }],
            "channels": [{ "sampler": 0, "target": { "path": "translation" } }] }),
    );
    let optimized = run(&file, &reorder());
    let after = read(&optimized);
    let old = after.root().animations[0].samplers[0].output;
    let new = after.root().meshes[0].primitives[0].attributes["POSITION"];
    assert_ne!(old, new);
    assert_eq!(after.accessor(old).unwrap().to_f32()[..6], [0.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
}

#[test]
fn primitives_that_share_vertices_have_one_order() {
    let mut file = grid();
    let mut second = file.json["meshes"][0]["primitives"][0].clone();
    second["indices"] = file.indices(&[511, 3, 8]).into();
    file.json["meshes"][0]["primitives"].as_array_mut().unwrap().push(second);
    let mut third = file.json["meshes"][0]["primitives"][0].clone();
    third.as_object_mut().unwrap().remove("targets");
    file.push("meshes", json!({ "primitives": [third] }));
    file.root(json!({ "mesh": 1 }));
    let after = read(&run(&file, &reorder()));
    let accessors =
        |mesh: usize, part: usize| after.root().meshes[mesh].primitives[part].attributes.clone();
    assert_eq!(accessors(0, 0), accessors(0, 1));
    assert_eq!(accessors(0, 0), accessors(1, 0));
}

#[test]
fn what_may_count_vertices_keeps_its_order_and_a_note_says_so() {
    for (change, why) in [
        (json!({ "extensions": { "ABC_outline": {} } }), "ABC_outline may name vertices"),
        (
            json!({ "extensions": { "EXT_mesh_features": { "featureIds": [{ "featureCount": 4 }] } } }),
            "EXT_mesh_features numbers the vertices",
        ),
        (json!({ "indices": null }), "it is drawn without indices"),
    ] {
        let mut file = grid();
        let primitive = file.json["meshes"][0]["primitives"][0].as_object_mut().unwrap();
        for (key, value) in change.as_object().unwrap() {
            match value {
                Value::Null => primitive.remove(key),
                value => primitive.insert(key.clone(), value.clone()),
            };
        }
        let optimized = run(&file, &reorder());
        assert_eq!(optimized.report.meshes[0].reordered, []);
        let note = format!("meshes[0].primitives[0]: vertices keep their order: {why}");
        assert!(optimized.report.notes.contains(&note), "{:?}", optimized.report.notes);
    }
}

#[test]
fn what_is_not_known_survives() {
    let mut file = grid();
    file.json["extras"] = json!({ "unknown": [1.50, "x"] });
    file.json["meshes"][0]["primitives"][0]["extras"] = json!({ "mine": true });
    let dense = file.json["meshes"][0]["primitives"][0]["targets"][0]["POSITION"].as_u64().unwrap();
    file.json["accessors"][dense as usize]["name"] = "up".into();
    let optimized = run(&file, &reorder());
    let json = optimized.written.json();
    assert_eq!(json["extras"], file.json["extras"]);
    assert_eq!(json["meshes"][0]["primitives"][0]["extras"]["mine"], true);
    assert_eq!(delta(json, 0)["name"], "up");
}
