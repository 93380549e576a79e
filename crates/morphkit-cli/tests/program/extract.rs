//! `extract`: arrays and the index that says what they are.

use crate::file::Fixture;
use crate::{fails, ok};
use ndarray::ArrayD;
use ndarray_npy::NpzReader;
use serde_json::Value;
use std::fs::File;
use std::path::Path;

/// The files of one extraction.
struct Extracted {
    npz: NpzReader<File>,
    index: Value,
}

impl Extracted {
    fn open(npz: &Path) -> Self {
        let index = std::fs::read(npz.with_extension("json")).expect("the index is there");
        let file = File::open(npz).expect("the arrays are there");
        Self {
            npz: NpzReader::new(file).expect("a zip file"),
            index: serde_json::from_slice(&index).expect("the index is JSON"),
        }
    }

    /// Shape and numbers of the array whose name stands here.
    fn floats(&mut self, pointer: &str) -> (Vec<usize>, Vec<f32>) {
        let name = self.index.pointer(pointer).and_then(Value::as_str);
        let name = name.unwrap_or_else(|| panic!("{pointer}: no name")).to_owned();
        let array: ArrayD<f32> = self.npz.by_name(&name).expect("an array of f32");
        (array.shape().to_vec(), array.into_iter().collect())
    }
}

#[test]
fn all_that_is_blended_is_there() {
    let cube = Fixture::cube();
    let npz = cube.sibling("out.npz");
    let path = npz.to_str().expect("the path is UTF-8");
    let said = ok(["extract", &cube.path, "-o", path]);
    assert!(said.starts_with(path), "{said}");
    let mut found = Extracted::open(&npz);
    assert_eq!(found.index["schema"], 1);
    assert_eq!(
        (&found.index["file"], &found.index["arrays"]),
        (&"cube.glb".into(), &"out.npz".into())
    );
    let cube = morph_sample::cube();
    let (primitive, mesh) = (&cube.mesh.primitives[0], "/meshes/0/primitives/0");
    let names = cube.mesh.target_names.as_ref().expect("the targets have names");
    assert_eq!(found.index["meshes"][0]["target_names"], serde_json::json!(names.to_vec()));
    for attribute in primitive.base.attributes() {
        let (shape, values) = found.floats(&format!("{mesh}/base/{attribute}"));
        assert_eq!(shape[0], primitive.base.vertex_count());
        assert_eq!(Some(&values[..]), primitive.base.values(attribute));
    }
    let targets = primitive.targets.as_ref().expect("there are targets");
    for &attribute in targets.attributes() {
        let (shape, values) = found.floats(&format!("{mesh}/targets/{attribute}"));
        let components = attribute.delta_components();
        assert_eq!(shape, [targets.target_count(), targets.vertex_count(), components]);
        for (at, delta) in values.chunks_exact(components).enumerate() {
            let (target, vertex) = (at / targets.vertex_count(), at % targets.vertex_count());
            let deltas = targets.deltas(target, attribute);
            let expected = deltas.and_then(|deltas| deltas.get(vertex, components));
            assert_eq!(delta, expected.unwrap_or(&[0.0; 3]));
        }
    }
    let (_, weights) = found.floats("/meshes/0/weights");
    assert_eq!(weights, cube.mesh.default_weights);
    let name = found.index["meshes"][0]["primitives"][0]["indices"].as_str().expect("a name");
    let indices: ArrayD<u32> = found.npz.by_name(name).expect("an array of u32");
    assert_eq!(indices.into_iter().collect::<Vec<_>>(), cube.indices[0]);
}

