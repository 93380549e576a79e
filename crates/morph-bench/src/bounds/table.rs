//! What was measured, as Markdown.

use crate::pose::Pose;
use crate::rule::Rule;
use morph_core::Aabb;
use std::collections::BTreeMap;
use std::fmt;

/// How much longer diagonals are than exact ones, by rule and pose.
#[derive(Debug, Default)]
pub(crate) struct Table {
    cells: BTreeMap<(Rule, Pose), Cell>,
}

#[derive(Debug, Default)]
struct Cell {
    /// Diagonals by exact ones, with the mesh.
    ratios: Vec<(f64, String)>,
    too_small: usize,
}

/// What a peer may be off by rounding, as a share of the diagonal, before its box counts as too
/// small.
const ROUNDING: f64 = 1e-5;

impl Table {
    pub(crate) fn add(&mut self, rule: Rule, pose: Pose, mesh: &str, found: Aabb, exact: Aabb) {
        let diagonal = diagonal(exact);
        if diagonal == 0.0 {
            return;
        }
        let cell = self.cells.entry((rule, pose)).or_default();
        cell.ratios.push((self::diagonal(found) / diagonal, mesh.to_owned()));
        let least = ROUNDING * diagonal;
        let out = (0..3).any(|c| {
            f64::from(found.min[c]) > f64::from(exact.min[c]) + least
                || f64::from(found.max[c]) < f64::from(exact.max[c]) - least
        });
        cell.too_small += usize::from(out);
    }
}

fn diagonal(bounds: Aabb) -> f64 {
    let side = |c: usize| f64::from(bounds.max[c]) - f64::from(bounds.min[c]);
    (0..3).map(|c| side(c).powi(2)).sum::<f64>().sqrt()
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| weights | rule | longer, median | longer, worst | of | too small |")?;
        writeln!(f, "| --- | --- | ---: | ---: | --- | ---: |")?;
        for pose in Pose::ALL {
            for rule in Rule::ALL {
                let Some(cell) = self.cells.get(&(rule, pose)) else { continue };
                let mut ratios: Vec<_> = cell.ratios.iter().collect();
                ratios.sort_by(|a, b| a.0.total_cmp(&b.0));
                let (Some(worst), median) = (ratios.last(), ratios[ratios.len() / 2].0) else {
                    continue;
                };
                let more = |ratio: f64| format!("{:.1} %", 100.0 * (ratio - 1.0).max(-1.0));
                let (pose, rule) = (pose.name(), rule.name());
                let (median, most, mesh) = (more(median), more(worst.0), &worst.1);
                let small = format!("{} of {}", cell.too_small, ratios.len());
                writeln!(f, "| {pose} | {rule} | {median} | {most} | {mesh} | {small} |")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_of_diagonals_and_boxes_that_leave_something_out_are_counted() {
        let cube = |side: f32| Aabb { min: [0.0; 3], max: [side; 3] };
        let mut table = Table::default();
        for (side, mesh) in [(1.5, "a"), (0.5, "b"), (3.0, "c")] {
            table.add(Rule::Three, Pose::All, mesh, cube(side), cube(1.0));
        }
        table.add(Rule::Three, Pose::All, "flat", cube(1.0), cube(0.0));
        let text = table.to_string();
        assert!(text.ends_with("| all 1 | three.js | 50.0 % | 200.0 % | c | 1 of 3 |\n"), "{text}");
    }
}
