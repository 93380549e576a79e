//! Avatars: the head with expressions of VRM, on a skeleton of empty nodes.

use crate::{Sample, glb};
use serde_json::{Map, Value, json};

/// Which VRM to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VrmVersion {
    /// The extension `VRM`, as `UniVRM` writes it: binds by mesh, in percent.
    V0,
    /// The extension `VRMC_vrm` 1.0: binds by node, overrides.
    V1,
}

/// One expression, its targets with their factors.
struct Face {
    name: &'static str,
    /// `presetName` of VRM 0.x; `unknown` for a custom one.
    old: &'static str,
    binary: bool,
    /// `overrideBlink`, `overrideLookAt` and `overrideMouth` of VRM 1.0.
    overrides: [&'static str; 3],
    targets: &'static [(&'static str, f64)],
}

const NONE: [&str; 3] = ["none"; 3];

const fn face(
    name: &'static str,
    old: &'static str,
    targets: &'static [(&'static str, f64)],
) -> Face {
    Face { name, old, binary: false, overrides: NONE, targets }
}

/// The 18 presets of VRM 1.0 and two custom ones.
const FACES: [Face; 20] = [
    Face {
        overrides: ["blend", "none", "none"],
        ..face(
            "happy",
            "joy",
            &[
                ("mouthSmileLeft", 0.9),
                ("mouthSmileRight", 0.9),
                ("cheekSquintLeft", 0.6),
                ("cheekSquintRight", 0.6),
                ("eyeSquintLeft", 0.4),
                ("eyeSquintRight", 0.4),
            ],
        )
    },
    face(
        "angry",
        "angry",
        &[
            ("browDownLeft", 1.0),
            ("browDownRight", 1.0),
            ("noseSneerLeft", 0.5),
            ("noseSneerRight", 0.5),
            ("mouthFrownLeft", 0.5),
            ("mouthFrownRight", 0.5),
        ],
    ),
    face(
        "sad",
        "sorrow",
        &[("browInnerUp", 0.8), ("mouthFrownLeft", 0.9), ("mouthFrownRight", 0.9)],
    ),
    face(
        "relaxed",
        "fun",
        &[
            ("mouthSmileLeft", 0.4),
            ("mouthSmileRight", 0.4),
            ("eyeBlinkLeft", 0.25),
            ("eyeBlinkRight", 0.25),
        ],
    ),
    Face {
        overrides: ["block", "none", "block"],
        ..face(
            "surprised",
            "unknown",
            &[
                ("eyeWideLeft", 1.0),
                ("eyeWideRight", 1.0),
                ("browInnerUp", 0.8),
                ("browOuterUpLeft", 0.8),
                ("browOuterUpRight", 0.8),
                ("jawOpen", 0.4),
            ],
        )
    },
    face("aa", "a", &[("jawOpen", 0.7)]),
    face("ih", "i", &[("jawOpen", 0.2), ("mouthStretchLeft", 0.6), ("mouthStretchRight", 0.6)]),
    face("ou", "u", &[("mouthPucker", 0.9), ("jawOpen", 0.1)]),
    face("ee", "e", &[("jawOpen", 0.35), ("mouthStretchLeft", 0.3), ("mouthStretchRight", 0.3)]),
    face("oh", "o", &[("jawOpen", 0.5), ("mouthFunnel", 0.6)]),
    face("blink", "blink", &[("eyeBlinkLeft", 1.0), ("eyeBlinkRight", 1.0)]),
    face("blinkLeft", "blink_l", &[("eyeBlinkLeft", 1.0)]),
    face("blinkRight", "blink_r", &[("eyeBlinkRight", 1.0)]),
    face("lookUp", "lookup", &[("eyeLookUpLeft", 1.0), ("eyeLookUpRight", 1.0)]),
    face("lookDown", "lookdown", &[("eyeLookDownLeft", 1.0), ("eyeLookDownRight", 1.0)]),
    face("lookLeft", "lookleft", &[("eyeLookOutLeft", 1.0), ("eyeLookInRight", 1.0)]),
    face("lookRight", "lookright", &[("eyeLookInLeft", 1.0), ("eyeLookOutRight", 1.0)]),
    face("neutral", "neutral", &[]),
    Face { binary: true, ..face("tongue", "unknown", &[("tongueOut", 1.0), ("jawOpen", 0.4)]) },
    face("puff", "unknown", &[("cheekPuff", 1.0)]),
];

