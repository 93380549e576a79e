//! Names of edited targets.

use std::sync::Arc;

type Names = Arc<[String]>;

/// Names with one more at the index.
pub(super) fn with(names: Option<&Names>, index: usize, name: Option<&str>) -> Option<Names> {
    // Without a name of its own it needs one only where named targets follow.
    let known = names.map_or(0, |names| names.len());
    if name.is_none() && index >= known {
        // What comes behind the last target's name is no target's.
        return names.cloned();
    }
    let mut all: Vec<String> = names.map_or_else(Vec::new, |names| names.to_vec());
    all.resize(all.len().max(index), String::new());
    all.insert(index, name.unwrap_or_default().to_owned());
    Some(all.into())
}

/// Names without the one at the index.
pub(super) fn without(names: Option<&Names>, index: usize) -> Option<Names> {
    let names = names?;
    let kept = names.iter().enumerate().filter(|(at, _)| *at != index);
    Some(kept.map(|(_, name)| name.clone()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(names: &[&str]) -> Names {
        names.iter().map(|name| name.to_string()).collect()
    }

    #[test]
    fn names_move_along_with_their_targets() {
        let names = of(&["a", "b"]);
        assert_eq!(with(Some(&names), 1, Some("x")), Some(of(&["a", "x", "b"])));
        assert_eq!(with(Some(&names), 0, None), Some(of(&["", "a", "b"])));
        assert_eq!(with(Some(&names), 2, None), Some(names.clone()));
        assert_eq!(with(Some(&names), 3, Some("x")), Some(of(&["a", "b", "", "x"])));
        assert_eq!(with(None, 1, Some("x")), Some(of(&["", "x"])));
        assert_eq!(with(None, 1, None), None);
        assert_eq!(without(Some(&names), 0), Some(of(&["b"])));
        assert_eq!(without(Some(&names), 7), Some(names));
        assert_eq!(without(None, 0), None);
    }
}
