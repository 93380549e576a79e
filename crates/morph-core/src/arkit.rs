//! The 52 shapes of ARKit among a mesh's targets, however they are spelled.
//!
//! Faces are driven by ARKit's names (`eyeBlinkLeft`) nearly everywhere, and files spell them as
//! their tools do: `eyeBlink_L`, `EyeBlinkLeft`, `eye_blink_left`, `blendShape1.eyeBlinkLeft`,
//! `Eye_Blink_L`. [`find`] knows these spellings, and those of some other vocabularies that have a
//! shape for one of ARKit's: Character Creator, Mixamo, Faceshift. It never guesses: a shape with
//! two candidates is [`Match::Ambiguous`], and a name with an unknown word in it is none.
//!
//! # Example
//! ```
//! use morph_core::arkit::{self, Match};
//! let names = ["jawOpen", "Face.eyeBlink_L", "CheekPuff_Left", "CheekPuff_Right", "smirk"];
//! let shapes = arkit::find(&names);
//! let of = |shape: &str| &shapes[arkit::shape(shape).unwrap()];
//! assert_eq!(of("eyeBlinkLeft"), &Match::Found(vec![1]));
//! assert_eq!(of("cheekPuff"), &Match::Found(vec![2, 3]));
//! assert_eq!(of("tongueOut"), &Match::Missing);
//! ```

mod name;
mod vocabulary;

use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use name::Name;
use vocabulary::{Pattern, VOCABULARIES};

/// The shapes, in the order of ARKit's documentation.
///
/// # Source
/// Apple, ARKit, `ARFaceAnchor.BlendShapeLocation`.
pub const NAMES: [&str; 52] = [
    "eyeBlinkLeft",
    "eyeLookDownLeft",
    "eyeLookInLeft",
    "eyeLookOutLeft",
    "eyeLookUpLeft",
    "eyeSquintLeft",
    "eyeWideLeft",
    "eyeBlinkRight",
    "eyeLookDownRight",
    "eyeLookInRight",
    "eyeLookOutRight",
    "eyeLookUpRight",
    "eyeSquintRight",
    "eyeWideRight",
    "jawForward",
    "jawLeft",
    "jawRight",
    "jawOpen",
    "mouthClose",
    "mouthFunnel",
    "mouthPucker",
    "mouthLeft",
    "mouthRight",
    "mouthSmileLeft",
    "mouthSmileRight",
    "mouthFrownLeft",
    "mouthFrownRight",
    "mouthDimpleLeft",
    "mouthDimpleRight",
    "mouthStretchLeft",
    "mouthStretchRight",
    "mouthRollLower",
    "mouthRollUpper",
    "mouthShrugLower",
    "mouthShrugUpper",
    "mouthPressLeft",
    "mouthPressRight",
    "mouthLowerDownLeft",
    "mouthLowerDownRight",
    "mouthUpperUpLeft",
    "mouthUpperUpRight",
    "browDownLeft",
    "browDownRight",
    "browInnerUp",
    "browOuterUpLeft",
    "browOuterUpRight",
    "cheekPuff",
    "cheekSquintLeft",
    "cheekSquintRight",
    "noseSneerLeft",
    "noseSneerRight",
    "tongueOut",
];

/// The targets that a shape is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Match {
    /// None that is known to be it.
    Missing,
    /// One target, or several that make the shape together, such as a left and a right half.
    Found(Vec<usize>),
    /// Several that may be it.
    Ambiguous(Vec<usize>),
}

impl Match {
    /// The targets, where it is clear which they are.
    #[must_use]
    pub fn targets(&self) -> &[usize] {
        match self {
            Self::Found(targets) => targets,
            Self::Missing | Self::Ambiguous(_) => &[],
        }
    }
}

/// The index in [`NAMES`] of a shape's name in some spelling of its own words, without a prefix.
#[must_use]
pub fn shape(name: &str) -> Option<usize> {
    let name = Name::new(name);
    (0..NAMES.len()).find(|&shape| {
        let patterns = own(shape);
        patterns.iter().any(|pattern| name.is(pattern) == Some(0))
    })
}

