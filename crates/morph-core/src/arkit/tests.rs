use super::*;

/// What one name alone is.
fn of(name: &str) -> Vec<&'static str> {
    let found = find(&[name]);
    (0..52).filter(|&shape| found[shape] == Match::Found(vec![0])).map(|s| NAMES[s]).collect()
}

fn matched(names: &[&str], shape_name: &str) -> Match {
    find(names).swap_remove(shape(shape_name).unwrap())
}

/// Names as files in the wild have them.
#[test]
fn spellings_of_the_wild_are_found() {
    for (spelling, shape) in [
        // ARKit, Ready Player Me, MediaPipe.
        ("eyeBlinkLeft", "eyeBlinkLeft"),
        // Live Link Face, Unreal.
        ("EyeBlinkLeft", "eyeBlinkLeft"),
        ("MouthUpperUpRight", "mouthUpperUpRight"),
        ("TongueOut", "tongueOut"),
        // Face Cap, Faceware, Faceit.
        ("eyeBlink_L", "eyeBlinkLeft"),
        ("mouthSmile_R", "mouthSmileRight"),
        ("eyeBlink.L", "eyeBlinkLeft"),
        ("browDown_l", "browDownLeft"),
        ("eyeBlinkL", "eyeBlinkLeft"),
        ("noseSneer-R", "noseSneerRight"),
        // Snake case, capitals, no case at all.
        ("eye_blink_left", "eyeBlinkLeft"),
        ("eye_blink_L", "eyeBlinkLeft"),
        ("EYE_BLINK_LEFT", "eyeBlinkLeft"),
        ("eyeblinkleft", "eyeBlinkLeft"),
        ("EYEBLINKLEFT", "eyeBlinkLeft"),
        ("Eye Blink Left", "eyeBlinkLeft"),
        ("eye-blink-left", "eyeBlinkLeft"),
        // The side first.
        ("leftEyeBlink", "eyeBlinkLeft"),
        ("L_eyeBlink", "eyeBlinkLeft"),
        ("right_mouth_smile", "mouthSmileRight"),
        // Maya's and other namespaces.
        ("blendShape1.eyeBlinkLeft", "eyeBlinkLeft"),
        ("blendShape1.eyeBlink_L", "eyeBlinkLeft"),
        ("blendShape2.mouthClose", "mouthClose"),
        ("head_mesh.jawOpen", "jawOpen"),
        ("Avatar:Face:jawOpen", "jawOpen"),
        ("Mouth.jawOpen", "jawOpen"),
        // VRoid with the shapes of perfect sync.
        ("Face.M_F00_000_00_eyeBlinkLeft", "eyeBlinkLeft"),
        ("Face.M_F00_000_00_Fcl_eyeBlinkLeft", "eyeBlinkLeft"),
        // MetaHuman.
        ("CTRL_expressions_eyeBlinkL", "eyeBlinkLeft"),
        // Prefixes of tools.
        ("BS_jawOpen", "jawOpen"),
        ("bs_eyeBlink_L", "eyeBlinkLeft"),
        ("ARKit_eyeBlinkLeft", "eyeBlinkLeft"),
        ("blendshape.eyeBlinkLeft", "eyeBlinkLeft"),
        ("Genesis8_1Female__facs_bs_EyeBlinkLeft", "eyeBlinkLeft"),
        ("facs_jnt_EyeBlinkLeft", "eyeBlinkLeft"),
        ("CTRL_expressions_jawOpen", "jawOpen"),
        ("head_lod0_mesh__eye_blink_L", "eyeBlinkLeft"),
        ("v_eyeBlinkLeft", "eyeBlinkLeft"),
        // Character Creator, where the words are ARKit's.
        ("Eye_Blink_L", "eyeBlinkLeft"),
        ("Jaw_L", "jawLeft"),
        ("Mouth_R", "mouthRight"),
        ("Mouth_Smile_L", "mouthSmileLeft"),
        ("Mouth_Shrug_Upper", "mouthShrugUpper"),
        ("Nose_Sneer_R", "noseSneerRight"),
        ("Tongue_Out", "tongueOut"),
        // Mixamo, where they are.
        ("Jaw_Left", "jawLeft"),
        // SRanipal, Unified Expressions, Faceshift.
        ("Eye_Left_Blink", "eyeBlinkLeft"),
        ("Eye_Right_Wide", "eyeWideRight"),
        ("EyeClosedLeft", "eyeBlinkLeft"),
        ("JawFwd", "jawForward"),
    ] {
        assert_eq!(of(spelling), [shape], "{spelling}");
    }
}

