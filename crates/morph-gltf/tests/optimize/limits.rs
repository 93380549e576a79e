//! What quantising must not do: cut deltas off, move them, weld vertices, change what a scale changes.

use crate::builder::Builder;
use crate::same::{assert_same, read};
use morph_core::{Attribute, VertexOrder};
use morph_gltf::optimize::{Optimize, Optimized, Quantize, optimize};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const COUNT: usize = 400;
const BOUND: Quantize = Quantize { position: 1e-4, direction_degrees: 0.5 };

/// A grid with its corner at a place, its normals up, and these deltas of one target.
fn grid(corner: f32, positions: &[f32], normals: &[f32]) -> Builder {
    let mut file = Builder::new();
    let base: Vec<f32> = (0..COUNT)
        .flat_map(|v| [(v % 20) as f32 / 7.0 + corner, (v / 20) as f32 / 7.0 + corner, corner])
        .collect();
    let up = [0.0, 0.0, 1.0].repeat(COUNT);
    let attributes = json!({ "POSITION": file.floats(3, &base), "NORMAL": file.floats(3, &up) });
    let corners: Vec<u16> = (0..COUNT as u16 - 2).flat_map(|v| [v, v + 1, v + 2]).collect();
    let indices = file.indices(&corners);
    let target =
        json!({ "POSITION": file.floats(3, positions), "NORMAL": file.floats(3, normals) });
    let primitive = json!({ "attributes": attributes, "indices": indices, "targets": [target] });
    file.push("meshes", json!({ "primitives": [primitive] }));
    file.root(json!({ "mesh": 0 }));
    file
}

fn quantized(file: &Builder) -> Optimized {
    let before = file.open();
    let options = Optimize {
        quantize: Some(BOUND),
        reorder: Some(VertexOrder::Signature),
        ..Optimize::default()
    };
    let optimized = optimize(&before, &options).unwrap();
    assert_same(&before, &optimized, Some(BOUND));
    optimized
}

/// The accessor of the target's deltas.
fn delta<'a>(optimized: &'a Optimized, attribute: &str) -> &'a Value {
    let json = optimized.written.json();
    let accessor = &json["meshes"][0]["primitives"][0]["targets"][0][attribute];
    &json["accessors"][accessor.as_u64().unwrap() as usize]
}

#[test]
fn normal_deltas_beyond_one_stay_floats() {
    // Cut off at 1 they would have the same direction at weight 1, and none at all at -1.
    let up = [0.0, 0.0, 0.5].repeat(COUNT);
    let optimized = quantized(&grid(0.0, &up, &[0.0, 0.0, 5.0].repeat(COUNT)));
    let of_normal = delta(&optimized, "NORMAL");
    assert_eq!(of_normal["componentType"], 5126, "{of_normal}");
    let optimized = quantized(&grid(0.0, &up, &[0.0, 0.5, -1.0].repeat(COUNT)));
    let of_normal = delta(&optimized, "NORMAL");
    assert_ne!(of_normal["componentType"], 5126, "{of_normal}");
}

#[test]
fn deltas_take_the_scale_of_a_quantised_base_and_not_its_place() {
    // Far from the origin, and the delta leads far out of the base.
    let out = [0.0, -50.0, 0.25].repeat(COUNT);
    let optimized = quantized(&grid(1000.0, &out, &[0.0; 3 * COUNT]));
    let node = &optimized.written.json()["nodes"][1];
    assert!(node["translation"][2] == 1000.0, "{node}");
    let step = node["scale"][0].as_f64().unwrap();
    let of_position = delta(&optimized, "POSITION");
    for (axis, expected) in [0.0, -50.0, 0.25].into_iter().enumerate() {
        for bound in ["min", "max"] {
            let value = of_position[bound][axis].as_f64().unwrap() * step;
            assert!((value - expected).abs() < 1e-3, "{axis}: {value}");
        }
    }
}