/// Faces that VRM 1.0 has no preset for come last.
const PRESETS: usize = 18;

/// Bones that an avatar must have: name, parent's place in this list, and place above the parent.
const BONES: [(&str, Option<usize>, [f64; 3]); 17] = [
    ("hips", None, [0.0, 0.0, 0.0]),
    ("spine", Some(0), [0.0, 0.1, 0.0]),
    ("chest", Some(1), [0.0, 0.2, 0.0]),
    ("neck", Some(2), [0.0, 0.2, 0.0]),
    ("head", Some(3), [0.0, 0.1, 0.0]),
    ("leftUpperLeg", Some(0), [0.1, -0.05, 0.0]),
    ("leftLowerLeg", Some(5), [0.0, -0.4, 0.0]),
    ("leftFoot", Some(6), [0.0, -0.4, 0.0]),
    ("rightUpperLeg", Some(0), [-0.1, -0.05, 0.0]),
    ("rightLowerLeg", Some(8), [0.0, -0.4, 0.0]),
    ("rightFoot", Some(9), [0.0, -0.4, 0.0]),
    ("leftUpperArm", Some(2), [0.15, 0.15, 0.0]),
    ("leftLowerArm", Some(11), [0.25, 0.0, 0.0]),
    ("leftHand", Some(12), [0.25, 0.0, 0.0]),
    ("rightUpperArm", Some(2), [-0.15, 0.15, 0.0]),
    ("rightLowerArm", Some(14), [-0.25, 0.0, 0.0]),
    ("rightHand", Some(15), [-0.25, 0.0, 0.0]),
];

/// The bone that carries the mesh.
const HEAD: usize = 4;

/// Writes a sample as the bytes of a .vrm file.
///
/// It has the presets of VRM 1.0 and two custom expressions, made of ARKit's shapes by name: binds
/// to names that the sample lacks are left out. Bones are empty nodes. An avatar of VRM 0.x looks
/// along -Z, so there a node turns it round.
///
/// # Panics
/// As [`glb::write`].
///
/// # Example
/// ```
/// use morph_sample::{MIN_HEAD_VERTICES, head, vrm};
/// let bytes = vrm::write(&head(MIN_HEAD_VERTICES), vrm::VrmVersion::V1);
/// assert_eq!(&bytes[..4], b"glTF");
/// ```
///
/// # Source
/// `VRMC_vrm` 1.0; VRM 0.x, `specification/0.0`.
#[must_use]
pub fn write(sample: &Sample, version: VrmVersion) -> Vec<u8> {
    let (mut root, bytes) = glb::parts(sample);
    let nodes = bones(&mut root, version);
    let target = |name: &str| sample.mesh.target_index(name);
    let (name, extension) = match version {
        VrmVersion::V0 => ("VRM", version_0(&target, &nodes)),
        VrmVersion::V1 => ("VRMC_vrm", version_1(&target, &nodes)),
    };
    root["extensionsUsed"] = json!([name]);
    root["extensions"] = json!({ name: extension });
    glb::join(&root, &bytes)
}

