//! Targets as the list shows them: by the first word of their names, and by left and right.

use std::collections::BTreeMap;

/// Endings of names of the left and of the right.
const SIDES: [(&str, &str); 7] = [
    ("Left", "Right"),
    ("_left", "_right"),
    ("_L", "_R"),
    (".L", ".R"),
    ("_l", "_r"),
    ("-L", "-R"),
    ("L", "R"),
];

/// Targets that are shown below one heading.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Group {
    /// The first word that their names share.
    pub(crate) name: String,
    /// Indices of targets; those of a pair follow each other.
    pub(crate) targets: Vec<usize>,
}

/// The groups of some names, in the order in which each first appears; names that share their first
/// word with no other are in a last group.
pub(crate) fn groups(names: &[String]) -> Vec<Group> {
    let mut all: Vec<Group> = Vec::new();
    for (target, name) in names.iter().enumerate() {
        let prefix = prefix(name);
        match all.iter_mut().find(|group| group.name == prefix) {
            Some(group) => group.targets.push(target),
            None => all.push(Group { name: prefix.to_owned(), targets: vec![target] }),
        }
    }
    let (mut shared, alone): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|group| group.targets.len() > 1);
    let alone: Vec<usize> = alone.into_iter().flat_map(|group| group.targets).collect();
    if !alone.is_empty() {
        let name = if shared.is_empty() { "targets" } else { "others" };
        shared.push(Group { name: name.to_owned(), targets: alone });
    }
    let partners = partners(names);
    for group in &mut shared {
        let mut sorted = Vec::with_capacity(group.targets.len());
        for &target in &group.targets {
            if !sorted.contains(&target) {
                sorted.push(target);
                let partner = partners[target].filter(|partner| group.targets.contains(partner));
                sorted.extend(partner);
            }
        }
        group.targets = sorted;
    }
    shared
}

/// For each name the other of its pair of left and right.
pub(crate) fn partners(names: &[String]) -> Vec<Option<usize>> {
    let mut at = BTreeMap::new();
    for (index, name) in names.iter().enumerate() {
        at.entry(name.as_str()).or_insert(index);
    }
    let other = |name: &String| {
        SIDES.iter().flat_map(|&(left, right)| [(left, right), (right, left)]).find_map(
            |(own, other)| {
                let stem = name.strip_suffix(own)?;
                at.get(format!("{stem}{other}").as_str()).copied()
            },
        )
    };
    names.iter().map(other).collect()
}

/// The first word: before a change to capitals, a digit or a sign.
fn prefix(name: &str) -> &str {
    let end = name.char_indices().skip(1).find(|&(at, c)| {
        let before = name[..at].chars().next_back();
        !c.is_alphabetic() || c.is_uppercase() && before.is_some_and(char::is_lowercase)
    });
    end.map_or(name, |(at, _)| &name[..at])
}

/// Whether a name has all words of a search, in any case.
pub(crate) fn matches(name: &str, search: &str) -> bool {
    let name = name.to_lowercase();
    search.split_whitespace().all(|word| name.contains(&word.to_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    #[test]
    fn targets_stand_below_their_first_word_and_pairs_side_by_side() {
        let names = named(&["eyeBlinkLeft", "jawOpen", "eyeWide", "eyeBlinkRight", "jawForward"]);
        let groups = groups(&names);
        assert_eq!(groups[0], Group { name: "eye".into(), targets: vec![0, 3, 2] });
        assert_eq!(groups[1], Group { name: "jaw".into(), targets: vec![1, 4] });
        assert_eq!(partners(&names), [Some(3), None, None, Some(0), None]);
    }

    #[test]
    fn every_target_is_in_one_group_whatever_its_name() {
        let names = named(&["", "é", "Fcl_MTH_A", "Fcl_EYE_Close_L", "L", "R", "Fcl_EYE_Close_R"]);
        let mut all: Vec<_> = groups(&names).into_iter().flat_map(|g| g.targets).collect();
        all.sort_unstable();
        assert_eq!(all, (0..names.len()).collect::<Vec<_>>());
        assert_eq!(partners(&names)[3], Some(6));
        assert_eq!(groups(&named(&["a", "b"]))[0].name, "targets");
    }

    #[test]
    fn a_search_has_words_in_any_case_and_order() {
        assert!(matches("mouthSmileLeft", "left SMILE") && matches("x", " "));
        assert!(!matches("mouthSmileLeft", "smile right"));
    }
}
