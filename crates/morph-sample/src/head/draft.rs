//! The head while it is put together: patches of vertices, joined by ids.

use super::site::{Part, Site};
use crate::vector::Vec3;

/// Vertices and triangles so far.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    pub(crate) sites: Vec<Site>,
    pub(crate) texcoords: Vec<[f32; 2]>,
    pub(crate) colors: Vec<[f32; 3]>,
    /// The vertices before and after along the texture's u: the tangent's direction.
    pub(crate) along: Vec<[u32; 2]>,
    /// The first vertex at the same place on a smooth surface: normals are summed there.
    pub(crate) weld: Vec<u32>,
    /// Corners against the clock, split from the first to the third; triangles repeat the last one.
    pub(crate) faces: Vec<[u32; 4]>,
    /// Quads that may take a vertex in their middle.
    spare: Vec<usize>,
}

/// How a patch is laid out.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Patch {
    /// Vertices along u and along v.
    pub(crate) size: [usize; 2],
    /// The last column is the first one again.
    pub(crate) closed: bool,
    /// One more vertex closes the patch above its last row.
    pub(crate) pole: bool,
    /// The image of a patch: turned inside out to face outwards.
    pub(crate) flipped: bool,
    /// Left, top, right and bottom in the texture.
    pub(crate) atlas: [f32; 4],
}

impl Draft {
    /// Adds a vertex that belongs to no other yet.
    pub(crate) fn vertex(&mut self, site: Site, color: [f32; 3], texcoord: [f32; 2]) -> u32 {
        let index = self.sites.len() as u32;
        self.sites.push(site);
        self.colors.push(color);
        self.texcoords.push(texcoord);
        self.along.push([index, index]);
        self.weld.push(index);
        index
    }

    /// Adds a copy of a vertex at the same place.
    pub(crate) fn twin(&mut self, of: u32) -> u32 {
        let at = of as usize;
        let index = self.vertex(self.sites[at], self.colors[at], self.texcoords[at]);
        self.along[index as usize] = self.along[at];
        self.weld[index as usize] = self.weld[at];
        index
    }

    /// Adds the vertices of a patch, row by row, without triangles; returns the first one's index.
    pub(crate) fn points(
        &mut self,
        patch: &Patch,
        mut make: impl FnMut(usize, usize) -> (Site, [f32; 3]),
    ) -> u32 {
        let [columns, rows] = patch.size;
        let [left, top, right, bottom] = patch.atlas;
        let first = self.sites.len() as u32;
        let u_of = |i: usize| left + (right - left) * i as f32 / (columns - 1) as f32;
        let height = rows - 1 + usize::from(patch.pole);
        for j in 0..rows {
            let row = first + (j * columns) as u32;
            for i in 0..columns {
                let (site, color) = make(i, j);
                let v = bottom + (top - bottom) * j as f32 / height as f32;
                let index = self.vertex(site, color, [u_of(i), v]) as usize;
                let (mut before, mut after) = (i.saturating_sub(1), (i + 1).min(columns - 1));
                if patch.closed && (i == 0 || i == columns - 1) {
                    (before, after) = (columns - 2, 1);
                }
                self.along[index] = [row + before as u32, row + after as u32];
                if patch.closed && i == columns - 1 {
                    self.weld[index] = row;
                    self.sites[index] = self.sites[row as usize];
                }
            }
        }
        if patch.pole {
            let (site, color) = make(columns / 2, rows);
            let index = self.vertex(site, color, [u_of(columns / 2), top]) as usize;
            let row = first + ((rows - 1) * columns) as u32;
            let quarter = columns as u32 / 4;
            self.along[index] = [row + quarter, row + columns as u32 - 1 - quarter];
        }
        first
    }

    /// Adds a quad; corners from the lower left, against the clock.
    pub(crate) fn quad(&mut self, corners: [u32; 4], mirrored: bool, spare: bool) {
        let [a, b, c, d] = corners;
        if spare {
            self.spare.push(self.faces.len());
        }
        // Diagonals are mirror images too.
        self.faces.push(if mirrored { [b, c, d, a] } else { corners });
    }

    /// Adds a whole patch; returns its first vertex.
    pub(crate) fn patch(
        &mut self,
        patch: &Patch,
        spare: bool,
        make: impl FnMut(usize, usize) -> (Site, [f32; 3]),
    ) -> u32 {
        let first = self.points(patch, make);
        let [columns, rows] = patch.size;
        let at = |i: usize, j: usize| first + (j * columns + i) as u32;
        for j in 0..rows - 1 {
            for i in 0..columns - 1 {
                let mirrored = 2 * i >= columns - 1;
                let (a, b) = (at(i, j), at(i + 1, j));
                let (c, d) = (at(i + 1, j + 1), at(i, j + 1));
                if patch.flipped {
                    self.quad([b, a, d, c], mirrored, spare);
                } else {
                    self.quad([a, b, c, d], mirrored, spare);
                }
            }
        }
        if patch.pole {
            self.fan(first + ((rows - 1) * columns) as u32, columns, at(0, rows), patch.flipped);
        }
        first
    }

    /// Triangles from a row of vertices to a pole above it.
    pub(crate) fn fan(&mut self, row: u32, columns: usize, pole: u32, flipped: bool) {
        for i in row..row + columns as u32 - 1 {
            let [a, b] = if flipped { [i + 1, i] } else { [i, i + 1] };
            self.faces.push([a, b, pole, pole]);
        }
    }

    /// How many vertices can still be put into the middle of quads.
    #[cfg(test)]
    pub(crate) fn spare_count(&self) -> usize {
        self.spare.len()
    }

    /// Puts vertices into the middle of quads that never move until there are `vertex_count`.
    pub(crate) fn fill(&mut self, vertex_count: usize) {
        let missing = vertex_count.saturating_sub(self.sites.len());
        let spare = std::mem::take(&mut self.spare);
        for face in spare.into_iter().take(missing) {
            let corners = self.faces[face];
            let mut point = Vec3::ZERO;
            let (mut color, mut texcoord) = ([0.0f32; 3], [0.0f32; 2]);
            for v in corners.map(|v| v as usize) {
                point += self.sites[v].point * 0.25;
                for (sum, value) in color.iter_mut().zip(self.colors[v]) {
                    *sum += value * 0.25;
                }
                for (sum, value) in texcoord.iter_mut().zip(self.texcoords[v]) {
                    *sum += value * 0.25;
                }
            }
            let middle = self.vertex(Site::free(Part::Still, point), color, texcoord);
            self.along[middle as usize] = self.along_u(corners);
            for at in 0..4 {
                let triangle = [corners[at], corners[(at + 1) % 4], middle, middle];
                if at == 0 {
                    self.faces[face] = triangle;
                } else {
                    self.faces.push(triangle);
                }
            }
        }
    }

    /// The two ends of a quad's edge that runs along the texture's u.
    fn along_u(&self, [a, b, c, _]: [u32; 4]) -> [u32; 2] {
        let u = |v: u32| self.texcoords[v as usize][0];
        let (from, to) = if u(a) == u(b) { (b, c) } else { (a, b) };
        if u(from) < u(to) { [from, to] } else { [to, from] }
    }

    /// Corners of all triangles.
    pub(crate) fn triangles(&self) -> impl Iterator<Item = [u32; 3]> + '_ {
        self.faces.iter().flat_map(|&[a, b, c, d]| {
            std::iter::once([a, b, c]).chain((c != d).then_some([a, c, d]))
        })
    }
}