/// Words of a name of ARKit: `eyeBlinkLeft` has three.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = vec![String::new()];
    for letter in name.chars() {
        if letter.is_uppercase() {
            words.push(String::new());
        }
        words.last_mut().unwrap().push(letter.to_ascii_lowercase());
    }
    words
}

/// Every shape in every way to write its words, with every kind of prefix: it is itself and no other.
#[test]
fn all_shapes_are_told_apart_in_every_spelling() {
    let capital = |word: &String| word[..1].to_uppercase() + &word[1..];
    let joined = |words: &[String], between: &str, upper: usize| {
        let cased = words.iter().enumerate().map(|(at, word)| match at < upper {
            true => word.clone(),
            false => capital(word),
        });
        cased.collect::<Vec<_>>().join(between)
    };
    let mut spellings = 0;
    for short in [false, true] {
        for (between, lower) in [("", 0), ("", 1), ("_", 0), ("_", 9), (".", 1), ("-", 9), (" ", 0)]
        {
            for prefix in ["", "BS_", "blendShape1.", "ns:Face|", "Head_Mesh__", "facs_bs_"] {
                let spelled = NAMES.map(|name| {
                    let mut words = words(name);
                    let sided = words.len() > 2;
                    let last = words.last_mut().unwrap();
                    if short && sided && matches!(last.as_str(), "left" | "right") {
                        last.truncate(1);
                    }
                    prefix.to_string() + &joined(&words, between, lower)
                });
                let found = find(&spelled);
                for shape in 0..NAMES.len() {
                    assert_eq!(found[shape], Match::Found(vec![shape]), "{}", spelled[shape]);
                }
                spellings += 1;
            }
        }
    }
    assert_eq!(spellings, 84);
}

#[test]
fn names_that_may_mean_something_else_are_none() {
    for name in [
        "",
        "eye",
        "blink",
        "eyeBlink",
        "smile",
        "mouthSmile",
        "mouthOpen",
        "eyesClosed",
        "jaw",
        "Smile_Left",
        "Frown_L",
        "Blink_Left",
        "Puff",
        "eyeBlinkLeft2",
        "eyeBlinkLeft.001",
        "eyeBlinkLeft_corrective",
        "mouthSmileLeft_jawOpen",
        "jawOpen_mouthClose",
        "jawOpen.mouthClose",
        "mouthSmileLeft.jawOpen",
        "notJawOpen",
        "viseme_mouthLeft",
        "Merged_Jaw_Open",
        "mouthl",
        "jawr",
        "upperMouthLeft",
        "eyeBlinkLeftRight",
        "leftMouth",
        // VRoid's own shapes are none of ARKit's, although some look like them.
        "Fcl_EYE_Close",
        "Fcl_EYE_Close_L",
        "Face.M_F00_000_00_Fcl_EYE_Close_R",
        "Fcl_MTH_Up",
        "Fcl_BRW_Joy",
        // MetaHuman's that go another way.
        "CTRL_expressions_eyeLookLeftL",
        "CTRL_expressions_mouthCornerPullL",
        "CTRL_expressions_mouthFunnelUL",
        "Fcl_MTH_A",
        "V_Open",
        "viseme_aa",
        "browInnerUpLeft",
        "CheekPuff_L",
        "口",
        "Eye_L_Look_L",
        "Brow_Drop_L",
        "left_eyeBlinkRight",
        "jawOpen/",
        "xjawOpen",
    ] {
        // A trailing separator is no word.
        let expected: &[&str] = if name == "jawOpen/" { &["jawOpen"] } else { &[] };
        assert_eq!(of(name), expected, "{name}");
    }
    let long = "a.".repeat(100) + "jawOpen";
    assert_eq!(of(&long), [""; 0]);
}

