//! `morphkit render`, from outside: pictures, messages and exit statuses.

mod films;
mod heat;
mod packed;
mod report;
mod work;

use image::{Rgba, RgbaImage};
use serde_json::json;
use std::path::Path;
use work::{BACKENDS, Work, backends_agree, covered, morphkit, same, told};

#[test]
fn all_backends_draw_the_same_cube_and_weights_change_it() {
    let cube = Work::sample("cube", &[]);
    let still = backends_agree(&cube, &[]);
    let moved = backends_agree(&cube, &["--set", "0=0.7", "--set", "1=-0.4"]);
    assert!(same(&still, &moved) < 0.99);
}

#[test]
fn all_backends_draw_the_same_head_with_many_weights() {
    let head = Work::sample("head", &["--vertices", "3000"]);
    let still = backends_agree(&head, &[]);
    let smile = ["--set", "mouthSmile*=1", "--set", "eyeBlinkLeft=0.5", "--set", "jawOpen=-0.25"];
    let moved = backends_agree(&head, &smile);
    assert!(same(&still, &moved) < 0.999);
    let late = backends_agree(&head, &["--animation", "0", "--time", "1.2"]);
    assert!(same(&still, &late) < 0.999);
    let front = backends_agree(&head, &["--yaw", "0", "--pitch", "0"]);
    assert!(same(&still, &front) < 0.9);
}

#[test]
fn a_strip_has_a_labelled_picture_for_each_setting() {
    let cube = Work::sample("cube", &[]);
    let strip = "one:;two:0=1;three:1=1";
    let wide = cube.draw(&["--size", "100x80", "--strip", strip]);
    let tall = cube.draw(&["--size", "100x80", "--strip", strip, "--columns", "1"]);
    assert_eq!((wide.width(), tall.width()), (300, 100));
    assert_eq!(tall.height(), 3 * wide.height());
    assert!(wide.height() > 80);
    let part = |x| image::imageops::crop_imm(&wide, x, 0, 100, 80).to_image();
    assert!(same(&part(0), &part(100)) < 0.99 && same(&part(0), &part(200)) < 0.99);
    let label = image::imageops::crop_imm(&wide, 0, 80, 100, wide.height() - 80).to_image();
    assert!(covered(&label) > 0.02);
}

#[test]
fn settings_are_counted_and_wrong_ones_name_the_nearest() {
    let head = Work::sample("head", &["--vertices", "3000"]);
    let (done, _) =
        head.run(&["--size", "64x64", "--set", "mouthSmile*=0.5", "--set", "jawOpen=100"]);
    let said = told(&done);
    assert!(said.contains("--set mouthSmile*=0.5: 2 weights set"), "{said}");
    assert!(said.contains("--set jawOpen=100: 1 weight set"), "{said}");
    assert!(said.contains("looks like a percentage"), "{said}");
    head.refused(&["--set", "jawOpne=1"], 2, "did you mean \"jawOpen\"");
    head.refused(&["--set", "52=1"], 2, "indices are 0 to 51");
    head.refused(&["--set", "hed:jawOpen=1"], 2, "no mesh is called \"hed\"");
    head.refused(&["--set", "jawOpen"], 2, "expected NAME=VALUE");
    head.refused(&["--set", "jawOpen=nan"], 2, "finite");
    head.refused(&["--strip", "a:jawOpne=1"], 2, "--strip: jawOpne=1: no such target");
}

#[test]
fn wrong_calls_end_with_status_2() {
    let cube = Work::sample("cube", &[]);
    cube.refused(&["--animation", "9"], 2, "--animation: animations[9]: there is 1 animation");
    cube.refused(&["--animation", "foo"], 2, "animation \"foo\": there is none");
    let (done, _) = cube.run(&["--animation", "0", "--time", "99", "--size", "16x16"]);
    assert!(done.status.success(), "{}", told(&done));
    assert!(told(&done).contains("note: --time: the animation ends at "), "{}", told(&done));
    cube.refused(&["--animation", "0", "--time", "NaN"], 2, "expected a number of seconds");
    cube.refused(&["--time", "1"], 2, "--animation");
    cube.refused(&["--size", "0x8"], 2, "expected WIDTHxHEIGHT");
    cube.refused(&["--size", "999999x8"], 2, "--size 999999x8: expected at most");
    cube.refused(&["--adapter", "no such device"], 2, "no graphics device is called");
}

