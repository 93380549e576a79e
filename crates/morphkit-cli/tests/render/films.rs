//! Contact sheets, films, turntables, and pictures without a background.

use crate::work::{Work, covered, same, told};
use image::codecs::gif::GifDecoder;
use image::codecs::png::PngDecoder;
use image::{AnimationDecoder, Frame, RgbaImage};
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::time::Duration;

const SMALL: [&str; 4] = ["--backend", "cpu", "--size", "64x48"];

/// The pictures of a film and how long all of them are shown.
fn frames(path: &Path) -> (Vec<RgbaImage>, Duration) {
    let file = BufReader::new(File::open(path).unwrap());
    let frames = match path.extension().unwrap().to_str().unwrap() {
        "gif" => GifDecoder::new(file).unwrap().into_frames().collect_frames().unwrap(),
        _ => PngDecoder::new(file).unwrap().apng().unwrap().into_frames().collect_frames().unwrap(),
    };
    let length = frames.iter().map(|frame| Duration::from(frame.delay())).sum();
    (frames.into_iter().map(Frame::into_buffer).collect(), length)
}

#[test]
fn a_contact_sheet_has_a_tile_for_each_target_and_one_without() {
    let head = Work::sample("head", &["--vertices", "1500"]);
    let sheet = head.draw(&[
        "--contact-sheet",
        "--size",
        "80x80",
        "--columns",
        "9",
        "--focus",
        "--yaw",
        "0",
    ]);
    // 52 targets and one picture without: six rows of nine.
    let row = sheet.height() / 6;
    assert_eq!((sheet.width(), sheet.height() % 6), (9 * 80, 0));
    let tile =
        |at: u32| image::imageops::crop_imm(&sheet, at % 9 * 80, at / 9 * row, 80, 80).to_image();
    let label = |at: u32| {
        image::imageops::crop_imm(&sheet, at % 9 * 80, at / 9 * row + 80, 80, row - 80).to_image()
    };
    let neutral = tile(0);
    assert!(covered(&neutral) > 0.3);
    for at in 1..53 {
        assert!(tile(at) != neutral, "target {} looks like none", at - 1);
        assert!(covered(&label(at)) > 0.01, "target {} has no name", at - 1);
    }
    assert_eq!(covered(&tile(53)), 0.0, "no target is left");
    head.refused(&["--contact-sheet", "--set", "0=1"], 2, "cannot be used with");
    head.refused(&["--contact-sheet", "--strip", "a:0=1"], 2, "cannot be used with");
    head.refused(&["--columns", "2"], 2, "--strip");
}

#[test]
fn a_target_without_deltas_looks_like_none() {
    // Targets that move, do not move, and move.
    let work = crate::square(serde_json::json!({ "mesh": 0 }), 5);
    let sheet = work.draw(&["--contact-sheet", "--size", "60x60", "--columns", "2", "--yaw", "0"]);
    let tile = |at: u32| image::imageops::crop_imm(&sheet, at * 60, 0, 60, 60).to_image();
    assert!(same(&tile(0), &tile(1)) < 0.95);
    let still = serde_json::json!({
        "attributes": { "POSITION": 0 }, "mode": 5, "targets": [{}],
    });
    let work = crate::square_of(serde_json::json!({ "mesh": 0 }), serde_json::json!([still]));
    let sheet = work.draw(&["--contact-sheet", "--size", "60x60", "--columns", "2", "--yaw", "0"]);
    let tile = |at: u32| image::imageops::crop_imm(&sheet, at * 60, 0, 60, 60).to_image();
    assert_eq!(tile(0), tile(1));
}

#[test]
fn an_animation_is_a_film_of_as_many_frames_as_its_length_takes() {
    let head = Work::sample("head", &["--vertices", "800"]);
    for kind in ["out.apng", "out.gif"] {
        let film =
            [&SMALL[..], &["--animation", "--fps", "5", "--from", "0", "--to", "1"]].concat();
        let output = head.film(kind, &film);
        let (frames, length) = frames(&output);
        assert_eq!(frames.len(), 6, "{kind}");
        assert_eq!(length, Duration::from_millis(1200), "{kind}");
        assert!(frames.iter().all(|frame| frame.dimensions() == (64, 48)));
        assert!(frames.windows(2).any(|two| two[0] != two[1]), "{kind}: nothing moves");
        let corner = |frame: &RgbaImage| *frame.get_pixel(0, 0);
        assert!(frames.iter().all(|frame| corner(frame) == corner(&frames[0])), "{kind}: flickers");
        // What is cut to what changed is put together again.
        let still = [&SMALL[..], &["--animation", "0", "--time", "0.6"]].concat();
        if kind == "out.apng" {
            assert!(same(&frames[3], &head.draw(&still)) > 0.9);
        }
    }
}

#[test]
fn a_turntable_shows_all_sides_and_a_strip_turns_together() {
    let cube = Work::sample("cube", &[]);
    let film = [&SMALL[..], &["--turntable", "5", "--yaw", "30", "--strip", "a:;b:0=1"]].concat();
    let (frames, length) = frames(&cube.film("out.apng", &film));
    assert_eq!((frames.len(), length), (5, Duration::from_millis(200)));
    assert_eq!(frames[0].width(), 128);
    for (at, frame) in frames.iter().enumerate() {
        assert!(frames[..at].iter().all(|other| other != frame), "{at}");
    }
}

