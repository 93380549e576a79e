//! Features of files that some player treats in its own way.

use std::fmt;

macro_rules! features {
    ($($(#[doc = $doc:literal])+ $name:ident $text:literal,)+) => {
        /// What a file has in it that some player treats in its own way.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Feature { $($(#[doc = $doc])+ $name,)+ }

        impl Feature {
            /// All features, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// Stable text, `TANGENT_DELTAS`.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)+ }
            }

            /// What the file has in it, one sentence.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$name => concat!($($doc),+).trim_ascii(),)+ }
            }
        }
    };
}

features! {
    /// Targets move TANGENT.
    TangentDeltas "TANGENT_DELTAS",
    /// Targets move texture coordinates.
    TexCoordDeltas "TEXCOORD_DELTAS",
    /// Targets move vertex colours.
    ColorDeltas "COLOR_DELTAS",
    /// `COLOR_0` has three components in a target and four in the base.
    ColorComponents "COLOR_COMPONENTS",
    /// Targets of one primitive move different attributes.
    MixedAttributes "MIXED_ATTRIBUTES",
    /// No target of a primitive moves POSITION, and some move NORMAL or `COLOR_0`.
    NoPositionDeltas "NO_POSITION_DELTAS",
    /// A target moves none of POSITION, NORMAL and TANGENT, and another one does.
    TargetWithoutVectors "TARGET_WITHOUT_VECTORS",
    /// A delta accessor has no data at all, which means zeros.
    DeltasWithoutData "DELTAS_WITHOUT_DATA",
    /// Deltas are sparse.
    SparseDeltas "SPARSE_DELTAS",
    /// Deltas are sparse over a bufferView.
    SparseOverView "SPARSE_OVER_VIEW",
    /// `KHR_mesh_quantization` is required.
    Quantization "QUANTIZATION",
    /// Position deltas are 16-bit integers that mean their value.
    IntegerDeltas "INTEGER_DELTAS",
    /// A bufferView with a byteStride ends right after its last element.
    TightEnd "TIGHT_END",
    /// Two targets, or two attributes of one, name the same accessor with data.
    SharedDeltas "SHARED_DELTAS",
    /// A primitive with targets has indices and no NORMAL: it is shaded flat.
    FlatIndexed "FLAT_INDEXED",
    /// Primitives without targets stand beside morphed ones in one mesh.
    SomeWithoutTargets "SOME_WITHOUT_TARGETS",
    /// The first primitive of a mesh has no targets, and another one has.
    FirstWithoutTargets "FIRST_WITHOUT_TARGETS",
    /// A mesh has more than 256 targets.
    ManyTargets "MANY_TARGETS",
    /// A node has weights of its own.
    NodeWeights "NODE_WEIGHTS",
    /// A mesh has more weights than targets.
    ExtraWeights "EXTRA_WEIGHTS",
    /// `targetNames` has another number of names than there are targets.
    OtherNamesCount "OTHER_NAMES_COUNT",
    /// `targetNames` holds something that is no string.
    NamesNotStrings "NAMES_NOT_STRINGS",
    /// Weights are animated along cubic splines.
    CubicWeights "CUBIC_WEIGHTS",
    /// A channel has no node, as those of `KHR_animation_pointer`.
    ChannelWithoutNode "CHANNEL_WITHOUT_NODE",
    /// meshopt compression is required.
    Meshopt "MESHOPT",
    /// A primitive with targets is compressed with Draco.
    Draco "DRACO",
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