fn primitive(mode: u32) -> serde_json::Value {
    json!({ "attributes": { "POSITION": 0 }, "mode": mode, "targets": [{ "POSITION": 1 }] })
}

/// Four corners of a square, each with a delta that moves it to the right.
fn square(node: serde_json::Value, mode: u32) -> Work {
    square_of(node, json!([primitive(mode)]))
}

fn square_of(node: serde_json::Value, primitives: serde_json::Value) -> Work {
    let corners = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0];
    let deltas = [0.5, 0.0, 0.0].repeat(4);
    let accessor = |view: u32| json!({ "bufferView": view, "type": "VEC3", "componentType": 5126, "count": 4 });
    let text = json!({
        "asset": { "version": "2.0" },
        "buffers": [{ "uri": "made.bin", "byteLength": 96 }],
        "bufferViews": [
            { "buffer": 0, "byteLength": 48 },
            { "buffer": 0, "byteOffset": 48, "byteLength": 48 },
        ],
        "accessors": [accessor(0), accessor(1)],
        "meshes": [{ "primitives": primitives }],
        "nodes": [node],
        "scenes": [{ "nodes": [0] }],
    });
    Work::gltf(&text, &[&corners[..], &deltas].concat())
}

const FRONT: [&str; 6] = ["--yaw", "0", "--pitch", "0", "--size", "120x120"];

#[test]
fn strips_points_and_lines_are_drawn_as_such() {
    let filled = covered(&square(json!({ "mesh": 0 }), 5).draw(&FRONT));
    assert!((0.7..0.95).contains(&filled), "{filled}");
    let lines = covered(&square(json!({ "mesh": 0 }), 2).draw(&FRONT));
    assert!((0.01..0.2).contains(&lines), "{lines}");
    let points = square(json!({ "mesh": 0 }), 0).draw(&FRONT);
    assert!((1..=16).contains(&((covered(&points) * 14_400.0) as u32)), "{}", covered(&points));
    for mode in [0, 2, 5] {
        let work = square(json!({ "mesh": 0 }), mode);
        let pictures = BACKENDS.map(|backend| {
            work.draw(&[&FRONT[..], &["--backend", backend, "--set", "0=0.5"]].concat())
        });
        assert!(pictures.iter().all(|picture| same(picture, &pictures[0]) >= 0.999), "{mode}");
    }
}

/// The square with a texture that is black on its left and white on its right, and with targets
/// that move colours (index 0) and texture coordinates (index 1) only.
fn painted() -> Work {
    let corners = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0];
    let colors = [0.2; 12];
    let redder = [0.7, 0.0, 0.0].repeat(4);
    let uvs = [0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0];
    let aside = [0.5, 0.0].repeat(4);
    let accessor = |offset: u32, kind: &str| json!({ "bufferView": 0, "byteOffset": offset, "type": kind, "componentType": 5126, "count": 4 });
    let text = json!({
        "asset": { "version": "2.0" },
        "buffers": [{ "uri": "made.bin", "byteLength": 208 }],
        "bufferViews": [{ "buffer": 0, "byteLength": 208 }],
        "accessors": [
            accessor(0, "VEC3"), accessor(48, "VEC3"), accessor(96, "VEC3"),
            accessor(144, "VEC2"), accessor(176, "VEC2"),
        ],
        "images": [{ "uri": "half.png" }],
        "textures": [{ "source": 0, "sampler": 0 }],
        "samplers": [{ "wrapS": 33071, "wrapT": 33071 }],
        "materials": [{
            "pbrMetallicRoughness": { "baseColorTexture": { "index": 0, "texCoord": 1 } },
            "extensions": { "KHR_materials_unlit": {} },
        }],
        "meshes": [{ "primitives": [{
            "attributes": { "POSITION": 0, "COLOR_0": 1, "TEXCOORD_0": 3, "TEXCOORD_1": 3 },
            "targets": [{ "COLOR_0": 2 }, { "TEXCOORD_1": 4 }],
            "mode": 5, "material": 0,
        }] }],
        "nodes": [{ "mesh": 0 }],
        "scenes": [{ "nodes": [0] }],
    });
    let work = Work::gltf(&text, &[&corners[..], &colors, &redder, &uvs, &aside].concat());
    let half =
        RgbaImage::from_fn(64, 4, |x, _| Rgba(if x < 32 { [0, 0, 0, 255] } else { [255; 4] }));
    half.save(work.folder.path().join("half.png")).unwrap();
    work
}