#[test]
fn the_exact_name_comes_before_others_and_equal_spellings_are_ambiguous() {
    assert_eq!(matched(&["JawOpen", "jawOpen"], "jawOpen"), Match::Found(vec![1]));
    assert_eq!(matched(&["jawOpen", "x", "jawOpen"], "jawOpen"), Match::Found(vec![0]));
    let two = ["eyeBlink_L", "jawOpen", "EyeBlinkLeft"];
    assert_eq!(matched(&two, "eyeBlinkLeft"), Match::Ambiguous(vec![0, 2]));
    assert_eq!(matched(&["a.jawOpen", "b.jawOpen"], "jawOpen"), Match::Ambiguous(vec![0, 1]));
    // The same name twice is one name: the first counts, as everywhere.
    assert_eq!(matched(&["JawOpen", "JawOpen"], "jawOpen"), Match::Found(vec![0]));
    // ARKit's own words before those of another vocabulary.
    let both = ["EyeClosedLeft", "Fcl_eyeBlinkLeft"];
    assert_eq!(matched(&both, "eyeBlinkLeft"), Match::Found(vec![1]));
    assert_eq!(
        matched(&["Eye_Left_Blink", "EyeClosedLeft"], "eyeBlinkLeft"),
        Match::Ambiguous(vec![0, 1])
    );
}

/// All vocabularies in one mesh, and ARKit's names in some spellings.
#[test]
fn no_target_is_two_shapes() {
    let mut names: Vec<String> = Vec::new();
    for vocabulary in VOCABULARIES {
        let capital = |pattern: &Pattern| {
            let word = |word: &String| word[..1].to_uppercase() + &word[1..];
            pattern.short().iter().map(word).collect::<Vec<_>>().join("_")
        };
        names.extend(vocabulary.signature.iter().map(|words| capital(&Pattern::parse(words))));
        names.extend(vocabulary.shapes().flat_map(|(_, parts)| parts).map(|p| capital(&p)));
    }
    let others = names.len();
    for spell in
        [|n: &str| n.to_uppercase(), |n: &str| n.to_lowercase(), |n: &str| "bs_".to_string() + n]
    {
        names.truncate(others);
        names.extend(NAMES.iter().map(|name| spell(name)));
        let found = find(&names);
        let mut owner = vec![None; names.len()];
        for (shape, targets) in found.iter().enumerate() {
            let targets = match targets {
                Match::Missing => panic!("{}", NAMES[shape]),
                Match::Found(targets) | Match::Ambiguous(targets) => targets,
            };
            for &target in targets {
                let before = owner[target].replace(shape);
                let pair = before.map(|before| (NAMES[before], NAMES[shape]));
                assert_eq!(pair, None, "{}", names[target]);
            }
        }
    }
}

#[test]
fn halves_make_a_shape_only_together() {
    let halves = ["CheekPuff_Left", "x", "CheekPuff_Right"];
    assert_eq!(matched(&halves, "cheekPuff"), Match::Found(vec![0, 2]));
    assert_eq!(matched(&halves[..2], "cheekPuff"), Match::Missing);
    let both = ["cheekPuffLeft", "cheekPuffRight", "Cheek_Puff"];
    assert_eq!(matched(&both, "cheekPuff"), Match::Found(vec![2]));
}

#[test]
fn character_creator_has_all_but_what_its_bones_do() {
    let mut names = Vec::new();
    for side in ["L", "R"] {
        for name in [
            "Brow_Raise_Inner",
            "Brow_Raise_Outer",
            "Brow_Drop",
            "Eye_Blink",
            "Eye_Squint",
            "Eye_Wide",
            "Nose_Sneer",
            "Cheek_Raise",
            "Cheek_Puff",
            "Mouth_Smile",
            "Mouth_Frown",
            "Mouth_Stretch",
            "Mouth_Dimple",
            "Mouth_Press",
            "Mouth_Up_Upper",
            "Mouth_Down_Lower",
            "Mouth_Pucker_Up",
            "Mouth_Pucker_Down",
            "Mouth_Funnel_Up",
            "Mouth_Funnel_Down",
            "Mouth_Roll_In_Upper",
            "Mouth_Roll_In_Lower",
            "Mouth",
            "Jaw",
            "Mouth_Smile_Sharp",
        ] {
            names.push(alloc::format!("{name}_{side}"));
        }
        for look in ["Up", "Down", "L", "R"] {
            names.push(alloc::format!("Eye_{side}_Look_{look}"));
        }
    }
    for name in ["Mouth_Shrug_Upper", "Mouth_Shrug_Lower", "Mouth_Close", "Jaw_Open", "Jaw_Forward"]
    {
        names.push(name.to_string());
    }
    let found = find(&names);
    let missing: Vec<_> = (0..52).filter(|&s| found[s].targets().is_empty()).collect();
    assert_eq!(missing.iter().map(|&s| NAMES[s]).collect::<Vec<_>>(), ["tongueOut"]);
    let of = |name: &str| {
        let targets = found[shape(name).unwrap()].targets();
        targets.iter().map(|&target| names[target].as_str()).collect::<Vec<_>>()
    };
    assert_eq!(of("eyeLookInLeft"), ["Eye_L_Look_R"]);
    assert_eq!(of("eyeLookOutRight"), ["Eye_R_Look_R"]);
    assert_eq!(of("browInnerUp"), ["Brow_Raise_Inner_L", "Brow_Raise_Inner_R"]);
    assert_eq!(of("cheekSquintRight"), ["Cheek_Raise_R"]);
    assert_eq!(of("mouthPucker").len(), 4);
    assert_eq!(of("mouthSmileLeft"), ["Mouth_Smile_L"]);
}

