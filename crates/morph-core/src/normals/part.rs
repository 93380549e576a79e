//! The parts of a mesh, whose borders are seams.

use super::Fill;
use super::surface::Surface;
use crate::{Attribute, Deltas, MorphTargets, NormalsError, VertexAttributes};
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// A part of a mesh, as glTF's primitives are: one base, its triangles and its targets.
#[derive(Debug, Clone, Copy)]
pub struct Part<'a> {
    /// Base attributes.
    pub base: &'a VertexAttributes,
    /// Three vertices each, anticlockwise seen from the front.
    pub triangles: &'a [[u32; 3]],
    /// Targets, `None` where the part has none: it stays where it is, and gets no deltas.
    pub targets: Option<&'a MorphTargets>,
}

/// The targets of all parts of a mesh with computed NORMAL deltas where they lack them.
///
/// The targets of one index move all parts together, as one weight does. Where parts meet with one
/// normal at one place, they keep one normal; so a part gets deltas along its border also where
/// only its neighbour moves. Parts without POSITION or NORMAL take no part; targets that get no
/// deltas come back shared. Deltas are sparse where that is smaller.
///
/// # Shapes
/// One result a part, `None` where it has no targets. Base and targets of a part count the same
/// vertices.
///
/// # Errors
/// [`NormalsError`] where counts differ, a corner names no vertex, or there are more vertices than
/// 32 bits count.
pub fn fill_parts(
    parts: &[Part<'_>],
    which: Fill,
) -> Result<Vec<Option<MorphTargets>>, NormalsError> {
    let mut vertex_count = 0_usize;
    for (at, part) in parts.iter().enumerate() {
        let expected = part.base.vertex_count();
        check(at, expected, part.triangles)?;
        let found = part.targets.map_or(expected, MorphTargets::vertex_count);
        if found != expected {
            return Err(NormalsError::VertexCount { part: at, expected, found });
        }
        vertex_count = vertex_count.saturating_add(expected);
    }
    if u32::try_from(vertex_count).is_err() {
        return Err(NormalsError::TooMany { vertex_count });
    }
    let mut filled: Vec<_> = parts.iter().map(|part| part.targets.cloned()).collect();
    // With what is filled, at the place of its first vertex.
    let mut joined: Vec<(usize, Solid<'_>)> = Vec::new();
    let mut first = 0;
    for (at, part) in parts.iter().enumerate() {
        if let Some(solid) = Solid::of(part, first) {
            first += solid.positions.len() as u32;
            joined.push((at, solid));
        }
    }
    let solids: Vec<Solid<'_>> = joined.iter().map(|(_, solid)| *solid).collect();
    let cells = computed(&solids, which);
    for ((at, _), cells) in joined.iter().zip(cells) {
        filled[*at] = filled[*at].take().map(|own| own.with_cells(Attribute::Normal, cells));
    }
    Ok(filled)
}

/// Checks that corners name vertices.
pub(super) fn check(
    part: usize,
    vertex_count: usize,
    triangles: &[[u32; 3]],
) -> Result<(), NormalsError> {
    if u32::try_from(vertex_count).is_err() {
        return Err(NormalsError::TooMany { vertex_count });
    }
    for (triangle, corners) in triangles.iter().enumerate() {
        if let Some(&index) = corners.iter().find(|&&index| index as usize >= vertex_count) {
            return Err(NormalsError::Index { part, triangle, index, vertex_count });
        }
    }
    Ok(())
}

/// A part with all that a surface needs.
#[derive(Debug, Clone, Copy)]
struct Solid<'a> {
    positions: &'a [[f32; 3]],
    normals: &'a [[f32; 3]],
    triangles: &'a [[u32; 3]],
    targets: Option<&'a MorphTargets>,
    /// Number of its first vertex among those of all parts.
    first: u32,
}

impl<'a> Solid<'a> {
    fn of(part: &Part<'a>, first: u32) -> Option<Self> {
        let (positions, normals) = (part.base.positions()?, part.base.normals()?);
        let (triangles, targets) = (part.triangles, part.targets);
        Some(Self { positions, normals, triangles, targets, first })
    }

    /// The vertices that a target moves, with their numbers among those of all parts.
    fn moves(&self, target: usize) -> impl Iterator<Item = (u32, [f32; 3])> + 'a {
        let first = self.first;
        let deltas = self.targets.and_then(|t| t.deltas(target, Attribute::Position));
        let moves = deltas.into_iter().flat_map(|deltas| deltas.iter(3));
        moves
            .filter(|(_, delta)| delta.iter().any(|component| *component != 0.0))
            .map(move |(vertex, d)| (first + vertex as u32, [d[0], d[1], d[2]]))
    }

    /// Whether a target of this part gets what is computed.
    fn wants(&self, target: usize, which: Fill) -> bool {
        let Some(targets) = self.targets.filter(|t| target < t.target_count()) else {
            return false;
        };
        match (which, targets.deltas(target, Attribute::Normal)) {
            (_, None) | (Fill::All, _) => true,
            (Fill::Absent, Some(_)) => false,
            (Fill::AbsentOrZero, Some(own)) => own.values().iter().all(|value| *value == 0.0),
        }
    }
}

