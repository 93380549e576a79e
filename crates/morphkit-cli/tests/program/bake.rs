//! `bake`: the new file is what the old one blends to.

use crate::file::Fixture;
use crate::{fails, ok, run};
use serde_json::{Value, json};

/// The vertices of each instance, as `blend --json` has them.
fn blended(path: &str, more: &[&str]) -> Value {
    let args = ["blend", path, "--json"].into_iter().chain(more.iter().copied());
    serde_json::from_str(&ok(args)).expect("the answer is JSON")
}

/// POSITION of the first primitive of an instance, as floats: text has fewer digits than they.
fn positions(answer: &Value, mesh: usize, instance: usize) -> Vec<[f32; 3]> {
    let primitive = &answer["meshes"][mesh]["instances"][instance]["primitives"][0];
    let positions = primitive["attributes"]["POSITION"].clone();
    serde_json::from_value(positions).expect("a list of vertices")
}

/// POSITION of the first primitive of a mesh, before any target.
fn base(path: &str, mesh: usize) -> Vec<[f32; 3]> {
    let document = morphkit::gltf::open(path).expect("the file can be read");
    let mesh = document.mesh(mesh).expect("the mesh can be read");
    mesh.primitives[0].base.positions().expect("there are positions").to_vec()
}

#[test]
fn a_baked_file_has_the_blend_as_its_base() {
    let cube = Fixture::cube();
    let out = cube.sibling("out.glb");
    let out = out.to_str().expect("the path is UTF-8");
    let weights = ["--weights", "0.5,0,-1"];
    let said = ok(["bake", &cube.path, "-o", out].iter().chain(&weights));
    assert!(said.contains("1 mesh: 2 weights baked, 0 targets left"), "{said}");
    assert_eq!(base(out, 0), positions(&blended(&cube.path, &weights), 0, 0));
    assert!(ok(["inspect", out, "--strict"]).contains("cube"));
}

#[test]
fn targets_that_stay_blend_on_top() {
    let cube = Fixture::cube();
    let out = cube.sibling("out.gltf");
    let out = out.to_str().expect("the path is UTF-8");
    let said =
        ok(["bake", &cube.path, "-o", out, "--weights", "0,0.5,0", "--keep-targets", "--json"]);
    let said: Value = serde_json::from_str(&said).expect("the report is JSON");
    assert_eq!(said["meshes"][0]["target_count"], 2);
    assert_eq!(said["meshes"][0]["baked"][0]["index"], 1);
    assert_eq!(said["meshes"][0]["baked"][0]["weight"], 0.5);
    assert!(cube.sibling("out.bin").is_file());
    let later = blended(out, &["--weights", "0.25,1"]);
    let all = blended(&cube.path, &["--weights", "0.25,0.5,1"]);
    for (found, expected) in positions(&later, 0, 0).iter().zip(positions(&all, 0, 0)) {
        for axis in 0..3 {
            let apart = (found[axis] - expected[axis]).abs();
            assert!(apart < 1e-5, "{found:?} {expected:?}");
        }
    }
}

#[test]
fn nodes_with_other_weights_get_meshes_of_their_own() {
    let file = Fixture::triangle(|_| {});
    let out = file.sibling("out.glb");
    let out = out.to_str().expect("the path is UTF-8");
    let run = run(["bake", &file.path, "-o", out]);
    assert_eq!(run.status, Some(0), "{}", run.err);
    let note =
        "note: meshes[0]: its nodes have 2 different rows of weights, so it becomes 2 meshes";
    assert!(run.err.contains(note), "{}", run.err);
    let before = blended(&file.path, &[]);
    let document = morphkit::gltf::open(out).expect("the file can be read");
    assert!(document.root().animations.is_empty());
    for (node, mesh) in [(0, 0), (1, 1)] {
        assert_eq!(document.root().nodes[node].mesh, Some(mesh));
        assert_eq!(base(out, mesh), positions(&before, 0, node));
    }
}

