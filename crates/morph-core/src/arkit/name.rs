//! A target's name as words.

use super::vocabulary::Pattern;
use alloc::string::String;
use alloc::vec::Vec;

/// Longer names are none of a shape.
const LONGEST: usize = 128;

/// Words that may stand before a shape's own: what a tool puts before all names. They say nothing
/// about what the shape does.
const PREFIXES: &[&str] = &[
    "anim",
    "apple",
    "ar",
    "kit",
    "arkit",
    "blend",
    "blendshape",
    "blendshapes",
    "body",
    "bs",
    "character",
    "ctrl",
    "exp",
    "expression",
    "expressions",
    "expr",
    "face",
    "facial",
    "facs",
    "fcl",
    "female",
    "genesis",
    "geo",
    "head",
    "jnt",
    "key",
    "lod",
    "male",
    "mesh",
    "morph",
    "morpher",
    "morphs",
    "perfect",
    "shape",
    "shapes",
    "sync",
    "target",
    "unified",
    "ve",
];

/// A name, split into words in lower case.
#[derive(Debug)]
pub(super) struct Name<'a> {
    text: &'a str,
    words: Vec<Word>,
}

#[derive(Debug)]
struct Word {
    /// Where it begins in the text.
    start: usize,
    lower: String,
}

impl<'a> Name<'a> {
    /// `EyeBlink_L`, `eye_blink_l` and `eye.blink.L` have the same words.
    pub(super) fn new(text: &'a str) -> Self {
        let mut words: Vec<Word> = Vec::new();
        if text.len() > LONGEST {
            return Self { text, words };
        }
        let mut last: Option<char> = None;
        let mut letters = text.char_indices().peekable();
        while let Some((start, letter)) = letters.next() {
            if !letter.is_alphanumeric() {
                last = None;
                continue;
            }
            let next = letters.peek().map(|(_, next)| *next);
            let lower = letter.to_lowercase();
            match words.last_mut() {
                Some(word) if last.is_some_and(|last| !parts(last, letter, next)) => {
                    word.lower.extend(lower);
                }
                _ => words.push(Word { start, lower: lower.collect() }),
            }
            last = Some(letter);
        }
        Self { text, words }
    }

    pub(super) const fn text(&self) -> &str {
        self.text
    }

    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(|word| word.lower.as_str())
    }

    /// Whether the name is a pattern with a prefix that says nothing, or without one.
    /// `own` are the patterns of all shapes.
    pub(super) fn means(&self, pattern: &Pattern, own: &[Vec<Pattern>]) -> bool {
        self.is(pattern).is_some_and(|before| self.says_nothing(before, own))
    }

    /// The number of words before a pattern that ends the name.
    pub(super) fn is(&self, pattern: &Pattern) -> Option<usize> {
        self.ends_long(pattern.long()).or_else(|| self.ends_short(pattern.short()))
    }

    /// Words may be written together, but begin where words begin.
    fn ends_long(&self, letters: &str) -> Option<usize> {
        let mut rest = letters;
        for (at, word) in self.words.iter().enumerate().rev() {
            rest = rest.strip_suffix(word.lower.as_str())?;
            if rest.is_empty() {
                return Some(at);
            }
        }
        None
    }

    /// Word by word: with one letter for a side, words that run together could be other words.
    fn ends_short(&self, words: &[String]) -> Option<usize> {
        let before = self.words.len().checked_sub(words.len())?;
        self.words[before..].iter().map(|word| &word.lower).eq(words).then_some(before)
    }

    /// Whether the words before this one are a namespace, or a prefix that says nothing.
    fn says_nothing(&self, before: usize, own: &[Vec<Pattern>]) -> bool {
        if before == 0 {
            return true;
        }
        let head = &self.text[..self.words[before].start];
        if head.ends_with(char::is_alphanumeric) {
            return false;
        }
        let space = head.rfind(['.', ':', '|', '/']).map(|at| at + 1);
        let space = space.max(head.rfind("__").map(|at| at + 2)).unwrap_or(0);
        if space > 0 && !is_plain(&head[..space - 1], own) {
            return false;
        }
        let section = self.words[..before].iter().filter(|word| word.start >= space);
        section.map(|word| word.lower.as_str()).all(|word| {
            let one = word.len() == 1 && !matches!(word, "l" | "r");
            one || word.bytes().all(|byte| byte.is_ascii_digit()) || PREFIXES.contains(&word)
        })
    }
}

/// Whether a namespace is one, and not a shape before another: `jawOpen.mouthClose` is both.
fn is_plain(namespace: &str, own: &[Vec<Pattern>]) -> bool {
    let name = Name::new(namespace);
    !own.iter().flatten().any(|pattern| name.is(pattern).is_some())
}

/// Whether a word ends between two letters.
fn parts(last: char, letter: char, next: Option<char>) -> bool {
    if last.is_numeric() != letter.is_numeric() {
        return true;
    }
    let before_lower = next.is_some_and(char::is_lowercase);
    letter.is_uppercase() && (last.is_lowercase() || (last.is_uppercase() && before_lower))
}
