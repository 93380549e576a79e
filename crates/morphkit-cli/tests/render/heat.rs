//! `--heatmap`: colours for how far vertices move, and the scale below.

use crate::work::{Work, covered};
use image::RgbaImage;
use serde_json::json;

const FRONT: [&str; 8] =
    ["--yaw", "0", "--pitch", "0", "--size", "120x120", "--background", "ffffff"];

/// How far a pixel is from grey, which is cold.
fn heat(picture: &RgbaImage, x: u32, y: u32) -> u8 {
    let [r, g, b, _] = picture.get_pixel(x, y).0;
    r.max(g).max(b) - r.min(g).min(b)
}

/// How hot the surface is at its left and at its right end, in its middle row.
fn ends(picture: &RgbaImage) -> [u8; 2] {
    let covered = |x: &u32| picture.get_pixel(*x, 60) != picture.get_pixel(0, 0);
    let (left, right) = ((0..120).find(covered).unwrap(), (0..120).rfind(covered).unwrap());
    [left + 3, right - 3].map(|x| heat(picture, x, 60))
}

/// A strip of four vertices: target 0 moves its right half by 1, target 1 its left half by 0.5.
fn halves() -> Work {
    let corners = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0];
    let right = [0.0, 0.0, 0.0, 0.0, 0.0, 1.0].repeat(2);
    let left = [0.0, 0.0, 0.5, 0.0, 0.0, 0.0].repeat(2);
    let accessor = |at: u32| json!({ "bufferView": 0, "byteOffset": at * 48, "type": "VEC3", "componentType": 5126, "count": 4 });
    let text = json!({
        "asset": { "version": "2.0" },
        "buffers": [{ "uri": "made.bin", "byteLength": 144 }],
        "bufferViews": [{ "buffer": 0, "byteLength": 144 }],
        "accessors": [accessor(0), accessor(1), accessor(2)],
        "meshes": [{
            "primitives": [{
                "attributes": { "POSITION": 0 }, "mode": 5,
                "targets": [{ "POSITION": 1 }, { "POSITION": 2 }],
            }],
            "extras": { "targetNames": ["right", "left"] },
        }],
        // The world is twice as large as the mesh.
        "nodes": [{ "mesh": 0, "scale": [2, 2, 2] }],
        "scenes": [{ "nodes": [0] }],
    });
    Work::gltf(&text, &[&corners[..], &right, &left].concat())
}

#[test]
fn a_target_is_hot_where_it_moves_and_its_scale_is_below() {
    let work = halves();
    for backend in ["cpu", "texture", "deform"] {
        let draw = |options: &[&str]| {
            work.draw(&[&FRONT[..], &["--backend", backend, "--heatmap"], options].concat())
        };
        let right = draw(&["right"]);
        assert_eq!(right.width(), 120);
        assert!(right.height() > 120, "no scale");
        let [of_right, of_left, of_any] = [&right, &draw(&["left"]), &draw(&[])].map(ends);
        assert!(of_right[0] < 40 && of_right[1] > 80, "{backend}: {of_right:?}");
        assert!(of_left[0] > 80 && of_left[1] < 40, "{backend}: {of_left:?}");
        assert!(of_any[0] > 80 && of_any[1] > 80, "{backend}: {of_any:?}");
        let scale = image::imageops::crop_imm(&right, 0, 121, 120, right.height() - 121).to_image();
        assert!(covered(&scale) > 0.2, "{}", covered(&scale));
    }
}

#[test]
fn weights_and_each_target_of_a_sheet_have_their_heat() {
    let work = halves();
    let set = work.draw(&[&FRONT[..], &["--set", "left=1", "--heatmap"]].concat());
    let named = work.draw(&[&FRONT[..], &["--heatmap", "left"]].concat());
    let body = |picture: &RgbaImage| image::imageops::crop_imm(picture, 0, 0, 120, 120).to_image();
    assert_eq!(body(&set), body(&named), "the same but for what the scale says");
    assert_ne!(set, named);
    let sheet =
        work.draw(&[&FRONT[..], &["--contact-sheet", "--heatmap", "--columns", "3"]].concat());
    assert_eq!(sheet.width(), 360);
    // Without a target all is cold; then the right is hot, then the left.
    let middle = |tile: u32| [20, 50].map(|x| heat(&sheet, tile * 120 + x, 60));
    assert!(middle(0).iter().all(|&heat| heat < 20), "{:?}", middle(0));
    assert!(middle(1)[1] > middle(1)[0], "{:?}", middle(1));
    assert!(middle(2)[0] > middle(2)[1], "{:?}", middle(2));
    work.refused(&["--heatmap", "rihgt"], 2, "did you mean \"right\"");
    work.refused(&["--heatmap", "right", "--set", "left=1"], 2, "so --set says nothing");
    work.refused(&["--heatmap", "right", "--contact-sheet"], 2, "so --contact-sheet says nothing");
}