#[test]
fn colours_and_texture_coordinates_morph_on_all_backends() {
    let work = painted();
    let (left, right) = ((40, 60), (80, 60));
    let at = |picture: &RgbaImage, (x, y): (u32, u32)| picture.get_pixel(x, y).0;
    for backend in BACKENDS {
        let draw =
            |options: &[&str]| work.draw(&[&FRONT[..], &["--backend", backend], options].concat());
        let plain = draw(&[]);
        // 0.2 in linear light is 124 of 255.
        assert_eq!((at(&plain, left), at(&plain, right)), ([0, 0, 0, 255], [124, 124, 124, 255]));
        let [r, g, ..] = at(&draw(&["--set", "0=1"]), right);
        assert_eq!((r, g), (243, 124), "0.9 and 0.2 of light");
        // Clamped to 1 after the sum.
        assert_eq!(at(&draw(&["--set", "0=9"]), right), [255, 124, 124, 255]);
        let aside = draw(&["--set", "1=1"]);
        assert_eq!([at(&aside, left), at(&aside, right)], [[124, 124, 124, 255]; 2]);
    }
}

#[test]
fn targets_that_move_nothing_are_drawn_still_on_all_backends() {
    let mut files = Vec::new();
    for targets in [json!([{}, {}]), json!([{ "NORMAL": 1 }]), json!([{ "_HEAT": 1 }])] {
        let mut still = primitive(5);
        still["targets"] = targets.clone();
        let mut moved = primitive(5);
        moved["targets"] =
            targets.as_array().unwrap().iter().map(|_| json!({ "POSITION": 1 })).collect();
        files.push(square_of(json!({ "mesh": 0, "weights": [0.5] }), json!([still])));
        files.push(square_of(json!({ "mesh": 0, "weights": [0.5] }), json!([still, moved])));
    }
    for (at, work) in files.iter().enumerate() {
        let pictures =
            BACKENDS.map(|backend| work.draw(&[&FRONT[..], &["--backend", backend]].concat()));
        assert!(covered(&pictures[0]) > 0.2, "{at}");
        assert!(pictures.iter().all(|picture| same(picture, &pictures[0]) >= 0.999), "{at}");
    }
}

#[test]
fn names_of_a_file_stay_on_one_line_of_the_message() {
    let text = json!({ "asset": { "version": "2.0" }, "extensionsRequired": ["A\nB\u{1b}[2J"] });
    Work::gltf(&text, &[]).refused(&[], 1, r"extensionsRequired[0]: A\nB\u{1b}[2J is not");
}

#[test]
fn a_mirror_turns_triangles_round_and_shows_them_all_the_same() {
    let plain = covered(&square(json!({ "mesh": 0 }), 5).draw(&FRONT));
    let mirrored = covered(&square(json!({ "mesh": 0, "scale": [-1, 1, 1] }), 5).draw(&FRONT));
    assert!((plain - mirrored).abs() < 0.01, "{plain} {mirrored}");
    let behind = [&["--yaw", "180"], &FRONT[2..]].concat();
    assert_eq!(covered(&square(json!({ "mesh": 0 }), 5).draw(&behind)), 0.0);
}

#[test]
fn a_file_with_nothing_to_draw_ends_with_status_1_and_says_why() {
    let empty = Work::gltf(&json!({ "asset": { "version": "2.0" } }), &[]);
    empty.refused(&[], 1, "nothing to draw: the file has no meshes");
    let circle = json!({
        "asset": { "version": "2.0" },
        "nodes": [{ "children": [1] }, { "children": [0] }],
    });
    Work::gltf(&circle, &[]).refused(&[], 1, "nodes must form a tree");
    let missing = Path::new("there is no such file.glb");
    let done = morphkit(&["render", missing.to_str().unwrap(), "-o", "never.png"]);
    assert_eq!(done.status.code(), Some(1), "{}", told(&done));
}