#[test]
fn a_time_of_an_animation_can_be_baked() {
    let file = Fixture::triangle(|_| {});
    let out = file.sibling("out.vrm");
    let out = out.to_str().expect("the path is UTF-8");
    let time = ["--animation", "wave", "--time", "1"];
    ok(["bake", &file.path, "-o", out].iter().chain(&time));
    assert_eq!(base(out, 0), positions(&blended(&file.path, &time), 0, 0));
}

#[test]
fn the_input_is_overwritten_only_by_force() {
    let file = Fixture::triangle(|_| {});
    let before = std::fs::read(&file.path).expect("the file can be read");
    let error = fails(2, ["bake", &file.path, "-o", &file.path]);
    assert!(error.contains("it is the input; --force overwrites it"), "{error}");
    // Another name for JSON, and yet the same .bin file.
    let twin = file.sibling("triangle.GLTF");
    let twin = twin.to_str().expect("the path is UTF-8");
    let error = fails(2, ["bake", &file.path, "-o", twin]);
    assert!(error.contains("triangle.bin: it is the input"), "{error}");
    assert_eq!(std::fs::read(&file.path).expect("the file can be read"), before);
    let expected = positions(&blended(&file.path, &[]), 0, 0);
    ok(["bake", &file.path, "-o", &file.path, "--force"]);
    assert_eq!(base(&file.path, 0), expected);
}

#[test]
fn the_input_is_known_by_its_encoded_names_and_its_links() {
    let file = Fixture::triangle(|json| json["buffers"][0]["uri"] = json!("my%20data.bin"));
    let data = file.sibling("my data.bin");
    std::fs::rename(file.sibling("triangle.bin"), &data).expect("it is there");
    let before = std::fs::read(&data).expect("it is there");
    let out = file.sibling("my data.gltf");
    let error = fails(2, ["bake", &file.path, "-o", out.to_str().expect("the path is UTF-8")]);
    assert!(error.contains("my data.bin: it is the input"), "{error}");
    assert!(!out.exists());
    assert_eq!(std::fs::read(&data).expect("it is there"), before);
    if cfg!(unix) {
        let link = file.sibling("link.gltf");
        std::fs::hard_link(&file.path, &link).expect("links can be made");
        let link = link.to_str().expect("the path is UTF-8");
        let error = fails(2, ["bake", &file.path, "-o", link]);
        assert!(error.contains("link.gltf: it is the input"), "{error}");
    }
}

#[test]
fn images_beside_the_input_are_told_of() {
    let file = Fixture::triangle(|json| json["images"] = json!([{ "uri": "skin.png" }]));
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("out.glb");
    let run = run(["bake".as_ref(), file.path.as_ref(), "-o".as_ref(), out.as_os_str()]);
    assert_eq!(run.status, Some(0), "{}", run.err);
    assert!(
        run.err.contains("note: \"skin.png\": the file names it, and it stays in "),
        "{}",
        run.err
    );
}

#[test]
fn what_cannot_be_baked_is_told_with_its_place() {
    let opaque = Fixture::triangle(|json| {
        json["extensions"] = json!({ "ABC_faces": { "smile": 1 } });
    });
    let out = opaque.sibling("out.glb");
    let out = out.to_str().expect("the path is UTF-8");
    let error = fails(1, ["bake", &opaque.path, "-o", out]);
    assert!(error.contains("extensions.ABC_faces.smile: is not understood"), "{error}");
    let cube = Fixture::cube();
    for (args, part) in [
        (vec!["-o", "a.png"], "a.png: expected a name that ends in .glb, .vrm or .gltf"),
        (vec!["-o", "gone/a.glb"], "there is no folder \"gone\""),
        (vec![], "--output"),
        (vec!["-o", out, "--time", "1"], "--animation"),
        (vec!["-o", out, "--set", "99=1"], "indices are 0 to 2"),
    ] {
        let error = fails(2, ["bake", &cube.path].iter().chain(&args));
        assert!(error.contains(part), "{error}");
    }
    assert!(!std::path::Path::new(out).exists());
}
