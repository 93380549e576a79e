//! One of a file's meshes or animations, by name or by index.

use serde::Deserialize;
use std::convert::Infallible;
use std::str::FromStr;

/// Names at least this alike are worth telling, of 1.
const ALIKE: f64 = 0.7;

/// Most names that are told.
const MOST: usize = 3;

/// What was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub(crate) enum Pick {
    /// An index, as a number of JSON.
    Index(usize),
    /// A name, else an index.
    Name(String),
}

impl FromStr for Pick {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self::Name(text.to_owned()))
    }
}

/// What is picked from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Kind {
    one: &'static str,
    many: &'static str,
}

/// The animations of a file.
pub(crate) const ANIMATIONS: Kind = Kind { one: "animation", many: "animations" };
/// The meshes of a file.
pub(crate) const MESHES: Kind = Kind { one: "mesh", many: "meshes" };

impl Pick {
    /// The index that it means: the first of this name, else the index.
    ///
    /// # Errors
    /// Says what there is instead, or what was meant.
    pub(crate) fn find(&self, kind: Kind, names: &[Option<&str>]) -> anyhow::Result<usize> {
        let index = match self {
            Self::Index(index) => Some(*index),
            Self::Name(wanted) => {
                let named = names.iter().position(|name| *name == Some(wanted));
                if let Some(named) = named {
                    return Ok(named);
                }
                wanted.parse().ok()
            }
        };
        let Kind { one, many } = kind;
        match (index, self) {
            (Some(index), _) if index < names.len() => Ok(index),
            (Some(index), _) => Err(anyhow::anyhow!("{many}[{index}]: {}", there_are(kind, names))),
            (None, Self::Name(wanted)) => {
                let known: Vec<_> = names.iter().copied().flatten().collect();
                let near = match nearest(wanted, &known).as_slice() {
                    [] => there_are(kind, names),
                    near => format!("did you mean {}?", near.join(" or ")),
                };
                Err(anyhow::anyhow!("{one} {wanted:?}: there is none; {near}"))
            }
            (None, Self::Index(_)) => Err(anyhow::anyhow!("{}", there_are(kind, names))),
        }
    }
}

fn there_are(kind: Kind, names: &[Option<&str>]) -> String {
    let known: Vec<_> = names.iter().flatten().take(20).map(|name| format!("{name:?}")).collect();
    let known = known.join(", ");
    match names.len() {
        0 => format!("there are no {}", kind.many),
        1 if known.is_empty() => format!("there is 1 {}", kind.one),
        1 => format!("there is 1 {}: {known}", kind.one),
        count if known.is_empty() => format!("there are {count} {}", kind.many),
        count => format!("there are {count} {}: {known}", kind.many),
    }
}

/// The names that are most like this one, quoted; case counts little.
pub(crate) fn nearest(wanted: &str, names: &[&str]) -> Vec<String> {
    let lower = wanted.to_lowercase();
    // A letter or two are near to everything.
    let is_short = |name: &str| 3 * name.chars().count() < lower.chars().count();
    let mut near: Vec<_> = names
        .iter()
        .filter(|name| !is_short(name))
        .map(|&name| (strsim::jaro_winkler(&lower, &name.to_lowercase()), name))
        .filter(|&(alike, _)| alike >= ALIKE)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    near.dedup();
    near.truncate(MOST);
    near.into_iter().map(|(_, name)| format!("{name:?}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(wanted: &str, names: &[Option<&str>]) -> Result<usize, String> {
        let Ok(pick) = wanted.parse::<Pick>();
        pick.find(ANIMATIONS, names).map_err(|error| error.to_string())
    }

    #[test]
    fn a_name_comes_before_an_index() {
        let names = [Some("Wave"), None, Some("0")];
        assert_eq!(find("Wave", &names), Ok(0));
        assert_eq!(find("0", &names), Ok(2));
        assert_eq!(find("1", &names), Ok(1));
        assert_eq!(Pick::Index(0).find(MESHES, &names).unwrap(), 0);
    }

    #[test]
    fn what_is_not_there_is_told_with_what_is() {
        let names = [Some("Wave"), Some("Walk"), None];
        let told = |wanted| find(wanted, &names).unwrap_err();
        assert_eq!(told("9"), "animations[9]: there are 3 animations: \"Wave\", \"Walk\"");
        assert!(
            told("wave").starts_with("animation \"wave\": there is none; did you mean \"Wave\"")
        );
        assert!(nearest("mouthSmile*", &["mu", "mouth"]) == ["\"mouth\""]);
        assert!(told("foo").ends_with("there are 3 animations: \"Wave\", \"Walk\""));
        assert_eq!(find("0", &[]).unwrap_err(), "animations[0]: there are no animations");
        assert_eq!(find("2", &[None]).unwrap_err(), "animations[2]: there is 1 animation");
    }

    #[test]
    fn numbers_of_json_are_indices_and_text_is_a_name() {
        assert_eq!(serde_json::from_str::<Pick>("3").unwrap(), Pick::Index(3));
        assert_eq!(serde_json::from_str::<Pick>("\"3\"").unwrap(), Pick::Name("3".into()));
        assert!(serde_json::from_str::<Pick>("-1").is_err());
    }
}
