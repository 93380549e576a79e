//! Tracks and players of a case, as core's types.

use super::{Case, Values};
use morph_core::animation::packed::CrowdHeader;
use morph_core::animation::{AnimationError, Interpolation, Player, WeightTrack};
use std::ops::Range;

/// What a case of the group `tracks` gives.
#[derive(Debug, Clone)]
pub struct CrowdCase {
    /// The tracks.
    pub tracks: Vec<WeightTrack>,
    /// Who plays.
    pub players: Vec<Player>,
    /// A time for each player.
    pub times: Vec<f32>,
    /// What rows have in common.
    pub header: CrowdHeader,
    /// Whether rows hold a weight for each target, and not pairs.
    pub dense: bool,
}

impl Case {
    /// Tracks and players.
    ///
    /// # Errors
    /// Core's, where a track is none.
    pub fn crowd(&self) -> Result<CrowdCase, AnimationError> {
        let tracks = (0..).map(|number| format!("track.{number}"));
        let tracks = tracks.take_while(|track| self.input.get(&format!("{track}.mode")).is_some());
        let tracks = tracks.map(|track| {
            let floats = |name| self.input.floats(&format!("{track}.{name}")).to_vec();
            let mode = match self.input.word(&format!("{track}.mode")) {
                "STEP" => Interpolation::Step,
                "LINEAR" => Interpolation::Linear,
                "CUBICSPLINE" => Interpolation::CubicSpline,
                other => panic!("{}: no mode {other}", self.name),
            };
            let targets = self.input.number(&format!("{track}.targets"));
            WeightTrack::new(targets, mode, floats("times"), floats("values"))
        });
        let rows = self.input.numbers("players.row").iter();
        let numbers = self.input.numbers("players.track").iter().zip(rows);
        let player = |(&track, &row): (&u64, &u64)| Player { track: track as u32, row: row as u32 };
        Ok(CrowdCase {
            tracks: tracks.collect::<Result<_, _>>()?,
            players: numbers.map(player).collect(),
            times: self.input.floats("players.time").to_vec(),
            header: CrowdHeader {
                target_count: self.input.number("targets"),
                row_stride: self.input.number("stride"),
                vertex_count: self.input.number("vertices"),
                first_vertex: self.input.number("first_vertex"),
                ..CrowdHeader::default()
            },
            dense: match self.input.word("row.format") {
                "dense" => true,
                "pairs" => false,
                other => panic!("{}: no rows {other}", self.name),
            },
        })
    }
}

impl CrowdCase {
    /// What rows hold before anything is written.
    pub const UNTOUCHED: u32 = u32::MAX;

    /// All rows before anything is written.
    #[must_use]
    pub fn untouched(&self) -> Vec<u32> {
        let rows = self.players.iter().map(|player| player.row + 1).max().unwrap_or(0);
        vec![Self::UNTOUCHED; (rows * self.header.row_stride) as usize]
    }

    /// The words of a row.
    #[must_use]
    pub const fn row(&self, row: u32) -> Range<usize> {
        let stride = self.header.row_stride as usize;
        let start = row as usize * stride;
        start..start + stride
    }

    /// Compares all rows with a case: weights, and every other word.
    ///
    /// # Panics
    /// Names the case, the row, the place and the numbers where they differ.
    #[track_caller]
    pub fn assert_rows(&self, case: &Case, who: &str, found: &[u32], strict: bool) {
        let Some(Values::Numbers(expected)) = case.output.get("rows") else {
            panic!("{}: no rows", case.name)
        };
        assert_eq!(found.len(), expected.len(), "{}: {who}", case.name);
        let mut weights = Vec::new();
        let mut is_weight = vec![false; found.len()];
        for player in &self.players {
            let row = self.row(player.row);
            for word in self.weights(&found[row.clone()]) {
                let word = word.map(|word| row.start + word);
                weights.push(word.map_or(0.0, |word| f32::from_bits(found[word])));
                word.into_iter().for_each(|word| is_weight[word] = true);
            }
        }
        for (at, (found, expected)) in found.iter().zip(expected).enumerate() {
            let same = u64::from(*found) == *expected || (is_weight[at] && !strict);
            let (row, word) = (at / self.row(0).len(), at % self.row(0).len());
            let what = format!("{}: {who}: row {row}, word {word}", case.name);
            assert!(same, "{what}: expected {expected}, got {found}");
        }
        case.assert_met(who, "weights", &weights, strict);
    }

    /// For each target the word of a row that has its weight, `None` where no pair has it.
    fn weights(&self, row: &[u32]) -> Vec<Option<usize>> {
        let targets = 0..self.header.target_count as usize;
        if self.dense {
            return targets.map(|target| Some(4 + target)).collect();
        }
        let pairs = (4..row.len()).step_by(2).take(row[0] as usize);
        targets
            .map(|target| {
                pairs.clone().find(|&word| row[word] == target as u32).map(|word| word + 1)
            })
            .collect()
    }
}
