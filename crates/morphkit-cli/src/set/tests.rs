use super::*;

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| name.to_string()).collect()
}

fn mesh<'a>(index: usize, name: &'a str, names: &'a [String]) -> Named<'a> {
    let target_names = Some(names);
    Named { index, name: Some(name), target_names, target_count: names.len() }
}

#[track_caller]
fn check(name: &str, expected: &[(usize, usize)]) {
    let (head, body) = (names(&["smile", "1", "a:b", "smileLeft"]), names(&["smile", "x=y"]));
    let meshes = [mesh(2, "head", &head), mesh(5, "body", &body), mesh(6, "foot", &[])];
    let found: Vec<_> = find(&meshes, name).into_iter().collect();
    assert_eq!(found, expected, "{name}");
}

#[test]
fn an_exact_name_comes_before_an_index_and_an_index_before_a_pattern() {
    check("smile", &[(2, 0), (5, 0)]);
    check("1", &[(2, 1)]);
    check("3", &[(2, 3)]);
    check("0", &[(2, 0), (5, 0)]);
    check("smile*", &[(2, 0), (2, 3), (5, 0)]);
    check("[sx]*", &[(2, 0), (2, 3), (5, 0), (5, 1)]);
    check("smil", &[]);
    check("4", &[]);
}

#[test]
fn a_mesh_before_a_colon_restricts_the_name() {
    check("head:smile", &[(2, 0)]);
    check("5:smile", &[(5, 0)]);
    check("body:*", &[(5, 0), (5, 1)]);
    check("head:2", &[(2, 2)]);
    check("a:b", &[(2, 2)]);
    check("head:a:b", &[(2, 2)]);
    check("tail:smile", &[]);
}

#[test]
fn a_pattern_finds_targets_without_names_by_their_index() {
    let bare = Named { index: 0, name: Some("bare"), target_names: None, target_count: 3 };
    assert_eq!(find(&[bare], "*").len(), 3);
    assert_eq!(find(&[bare], "[12]").into_iter().collect::<Vec<_>>(), [(0, 1), (0, 2)]);
}

#[test]
fn the_value_follows_the_last_equals_sign() {
    let setting: Setting = "x=y=-0.5".parse().unwrap();
    assert_eq!((setting.name.as_str(), setting.value), ("x=y", -0.5));
    for wrong in ["smile", "=1", "smile=", "smile=nan", "smile=1e99"] {
        assert!(wrong.parse::<Setting>().is_err(), "{wrong}");
    }
}

#[test]
fn the_nearest_names_are_told() {
    let head = names(&["smileLeft", "smileRight", "blink"]);
    let head = mesh(0, "head", &head);
    let text = suggest::nearest(&[head], "Smileleft");
    assert!(text.starts_with("no such target; did you mean \"smileLeft\" or"), "{text}");
    let text = suggest::nearest(&[head], "qqq");
    assert!(
        text.ends_with("there are 3 names, such as \"blink\", \"smileLeft\", \"smileRight\""),
        "{text}"
    );
    let bare = Named { target_names: None, ..head };
    assert!(suggest::nearest(&[bare], "a").ends_with("their indices are 0 to 2"));
}

#[test]
fn a_wrong_mesh_is_told_apart_from_a_wrong_target() {
    let of_head = names(&["smileLeft", "blink"]);
    let meshes = [mesh(0, "head", &of_head), mesh(3, "foot", &[])];
    let told = |name: &str| suggest::nearest(&meshes, name);
    assert_eq!(told("foot:blink"), "mesh \"foot\" has no morph targets");
    assert_eq!(told("3:blink"), "mesh \"3\" has no morph targets");
    assert_eq!(told("Head:blink"), "no mesh is called \"Head\"; did you mean \"head\"?");
    assert_eq!(told("x:blink"), "no mesh is called \"x\"; with targets there are \"head\"");
    assert_eq!(told("head:blnk"), "no such target; did you mean \"blink\"?");
    assert_eq!(told("99"), "no such target; indices are 0 to 1");
    assert_eq!(told("head:2"), "no such target; indices are 0 to 1");
    assert_eq!(suggest::nearest(&meshes[1..], "a"), "nothing that is drawn has morph targets");
}

#[test]
fn a_name_of_arkit_finds_other_spellings_and_never_guesses() {
    let face =
        names(&["EyeBlink_L", "bs_jawOpen", "cheekPuff_L", "cheekPuff_R", "JawLeft", "jaw_left"]);
    let meshes = [mesh(4, "face", &face)];
    let of = |name: &str| find_targets(&meshes, name).map(|found| (found.targets, found.by_arkit));
    let (targets, told) = of("eyeBlinkLeft").unwrap();
    assert_eq!(targets.into_iter().collect::<Vec<_>>(), [(4, 0)]);
    assert_eq!(told.as_deref(), Some("\"EyeBlink_L\""));
    assert_eq!(of("face:jawOpen").unwrap().0.into_iter().collect::<Vec<_>>(), [(4, 1)]);
    assert_eq!(of("cheekPuff").unwrap().0.len(), 2);
    let exact = of("JawLeft").unwrap();
    assert_eq!((exact.0.len(), exact.1), (1, None), "a name of the file is no guess");
    let error = of("jawLeft").unwrap_err().to_string();
    assert_eq!(error, "in meshes[4] jawLeft may be \"JawLeft\", \"jaw_left\": name one of them");
    let nothing = ["jawLeft", "jawOpen", "tongueOut"].map(|name| means_nothing(&meshes, name));
    assert_eq!(nothing, [false, false, true], "what may be several is something");
    let error = of("tongueOut").unwrap_err().to_string();
    assert!(error.starts_with("no such target"), "{error}");
    assert!(of("foot:jawOpen").is_err());
}

#[test]
fn a_pattern_that_matches_no_name_of_the_file_is_one_of_arkits_names() {
    let face = names(&["CTRL_expressions_mouthSmileL", "CTRL_expressions_mouthSmileR", "jawOpen"]);
    let twice = names(&["JawLeft", "jaw_left"]);
    let meshes = [mesh(4, "face", &face), mesh(5, "twice", &twice)];
    let of = |name: &str| find_targets(&meshes, name).map(|found| (found.targets, found.by_arkit));
    let (targets, told) = of("mouthSmile*").unwrap();
    assert_eq!(targets.into_iter().collect::<Vec<_>>(), [(4, 0), (4, 1)]);
    assert!(told.unwrap().starts_with("\"CTRL_expressions_mouthSmileL\", "));
    assert_eq!(of("face:mouth*Right").unwrap().0.into_iter().collect::<Vec<_>>(), [(4, 1)]);
    let (targets, told) = of("jaw*").unwrap();
    assert_eq!((targets.len(), told), (2, None), "names of the file come first");
    let error = of("jawL*").unwrap_err().to_string();
    assert_eq!(error, "in meshes[5] jawLeft may be \"JawLeft\", \"jaw_left\": name one of them");
    assert!(of("tongue*").unwrap_err().to_string().starts_with("no such target"));
}
