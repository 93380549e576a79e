//! `morphkit report`: the page as text. `cargo xtask browser` opens one in a browser.

use crate::work::{Work, morphkit, told};
use serde_json::{Value, json};
use std::fs;
use std::process::Output;

fn run(work: &Work, options: &[&str]) -> (Output, String) {
    let output = work.folder.path().join("out.html");
    let _ = fs::remove_file(&output);
    let always = ["report", work.file.to_str().unwrap(), "-o", output.to_str().unwrap()];
    let done = morphkit(&[&always[..], options].concat());
    (done, fs::read_to_string(output).unwrap_or_default())
}

#[track_caller]
fn page(work: &Work, options: &[&str]) -> String {
    let (done, page) = run(work, options);
    assert!(done.status.success(), "{}", told(&done));
    check(&page);
    page
}

#[test]
fn one_broken_animation_hides_no_other() {
    let work = named("face");
    let mut json: Value = serde_json::from_slice(&fs::read(&work.file).unwrap()).unwrap();
    let mut broken = json["animations"][0].clone();
    broken["samplers"][0]["interpolation"] = "BEZIER".into();
    json["animations"].as_array_mut().unwrap().insert(0, broken);
    fs::write(&work.file, json.to_string()).unwrap();
    let (done, page) = run(&work, &["--no-pictures"]);
    assert_eq!(done.status.code(), Some(1), "{}", told(&done));
    check(&page);
    assert!(page.contains("2 animations (1 cannot be read)"), "{page}");
    assert!(
        page.contains("1 animation cannot be read") && page.contains("<svg class=\"plot\""),
        "{page}"
    );
}

/// Nothing in it loads or runs anything, and what is opened is closed.
#[track_caller]
fn check(page: &str) {
    for inert in ["<script", "<link", "<iframe", "url(", "@import"] {
        assert!(!page.contains(inert), "{inert}");
    }
    for tag in page.split('<').skip(1) {
        // Names of attributes stand outside of the quotes.
        let tag = tag.split('>').next().unwrap_or_default();
        let outside: String = tag.split('"').step_by(2).collect();
        let mut words = outside.split_whitespace();
        assert!(!words.any(|word| word.starts_with("on")), "<{tag}>");
    }
    for (before, after) in [("src=\"", "data:image/"), ("href=\"", "#")] {
        for part in page.split(before).skip(1) {
            assert!(part.starts_with(after), "{before}{}", &part[..part.len().min(60)]);
        }
    }
    assert!(!page.contains('`') && !page.contains("docs/"), "of Markdown, or of another place");
    assert!(!page.contains("http://") && !page.contains("https://"));
    for tag in ["html", "section", "table", "tr", "td", "svg", "p", "div", "span", "figure"] {
        let opened =
            page.matches(&format!("<{tag}>")).count() + page.matches(&format!("<{tag} ")).count();
        assert_eq!(opened, page.matches(&format!("</{tag}>")).count(), "{tag}");
    }
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>"));
}

#[test]
fn a_page_of_every_kind_of_sample_has_pictures_and_numbers_of_each_target() {
    // All of the head's take long in a build for tests.
    for (kind, targets) in [("head", 8), ("cube", 3), ("vrm0", 4), ("vrm1", 4)] {
        let more: &[&str] = if kind == "cube" { &[] } else { &["--vertices", "600"] };
        let page = page(&Work::sample(kind, more), &["--pictures", &targets.to_string()]);
        assert_eq!(page.matches("<img class=\"cover\"").count(), 1, "{kind}");
        assert_eq!(page.matches("alt=\"its heat map\"").count(), targets, "{kind}");
        for part in
            ["<h2>Findings and advice</h2>", "Overlaps", "Bytes in each layout", "Animations"]
        {
            assert!(page.contains(part), "{kind}: {part}");
        }
        if kind != "cube" {
            assert!(page.contains("<td class=\"name\">mouthSmileLeft</td>"), "{kind}");
            assert!(page.contains("<svg class=\"matrix\""), "{kind}");
        }
        let avatar = kind.starts_with("vrm");
        assert_eq!(page.contains("<h2>Expressions</h2>"), avatar, "{kind}");
        if avatar {
            let cells = |cells: [&str; 4]| {
                let [name, preset, special, moves] = cells;
                let names = [name, preset, special].map(|n| format!("<td class=\"name\">{n}</td>"));
                format!("<tr>{}<td class=\"what\">{moves}</td></tr>", names.concat())
            };
            assert!(page.contains(&cells(["aa", "preset", "", "jawOpen 0.7"])), "{kind}: {page}");
            assert!(page.contains("<td class=\"name\">custom</td>"), "{kind}");
        }
        if kind == "head" || kind == "cube" {
            assert!(page.contains("<svg class=\"plot\""), "{kind}");
        }
    }
}

