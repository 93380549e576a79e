//! Expressions of avatars: what is read, and which weights they give.

use crate::asset::{Asset, triangle};
use morph_gltf::vrm::{Bind, Override, Owner, Preset, Source, Vrm, VrmVersion};
use morph_gltf::{Document, NoFiles};
use serde_json::{Value, json};

/// A triangle with two targets, drawn by nodes 0 and 1.
fn avatar(extensions: Value) -> Asset {
    let mut asset = triangle();
    asset.node(json!({ "mesh": 0 }));
    asset.node(json!({ "mesh": 0 }));
    asset.node(json!({ "name": "bone" }));
    asset.json["extensions"] = extensions;
    asset
}

fn one(expressions: Value) -> Asset {
    avatar(json!({ "VRMC_vrm": { "specVersion": "1.0", "expressions": expressions } }))
}

fn zero(groups: Value) -> Asset {
    avatar(json!({ "VRM": { "blendShapeMaster": { "blendShapeGroups": groups } } }))
}

fn vrm(asset: &Asset) -> Vrm {
    asset.document().vrm().unwrap().expect("it has expressions")
}

fn bind(node: usize, index: usize, weight: f64) -> Value {
    json!({ "node": node, "index": index, "weight": weight })
}

/// Values by name.
fn values(vrm: &Vrm, named: &[(&str, f32)]) -> Vec<f32> {
    let mut values = vec![0.0; vrm.expressions.len()];
    for (name, value) in named {
        values[vrm.find(name).expect("it is there")] = *value;
    }
    values
}

/// The output of one expression.
fn output(vrm: &Vrm, of: &str, named: &[(&str, f32)]) -> f32 {
    vrm.outputs(&values(vrm, named)).unwrap()[vrm.find(of).unwrap()]
}

/// Weights of node 0, which were 0.25 each.
fn weights(vrm: &Vrm, named: &[(&str, f32)]) -> Vec<f32> {
    let mut weights = vec![0.25; 2];
    let outputs = vrm.outputs(&values(vrm, named)).unwrap();
    vrm.apply(&outputs, 0, Some(0), &mut weights).unwrap();
    weights
}

#[test]
fn a_file_that_is_no_avatar_has_no_expressions() {
    assert_eq!(triangle().document().vrm().unwrap(), None);
    assert_eq!(avatar(json!({ "VRMC_vrm": {} })).document().vrm().unwrap(), None);
    assert_eq!(avatar(json!({ "VRM": { "meta": {} } })).document().vrm().unwrap(), None);
}

#[test]
fn both_versions_are_read_as_factors_with_their_owners() {
    let found = vrm(&one(json!({
        "preset": { "blink": { "isBinary": true, "overrideMouth": "blend",
            "morphTargetBinds": [bind(1, 1, 0.5)], "materialColorBinds": [{}, {}] } },
        "custom": { "wink": { "morphTargetBinds": [bind(0, 0, 1.0)] } },
    })));
    assert_eq!(found.version, VrmVersion::V1);
    let blink = &found.expressions[0];
    assert_eq!((blink.preset, blink.source), (Some(Preset::Blink), Source::Preset));
    assert_eq!((blink.is_binary, blink.material_binds), (true, 2));
    assert_eq!((blink.override_mouth, blink.override_blink), (Override::Blend, Override::None));
    assert_eq!(blink.binds, [Bind { owner: Owner::Node(1), target: 1, weight: 0.5 }]);
    assert_eq!(found.expressions[1].place(), "extensions.VRMC_vrm.expressions.custom.wink");

    let found = vrm(&zero(json!([
        { "name": "Joy", "presetName": "joy", "binds": [{ "mesh": 0, "index": 1, "weight": 40 }] },
        { "name": "Wink", "presetName": "unknown", "isBinary": true, "materialValues": [{}] },
    ])));
    assert_eq!(found.version, VrmVersion::V0);
    assert_eq!(found.expressions[0].preset, Some(Preset::Happy));
    assert_eq!(
        found.expressions[0].binds,
        [Bind { owner: Owner::Mesh(0), target: 1, weight: 0.4 }]
    );
    assert_eq!((found.expressions[1].preset, found.expressions[1].material_binds), (None, 1));
    let place = "extensions.VRM.blendShapeMaster.blendShapeGroups[1]";
    assert_eq!(found.expressions[1].place(), place);
}

#[test]
fn where_a_file_has_both_versions_the_newer_one_counts() {
    let both = avatar(json!({
        "VRM": { "blendShapeMaster": { "blendShapeGroups": [{ "name": "Joy" }] } },
        "VRMC_vrm": { "expressions": { "preset": { "happy": {} } } },
    }));
    assert_eq!(vrm(&both).expressions[0].name, "happy");
}

