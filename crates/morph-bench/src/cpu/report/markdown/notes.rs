//! What a reader has to know about rows whose work is not ours: marks beside names, and their texts.

use crate::cell::Cell;
use morph_bench::Coverage;

/// The texts, and the numbers that stand for them.
#[derive(Debug, Default)]
pub(super) struct Notes {
    used: Vec<Note>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Note {
    TwoAttributes,
    Corners,
    Grid,
    DenseArrays,
    Read,
    Copy,
}

impl Note {
    const fn text(self) -> &'static str {
        match self {
            Self::TwoAttributes => "Does less: POSITION and NORMAL only, not normalised.",
            Self::Corners => {
                "Works triangle by triangle. Its index lists each vertex once, the least it can do."
            }
            Self::Grid => {
                "The same mesh as a grid, where most vertices belong to six triangles: it blends \
                 them as often."
            }
            Self::DenseArrays => {
                "Has no sparse form: where targets are sparse, it walks dense arrays, zeros as well."
            }
            Self::Read => {
                "Sums each float of stored deltas, of the base, and as many as the output has. \
                 Indices of sparse deltas are not read."
            }
            Self::Copy => {
                "Reads and writes each float of stored deltas and of the base. A blend reads as \
                 many and writes fewer, its output only. Indices of sparse deltas are not copied."
            }
        }
    }

    fn of(contender: &str, any_sparse: bool) -> Vec<Self> {
        let mut notes = match contender {
            "three.js" => vec![Self::TwoAttributes, Self::Corners],
            "three.js.grid" => vec![Self::TwoAttributes, Self::Grid],
            "babylon.js" => vec![Self::TwoAttributes],
            "copy" => vec![Self::Copy],
            _ if contender.starts_with("read") => vec![Self::Read],
            _ => Vec::new(),
        };
        let others = ["luma.gl", "three.js", "babylon.js", "numpy"];
        if any_sparse && others.iter().any(|other| contender.starts_with(other)) {
            notes.push(Self::DenseArrays);
        }
        notes
    }
}

impl Notes {
    /// A contender's name, with its marks in a table of some cells.
    pub(super) fn contender(&mut self, name: &str, cells: &[Cell]) -> String {
        let any_sparse = cells.iter().any(|cell| cell.coverage != Coverage::Dense);
        self.marked(name.to_owned(), &Note::of(name, any_sparse))
    }

    /// A cell's name, where ours stands against contenders that have no sparse form.
    pub(super) fn cell(&mut self, cell: Cell) -> String {
        let sparse = cell.coverage != Coverage::Dense;
        self.marked(cell.to_string(), if sparse { &[Note::DenseArrays] } else { &[] })
    }

    fn marked(&mut self, mut name: String, notes: &[Note]) -> String {
        for &note in notes {
            let at = self.used.iter().position(|used| *used == note).unwrap_or_else(|| {
                self.used.push(note);
                self.used.len() - 1
            });
            name.push_str(&format!(" ({})", at + 1));
        }
        name
    }

    /// The texts of all marks that were given.
    pub(super) fn lines(&self) -> impl Iterator<Item = String> {
        self.used.iter().enumerate().map(|(at, note)| format!("- ({}) {}", at + 1, note.text()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_numbered_as_they_come_and_each_has_one_text() {
        let cell = |coverage| Cell { vertices: 10, targets: 4, coverage, frames: 1 };
        let (dense, sparse) = (cell(Coverage::Dense), cell(Coverage::Percent(5)));
        let mut notes = Notes::default();
        assert_eq!(notes.contender("ours", &[dense]), "ours");
        assert_eq!(notes.contender("luma.gl", &[dense]), "luma.gl");
        assert_eq!(notes.contender("babylon.js", &[dense]), "babylon.js (1)");
        assert_eq!(notes.contender("luma.gl", &[dense, sparse]), "luma.gl (2)");
        assert_eq!(notes.contender("babylon.js", &[sparse]), "babylon.js (1) (2)");
        assert_eq!(notes.cell(sparse), "10 x 4, 5 % (2)");
        assert_eq!(notes.cell(dense), "10 x 4, dense");
        assert_eq!(notes.lines().count(), 2);
    }
}
