//! What packed layouts may leave out.

use morphkit::core::VertexAttributes;
use morphkit::core::packed::ErrorBound;
use std::str::FromStr;

/// How far one target may be off.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Allowed {
    /// Of the mesh's radius, for positions.
    pub radii: f32,
    /// For normals and tangents.
    pub degrees: f32,
}

/// No delta is smaller.
const NOTHING: ErrorBound =
    ErrorBound { position: 0.0, direction_degrees: 0.0, texcoord: 0.0, color: 0.0 };

impl Allowed {
    /// As the libraries have it.
    pub const DEFAULT: Self = Self { radii: 1e-4, degrees: 0.5 };

    /// The bound for a mesh.
    #[must_use]
    pub fn bound(allowed: Option<Self>, base: &VertexAttributes) -> ErrorBound {
        let Some(Self { radii, degrees }) = allowed else { return NOTHING };
        // Without positions there is no radius, and no other measure either.
        let Some(bound) = ErrorBound::for_base(base) else { return NOTHING };
        let share = radii / Self::DEFAULT.radii;
        ErrorBound {
            position: bound.position * share,
            direction_degrees: degrees,
            texcoord: bound.texcoord * share,
            color: bound.color * share,
        }
    }
}

impl FromStr for Allowed {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number =
            |text: &str| text.trim().parse().ok().filter(|v: &f32| (0.0..=1e6).contains(v));
        let both = text.split_once(',').and_then(|(a, b)| number(a).zip(number(b)));
        let (radii, degrees) =
            both.ok_or("expected RADII,DEGREES, two numbers of 0 or more, such as 1e-4,0.5")?;
        Ok(Self { radii, degrees })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_is_radii_and_degrees() {
        let allowed: Allowed = "2e-4, 1".parse().unwrap();
        assert_eq!(allowed, Allowed { radii: 2e-4, degrees: 1.0 });
        for wrong in ["", "1", "1,", "-1,0", "1,nan", "1,2,3"] {
            assert!(wrong.parse::<Allowed>().is_err(), "{wrong}");
        }
        let base = VertexAttributes::new(2).with_positions(&[[0.0; 3], [2.0, 0.0, 0.0]]).unwrap();
        let bound = Allowed::bound(Some(allowed), &base);
        assert_eq!((bound.position, bound.direction_degrees), (2e-4, 1.0));
        assert_eq!(Allowed::bound(None, &base), NOTHING);
        assert_eq!(Allowed::bound(Some(allowed), &VertexAttributes::new(2)), NOTHING);
        let default = ErrorBound::for_base(&base).unwrap();
        assert_eq!(Allowed::bound(Some(Allowed::DEFAULT), &base), default);
    }
}