#[test]
fn words_of_mixamo_count_among_their_own_kind() {
    let names = [
        "Blink_Left",
        "BrowsDown_Left",
        "MouthNarrow_Left",
        "Smile_Right",
        "Frown_Left",
        "Squint_Left",
        "UpperLipUp_Left",
        "LowerLipDown_Right",
        "JawForeward",
        "Midmouth_Left",
        "NoseScrunch_Left",
        "EyesWide_Right",
        "BrowsUp_Left",
        "MouthOpen",
        "Jaw_Down",
    ];
    let found = find(&names);
    let of = |target: usize| {
        (0..52).filter(|&s| found[s].targets() == [target]).map(|s| NAMES[s]).next()
    };
    assert_eq!(of(0), Some("eyeBlinkLeft"));
    assert_eq!(of(3), Some("mouthSmileRight"));
    assert_eq!(of(6), Some("mouthUpperUpLeft"));
    assert_eq!(of(9), Some("mouthLeft"));
    assert_eq!((of(12), of(13), of(14)), (None, None, None), "not one of ARKit's for certain");
}

#[test]
fn words_of_faceshift_count_among_their_own_kind() {
    let names = ["BrowsD_L", "BrowsU_C", "BrowsU_R", "EyeOpen_L", "LipsFunnel", "Puff"];
    for (shape, target) in [
        ("browDownLeft", 0),
        ("browInnerUp", 1),
        ("browOuterUpRight", 2),
        ("eyeWideLeft", 3),
        ("mouthFunnel", 4),
        ("cheekPuff", 5),
    ] {
        assert_eq!(matched(&names, shape), Match::Found(vec![target]), "{shape}");
    }
}

#[test]
fn a_shape_is_known_by_any_spelling_without_a_prefix() {
    assert_eq!(shape("eyeBlinkLeft"), Some(0));
    assert_eq!(shape("eye_blink_l"), Some(0));
    assert_eq!(shape("JAWOPEN"), Some(17));
    assert_eq!((shape("x.jawOpen"), shape("jaw"), shape("")), (None, None, None));
    for (index, name) in NAMES.iter().enumerate() {
        assert_eq!(shape(name), Some(index));
        assert_eq!(of(name), [*name]);
    }
}

/// Names are a few bytes of a file: what they cost is in proportion.
#[test]
fn thousands_of_names_that_are_alike_cost_no_more_than_they_are() {
    let of = |side: &str| {
        let names = (0..10_000).map(|at| alloc::format!("n{at}.cheekPuff_{side}"));
        names.collect::<Vec<_>>()
    };
    let all = [of("L"), of("R")].concat();
    let Match::Ambiguous(targets) = find(&all).swap_remove(shape("cheekPuff").unwrap()) else {
        panic!("thousands of halves are not one shape");
    };
    assert!(targets.len() <= 32);
    let whole: Vec<_> = (0..10_000).map(|at| alloc::format!("n{at}.jawOpen")).collect();
    let Match::Ambiguous(targets) = find(&whole).swap_remove(shape("jawOpen").unwrap()) else {
        panic!("thousands are not one");
    };
    assert_eq!(targets.len(), 10_000);
}