#[test]
fn nodes_and_animations_are_there() {
    let file = Fixture::triangle(|_| {});
    let folder = file.sibling("arrays.v1");
    std::fs::create_dir(&folder).expect("the folder can be made");
    ok(["extract".as_ref(), file.path.as_ref(), "-o".as_ref(), folder.as_os_str()]);
    let mut found = Extracted::open(&folder.join("triangle.npz"));
    assert_eq!(found.floats("/meshes/0/nodes/0/weights").1, [0.5, 0.0]);
    assert_eq!(found.floats("/meshes/0/nodes/1/weights").1, [0.0, 1.5]);
    let channel = "/animations/0/channels/0";
    assert_eq!(found.floats(&format!("{channel}/times")), (vec![2], vec![0.0, 2.0]));
    let values = found.floats(&format!("{channel}/values"));
    assert_eq!(values, (vec![2, 2], vec![0.0, 0.0, 1.0, -1.0]));
    let of_channel = &found.index["animations"][0]["channels"][0];
    assert_eq!((&of_channel["node"], &of_channel["target"]), (&0.into(), &Value::Null));
    assert_eq!(of_channel["interpolation"], "LINEAR");
}

#[test]
fn targets_out_of_proportion_are_refused() {
    // Zeros that no byte stands for: 16,384 targets of 65,536 vertices.
    let zeros = Fixture::triangle(|json| {
        for accessor in json["accessors"].as_array_mut().expect("an array").iter_mut().take(3) {
            *accessor =
                serde_json::json!({ "componentType": 5126, "count": 65_536, "type": "VEC3" });
        }
        let mesh = &mut json["meshes"][0];
        mesh["primitives"][0]["targets"] = vec![serde_json::json!({ "POSITION": 1 }); 2000].into();
        for member in ["weights", "extras"] {
            mesh[member].take();
        }
        json["animations"] = Value::Array(Vec::new());
        json["nodes"] = serde_json::json!([{ "mesh": 0 }]);
        json["scenes"] = serde_json::json!([{ "nodes": [0] }]);
        mesh_without_nulls(json);
    });
    let out = zeros.sibling("out.npz");
    let out = out.to_str().expect("the path is UTF-8");
    let error = fails(1, ["extract", &zeros.path, "-o", out]);
    assert!(error.contains("expected at most 268435456 numbers"), "{error}");
    assert!(!Path::new(out).exists());
}

#[test]
fn zeros_of_all_targets_together_are_in_proportion_to_the_file() {
    let zeros = Fixture::triangle(|json| {
        let none = serde_json::json!({ "componentType": 5126, "count": 65_536, "type": "VEC3" });
        json["accessors"] = vec![none; 5].into();
        let mesh = &mut json["meshes"][0];
        mesh["primitives"][0]["targets"] = vec![serde_json::json!({ "POSITION": 1 }); 500].into();
        for member in ["weights", "extras"] {
            mesh[member].take();
        }
        json["animations"] = Value::Array(Vec::new());
        json["nodes"] = serde_json::json!([{ "mesh": 0 }]);
        json["scenes"] = serde_json::json!([{ "nodes": [0] }]);
        mesh_without_nulls(json);
    });
    let out = zeros.sibling("out.npz");
    let error = fails(1, ["extract", &zeros.path, "-o", out.to_str().expect("the path is UTF-8")]);
    assert!(error.contains("expected at most 67108864 numbers, got 98304000"), "{error}");
    assert!(!out.exists());
}

#[test]
fn the_input_is_never_overwritten() {
    let file = Fixture::triangle(|_| {});
    let before = std::fs::read(&file.path).expect("it is there");
    // What a file is shows in it, whatever its name is.
    let input = file.sibling("face.json");
    std::fs::rename(&file.path, &input).expect("it is there");
    let (input, out) = (input.to_str().expect("UTF-8"), file.sibling("face.npz"));
    let error = fails(2, ["extract", input, "-o", out.to_str().expect("UTF-8")]);
    assert!(error.contains("face.json: it is the input"), "{error}");
    assert_eq!(std::fs::read(input).expect("it is there"), before);
    assert!(!out.exists());
}

fn mesh_without_nulls(json: &mut Value) {
    if let Some(mesh) = json["meshes"][0].as_object_mut() {
        mesh.retain(|_, value| !value.is_null());
    }
}

#[test]
fn names_that_promise_something_else_are_refused() {
    let cube = Fixture::cube();
    let error = fails(2, ["extract", &cube.path, "-o", "a.zip"]);
    assert!(error.contains("expected a name that ends in .npz, or that of a folder"), "{error}");
}