#[test]
fn what_nothing_covers_is_transparent_and_edges_are_in_between() {
    let cube = Work::sample("cube", &[]);
    let size = ["--size", "90x70"];
    let clear = cube.draw(&[&size[..], &["--background", "transparent"]].concat());
    assert_eq!(clear.get_pixel(0, 0).0, [0; 4]);
    let alphas: Vec<u8> = clear.pixels().map(|pixel| pixel.0[3]).collect();
    let count = |keep: fn(&u8) -> bool| alphas.iter().filter(|alpha| keep(alpha)).count();
    assert!(count(|&alpha| alpha == 255) > 500 && count(|&alpha| alpha > 0 && alpha < 255) > 20);
    // Over a colour it is what is drawn over that colour, but for rounding and sRGB at edges.
    let grey = cube.draw(&[&size[..], &["--background", "#808080"]].concat());
    assert_eq!(grey.get_pixel(0, 0).0, [128, 128, 128, 255]);
    for (clear, grey) in clear.pixels().zip(grey.pixels()).filter(|(clear, _)| clear.0[3] == 255) {
        assert_eq!(clear, grey);
    }
    let film = ["--size", "40x40", "--turntable", "3", "--background", "transparent"];
    let mut shapes = Vec::new();
    for kind in ["out.gif", "out.apng"] {
        let (frames, _) = frames(&cube.film(kind, &film));
        assert_eq!(frames.len(), 3);
        let is_there =
            |frame: &RgbaImage| frame.pixels().map(|p| p.0[3] >= 128).collect::<Vec<_>>();
        shapes.push(frames.iter().map(is_there).collect::<Vec<_>>());
        for frame in &frames {
            assert_eq!(frame.get_pixel(0, 0).0[3], 0, "{kind}");
            assert_eq!(frame.get_pixel(20, 20).0[3], 255, "{kind}");
        }
    }
    assert!(shapes[0] == shapes[1], "a frame before shines through");
    cube.refused(&["--background", "clear"], 2, "such as cdd2da; or transparent");
}

#[test]
fn films_say_what_they_lack() {
    let cube = Work::sample("cube", &[]);
    cube.refused(&["--turntable"], 2, "expected a name that ends in .apng, .gif or .mp4");
    let refused = |kind: &str, options: &[&str], message: &str| {
        let (done, output) = cube.run_to(kind, options, None);
        assert_eq!(done.status.code(), Some(2), "{}", told(&done));
        assert!(told(&done).contains(message), "{}", told(&done));
        assert!(!output.exists());
    };
    refused("out.gif", &[], "a film needs --animation or --turntable");
    refused("out.gif", &["--animation", "0", "--time", "0"], "--from and --to give a film's range");
    refused("out.gif", &["--animation", "0", "--from", "3", "--to", "1"], "is no range");
    refused("out.webm", &["--turntable"], "expected a name that ends in .png, .apng, .gif or .mp4");
    refused("out.gif", &["--turntable", "--size", "70000x1"], "--size 70000x1: expected at most");
}

/// A program called ffmpeg that takes what it is given: the true one is not needed here.
#[test]
#[cfg(unix)]
fn mp4_is_written_by_ffmpeg_and_its_lack_and_its_errors_are_told() {
    use std::os::unix::fs::PermissionsExt;
    let cube = Work::sample("cube", &[]);
    let bin = cube.folder.path().join("bin");
    std::fs::create_dir(&bin).unwrap();
    let film =
        ["--turntable", "5", "--size", "31x20", "--background", "102030", "--backend", "cpu"];
    let (done, output) = cube.run_to("out.mp4", &film, Some(&bin));
    assert_eq!(done.status.code(), Some(2));
    assert!(told(&done).contains("ffmpeg, which is not on the path"), "{}", told(&done));
    assert!(!output.exists());

    let program = bin.join("ffmpeg");
    let script = |text: &str| {
        std::fs::write(&program, format!("#!/bin/sh\n[ \"$1\" = -version ] && exit 0\n{text}\n"))
            .unwrap();
        std::fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).unwrap();
    };
    // The last argument is the file.
    script("echo \"$@\" > \"$0.args\"; for file; do :; done; /bin/cat > \"$file\"");
    let (done, output) = cube.run_to("out.mp4", &film, Some(&bin));
    assert!(done.status.success(), "{}", told(&done));
    let bytes = std::fs::read(&output).unwrap();
    assert_eq!(bytes.len(), 5 * 31 * 20 * 4);
    assert_eq!(bytes[..4], [0x10, 0x20, 0x30, 255]);
    let args = std::fs::read_to_string(bin.join("ffmpeg.args")).unwrap();
    assert!(args.contains("-video_size 31x20 -framerate 25 -i -"), "{args}");

    script("echo 'no encoder here' >&2; exit 3");
    let (done, output) = cube.run_to("out.mp4", &film, Some(&bin));
    assert_eq!(done.status.code(), Some(2));
    assert!(told(&done).contains("out.mp4: ffmpeg: no encoder here"), "{}", told(&done));
    assert!(!output.exists());
}