#[test]
fn an_expression_is_found_by_its_name_its_preset_in_either_version_or_its_letters() {
    let old = vrm(&zero(json!([
        { "name": "Glad", "presetName": "joy" },
        { "name": "happy", "presetName": "unknown" },
        { "name": "O", "presetName": "o" },
        { "name": "Puff", "presetName": "unknown" },
        { "name": "PUFF", "presetName": "unknown" },
    ])));
    assert_eq!(old.find("happy"), Some(1), "the name itself comes first");
    assert_eq!(old.find("joy"), Some(0));
    assert_eq!(old.find("GLAD"), Some(0));
    assert_eq!((old.find("oh"), old.find("o")), (Some(2), Some(2)));
    assert_eq!(old.find("puff"), None, "two are meant");
    assert_eq!(old.find("sad"), None);
    let new = vrm(&one(json!({ "preset": { "happy": {} } })));
    assert_eq!((new.find("joy"), new.find("Happy"), new.find("hap")), (Some(0), Some(0), None));
}

#[test]
fn bound_targets_start_from_zero_and_binds_add_up_without_a_clamp() {
    let found = vrm(&one(json!({ "preset": {
        "happy": { "morphTargetBinds": [bind(0, 0, 0.5), bind(1, 0, 1.0)] },
        "aa": { "morphTargetBinds": [bind(0, 0, 1.0)] },
    } })));
    // Target 1 is not bound: it keeps what it had.
    assert_eq!(weights(&found, &[]), [0.0, 0.25]);
    assert_eq!(weights(&found, &[("happy", 0.5)]), [0.25, 0.25]);
    assert_eq!(weights(&found, &[("happy", 1.0), ("aa", 0.75)]), [1.25, 0.25]);
    let mut of_other = vec![0.25; 2];
    let outputs = found.outputs(&values(&found, &[("happy", 0.5)])).unwrap();
    assert_eq!(found.apply(&outputs, 0, Some(1), &mut of_other), Ok(1));
    assert_eq!(of_other, [0.5, 0.25], "each node has its own binds");
    assert_eq!(found.apply(&outputs, 0, None, &mut of_other), Ok(0));
}

#[test]
fn a_bind_of_the_old_version_means_the_mesh_wherever_it_is_drawn() {
    let found = vrm(&zero(json!([
        { "name": "A", "binds": [{ "mesh": 0, "index": 1, "weight": 50 }] }
    ])));
    for node in [Some(0), Some(1), None] {
        let mut weights = vec![0.0; 2];
        found.apply(&[1.0], 0, node, &mut weights).unwrap();
        assert_eq!(weights, [0.0, 0.5]);
    }
    assert_eq!(found.apply(&[1.0], 1, Some(0), &mut [0.0; 2]), Ok(0));
}

#[test]
fn values_are_clamped_and_binary_ones_are_on_above_a_half() {
    let new = one(json!({ "preset": { "happy": {} }, "custom": { "puff": { "isBinary": true } } }));
    let old = zero(json!([{ "name": "happy" }, { "name": "puff", "isBinary": true }]));
    for found in [vrm(&new), vrm(&old)] {
        for (value, plain, binary) in [
            (-1.0, 0.0, 0.0),
            (0.5, 0.5, 0.0),
            (0.501, 0.501, 1.0),
            (1.0, 1.0, 1.0),
            (7.0, 1.0, 1.0),
        ] {
            assert_eq!(output(&found, "happy", &[("happy", value)]), plain);
            assert_eq!(output(&found, "puff", &[("puff", value)]), binary, "{value}");
        }
        assert!(found.outputs(&[f32::NAN]).is_err());
        assert_eq!(found.outputs(&[]).unwrap(), [0.0, 0.0]);
    }
}

/// The numbers of "Procedural override": one minus the sum of what blends, clamped.
#[test]
fn what_blends_weakens_the_other_kind_and_what_blocks_turns_it_off() {
    let found = vrm(&one(json!({ "preset": {
        "happy": { "overrideBlink": "blend" },
        "angry": { "overrideBlink": "blend", "overrideMouth": "block" },
        "sad": { "overrideBlink": "block", "overrideLookAt": "blend" },
        "blink": {}, "blinkLeft": {}, "lookUp": {}, "aa": {},
    } })));
    let blink =
        |named: &[(&str, f32)]| output(&found, "blink", &[named, &[("blink", 0.8)]].concat());
    assert_eq!(blink(&[]), 0.8);
    assert_eq!(blink(&[("happy", 0.25)]), 0.8 * 0.75);
    assert_eq!(blink(&[("happy", 0.25), ("angry", 0.5)]), 0.8 * 0.25);
    assert_eq!(blink(&[("happy", 0.75), ("angry", 0.5)]), 0.0);
    assert_eq!(blink(&[("sad", 0.001)]), 0.0);
    assert_eq!(output(&found, "blinkLeft", &[("blinkLeft", 1.0), ("happy", 0.25)]), 0.75);
    assert_eq!(output(&found, "aa", &[("aa", 1.0), ("angry", 0.01)]), 0.0);
    assert_eq!(output(&found, "aa", &[("aa", 1.0), ("sad", 1.0)]), 1.0);
    assert_eq!(output(&found, "lookUp", &[("lookUp", 1.0), ("sad", 0.5)]), 0.5);
    assert_eq!(output(&found, "happy", &[("happy", 0.5), ("sad", 1.0)]), 0.5, "no procedural one");
}

