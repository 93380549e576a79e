//! Words for ARKit's shapes in other vocabularies.

use super::NAMES;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Words that end a name.
#[derive(Debug)]
pub(super) struct Pattern {
    /// The letters of all words, with `left` and `right`.
    long: String,
    /// The words, with `l` and `r`.
    short: Vec<String>,
}

impl Pattern {
    pub(super) fn new(words: &[String]) -> Self {
        let side = |word: &String, long: bool| match (word.as_str(), long) {
            ("l" | "left", true) => "left".to_string(),
            ("l" | "left", false) => "l".to_string(),
            ("r" | "right", true) => "right".to_string(),
            ("r" | "right", false) => "r".to_string(),
            _ => word.clone(),
        };
        Self {
            long: words.iter().map(|word| side(word, true)).collect(),
            short: words.iter().map(|word| side(word, false)).collect(),
        }
    }

    /// From words with spaces between them.
    pub(super) fn parse(words: &str) -> Self {
        Self::new(&words.split(' ').map(ToString::to_string).collect::<Vec<_>>())
    }

    pub(super) fn long(&self) -> &str {
        &self.long
    }

    pub(super) fn short(&self) -> &[String] {
        &self.short
    }
}

/// A vocabulary.
#[derive(Debug)]
pub(super) struct Vocabulary {
    /// Names that a mesh must have for its words to count; none where the words are clear anyway.
    pub(super) signature: &'static [&'static str],
    /// A shape and the words of its parts; `%` is a side, and both sides are meant.
    words: &'static [(&'static str, &'static [&'static str])],
}

impl Vocabulary {
    /// Indices of shapes, with the patterns of their parts.
    pub(super) fn shapes(&self) -> impl Iterator<Item = (usize, Vec<Pattern>)> {
        let sides = |&(shape, parts): &(&'static str, &'static [&'static str])| {
            let sides: &[&str] = if shape.contains('%') { &["Left", "Right"] } else { &[""] };
            sides.iter().filter_map(move |side| {
                let name = shape.replace('%', side);
                let shape = NAMES.iter().position(|known| *known == name)?;
                let (side, other) = match *side {
                    "Left" => ("left", "right"),
                    _ => ("right", "left"),
                };
                let parts = parts.iter().map(|part| {
                    let words = part.replace('%', side).replace('~', other);
                    Pattern::parse(&words)
                });
                Some((shape, parts.collect()))
            })
        };
        self.words.iter().flat_map(sides)
    }
}

/// All of them. In words `%` is the shape's side and `~` the other one.
pub(super) const VOCABULARIES: &[Vocabulary] = &[
    // Clear by themselves: halves of shapes without sides, SRanipal, Unified Expressions.
    Vocabulary {
        signature: &[],
        words: &[
            ("browInnerUp", &["brow inner up left", "brow inner up right"]),
            ("cheekPuff", &["cheek puff left", "cheek puff right"]),
            ("eyeBlink%", &["eye closed %"]),
            ("eyeBlink%", &["eye % blink"]),
            ("eyeWide%", &["eye % wide"]),
            ("eyeSquint%", &["eye % squint"]),
            ("jawForward", &["jaw fwd"]),
        ],
    },
    // Reallusion's Character Creator, "extended" and "standard".
    Vocabulary {
        signature: &["brow drop left", "brow raise outer left"],
        words: &[
            ("browDown%", &["brow drop %"]),
            ("browInnerUp", &["brow raise inner left", "brow raise inner right"]),
            ("browOuterUp%", &["brow raise outer %"]),
            ("cheekSquint%", &["cheek raise %"]),
            ("eyeLookDown%", &["eye % look down"]),
            ("eyeLookUp%", &["eye % look up"]),
            ("eyeLookIn%", &["eye % look ~"]),
            ("eyeLookOut%", &["eye % look %"]),
            ("mouthLowerDown%", &["mouth down lower %"]),
            ("mouthUpperUp%", &["mouth up upper %"]),
            ("mouthRollLower", &["mouth roll in lower"]),
            ("mouthRollLower", &["mouth roll in lower left", "mouth roll in lower right"]),
            ("mouthRollUpper", &["mouth roll in upper"]),
            ("mouthRollUpper", &["mouth roll in upper left", "mouth roll in upper right"]),
            (
                "mouthFunnel",
                &[
                    "mouth funnel up left",
                    "mouth funnel up right",
                    "mouth funnel down left",
                    "mouth funnel down right",
                ],
            ),
            (
                "mouthPucker",
                &[
                    "mouth pucker up left",
                    "mouth pucker up right",
                    "mouth pucker down left",
                    "mouth pucker down right",
                ],
            ),
        ],
    },
    // Mixamo's faces (Adobe Fuse).
    Vocabulary {
        signature: &["brows down left", "mouth narrow left"],
        words: &[
            ("browDown%", &["brows down %"]),
            ("eyeBlink%", &["blink %"]),
            ("eyeSquint%", &["squint %"]),
            ("eyeWide%", &["eyes wide %"]),
            ("jawForward", &["jaw foreward"]),
            ("mouth%", &["midmouth %"]),
            ("mouthFrown%", &["frown %"]),
            ("mouthLowerDown%", &["lower lip down %"]),
            ("mouthSmile%", &["smile %"]),
            ("mouthUpperUp%", &["upper lip up %"]),
            ("noseSneer%", &["nose scrunch %"]),
        ],
    },
    // Faceshift, as in avatars of High Fidelity.
    Vocabulary {
        signature: &["brows d left", "brows u c"],
        words: &[
            ("browDown%", &["brows d %"]),
            ("browInnerUp", &["brows u c"]),
            ("browOuterUp%", &["brows u %"]),
            ("eyeLookDown%", &["eye down %"]),
            ("eyeLookIn%", &["eye in %"]),
            ("eyeLookOut%", &["eye out %"]),
            ("eyeLookUp%", &["eye up %"]),
            ("eyeWide%", &["eye open %"]),
            ("cheekPuff", &["puff"]),
            ("mouthFunnel", &["lips funnel"]),
            ("mouthPucker", &["lips pucker"]),
            ("mouthStretch%", &["lips stretch %"]),
        ],
    },
];
