use super::*;
use glam::DVec3;
use morphkit::gltf::NoFiles;
use serde_json::{Value, json};
use std::collections::BTreeMap as Files;

/// A file with one buffer, put together from arrays.
#[derive(Default)]
struct File {
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl File {
    fn add(&mut self, kind: &str, component: u32, count: usize, bytes: &[u8]) -> usize {
        let view =
            json!({ "buffer": 0, "byteOffset": self.bytes.len(), "byteLength": bytes.len() });
        self.bytes.extend_from_slice(bytes);
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        self.views.push(view);
        self.accessors.push(json!({
            "bufferView": self.views.len() - 1, "type": kind, "componentType": component, "count": count,
        }));
        self.accessors.len() - 1
    }

    fn floats(&mut self, kind: &str, width: usize, values: &[f32]) -> usize {
        let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        self.add(kind, 5126, values.len() / width, &bytes)
    }

    fn open(self, mut rest: Value) -> Document {
        rest["asset"] = json!({ "version": "2.0" });
        rest["accessors"] = self.accessors.into();
        rest["bufferViews"] = self.views.into();
        rest["buffers"] = json!([{ "uri": "a.bin", "byteLength": self.bytes.len() }]);
        let files = Files::from([("a.bin".to_owned(), self.bytes)]);
        Document::from_slice(rest.to_string().as_bytes(), files).unwrap()
    }
}

const TRIANGLE: [f32; 9] = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];

/// A triangle with a target, whose vertices follow joints 0, 1 and half of each.
fn skinned(file: &mut File, second_set: bool) -> Value {
    let position = file.floats("VEC3", 3, &TRIANGLE);
    let target = file.floats("VEC3", 3, &[0.0, 0.0, 2.0, 0.0, 0.0, 2.0, 0.0, 0.0, 2.0]);
    let joints = file.add("VEC4", 5121, 3, &[0, 9, 9, 9, 1, 0, 0, 0, 0, 1, 0, 0]);
    let mut shares = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.5, 0.5, 0.0, 0.0];
    let mut attributes = json!({ "POSITION": position, "JOINTS_0": joints });
    if second_set {
        shares[9] = 0.0;
        let joints = file.add("VEC4", 5121, 3, &[0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]);
        let late = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0];
        attributes["JOINTS_1"] = joints.into();
        attributes["WEIGHTS_1"] = file.floats("VEC4", 4, &late).into();
    }
    attributes["WEIGHTS_0"] = file.floats("VEC4", 4, &shares).into();
    let times = file.floats("SCALAR", 1, &[0.0, 1.0]);
    let places = file.floats("VEC3", 3, &[0.0, 10.0, 0.0, 0.0, 30.0, 0.0]);
    let weights = file.floats("SCALAR", 1, &[0.0, 1.0]);
    json!({
        "meshes": [{ "primitives": [{ "attributes": attributes, "targets": [{ "POSITION": target }] }] }],
        "nodes": [
            { "mesh": 0, "skin": 0, "translation": [100, 0, 0], "weights": [0.5] },
            { "children": [2], "scale": [2, 2, 2] },
            { "translation": [0, 10, 0] },
        ],
        "skins": [{ "joints": [1, 2] }],
        "scenes": [{ "nodes": [0, 1] }],
        "animations": [{
            "samplers": [{ "input": times, "output": places }, { "input": times, "output": weights }],
            "channels": [
                { "sampler": 0, "target": { "node": 2, "path": "translation" } },
                { "sampler": 1, "target": { "node": 0, "path": "weights" } },
            ],
        }],
    })
}

// spec B26
#[test]
fn vertices_morph_then_follow_their_joints() {
    for second_set in [false, true] {
        let mut file = File::default();
        let rest = skinned(&mut file, second_set);
        let document = file.open(rest);
        let scene = Scene::read(&document).unwrap();
        assert_eq!(scene.notes, [""; 0]);
        let points = scene.points(&scene.pose(None).unwrap()).unwrap();
        // The node of the mesh has no say; the second joint is 20 higher than the first.
        let expected = [(0.0, 0.0, 2.0), (2.0, 20.0, 2.0), (0.0, 12.0, 2.0)];
        assert_eq!(points, expected.map(|(x, y, z)| DVec3::new(x, y, z)));

        let animation = Animation::read(&document, 0).unwrap();
        let pose = scene.pose(Some((&animation, 0.75))).unwrap();
        assert_eq!(pose.weights, [[0.75]]);
        let points = scene.points(&pose).unwrap();
        assert_eq!(points[1], DVec3::new(2.0, 50.0, 3.0));
        assert!(scene.pose(Some((&animation, f32::NAN))).is_err());
    }
}