/// For each of the 52 shapes the targets that it is; `target_names` are those of one mesh.
///
/// The exact name comes first, then ARKit's words in another spelling (upper and lower case, `_`,
/// `L` for `Left`, a known prefix or a namespace before them), then the words of other
/// vocabularies; those that could mean something else count only where the mesh has others of that
/// vocabulary. Of equal names the first counts. Costs targets times patterns.
#[must_use]
pub fn find<S: AsRef<str>>(target_names: &[S]) -> Vec<Match> {
    let names: Vec<_> = target_names.iter().map(|name| Name::new(name.as_ref())).collect();
    let own: Vec<_> = (0..NAMES.len()).map(own).collect();
    let others = vocabulary_matches(&names, &own);
    NAMES
        .iter()
        .enumerate()
        .map(|(shape, exact)| {
            if let Some(target) = target_names.iter().position(|name| name.as_ref() == *exact) {
                return Match::Found(vec![target]);
            }
            let whole = with_pattern(&names, &own[shape], &own);
            let whole: Vec<_> = whole.into_iter().map(|target| vec![target]).collect();
            let candidates = match whole.is_empty() {
                false => whole,
                true => others.iter().filter(|(of, _)| *of == shape).map(|o| o.1.clone()).collect(),
            };
            choose(candidates)
        })
        .collect()
}

fn choose(mut candidates: Vec<Vec<usize>>) -> Match {
    candidates.sort();
    candidates.dedup();
    match candidates.len() {
        0 => Match::Missing,
        1 => Match::Found(candidates.remove(0)),
        _ => {
            let mut all = candidates.concat();
            all.sort_unstable();
            all.dedup();
            Match::Ambiguous(all)
        }
    }
}

/// The patterns of a shape's own words: the side last, or first.
fn own(shape: usize) -> Vec<Pattern> {
    let words: Vec<String> = Name::new(NAMES[shape]).words().map(ToString::to_string).collect();
    let mut patterns = vec![Pattern::new(&words)];
    let sided = words.len() > 2 && matches!(words[words.len() - 1].as_str(), "left" | "right");
    if sided {
        let mut first = words;
        first.rotate_right(1);
        patterns.push(Pattern::new(&first));
    }
    patterns
}

/// Targets with one of these patterns; of equal names the first. `own` are those of all shapes.
fn with_pattern(names: &[Name<'_>], patterns: &[Pattern], own: &[Vec<Pattern>]) -> Vec<usize> {
    let mut seen = BTreeSet::new();
    let means = |name: &Name<'_>| patterns.iter().any(|pattern| name.means(pattern, own));
    let all = names.iter().enumerate().filter(|(_, name)| means(name));
    all.filter(|(_, name)| seen.insert(name.text())).map(|(target, _)| target).collect()
}

/// Shapes that other vocabularies find, each with its targets.
fn vocabulary_matches(names: &[Name<'_>], own: &[Vec<Pattern>]) -> Vec<(usize, Vec<usize>)> {
    let mut found = Vec::new();
    for vocabulary in VOCABULARIES {
        let there = |words: &&str| !with_pattern(names, &[Pattern::parse(words)], own).is_empty();
        if !vocabulary.signature.iter().all(there) {
            continue;
        }
        for (shape, parts) in vocabulary.shapes() {
            // Every way to pick one target for each part.
            let mut sets = vec![Vec::new()];
            for part in parts {
                let targets = with_pattern(names, &[part], own);
                sets = extend(&sets, &targets);
            }
            found.extend(sets.into_iter().map(|set| (shape, set)));
        }
    }
    found
}

/// Each set with each target; a bound for names that are all alike.
fn extend(sets: &[Vec<usize>], targets: &[usize]) -> Vec<Vec<usize>> {
    const MOST: usize = 16;
    let with = |set: &Vec<usize>| {
        let set = set.clone();
        targets.iter().map(move |&target| [set.as_slice(), &[target]].concat())
    };
    sets.iter().flat_map(with).take(MOST).collect()
}

#[cfg(test)]
mod tests;
