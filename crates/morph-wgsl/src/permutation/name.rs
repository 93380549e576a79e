//! Names of permutations: snapshot names, debug labels and filters.

use super::{DeltaSource, Permutation, WeightsFormat};
use crate::{AttributeSet, Stage, UniformCapacity};
use std::fmt;
use std::str::FromStr;

impl Permutation {
    /// `<stage>-<deltas>-<weights>-<attributes>-<normalized or raw>`, and `-motion` where it has it.
    #[must_use]
    pub fn name(&self) -> String {
        self.to_string()
    }
}

impl fmt::Display for Permutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.stage {
            Stage::Vertex => "vertex-",
            Stage::Compute => "compute-",
        })?;
        f.write_str(match self.deltas {
            DeltaSource::SeedTexture => "seed-",
            DeltaSource::TiledTexture => "tiled-",
            DeltaSource::CompatStorage => "compat-",
            DeltaSource::LinearStorage => "linear-",
            DeltaSource::RowSparse => "rowsparse-",
        })?;
        match self.weights {
            WeightsFormat::SeedUniform => f.write_str("uniform")?,
            WeightsFormat::Uniform(capacity) => write!(f, "uniform{}", capacity.pairs())?,
            WeightsFormat::CompatStorage => f.write_str("storage")?,
            WeightsFormat::Rows => f.write_str("rows")?,
            WeightsFormat::DenseRows => f.write_str("denserows")?,
        }
        let length = if self.normalize { "normalized" } else { "raw" };
        let motion = if self.motion { "-motion" } else { "" };
        write!(f, "-{}-{length}{motion}", self.attributes)
    }
}

/// The text is no name of a permutation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParsePermutationError {
    /// What was given.
    pub text: String,
}

impl fmt::Display for ParsePermutationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?}: expected a permutation such as vertex-tiled-uniform64-pnt-normalized",
            self.text
        )
    }
}

impl std::error::Error for ParsePermutationError {}

impl FromStr for Permutation {
    type Err = ParsePermutationError;

    fn from_str(text: &str) -> Result<Self, ParsePermutationError> {
        parse(text)
            .filter(|permutation| permutation.is_valid() && permutation.to_string() == text)
            .ok_or_else(|| ParsePermutationError { text: text.to_owned() })
    }
}

fn parse(text: &str) -> Option<Permutation> {
    let (text, motion) = match text.strip_suffix("-motion") {
        Some(text) => (text, true),
        None => (text, false),
    };
    let (rest, length) = text.rsplit_once('-')?;
    let mut words = rest.splitn(4, '-');
    let stage = match words.next()? {
        "vertex" => Stage::Vertex,
        "compute" => Stage::Compute,
        _ => return None,
    };
    let deltas = match words.next()? {
        "seed" => DeltaSource::SeedTexture,
        "tiled" => DeltaSource::TiledTexture,
        "compat" => DeltaSource::CompatStorage,
        "linear" => DeltaSource::LinearStorage,
        "rowsparse" => DeltaSource::RowSparse,
        _ => return None,
    };
    let weights = match words.next()? {
        "uniform" => WeightsFormat::SeedUniform,
        "storage" => WeightsFormat::CompatStorage,
        "rows" => WeightsFormat::Rows,
        "denserows" => WeightsFormat::DenseRows,
        other => {
            let pairs: u32 = other.strip_prefix("uniform")?.parse().ok()?;
            let capacity = UniformCapacity::ALL.into_iter().find(|c| c.pairs() == pairs)?;
            WeightsFormat::Uniform(capacity)
        }
    };
    let attributes = parse_attributes(words.next()?)?;
    let normalize = match length {
        "normalized" => true,
        "raw" => false,
        _ => return None,
    };
    Some(Permutation { stage, deltas, weights, attributes, normalize, motion })
}

/// Reads letters and set numbers in any order; the caller compares the text that results.
pub(crate) fn parse_attributes(text: &str) -> Option<AttributeSet> {
    let mut set = AttributeSet::EMPTY;
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        rest = &rest[letter.len_utf8()..];
        match letter {
            'p' => set.position = true,
            'n' => set.normal = true,
            't' => set.tangent = true,
            '-' => {}
            'u' | 'c' => {
                let digits =
                    rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
                let (number, after) = rest.split_at(digits);
                let bit = 1u32.checked_shl(number.parse().ok()?)?;
                if letter == 'u' {
                    set.texcoords |= bit;
                } else {
                    set.colors |= bit;
                }
                rest = after;
            }
            _ => return None,
        }
    }
    Some(set)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_any_valid_combination_parse_back() {
        let odd = AttributeSet {
            normal: true,
            texcoords: 1 << 31 | 1,
            colors: 1 << 12,
            ..AttributeSet::EMPTY
        };
        let none = AttributeSet { texcoords: 0b10, ..AttributeSet::EMPTY };
        let mut all = Permutation::all();
        all.push(Permutation::linear(Stage::Compute, odd, false));
        all.push(Permutation::tiled(Stage::Vertex, UniformCapacity::C256, none, true));
        all.push(Permutation::row_sparse(Stage::Vertex, odd, false).with_motion());
        for permutation in all {
            assert_eq!(permutation.name().parse(), Ok(permutation));
        }
    }

    #[test]
    fn what_is_no_name_is_refused_with_the_text() {
        for text in [
            "",
            "vertex",
            "vertex-seed-uniform-pn",
            "vertex-seed-uniform-pn-raw-motion",
            "compute-linear-rows-pn-raw-motion",
            "vertex-linear-rows-pn-motion",
            "vertex-seed-uniform64-pn-raw",
            "vertex-seed-uniform-pnt-raw",
            "vertex-tiled-uniform65-pn-raw",
            "vertex-tiled-uniform-pn-raw",
            "vertex-rowsparse-rows-pn-raw",
            "compute-rowsparse-rows-pn-raw",
            "vertex-linear-rows-np-raw",
            "vertex-linear-rows-none-raw",
            "vertex-linear-rows-p-u-raw",
            "vertex-linear-rows-p-u32-raw",
            "vertex-linear-rows-p-u00-raw",
            "vertex-linear-rows-pu0-raw",
            "fragment-linear-rows-p-raw",
            "vertex-linear-rows-p-unit",
        ] {
            let error = text.parse::<Permutation>().unwrap_err();
            assert_eq!(error.text, text);
            assert!(error.to_string().starts_with(&format!("{text:?}: expected")));
        }
    }
}
