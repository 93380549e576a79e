//! What packed deltas and the deform pass draw.

use crate::work::{Work, backends_agree, same, within};
use serde_json::json;

#[test]
fn poses_of_a_strip_follow_one_another_on_all_backends() {
    let cube = Work::sample("cube", &[]);
    let strip = "one:0=1;two:;three:0=1";
    let wide = backends_agree(&cube, &["--strip", strip]);
    let part = |x| image::imageops::crop_imm(&wide, x, 0, 200, 160).to_image();
    assert!(same(&part(0), &part(200)) < 0.99);
    assert_eq!(part(0), part(400), "the same weights again");
}

/// A square of two joints: the first stays, the second turns and shrinks its half. The target lifts
/// the free edge; normals are the base's alone, so joints turn what no target moves. Two nodes draw
/// the mesh, one without the skin.
fn bent() -> Work {
    let positions = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0];
    let normals = [0.0, 0.0, 1.0].repeat(4);
    let lift = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.4, 0.0, 0.0, 0.4, 0.0];
    let weights = [[1.0, 0.0], [0.75, 0.25], [0.0, 1.0], [0.25, 0.75]];
    let weights: Vec<f32> = weights.iter().flat_map(|[a, b]| [*a, *b, 0.0, 0.0]).collect();
    let floats = [&positions[..], &normals, &lift, &weights].concat();
    let accessor = |view: u32, kind: &str| json!({ "bufferView": view, "type": kind, "componentType": 5126, "count": 4 });
    let view =
        |at: u32, length: u32| json!({ "buffer": 0, "byteOffset": at, "byteLength": length });
    let joints = [0_u8, 1, 0, 0].repeat(4).iter().map(|v| format!("%{v:02x}")).collect::<String>();
    let text = json!({
        "asset": { "version": "2.0" },
        "buffers": [
            { "uri": "made.bin", "byteLength": floats.len() * 4 },
            { "uri": format!("data:application/octet-stream,{joints}"), "byteLength": 16 },
        ],
        "bufferViews": [
            view(0, 48), view(48, 48), view(96, 48), view(144, 64),
            { "buffer": 1, "byteLength": 16 },
        ],
        "accessors": [
            accessor(0, "VEC3"), accessor(1, "VEC3"), accessor(2, "VEC3"), accessor(3, "VEC4"),
            { "bufferView": 4, "type": "VEC4", "componentType": 5121, "count": 4 },
        ],
        "meshes": [{ "primitives": [{
            "attributes": { "POSITION": 0, "NORMAL": 1, "JOINTS_0": 4, "WEIGHTS_0": 3 },
            "targets": [{ "POSITION": 2 }], "mode": 5,
        }] }],
        "skins": [{ "joints": [2, 3] }],
        "nodes": [
            { "mesh": 0, "skin": 0 },
            { "mesh": 0, "translation": [1.2, 0.0, 0.0], "weights": [0.3] },
            { "children": [3] },
            { "rotation": [0.3826834, 0.0, 0.0, 0.9238795], "scale": [0.5, 1.0, 1.0] },
        ],
        "scenes": [{ "nodes": [0, 1, 2] }],
    });
    Work::gltf(&text, &floats)
}

#[test]
fn joints_move_what_targets_moved_on_all_backends() {
    let bent = bent();
    let still = backends_agree(&bent, &["--yaw", "10"]);
    let moved = backends_agree(&bent, &["--yaw", "10", "--set", "0=1"]);
    assert!(same(&still, &moved) < 0.99);
    backends_agree(&bent, &["--strip", "a:0=1;b:0=-0.5"]);
}

#[test]
fn an_error_bound_says_what_is_left_out_and_a_wrong_one_is_refused() {
    let head = Work::sample("head", &["--vertices", "3000"]);
    let draw = |options: &[&str]| {
        let always = ["--size", "200x160", "--set", "jawOpen=1", "--backend"];
        head.draw(&[&always[..], options].concat())
    };
    let exact = draw(&["cpu"]);
    assert!(within(0, &exact, &draw(&["deform-blocked32", "--keep-all"])) >= 0.999);
    let coarse = draw(&["deform-blocked32", "--error-bound", "1,180"]);
    let still = head.draw(&["--size", "200x160", "--backend", "cpu"]);
    assert!(within(1, &still, &coarse) >= 0.999, "nothing is left");
    assert!(within(1, &exact, &coarse) < 0.99);
    head.refused(&["--error-bound", "1"], 2, "expected RADII,DEGREES");
    head.refused(&["--error-bound", "1e-4,1", "--keep-all"], 2, "cannot be used with");
}