#[test]
fn a_delta_so_large_that_floats_round_it_keeps_the_positions_as_they_are() {
    let optimized =
        quantized(&grid(0.0, &[0.0, 0.0, 12_345_679.0].repeat(COUNT), &[0.0; 3 * COUNT]));
    assert_eq!(delta(&optimized, "POSITION")["componentType"], 5126);
    assert_eq!(optimized.written.json()["nodes"], json!([{ "mesh": 0 }]));
}

#[test]
fn vertices_at_one_place_are_never_welded() {
    // Lips: both at one place, one of them moves.
    let mut file = Builder::new();
    let base: Vec<f32> = (0..COUNT).flat_map(|v| [(v / 2) as f32, 0.0, (v / 40) as f32]).collect();
    let open: Vec<f32> = (0..COUNT).flat_map(|v| [0.0, -((v % 2) as f32), 0.0]).collect();
    let attributes = json!({ "POSITION": file.floats(3, &base) });
    let corners: Vec<u16> = (0..COUNT as u16 - 2).flat_map(|v| [v, v + 1, v + 2]).collect();
    let (indices, open) = (file.indices(&corners), file.floats(3, &open));
    let primitive = json!({ "attributes": attributes, "indices": indices,
        "targets": [{ "POSITION": open }] });
    file.push("meshes", json!({ "primitives": [primitive] }));
    file.root(json!({ "mesh": 0 }));
    let optimized = quantized(&file);
    let mesh = read(&optimized).mesh(0).unwrap();
    let targets = mesh.primitives[0].targets.clone().unwrap();
    assert_eq!(mesh.primitives[0].base.vertex_count(), COUNT);
    let deltas = targets.deltas(0, Attribute::Position).unwrap();
    let moved = deltas.iter(3).filter(|(_, delta)| delta[1] != 0.0).count();
    assert_eq!(moved, COUNT / 2);
}

#[test]
fn what_a_scale_would_change_keeps_its_positions_and_a_note_says_so() {
    let file = || grid(0.0, &[0.0, 0.0, 0.5].repeat(COUNT), &[0.0; 3 * COUNT]);
    let volume =
        json!([{}, { "extensions": { "KHR_materials_volume": { "thicknessFactor": 0.5 } } }]);
    let (mut glass, mut variant, mut skinless) = (file(), file(), file());
    for file in [&mut glass, &mut variant] {
        file.json["materials"] = volume.clone();
    }
    glass.json["meshes"][0]["primitives"][0]["material"] = json!(1);
    variant.json["meshes"][0]["primitives"][0]["extensions"] = json!({ "KHR_materials_variants":
        { "mappings": [{ "material": 1, "variants": [0] }] } });
    skinless.json["skins"] = json!([{ "joints": [0] }]);
    skinless.json["nodes"][0]["skin"] = json!(0);
    for (file, why) in [
        (glass, "the thickness of materials[1] is in its space"),
        (variant, "the thickness of materials[1] is in its space"),
        (skinless, "nodes[0] has a skin that moves no vertex of it"),
    ] {
        let options = Optimize { quantize: Some(BOUND), ..Optimize::default() };
        let optimized = optimize(&file.open(), &options).unwrap();
        let json = optimized.written.json();
        assert_eq!(json["nodes"], file.json["nodes"], "{why}");
        let note = format!("meshes[0]: POSITION stays as it is: {why}");
        assert!(optimized.report.notes.contains(&note), "{:?}", optimized.report.notes);
    }
}

#[test]
fn many_primitives_of_the_same_accessors_take_no_time_out_of_proportion() {
    let mut file = grid(0.0, &[0.0, 0.0, 0.5].repeat(COUNT), &[0.0; 3 * COUNT]);
    let primitive = file.json["meshes"][0]["primitives"][0].clone();
    file.json["meshes"][0]["primitives"] = vec![primitive; 4000].into();
    let before = file.open();
    let started = Instant::now();
    let options = Optimize { quantize: Some(BOUND), drop_empty: true, ..Optimize::default() };
    optimize(&before, &options).unwrap();
    // Looking at all of them for each of them took minutes.
    assert!(started.elapsed() < Duration::from_secs(30), "{:?}", started.elapsed());
}
