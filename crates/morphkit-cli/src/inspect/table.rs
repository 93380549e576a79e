//! Tables of text, aligned.

use crate::failure::one_line;
use std::io::{self, Write};

/// Which way a column leans.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// Writes rows as columns, two spaces apart, without trailing spaces.
pub(crate) fn write(
    indent: usize,
    align: &[Align],
    rows: &[Vec<String>],
    out: &mut impl Write,
) -> io::Result<()> {
    let clean = |row: &Vec<String>| row.iter().map(|cell| one_line(cell)).collect();
    let rows: Vec<Vec<String>> = rows.iter().map(clean).collect();
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<_> = (0..align.len()).map(width).collect();
    for row in &rows {
        let mut line = " ".repeat(indent);
        for (column, cell) in row.iter().enumerate().take(align.len()) {
            let padding = " ".repeat(widths[column] - cell.chars().count());
            if column > 0 {
                line.push_str("  ");
            }
            match align[column] {
                Align::Left => line.extend([cell.as_str(), &padding]),
                Align::Right => line.extend([padding.as_str(), cell]),
            }
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_lean_left_and_numbers_right() {
        let row = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        let rows = [row(["a", "1", "x"]), row(["größer", "100", ""])];
        let mut out = Vec::new();
        write(1, &[Align::Left, Align::Right, Align::Left], &rows, &mut out).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), " a         1  x\n größer  100\n");
    }
}