/// "Interaction between override and isBinary".
#[test]
fn a_binary_expression_overrides_by_its_output_and_is_overridden_as_a_whole() {
    let found = vrm(&one(json!({ "preset": {
        "happy": { "isBinary": true, "overrideBlink": "blend" },
        "angry": { "isBinary": true, "overrideBlink": "block" },
        "sad": { "overrideMouth": "blend" },
        "blink": {}, "aa": { "isBinary": true },
    } })));
    for name in ["happy", "angry"] {
        assert_eq!(output(&found, "blink", &[("blink", 0.5), (name, 0.5)]), 0.5, "{name} is off");
        assert_eq!(output(&found, "blink", &[("blink", 0.5), (name, 0.6)]), 0.0, "{name} is on");
    }
    assert_eq!(output(&found, "aa", &[("aa", 1.0)]), 1.0);
    assert_eq!(output(&found, "aa", &[("aa", 1.0), ("sad", 0.01)]), 0.0);
}

#[test]
fn no_expression_overrides_its_own_kind_and_custom_ones_are_of_no_kind() {
    let found = vrm(&one(json!({
        "preset": { "blink": { "overrideBlink": "block", "overrideMouth": "block" }, "blinkLeft": {},
            "aa": {} },
        "custom": { "puff": { "overrideBlink": "blend", "overrideMouth": "block" }, "mouth": {} },
    })));
    assert_eq!(output(&found, "blink", &[("blink", 1.0)]), 1.0);
    assert_eq!(output(&found, "blinkLeft", &[("blinkLeft", 1.0), ("blink", 1.0)]), 1.0);
    assert_eq!(output(&found, "aa", &[("aa", 1.0), ("blink", 1.0)]), 0.0);
    assert_eq!(output(&found, "blink", &[("blink", 1.0), ("puff", 0.25)]), 0.75);
    assert_eq!(output(&found, "mouth", &[("mouth", 1.0), ("puff", 1.0)]), 1.0);
}

#[test]
fn binds_that_name_nothing_are_left_out_and_found_with_both_numbers() {
    let asset = one(json!({ "preset": { "aa": { "morphTargetBinds": [
        bind(0, 1, 1.0), bind(0, 2, 1.0), bind(2, 0, 1.0), bind(3, 0, 1.0),
    ] } } }));
    assert_eq!(vrm(&asset).expressions[0].binds.len(), 1);
    let binds = "extensions.VRMC_vrm.expressions.preset.aa.morphTargetBinds";
    let found: Vec<_> = asset.document().findings().iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            format!("{binds}[1]: target 2 of meshes[0]: there are 2"),
            format!("{binds}[2]: nodes[2]: it has no mesh"),
            format!("{binds}[3]: nodes[3]: there are 3"),
        ]
    );
    let strict = asset.strict().unwrap();
    assert_eq!(strict.vrm().unwrap_err().to_string(), found[0]);
    assert_eq!(strict.validate().unwrap_err().to_string(), found[0]);
    let old = zero(json!([{ "name": "A", "binds": [
        { "mesh": 1, "index": 0, "weight": 1 }, { "mesh": 0, "index": 9, "weight": 1 },
    ] }]));
    let codes: Vec<_> = old.document().findings().iter().map(|f| f.code.to_string()).collect();
    assert_eq!(codes, ["VRM_BIND_UNRESOLVED"; 2]);
}