/// Adds the skeleton, with the node of the mesh below the head; gives the nodes of the bones.
fn bones(root: &mut Value, version: VrmVersion) -> Vec<usize> {
    // Node 0 draws the mesh, node 1 carries all.
    let first = 2;
    let place = |bone: usize| first + bone;
    let children = |of: Option<usize>| -> Vec<usize> {
        let bones = BONES.iter().enumerate().filter(|(_, bone)| bone.1 == of);
        bones.map(|(at, _)| place(at)).collect()
    };
    let mut avatar = json!({ "name": "avatar", "children": children(None) });
    if version == VrmVersion::V0 {
        avatar["rotation"] = json!([0.0, 1.0, 0.0, 0.0]);
    }
    let mut nodes = vec![root["nodes"][0].clone(), avatar];
    for (at, (name, _, above)) in BONES.iter().enumerate() {
        let mut below = children(Some(at));
        if at == HEAD {
            below.push(0);
        }
        let mut node = json!({ "name": name, "translation": above });
        if !below.is_empty() {
            node["children"] = json!(below);
        }
        nodes.push(node);
    }
    root["nodes"] = json!(nodes);
    root["scenes"] = json!([{ "nodes": [1] }]);
    (0..BONES.len()).map(place).collect()
}

fn version_0(target: &dyn Fn(&str) -> Option<usize>, nodes: &[usize]) -> Value {
    let groups = FACES.iter().map(|face| {
        let binds = bound(face, target).map(|(index, weight)| {
            json!({ "mesh": 0, "index": index, "weight": (weight * 100.0).round() })
        });
        json!({
            "name": face.name, "presetName": face.old, "isBinary": face.binary,
            "binds": binds.collect::<Vec<_>>(), "materialValues": [],
        })
    });
    let bones = BONES.iter().zip(nodes);
    let bones = bones.map(|(bone, node)| json!({ "bone": bone.0, "node": node }));
    json!({
        "exporterVersion": "morph-sample",
        "specVersion": "0.0",
        "meta": { "title": "head", "version": "1", "author": "morph-sample",
            "allowedUserName": "Everyone", "violentUssageName": "Allow", "sexualUssageName": "Allow",
            "commercialUssageName": "Allow", "licenseName": "CC0" },
        "humanoid": { "humanBones": bones.collect::<Vec<_>>() },
        "firstPerson": { "firstPersonBone": nodes[HEAD], "lookAtTypeName": "BlendShape" },
        "blendShapeMaster": { "blendShapeGroups": groups.collect::<Vec<_>>() },
        "secondaryAnimation": { "boneGroups": [], "colliderGroups": [] },
        "materialProperties": [],
    })
}

fn version_1(target: &dyn Fn(&str) -> Option<usize>, nodes: &[usize]) -> Value {
    let expression = |face: &Face| {
        let binds = bound(face, target)
            .map(|(index, weight)| json!({ "node": 0, "index": index, "weight": weight }));
        let [blink, look_at, mouth] = face.overrides;
        let value = json!({
            "isBinary": face.binary, "morphTargetBinds": binds.collect::<Vec<_>>(),
            "overrideBlink": blink, "overrideLookAt": look_at, "overrideMouth": mouth,
        });
        (face.name.to_owned(), value)
    };
    let (presets, custom) = FACES.split_at(PRESETS);
    let bones = BONES.iter().zip(nodes);
    let bones = bones.map(|(bone, node)| (bone.0.to_owned(), json!({ "node": node })));
    json!({
        "specVersion": "1.0",
        "meta": { "name": "head", "version": "1", "authors": ["morph-sample"],
            "licenseUrl": "https://vrm.dev/licenses/1.0/" },
        "humanoid": { "humanBones": bones.collect::<Map<_, _>>() },
        "expressions": {
            "preset": presets.iter().map(expression).collect::<Map<_, _>>(),
            "custom": custom.iter().map(expression).collect::<Map<_, _>>(),
        },
    })
}

/// Targets of a face that are there.
fn bound<'a>(
    face: &'a Face,
    target: &'a dyn Fn(&str) -> Option<usize>,
) -> impl Iterator<Item = (usize, f64)> + 'a {
    face.targets.iter().filter_map(move |&(name, weight)| Some((target(name)?, weight)))
}