#[test]
fn pictures_are_limited_left_out_or_impossible_and_the_page_says_so() {
    let head = Work::sample("head", &["--vertices", "600"]);
    let some = page(&head, &["--pictures", "3"]);
    assert_eq!(some.matches("alt=\"its heat map\"").count(), 3);
    assert!(some.contains("Pictures of the first 3 of 52 targets"));
    assert!(some.contains(" more pairs share as many or fewer."));
    let none = page(&head, &["--no-pictures"]);
    assert!(!none.contains("<img") && none.contains("There are no pictures: --no-pictures"));
    assert!(none.contains("<td class=\"name\">mouthSmileLeft</td>"));
    let (done, none) = run(&head, &["--adapter", "no such device"]);
    assert!(done.status.success());
    assert!(
        told(&done).contains("note: no pictures: no graphics device is called"),
        "{}",
        told(&done)
    );
    check(&none);
    assert!(!none.contains("<img") && none.contains("There are no pictures: no graphics device"));
}

/// A square of four corners whose mesh, targets and animation have this name.
fn named(name: &str) -> Work {
    let corners = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0];
    let deltas = [0.5, 0.0, 0.0].repeat(4);
    let (times, weights) = ([0.0, 1.0], [0.0, 0.0, 1.0, 0.5]);
    let vec3 = |offset: u32| json!({ "bufferView": 0, "byteOffset": offset, "type": "VEC3", "componentType": 5126, "count": 4 });
    let scalar = |offset: u32, count: u32| json!({ "bufferView": 0, "byteOffset": offset, "type": "SCALAR", "componentType": 5126, "count": count });
    let text: Value = json!({
        "asset": { "version": "2.0" },
        "buffers": [{ "uri": "made.bin", "byteLength": 120 }],
        "bufferViews": [{ "buffer": 0, "byteLength": 120 }],
        "accessors": [vec3(0), vec3(48), scalar(96, 2), scalar(104, 4)],
        "meshes": [{
            "name": name,
            "primitives": [{
                "attributes": { "POSITION": 0 }, "mode": 5, "targets": [{ "POSITION": 1 }, { "POSITION": 1 }],
            }],
            "extras": { "targetNames": [name, format!("{name}2")] },
        }],
        "nodes": [{ "mesh": 0, "name": name }],
        "scenes": [{ "nodes": [0] }],
        "animations": [{
            "name": name,
            "samplers": [{ "input": 2, "output": 3 }],
            "channels": [{ "sampler": 0, "target": { "node": 0, "path": "weights" } }],
        }],
        "extensionsUsed": [name],
    });
    Work::gltf(&text, &[&corners[..], &deltas, &times, &weights].concat())
}

#[test]
fn names_of_a_file_are_text_and_nothing_else() {
    for name in [
        "<script>alert(1)</script>",
        "\"><img src=x onerror=alert(1)>",
        "</title></style><script>alert(1)</script>",
        "' onmouseover='alert(1)",
        "&lt;b&gt; & <!-- ]]>",
    ] {
        let page = page(&named(name), &["--pictures", "1"]);
        // Values stand in double quotes, so a single one ends nothing.
        assert!(!name.contains(['<', '"', '&']) || !page.contains(name), "{name}");
        let escaped = name
            .replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('>', "&gt;")
            .replace('"', "&quot;");
        // The mesh, both targets with their overlap, the animation, its curves, a finding.
        assert!(page.matches(&escaped).count() >= 6, "{name}: {}", page.matches(&escaped).count());
    }
}

#[test]
fn a_file_with_errors_gets_its_page_and_status_1() {
    let mut work = named("face");
    let text = fs::read_to_string(&work.file).unwrap();
    fs::write(&work.file, text.replace("\"count\":4", "\"count\":400")).unwrap();
    let (done, page) = run(&work, &[]);
    assert_eq!(done.status.code(), Some(1), "{}", told(&done));
    assert!(told(&done).contains("the report tells all"), "{}", told(&done));
    check(&page);
    assert!(page.contains("badge fatal"), "{page}");
    assert!(page.contains("1 mesh (cannot be read) · 2 morph targets · 1 animation"), "{page}");
    assert!(page.contains("face (mesh 0), 2 targets: cannot be read"), "{page}");
    assert!(page.contains("What each code means"), "{page}");
    let (fatal, other) = (
        page.find("<td class=\"name\"><span class=\"badge fatal"),
        "<td class=\"name\"><span class=\"badge ",
    );
    assert!(fatal.is_some() && page.find(other) == fatal, "the worst first: {page}");
    work.file = work.folder.path().join("gone.glb");
    let (done, page) = run(&work, &[]);
    assert!(done.status.code() == Some(1) && page.is_empty());
}

#[test]
fn advice_has_its_numbers() {
    let page = page(&named("twice"), &["--no-pictures"]);
    assert!(page.contains("<code>TARGETS_IDENTICAL</code>"), "{page}");
    assert!(page.contains("targets <b>1</b>") || page.contains("targets <b>2</b>"), "{page}");
    assert!(page.contains("twice and twice2: 4 vertices, 100.0 % of the smaller"), "{page}");
}
