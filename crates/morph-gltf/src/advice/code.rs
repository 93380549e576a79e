//! The one table of advice.

use std::fmt;

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $name:ident $text:literal [$($number:literal),*],)+) => {
        /// Stable code of a piece of advice.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum AdviceCode { $($(#[doc = $doc])+ $name,)+ }

        impl AdviceCode {
            /// All codes, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// The code as text, `TARGETS_IDENTICAL`.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)+ }
            }

            /// What it means and what to do, in a sentence or two.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$name => concat!($($doc),+).trim_ascii(),)+ }
            }

            /// Names of the numbers that come with it, in order.
            #[must_use]
            pub const fn numbers(self) -> &'static [&'static str] {
                match self { $(Self::$name => &[$($number),*],)+ }
            }
        }
    };
}

codes! {
    /// Targets move nothing in any primitive. Drop them, or find out what they have lost.
    TargetsZero "TARGETS_ZERO" ["targets", "of"],
    /// Targets have the same deltas in every primitive. One of them would do.
    TargetsIdentical "TARGETS_IDENTICAL" ["targets", "of"],
    /// Targets have the name of an earlier one: by name only the first is found.
    NamesDuplicate "NAMES_DUPLICATE" ["targets", "of"],
    /// Targets move one primitive only, and zeros are stored for the others. Split the mesh, or leave the zeros out.
    TargetsInOnePrimitive "TARGETS_IN_ONE_PRIMITIVE" ["targets", "of", "bytes"],
    /// No node draws a mesh that has targets.
    MeshNotDrawn "MESH_NOT_DRAWN" ["targets"],
    /// Normals of the base have no length: such vertices have no direction to shade by.
    NormalsZero "NORMALS_ZERO" ["vertices", "of"],
    /// Normals of the base are not of unit length: their deltas count for more or less than was meant.
    NormalsNotUnit "NORMALS_NOT_UNIT" ["vertices", "of", "shortest", "longest"],
    /// Tangents of the base have no length: normal maps go wrong there.
    TangentsZero "TANGENTS_ZERO" ["vertices", "of"],
    /// Tangents of the base are not of unit length: their deltas count for more or less than was meant.
    TangentsNotUnit "TANGENTS_NOT_UNIT" ["vertices", "of", "shortest", "longest"],
    /// The handedness of tangents is neither 1 nor -1.
    TangentsHandedness "TANGENTS_HANDEDNESS" ["vertices", "of"],
    /// Targets move vertices more than twice as far as the whole mesh is large: another unit, or positions instead of deltas.
    DeltasBeyondMesh "DELTAS_BEYOND_MESH" ["targets", "of", "longest", "size"],
    /// Targets turn the surface and leave its normals as they are: light does not follow. `--normals` computes them.
    NormalDeltasMissing "NORMAL_DELTAS_MISSING" ["targets", "of", "without", "zero"],
    /// Most of the stored deltas are zero: sparse accessors would be smaller.
    SparseSmaller "SPARSE_SMALLER" ["accessors", "bytes", "sparse_bytes"],
    /// Weights are so large that they look like percentages. They are factors: 100 is a hundred times the target.
    WeightsLikePercentages "WEIGHTS_LIKE_PERCENTAGES" ["weights", "largest"],
    /// All weights of the binds of VRM 0.x are 1 at most. There they are percentages: 1 is a hundredth of the target.
    VrmWeightsLikeFactors "VRM_WEIGHTS_LIKE_FACTORS" ["weights", "largest"],
}

impl fmt::Display for AdviceCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_unique_upper_case_explained_and_no_findings() {
        let mut texts: Vec<_> = AdviceCode::ALL.iter().map(|c| c.as_str()).collect();
        assert!(texts.iter().all(|t| t.bytes().all(|b| b == b'_' || b.is_ascii_uppercase())));
        assert!(AdviceCode::ALL.iter().all(|c| c.meaning().ends_with('.')));
        texts.extend(crate::Code::ALL.iter().map(|c| c.as_str()));
        texts.sort_unstable();
        texts.dedup();
        assert_eq!(texts.len(), AdviceCode::ALL.len() + crate::Code::ALL.len());
    }
}