#[test]
fn what_does_not_fit_is_left_out_and_found_where_it_is() {
    let at = "extensions.VRMC_vrm.expressions";
    for (expressions, place, message) in [
        (json!([]), "", "expected an object, got an array"),
        (json!({ "custom": 1 }), ".custom", "expected an object, got a number"),
        (
            json!({ "preset": { "joy": {} } }),
            ".preset.joy",
            "no preset of VRM 1.0; it counts as a custom one",
        ),
        (json!({ "custom": { "a": null } }), ".custom.a", "expected an object, got null; left out"),
        (
            json!({ "custom": { "a": { "isBinary": 1 } } }),
            ".custom.a.isBinary",
            "expected true or false, got a number; it is false",
        ),
        (
            json!({ "custom": { "a": { "overrideBlink": "off" } } }),
            ".custom.a.overrideBlink",
            "expected none, block or blend, got \"off\"; it is none",
        ),
        (
            json!({ "custom": { "a": { "morphTargetBinds": {} } } }),
            ".custom.a.morphTargetBinds",
            "expected an array, got an object; it has no binds",
        ),
        (
            json!({ "custom": { "a": { "morphTargetBinds": [{ "node": 0, "index": 0, "weight": 1e39 }] } } }),
            ".custom.a.morphTargetBinds[0]",
            "expected node, index and weight as numbers; left out",
        ),
    ] {
        let asset = one(expressions);
        let found: Vec<_> = asset.document().findings().iter().map(ToString::to_string).collect();
        assert_eq!(found, [format!("{at}{place}: {message}")]);
        assert_eq!(asset.found()[0], format!("VRM_EXPRESSION_INVALID {at}{place}"));
    }
    let at = "extensions.VRM.blendShapeMaster.blendShapeGroups";
    for (groups, place, message) in [
        (json!({}), "", "expected an array, got an object"),
        (json!([7]), "[0]", "expected an object, got a number; left out"),
        (
            json!([{ "presetName": "unknown", "name": "" }]),
            "[0]",
            "neither name nor presetName; left out",
        ),
        (
            json!([{ "presetName": "grin" }]),
            "[0].presetName",
            "\"grin\" is no preset; it counts as a custom one",
        ),
        (
            json!([{ "name": "a", "binds": [{ "mesh": -1, "index": 0, "weight": 1 }] }]),
            "[0].binds[0]",
            "expected mesh, index and weight as numbers; left out",
        ),
    ] {
        let found: Vec<_> =
            zero(groups).document().findings().iter().map(ToString::to_string).collect();
        assert_eq!(found, [format!("{at}{place}: {message}")]);
    }
}

#[test]
fn a_thousand_broken_binds_are_told_in_a_few_findings() {
    let binds = vec![json!({}); 1000];
    let found = zero(json!([{ "name": "a", "binds": binds }])).document().findings();
    assert_eq!(found.len(), 65);
    assert_eq!(found[64].to_string(), "extensions: and 936 more of this kind");
}

#[test]
fn binds_beyond_all_numbers_are_an_error_with_their_target() {
    let found = vrm(&one(json!({ "custom": {
        "a": { "morphTargetBinds": [bind(0, 1, 3e38)] },
        "b": { "morphTargetBinds": [bind(0, 1, 3e38)] },
    } })));
    let error = found.apply(&[1.0, 1.0], 0, Some(0), &mut [0.0; 2]).unwrap_err();
    assert_eq!(error.to_string(), "weights[1]: expected a finite number, got inf");
}

#[test]
fn indices_and_weights_in_any_spelling_of_json_are_read() {
    let found = vrm(&zero(json!([
        { "name": "a", "binds": [{ "mesh": 0.0, "index": 1e0, "weight": 100.0 }] }
    ])));
    assert_eq!(found.expressions[0].binds[0].weight, 1.0);
}

#[test]
fn the_sample_avatars_are_read_without_a_finding_and_say_the_same() {
    let head = morph_sample::head(morph_sample::MIN_HEAD_VERTICES);
    let written = [morph_sample::vrm::VrmVersion::V0, morph_sample::vrm::VrmVersion::V1]
        .map(|version| morph_sample::vrm::write(&head, version));
    let documents = written.map(|bytes| Document::from_slice(&bytes, NoFiles).unwrap());
    let rows = documents.each_ref().map(|document| {
        let found = document.findings();
        assert!(found.is_empty(), "{found:?}");
        let vrm = document.vrm().unwrap().unwrap();
        assert_eq!(vrm.expressions.len(), 20);
        assert_eq!(vrm.expressions.iter().filter(|e| e.preset == Some(Preset::Happy)).count(), 1);
        let outputs = vrm.outputs(&values(&vrm, &[("joy", 0.5), ("O", 1.0), ("tongue", 0.6)]));
        let mut weights = head.mesh.default_weights.clone();
        vrm.apply(&outputs.unwrap(), 0, Some(0), &mut weights).unwrap();
        weights
    });
    assert_eq!(rows[0], rows[1]);
    let of = |name: &str| rows[0][head.mesh.target_index(name).unwrap()];
    assert_eq!((of("mouthSmileLeft"), of("tongueOut"), of("browDownLeft")), (0.45, 1.0, 0.0));
    assert_eq!(of("jawOpen"), 0.5 + 0.4);
}
