//! How many vertices each part of a head of a given size has.

/// Sizes of all parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Plan {
    /// Columns of the skin from the middle of the face to: eye's inner corner, mouth's corner,
    /// eye's outer corner, side, middle of the back.
    pub(crate) columns: [usize; 5],
    /// Rows of the skin between the rows of the profile curves.
    pub(crate) rows: [usize; 15],
    /// Rows of the mouth's inside.
    pub(crate) cavity: usize,
    /// Rings of the lids' inner edge.
    pub(crate) rim: usize,
    /// Vertices around an eyeball, and rings of its white, iris and pupil.
    pub(crate) eye: [usize; 4],
    /// Columns and rows of one row of teeth.
    pub(crate) teeth: [usize; 2],
    /// Vertices around and along the tongue.
    pub(crate) tongue: [usize; 2],
    /// Vertices around an ear; its rings are fixed.
    pub(crate) ear: usize,
    /// Columns and rows of the hair.
    pub(crate) hair: [usize; 2],
    /// Columns and rows of an eyebrow.
    pub(crate) brow: [usize; 2],
    /// Vertices around the glint of an eye.
    pub(crate) glint: usize,
}

/// Rings of an ear.
pub(crate) const EAR_RINGS: usize = 11;

/// The level at which the numbers below hold.
const LEVEL: usize = 1000;

impl Plan {
    /// The parts at a level of detail; every number grows with the level.
    pub(crate) fn at_level(level: usize) -> Self {
        // Numbers round up at different levels, so that they do not all step at once.
        let mut turn = 0;
        let mut size = |full: usize, least: usize| {
            turn = (turn + 7) % 16;
            ((full * level + LEVEL * turn / 16) / LEVEL).max(least)
        };
        let columns = [12, 14, 19, 14, 17].map(|n| size(n, 1));
        let rows = [5, 4, 5, 6, 8, 10, 11, 11, 12, 12, 8, 4, 3, 2, 2].map(|n| size(n, 1));
        Self {
            columns,
            rows,
            cavity: size(10, 3),
            rim: size(3, 2),
            eye: [size(28, 5), size(6, 1), size(5, 2), size(3, 2)],
            teeth: [size(49, 4), size(5, 2)],
            tongue: [size(16, 4), size(14, 2)],
            ear: size(40, 5),
            hair: [size(120, 5), size(42, 3)],
            brow: [size(22, 4), size(6, 3)],
            glint: size(14, 3),
        }
    }

    /// The most detailed plan with at most this many vertices; the least one for small numbers.
    pub(crate) fn for_vertices(vertex_count: usize) -> Self {
        let (mut low, mut high) = (1, 2);
        while Self::at_level(high).vertex_count() <= vertex_count {
            (low, high) = (high, high * 2);
        }
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if Self::at_level(middle).vertex_count() <= vertex_count {
                low = middle;
            } else {
                high = middle;
            }
        }
        Self::at_level(low)
    }

    /// Columns of one half of the skin.
    pub(crate) fn half(&self) -> usize {
        self.columns.iter().sum()
    }

    /// Vertices along the edge of one lip, both corners included.
    pub(crate) fn lip(&self) -> usize {
        2 * (self.columns[0] + self.columns[1]) + 1
    }

    /// Vertices along the edge of one lid, both corners included.
    pub(crate) fn lid(&self) -> usize {
        self.columns[1] + self.columns[2] + 1
    }

    /// Number of vertices of the whole head.
    pub(crate) fn vertex_count(&self) -> usize {
        let around = 2 * self.half() + 1;
        let skin = around * self.rows.iter().sum::<usize>() + 1 + around + 1;
        let slits = self.lip() - 2 + 2 * (self.lid() - 2);
        let inside = self.lip() * self.cavity + 2 * (2 * self.lid() - 1) * self.rim;
        let eye = (self.eye[0] + 1) * (self.eye[1] + self.eye[2] + self.eye[3]) + 1;
        let teeth = self.teeth[0] * self.teeth[1];
        let tongue = (self.tongue[0] + 1) * self.tongue[1] + 1;
        let ear = (self.ear + 1) * EAR_RINGS + 1;
        let hair = (self.hair[0] + 1) * self.hair[1] + 1;
        let brow = self.brow[0] * self.brow[1];
        let glint = self.glint + 2;
        skin + slits + inside + tongue + hair + 2 * (eye + teeth + ear + brow + glint)
    }
}
