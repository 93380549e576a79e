//! Points, lines and triangles, all as lists.

use anyhow::{Result, bail};

/// What the indices of a list join.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Topology {
    /// One index a point.
    Points,
    /// Two indices a line.
    Lines,
    /// Three indices a triangle, anticlockwise seen from the front.
    Triangles,
}

/// Turns any mode of glTF into a list; indices that complete nothing are left out.
///
/// # Errors
/// Modes beyond 6 mean nothing.
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
        4 => {
            indices.truncate(n - n % 3);
            (Topology::Triangles, indices)
        }
        5 => {
            let triangle = |(at, three): (usize, &[u32])| match at % 2 {
                0 => [three[0], three[1], three[2]],
                _ => [three[0], three[2], three[1]],
            };
            let triangles = indices.windows(3).enumerate().flat_map(triangle).collect();
            (Topology::Triangles, triangles)
        }
        6 => {
            let rim = indices.get(1..).unwrap_or_default().windows(2);
            let triangles = rim.flat_map(|two| [two[0], two[1], indices[0]]).collect();
            (Topology::Triangles, triangles)
        }
        other => bail!("mode: expected 0 to 6, got {other}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_fans_and_loops_become_lists() {
        let list = |mode, n: u32| to_list(mode, (0..n).collect()).unwrap();
        assert_eq!(list(0, 2), (Topology::Points, vec![0, 1]));
        assert_eq!(list(1, 3), (Topology::Lines, vec![0, 1]));
        assert_eq!(list(2, 3), (Topology::Lines, vec![0, 1, 1, 2, 2, 0]));
        assert_eq!(list(3, 3), (Topology::Lines, vec![0, 1, 1, 2]));
        assert_eq!(list(4, 5), (Topology::Triangles, vec![0, 1, 2]));
        assert_eq!(list(5, 4), (Topology::Triangles, vec![0, 1, 2, 1, 3, 2]));
        assert_eq!(list(6, 4), (Topology::Triangles, vec![1, 2, 0, 2, 3, 0]));
        assert!(to_list(7, vec![0]).is_err());
        for mode in 0..7 {
            assert!(list(mode, 0).1.is_empty());
        }
    }
}
