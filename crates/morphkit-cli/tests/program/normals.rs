//! What `--normals` adds to what the program reads.

use crate::file::Fixture;
use crate::ok;
use morph_sample::{glb, head};
use morphkit::core::{Attribute, Deltas, MorphTargets, TargetDeltas};
use serde_json::Value;

/// The advice that `inspect` gives.
const LACKING: &str = "NORMAL_DELTAS_MISSING";

/// The generated head with POSITION deltas only.
fn bare_head() -> Fixture {
    let mut sample = head(2000);
    let primitive = &mut sample.mesh.primitives[0];
    let full = primitive.targets.take().expect("the head has targets");
    let positions =
        |target| -> Option<Deltas> { full.deltas(target, Attribute::Position).cloned() };
    let only = (0..full.target_count()).map(|target| TargetDeltas {
        attributes: positions(target)
            .map(|deltas| (Attribute::Position, deltas))
            .into_iter()
            .collect(),
    });
    primitive.targets = MorphTargets::new(full.vertex_count(), only.collect())
        .expect("the deltas were fine before");
    Fixture::new("bare.glb", glb::write(&sample))
}

/// Attributes and normals of the first primitive of a blend.
fn blended(args: &[&str]) -> (Vec<String>, Vec<[f64; 3]>) {
    let all = ["blend", "--json", "--set", "jawOpen=1"].iter().chain(args);
    let told: Value = serde_json::from_str(&ok(all)).expect("one JSON object");
    let attributes = &told["meshes"][0]["instances"][0]["primitives"][0]["attributes"];
    let names = attributes.as_object().expect("an object").keys().cloned().collect();
    let normals = serde_json::from_value(attributes["NORMAL"].clone());
    (names, normals.unwrap_or_default())
}

#[test]
fn a_blend_of_bare_targets_turns_normals_where_asked_to() {
    let bare = bare_head();
    assert_eq!(blended(&[&bare.path]).0, ["POSITION"]);
    let (names, computed) = blended(&[&bare.path, "--normals"]);
    assert_eq!(names, ["POSITION", "NORMAL"]);
    let whole = Fixture::new("head.glb", glb::write(&head(2000)));
    let (names, authored) = blended(&[&whole.path]);
    assert_eq!(names, ["POSITION", "NORMAL", "TANGENT"]);
    let dot = |(a, b): (&[f64; 3], &[f64; 3])| -> f64 { a.iter().zip(b).map(|(a, b)| a * b).sum() };
    let near = computed.iter().zip(&authored).map(dot).filter(|dot| *dot > 0.99).count();
    assert!(near * 20 > computed.len() * 19, "{near} of {} are near", computed.len());
    // Authored normals stay as they are.
    assert_eq!(blended(&[&whole.path, "--normals"]).1, authored);
}

#[test]
fn inspect_says_how_many_targets_lack_normals() {
    let bare = bare_head();
    let text = ok(["inspect", &bare.path]);
    assert!(text.contains("52 of 52 targets") && text.contains(LACKING), "{text}");
    let whole = Fixture::new("head.glb", glb::write(&head(2000)));
    assert!(!ok(["inspect", &whole.path]).contains(LACKING));
}
