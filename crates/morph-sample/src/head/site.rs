//! Where a vertex sits on the head: what its movements are computed from.

use super::face::Band;
use crate::vector::Vec3;

/// What a vertex is part of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// Never moves: hair, ears, upper teeth.
    Still,
    /// The skin between neck and crown.
    Skin,
    /// The inner edge of the lids; `along` is 0 at the skin and 1 inside the eyeball.
    Rim,
    /// The inside of the mouth; `along` is 0 at the upper lip and 1 at the lower.
    Cavity,
    /// An eyebrow, which goes where the skin goes.
    Brow,
    /// An eyeball.
    Eye,
    /// The lower teeth.
    LowerTeeth,
    /// The tongue; `along` is 0 at its root and 1 at its tip.
    Tongue,
}

/// A vertex's place.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Site {
    pub(crate) part: Part,
    /// Position at rest.
    pub(crate) point: Vec3,
    /// The skin's position at rest where the part hangs on the skin.
    pub(crate) edge: Vec3,
    /// Point of the plain head below.
    pub(crate) plain: Vec3,
    /// Row of the plain head.
    pub(crate) row: f32,
    /// Side of the slits.
    pub(crate) band: Band,
    /// Place within the part.
    pub(crate) along: f32,
    /// Angle around the part, in radians.
    pub(crate) around: f32,
}

impl Site {
    /// A place of a part that is not bound to the skin.
    pub(crate) const fn free(part: Part, point: Vec3) -> Self {
        Self {
            part,
            point,
            edge: point,
            plain: point,
            row: 0.0,
            band: Band::Middle,
            along: 0.0,
            around: 0.0,
        }
    }

    /// The image in the plane x = 0.
    pub(crate) fn mirrored(self) -> Self {
        let around = match self.part {
            Part::Tongue => std::f32::consts::PI - self.around,
            _ => self.around,
        };
        Self {
            point: self.point.mirrored(),
            edge: self.edge.mirrored(),
            plain: self.plain.mirrored(),
            around,
            ..self
        }
    }
}
