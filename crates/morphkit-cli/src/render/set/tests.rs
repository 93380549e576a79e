use super::*;

fn mesh(index: usize, name: &str, names: &[&str]) -> Mesh {
    Mesh {
        place: format!("meshes[{index}]"),
        index,
        name: Some(name.to_owned()),
        target_names: Some(names.iter().map(|n| n.to_string()).collect()),
        target_count: names.len(),
        primitives: Vec::new(),
    }
}

#[track_caller]
fn check(name: &str, expected: &[(usize, usize)]) {
    let (head, body) =
        (mesh(2, "head", &["smile", "1", "a:b", "smileLeft"]), mesh(5, "body", &["smile", "x=y"]));
    let found: Vec<_> = find(&[&head, &body], name).into_iter().collect();
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
    let bare = Mesh { target_names: None, ..mesh(0, "bare", &["", "", ""]) };
    assert_eq!(find(&[&bare], "*").len(), 3);
    assert_eq!(find(&[&bare], "[12]").into_iter().collect::<Vec<_>>(), [(0, 1), (0, 2)]);
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
    let head = mesh(0, "head", &["smileLeft", "smileRight", "blink"]);
    let text = suggest::nearest(&[&head], "Smileleft");
    assert!(text.starts_with("no such target; did you mean \"smileLeft\" or"), "{text}");
    let text = suggest::nearest(&[&head], "qqq");
    assert!(
        text.ends_with("there are 3 names, such as \"blink\", \"smileLeft\", \"smileRight\""),
        "{text}"
    );
    let bare = Mesh { target_names: None, ..head };
    assert!(suggest::nearest(&[&bare], "a").ends_with("their indices are 0 to 2"));
}
