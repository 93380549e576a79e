use super::*;
use crate::{cube, head, random_mesh};

/// The file's JSON and bytes.
fn read(file: &[u8]) -> (Value, Vec<u8>) {
    let word = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap()) as usize;
    assert_eq!((&file[..4], word(4), word(8)), (&b"glTF"[..], 2, file.len()));
    let text = word(12);
    assert_eq!((&file[16..20], text % 4), (&b"JSON"[..], 0));
    let bytes = 20 + text;
    assert_eq!((&file[bytes + 4..bytes + 8], word(bytes) % 4), (&b"BIN\0"[..], 0));
    assert_eq!(bytes + 8 + word(bytes), file.len());
    (serde_json::from_slice(&file[20..20 + text]).unwrap(), file[bytes + 8..].to_vec())
}

fn number(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap()).unwrap()
}

fn floats(root: &Value, bytes: &[u8], view: &Value) -> Vec<f32> {
    let view = &root["bufferViews"][number(view)];
    let start = number(&view["byteOffset"]);
    bytes[start..start + number(&view["byteLength"])]
        .chunks_exact(4)
        .map(|b| f32::from_le_bytes(b.try_into().unwrap()))
        .collect()
}

/// An accessor of vectors, sparse or not, with zeros filled in.
fn decode(root: &Value, bytes: &[u8], accessor: &Value) -> Vec<f32> {
    let accessor = &root["accessors"][number(accessor)];
    let components =
        ["SCALAR", "VEC2", "VEC3", "VEC4"].iter().position(|k| accessor["type"] == **k);
    let components = components.unwrap() + 1;
    let mut all = match accessor.get("bufferView") {
        Some(view) => floats(root, bytes, view),
        None => vec![0.0; number(&accessor["count"]) * components],
    };
    assert_eq!(all.len(), number(&accessor["count"]) * components);
    let Some(sparse) = accessor.get("sparse") else { return all };
    let values = floats(root, bytes, &sparse["values"]["bufferView"]);
    let view = &root["bufferViews"][number(&sparse["indices"]["bufferView"])];
    let start = number(&view["byteOffset"]);
    assert_eq!(sparse["indices"]["componentType"], 5123);
    for at in 0..number(&sparse["count"]) {
        let index = u16::from_le_bytes([bytes[start + 2 * at], bytes[start + 2 * at + 1]]) as usize;
        all[index * components..(index + 1) * components]
            .copy_from_slice(&values[at * components..(at + 1) * components]);
    }
    all
}

#[track_caller]
fn check(sample: &Sample) {
    let (root, bytes) = read(&write(sample));
    for view in root["bufferViews"].as_array().unwrap() {
        assert_eq!(number(&view["byteOffset"]) % 4, 0);
        assert!(number(&view["byteOffset"]) + number(&view["byteLength"]) <= bytes.len());
    }
    let primitive = &sample.mesh.primitives[0];
    let written = &root["meshes"][0]["primitives"][0];
    for attribute in primitive.base.attributes() {
        let accessor = &written["attributes"][attribute.to_string()];
        assert_eq!(decode(&root, &bytes, accessor), primitive.base.values(attribute).unwrap());
    }
    let targets = primitive.targets.as_ref().unwrap();
    assert_eq!(written["targets"].as_array().unwrap().len(), targets.target_count());
    for target in 0..targets.target_count() {
        for &attribute in targets.attributes() {
            let components = attribute.delta_components();
            let mut expected = vec![0.0; targets.vertex_count() * components];
            if let Some(deltas) = targets.deltas(target, attribute) {
                for (vertex, delta) in deltas.iter(components) {
                    expected[vertex * components..(vertex + 1) * components].copy_from_slice(delta);
                }
            }
            let accessor = &written["targets"][target][attribute.to_string()];
            if accessor.is_null() {
                assert!(targets.deltas(target, attribute).is_none());
                continue;
            }
            let found = decode(&root, &bytes, accessor);
            assert_eq!(found, expected, "target {target}, {attribute}");
            if attribute == Attribute::Position {
                let of = &root["accessors"][number(accessor)];
                for axis in 0..3 {
                    let along = || found.iter().skip(axis).step_by(3).copied();
                    let (min, max) =
                        (along().fold(f32::MAX, f32::min), along().fold(f32::MIN, f32::max));
                    assert_eq!(of["min"][axis].as_f64().map(|v| v as f32), Some(min));
                    assert_eq!(of["max"][axis].as_f64().map(|v| v as f32), Some(max));
                }
            }
        }
    }
}

#[test]
fn everything_that_is_written_is_read_back() {
    check(&cube());
    check(&head(600));
    let all = [Attribute::Position, Attribute::Normal, Attribute::Tangent, Attribute::TexCoord(0)];
    check(&random_mesh(5, 31, 8, &all));
    check(&random_mesh(6, 30, 6, &[Attribute::Position, Attribute::Color(0)]));
}

#[test]
fn names_weights_and_the_animation_are_there() {
    let (root, bytes) = read(&write(&cube()));
    let mesh = &root["meshes"][0];
    assert_eq!(mesh["extras"]["targetNames"], json!(["tall", "slant", "twist"]));
    assert_eq!(mesh["weights"], json!([0.0, 0.0, 0.0]));
    let sampler = &root["animations"][0]["samplers"][0];
    let (times, weights) =
        (decode(&root, &bytes, &sampler["input"]), decode(&root, &bytes, &sampler["output"]));
    assert_eq!(weights.len(), times.len() * 3);
    assert_eq!(weights[3..6], [1.0, 0.0, 0.0]);
}

#[test]
fn the_same_sample_gives_the_same_bytes() {
    assert_eq!(write(&head(700)), write(&head(700)));
}

#[test]
fn wide_meshes_have_wide_indices() {
    let mesh = random_mesh(1, 65_536, 1, &[Attribute::Position]);
    let (root, _) = read(&write(&mesh));
    let indices = number(&root["meshes"][0]["primitives"][0]["indices"]);
    assert_eq!(root["accessors"][indices]["componentType"], 5125);
}