#[test]
fn a_skin_without_joint_attributes_leaves_the_mesh_where_its_node_is() {
    let mut file = File::default();
    let mut rest = skinned(&mut file, false);
    let attributes = &mut rest["meshes"][0]["primitives"][0]["attributes"];
    attributes.as_object_mut().unwrap().retain(|name, _| name == "POSITION");
    let scene = Scene::read(&file.open(rest)).unwrap();
    assert!(scene.notes[0].contains("skins[0] does not move it"), "{:?}", scene.notes);
    let points = scene.points(&scene.pose(None).unwrap()).unwrap();
    assert_eq!(points[1], DVec3::new(101.0, 0.0, 1.0));
}

#[track_caller]
fn refused(change: impl FnOnce(&mut Value), message: &str) {
    let mut file = File::default();
    let mut rest = skinned(&mut file, false);
    change(&mut rest);
    let error = format!("{:#}", Scene::read(&file.open(rest)).unwrap_err());
    assert!(error.contains(message), "{error}");
}

#[test]
fn what_cannot_be_drawn_is_said_with_its_place() {
    refused(
        |file| file["skins"][0]["joints"] = json!([1]),
        "vertex 1 follows joint 1, the skin has 1",
    );
    refused(|file| file["skins"][0]["joints"] = json!([1, 7]), "skins[0].joints[1]: nodes[7]");
    refused(|file| file["nodes"][0]["skin"] = 4.into(), "skins[4]: does not exist, there are 1");
    refused(|file| file["scenes"] = json!([{ "nodes": [1] }]), "no node of the scene has a mesh");
    refused(|file| file["nodes"][2]["children"] = json!([1]), "nodes[1]: is below itself");
    refused(
        |file| file["meshes"][0]["primitives"][0]["material"] = 2.into(),
        "meshes[0].primitives[0].material: materials[2] does not exist",
    );
    refused(
        |file| file["meshes"][0]["primitives"][0]["mode"] = 9.into(),
        "mode: expected 0 to 6, got 9",
    );
    let empty = Document::from_slice(br#"{ "asset": { "version": "2.0" } }"#, NoFiles).unwrap();
    let error = Scene::read(&empty).unwrap_err().to_string();
    assert_eq!(error, "nothing to draw: the file has no meshes");
}

#[test]
fn a_texture_that_is_not_there_is_left_out_with_a_note() {
    let mut file = File::default();
    let mut rest = skinned(&mut file, false);
    rest["meshes"][0]["primitives"][0]["material"] = 0.into();
    rest["materials"] = json!([{ "pbrMetallicRoughness": { "baseColorTexture": { "index": 0 } }, "alphaMode": "MASK" }]);
    rest["textures"] = json!([{ "source": 0 }]);
    rest["images"] = json!([{ "uri": "gone.png" }]);
    let scene = Scene::read(&file.open(rest)).unwrap();
    let material = &scene.materials[0];
    assert_eq!((material.texture, material.alpha), (None, Alpha::Mask(0.5)));
    assert!(
        scene.notes[0].starts_with("textures[0] is left out: images[0].uri"),
        "{:?}",
        scene.notes
    );
}

#[test]
fn what_repetition_makes_of_a_small_file_is_bounded() {
    let many = |node: Value, count: usize| json!(vec![node; count]);
    refused(
        |file| {
            let mut nodes = vec![json!({ "mesh": 0, "skin": 0 }); 1100];
            nodes.extend([json!({ "mesh": 0 }), json!({})]);
            file["nodes"] = nodes.into();
            file["skins"] = json!([{ "joints": vec![1; 1000] }]);
            file["scenes"] = json!([]);
        },
        "scene: expected at most 1048576 joints of primitives",
    );
    refused(
        |file| {
            file["nodes"] = many(json!({ "mesh": 0 }), 9);
            file["scenes"] = json!([]);
            let last = file["meshes"][0]["primitives"][0].clone();
            file["meshes"][0]["primitives"] = many(last, 16_000);
        },
        "scene: expected at most 16384 primitives",
    );
    // Six megabytes of zeros that no byte stands for.
    let zeros = |nodes: usize| {
        let text = json!({
            "asset": { "version": "2.0" },
            "accessors": [{ "type": "VEC3", "componentType": 5126, "count": 65_536 }],
            "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 }, "mode": 0 }] }],
            "nodes": many(json!({ "mesh": 0 }), nodes),
        });
        Scene::read(&Document::from_slice(text.to_string().as_bytes(), NoFiles).unwrap())
    };
    assert_eq!(zeros(3).unwrap().instances.len(), 3);
    let error = zeros(130).unwrap_err().to_string();
    assert!(error.contains("expected at most 4194304 vertices drawn again"), "{error}");
}