#[test]
fn computed_normals_light_a_folded_sheet_as_two_sheets() {
    // A square across the view; the target folds it about its vertical middle, away from the eye.
    let positions = [
        -1.0, -1.0, 0.0, 0.0, -1.0, 0.0, 0.0, 1.0, 0.0, -1.0, 1.0, 0.0, // the left half
        0.0, -1.0, 0.0, 1.0, -1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0, // the right half
    ];
    let normals = [0.0, 0.0, 1.0].repeat(8);
    let mut fold = [0.0_f32; 24];
    [2, 11, 17, 20].into_iter().for_each(|z| fold[z] = -1.0);
    let floats = [&positions[..], &normals, &fold].concat();
    let vec3 = |view: usize, min: [f32; 3], max: [f32; 3]| json!({ "bufferView": view, "componentType": 5126, "count": 8, "type": "VEC3", "min": min, "max": max });
    let view = |at: usize| json!({ "buffer": 0, "byteOffset": at * 96, "byteLength": 96 });
    // Two triangles each; the halves share places, not vertices.
    let halves = [[0_u8, 1, 2, 0, 2, 3], [4, 5, 6, 4, 6, 7]].concat();
    let data = halves.iter().map(|v| format!("%{v:02x}")).collect::<String>();
    let text = json!({
        "asset": { "version": "2.0" },
        "scene": 0, "scenes": [{ "nodes": [0] }], "nodes": [{ "mesh": 0 }],
        "buffers": [
            { "uri": "made.bin", "byteLength": floats.len() * 4 },
            { "uri": format!("data:application/octet-stream,{data}"), "byteLength": 12 },
        ],
        "bufferViews": [view(0), view(1), view(2), { "buffer": 1, "byteLength": 12 }],
        "accessors": [
            vec3(0, [-1.0, -1.0, 0.0], [1.0, 1.0, 0.0]), vec3(1, [0.0, 0.0, 1.0], [0.0, 0.0, 1.0]),
            vec3(2, [0.0, 0.0, -1.0], [0.0, 0.0, 0.0]),
            { "bufferView": 3, "componentType": 5121, "count": 12, "type": "SCALAR" },
        ],
        "meshes": [{ "weights": [1.0], "primitives": [{
            "attributes": { "POSITION": 0, "NORMAL": 1 }, "indices": 3, "targets": [{ "POSITION": 2 }],
        }] }],
    });
    let work = Work::gltf(&text, &floats);
    let options = ["--size", "200x160", "--backend", "cpu", "--yaw", "0", "--pitch", "0"];
    let plain = work.draw(&options);
    let lit = work.draw(&[&options[..], &["--normals"]].concat());
    assert!(same(&plain, &lit) < 0.9, "{}", same(&plain, &lit));
    // One normal everywhere is one colour; turned ones shade from the middle to the sides.
    let colors = |picture: &RgbaImage| [70, 100, 130].map(|x| picture.get_pixel(x, 80).0[0]);
    let span = |[a, b, c]: [u8; 3]| a.max(b).max(c) - a.min(b).min(c);
    let spans = [&plain, &lit].map(|picture| span(colors(picture)));
    assert!(spans[0] <= 1 && spans[1] > 4, "{spans:?}");
}

#[test]
fn an_expression_changes_the_picture_of_an_avatar_as_its_targets_do() {
    for kind in ["vrm0", "vrm1"] {
        let avatar = Work::sample(kind, &["--vertices", "3000"]);
        let small = ["--size", "200x200", "--backend", "cpu"];
        let still = avatar.draw(&small);
        let vowel = avatar.draw(&[&small[..], &["--expression", "aa=1"]].concat());
        let targets = avatar.draw(&[&small[..], &["--set", "jawOpen=0.7"]].concat());
        assert!(same(&still, &vowel) < 0.999);
        assert_eq!(vowel, targets, "{kind}");
        avatar.refused(
            &["--expression", "hapy=1"],
            2,
            "no such expression; did you mean \"happy\"",
        );
    }
}
