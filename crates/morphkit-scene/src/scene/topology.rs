//! Points, lines and triangles, all as lists.

use anyhow::{Result, bail};

/// What the indices of a list join.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Topology {
    /// One index a point.
    Points,
    /// Two indices a line.
    Lines,
    /// Three indices a triangle, anticlockwise seen from the front.
    Triangles,
}

/// Turns points and lines of any mode into a list; indices that complete nothing are left out.
///
/// # Errors
/// Modes beyond 6 mean nothing; 4 to 6 are triangles, which come as lists.
///
/// # Source
/// glTF 2.0, section 3.7.2.1 "Overview" (topology types).
pub(super) fn to_list(mode: usize, mut indices: Vec<u32>) -> Result<(Topology, Vec<u32>)> {
    let n = indices.len();
    Ok(match mode {
        0 => (Topology::Points, indices),
        1 => {
            indices.truncate(n - n % 2);
            (Topology::Lines, indices)
        }
        2 | 3 => {
            let mut lines: Vec<u32> = indices.windows(2).flatten().copied().collect();
            if mode == 2 && n > 2 {
                lines.extend([indices[n - 1], indices[0]]);
            }
            (Topology::Lines, lines)
        }
        other => bail!("mode: expected 0 to 6, got {other}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_and_loops_become_lists() {
        let list = |mode, n: u32| to_list(mode, (0..n).collect()).unwrap();
        assert_eq!(list(0, 2), (Topology::Points, vec![0, 1]));
        assert_eq!(list(1, 3), (Topology::Lines, vec![0, 1]));
        assert_eq!(list(2, 3), (Topology::Lines, vec![0, 1, 1, 2, 2, 0]));
        assert_eq!(list(3, 3), (Topology::Lines, vec![0, 1, 1, 2]));
        assert!(to_list(7, vec![0]).is_err());
        for mode in 0..4 {
            assert!(list(mode, 0).1.is_empty());
        }
    }
}
