//! Requests line by line.

use crate::file::Fixture;
use crate::run_with_input;
use serde_json::{Value, json};

fn answers(more: &[&str], requests: &[String]) -> Vec<Value> {
    let args = ["blend", "--batch"].iter().chain(more);
    let run = run_with_input(args, &requests.join("\n"));
    assert_eq!(run.status, Some(0), "{}", run.err);
    run.out.lines().map(|line| serde_json::from_str(line).expect("one JSON object")).collect()
}

#[test]
fn an_error_in_the_middle_stops_nothing() {
    let (cube, triangle) = (Fixture::cube(), Fixture::triangle(|_| {}));
    let broken = Fixture::triangle(|json| json["buffers"][0]["uri"] = "gone.bin".into());
    let requests = [
        json!({ "file": cube.path, "weights": [1.0] }).to_string(),
        json!({ "file": broken.path }).to_string(),
        "{ \"file\": ".into(),
        String::new(),
        json!({ "file": triangle.path, "wieghts": [1.0] }).to_string(),
        json!({ "file": triangle.path, "mesh": 4, "weights": [1.0] }).to_string(),
        json!({ "file": triangle.path, "animation": 0, "time": 1.0 }).to_string(),
        json!({ "file": triangle.path, "animation": "wave" }).to_string(),
    ];
    let answers = answers(&[], &requests);
    assert_eq!(answers.len(), 7, "an empty line asks nothing");
    assert_eq!(answers[0]["meshes"][0]["name"], "cube");
    for (answer, part) in
        answers[1..5].iter().zip(["gone.bin", "request: ", "wieghts", "meshes[4]"])
    {
        let error = answer["error"].as_str().expect("a message");
        assert!(error.contains(part), "{error}");
    }
    let weights = &answers[5]["meshes"][0]["instances"][0]["weights"];
    assert_eq!(*weights, json!([0.5, -0.5]));
    let weights = &answers[6]["meshes"][0]["instances"][0]["weights"];
    assert_eq!(*weights, json!([0.0, 0.0]), "the time is 0 where none is given");
}

/// Needs a graphics device; lavapipe (Debian: mesa-vulkan-drivers) is one.
#[test]
fn a_device_serves_file_after_file_raw_and_not() {
    let (cube, triangle) = (Fixture::cube(), Fixture::triangle(|_| {}));
    let mut requests = Vec::new();
    for file in [&cube.path, &triangle.path, &cube.path] {
        for raw in [false, true] {
            requests.push(json!({ "file": file, "weights": [0.5, 1.0], "raw": raw }).to_string());
        }
    }
    let on_cpu = answers(&[], &requests);
    for backend in ["texture", "storage", "row-sparse", "deform-f32", "deform-16bit"] {
        let answers = answers(&["--backend", backend], &requests);
        assert_eq!(answers.len(), requests.len());
        for (told, expected) in answers.iter().zip(&on_cpu) {
            let vertex = |answer: &Value| {
                let primitive = &answer["meshes"][0]["instances"][0]["primitives"][0];
                let last =
                    primitive["attributes"]["POSITION"].as_array().and_then(|rows| rows.last());
                let row = last.and_then(Value::as_array).expect("a list of lists").clone();
                row.iter().map(|number| number.as_f64().expect("a number")).collect::<Vec<_>>()
            };
            for (a, b) in vertex(told).into_iter().zip(vertex(expected)) {
                assert!((a - b).abs() < 1e-4, "{backend}: {a} {b}");
            }
        }
    }
}

#[test]
fn a_file_that_changed_is_read_again() {
    let file = Fixture::triangle(|_| {});
    let line = format!("{}\n", json!({ "file": file.path }));
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_morphkit"))
        .args(["blend", "--batch"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("standard input is piped");
    let mut stdout = std::io::BufReader::new(child.stdout.take().expect("so is its output"));
    let mut name = || {
        use std::io::{BufRead, Write};
        stdin.write_all(line.as_bytes()).expect("the program reads");
        let mut answer = String::new();
        stdout.read_line(&mut answer).expect("the program answers at once");
        let answer: Value = serde_json::from_str(&answer).expect("one JSON object");
        answer["meshes"][0]["name"].clone()
    };
    assert_eq!(name(), "triangle");
    let text = std::fs::read_to_string(&file.path).expect("it is there");
    std::fs::write(&file.path, text.replace("\"triangle\"", "\"renamed triangle\""))
        .expect("it can be written");
    assert_eq!(name(), "renamed triangle");
    drop(stdin);
    assert!(child.wait().expect("the program ends").success());
}
