//! Boxes beside those of a case, with a tolerance to one side.

use super::Case;
use morph_core::Aabb;

impl Case {
    /// Compares boxes with `min` and `max`: each side is at or outside the expected one, by at most
    /// `slack`.
    ///
    /// # Panics
    /// Names the case, the box, the axis and the numbers where they differ.
    #[track_caller]
    pub fn assert_boxes(&self, who: &str, found: &[Aabb]) {
        let [min, max, slack] = ["min", "max", "slack"].map(|name| self.output.floats(name));
        assert_eq!(min.len(), 3 * found.len(), "{}: {who}", self.name);
        for (number, found) in found.iter().enumerate() {
            for axis in 0..3 {
                let at = 3 * number + axis;
                let sides = [(-1.0, found.min[axis], min[at]), (1.0, found.max[axis], max[at])];
                for (outside, found, expected) in sides {
                    let beyond = outside * (f64::from(found) - f64::from(expected));
                    let holds = found == expected || (0.0..=f64::from(slack[at])).contains(&beyond);
                    let what = format!("{}: {who}: box {number}, axis {axis}", self.name);
                    let slack = slack[at];
                    assert!(holds, "{what}: expected {expected:e}, got {found:e}, slack {slack:e}");
                }
            }
        }
    }

    /// Weights of the rows of the group `clusters`, one for each target.
    #[must_use]
    pub fn rows(&self) -> Vec<&[f32]> {
        let (count, targets) = (self.input.number("row.count"), self.input.number("targets"));
        let weights = self.input.floats("weights");
        let rows: Vec<_> = weights.chunks_exact(targets).collect();
        assert_eq!((rows.len(), weights.len()), (count, count * targets), "{}", self.name);
        rows
    }
}