/// For each part, the deltas of each of its targets.
fn computed(solids: &[Solid<'_>], which: Fill) -> Vec<Vec<Option<Deltas>>> {
    let counts = solids.iter().map(|solid| solid.targets.map_or(0, MorphTargets::target_count));
    let mut cells: Vec<Vec<Option<Deltas>>> =
        counts.map(|count| alloc::vec![None; count]).collect();
    let mut joined: Option<(Surface<'_>, Cow<'_, [[f32; 3]]>)> = None;
    for target in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
        let wanted = solids.iter().any(|solid| solid.wants(target, which));
        let mut moves = solids.iter().flat_map(|solid| solid.moves(target)).peekable();
        if !wanted || moves.peek().is_none() {
            continue;
        }
        let (surface, normals) = joined.get_or_insert_with(|| join(solids));
        let turned = surface.turned(normals, moves);
        let mut rest = turned.as_slice();
        for (solid, cells) in solids.iter().zip(&mut cells) {
            let end = solid.first + solid.positions.len() as u32;
            let (own, after) = rest.split_at(rest.partition_point(|(vertex, _)| *vertex < end));
            rest = after;
            if !own.is_empty() && solid.wants(target, which) {
                cells[target] = Some(store(own, solid));
            }
        }
    }
    cells
}

/// All parts as one surface, with all normals. A single part is borrowed as it is.
fn join<'a>(solids: &[Solid<'a>]) -> (Surface<'a>, Cow<'a, [[f32; 3]]>) {
    if let [solid] = solids {
        let (positions, triangles) = (solid.positions.into(), solid.triangles.into());
        let surface = Surface::new(positions, Some(solid.normals), triangles);
        return (surface, solid.normals.into());
    }
    let positions: Vec<_> = solids.iter().flat_map(|solid| solid.positions).copied().collect();
    let normals: Vec<_> = solids.iter().flat_map(|solid| solid.normals).copied().collect();
    let moved = |solid: &Solid<'a>| {
        let first = solid.first;
        solid.triangles.iter().map(move |corners| corners.map(|vertex| first + vertex))
    };
    let triangles: Vec<_> = solids.iter().flat_map(moved).collect();
    (Surface::new(positions.into(), Some(&normals), triangles.into()), normals.into())
}

/// Deltas of one part in the form that takes fewer bytes: a sparse one has an index as well.
fn store(deltas: &[(u32, [f32; 3])], solid: &Solid<'_>) -> Deltas {
    let vertex_count = solid.positions.len();
    if deltas.len() * 4 < vertex_count * 3 {
        return Deltas::Sparse {
            indices: deltas.iter().map(|(vertex, _)| vertex - solid.first).collect(),
            values: deltas.iter().flat_map(|(_, delta)| *delta).collect(),
        };
    }
    let mut values = alloc::vec![0.0; vertex_count * 3];
    for (vertex, delta) in deltas {
        values[(vertex - solid.first) as usize * 3..][..3].copy_from_slice(delta);
    }
    Deltas::Dense(values)
}
