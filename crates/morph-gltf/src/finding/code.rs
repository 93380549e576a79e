//! The one table of codes and their severities.

use super::Severity;
use std::fmt;

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $name:ident $text:literal $severity:ident,)+) => {
        /// Stable code of a finding. Names that the Khronos validator has are its own.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code { $($(#[doc = $doc])+ $name,)+ }

        impl Code {
            /// All codes, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// The code as text, `MESH_INVALID_WEIGHTS_COUNT`.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)+ }
            }

            /// How bad a finding of this code is.
            #[must_use]
            pub const fn severity(self) -> Severity {
                match self { $(Self::$name => Severity::$severity,)+ }
            }

            /// What it means, one sentence.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$name => concat!($($doc),+).trim_ascii(),)+ }
            }
        }
    };
}

codes! {
    /// The file or one of its buffers cannot be read.
    IoError "IO_ERROR" Fatal,
    /// The GLB container is damaged: header, lengths or first chunk.
    GlbInvalid "GLB_INVALID" Fatal,
    /// A BIN chunk is not the second chunk; it is used all the same.
    GlbUnexpectedBinChunk "GLB_UNEXPECTED_BIN_CHUNK" Recoverable,
    /// A second JSON or BIN chunk is ignored.
    GlbDuplicateChunk "GLB_DUPLICATE_CHUNK" Recoverable,
    /// A chunk's length is not a multiple of 4; it is read as it stands.
    GlbChunkLengthUnaligned "GLB_CHUNK_LENGTH_UNALIGNED" Recoverable,
    /// A chunk of unknown type is ignored.
    GlbUnknownChunkType "GLB_UNKNOWN_CHUNK_TYPE" Note,
    /// Bytes after the end that the header gives are ignored.
    GlbExtraData "GLB_EXTRA_DATA" Note,
    /// The JSON has no valid syntax, is no UTF-8 or does not fit the schema.
    InvalidJson "INVALID_JSON" Fatal,
    /// A byte order mark before the JSON is skipped.
    JsonBom "INVALID_JSON_BOM" Recoverable,
    /// The file is for another version of glTF.
    UnknownAssetMajorVersion "UNKNOWN_ASSET_MAJOR_VERSION" Fatal,
    /// Zero bytes after the JSON of a GLB, where spaces belong, are skipped.
    GlbJsonPadding "GLB_JSON_PADDING" Recoverable,
    /// A required extension may change vertices, weights or animations and is not supported.
    UnsupportedExtension "UNSUPPORTED_EXTENSION" Fatal,
    /// A required extension is ignored, since it cannot change what this crate reads.
    ExtensionIgnored "EXTENSION_IGNORED" Note,
    /// An extension that is used, but not required, is unknown or not supported; it is ignored.
    ExtensionUnknown "EXTENSION_UNKNOWN" Note,
    /// The crate `gltf`, which read the file, keeps no such part, so it is gone if it was there.
    ReaderDropped "READER_DROPPED" Note,
    /// A material, texture, sampler or image does not fit the schema; a default stands in.
    ValueIgnored "VALUE_IGNORED" Note,
    /// `KHR_mesh_quantization` is used and not required; it counts all the same.
    NonRequiredExtension "NON_REQUIRED_EXTENSION" Recoverable,
    /// A buffer names no data: a placeholder, an error as soon as a mesh needs it.
    BufferPlaceholder "BUFFER_WITHOUT_DATA" Note,
    /// A buffer's data cannot be read, or has fewer bytes than it says; an error as soon as a mesh needs it.
    BufferUnusable "BUFFER_BYTE_LENGTH_MISMATCH" Recoverable,
    /// A reference names something that does not exist.
    UnresolvedReference "UNRESOLVED_REFERENCE" Fatal,
    /// A bufferView reaches beyond its buffer.
    BufferViewTooLong "BUFFER_VIEW_TOO_LONG" Fatal,
    /// A compressed bufferView breaks the rules of its extension, or its data is damaged.
    MeshoptInvalid "MESHOPT_COMPRESSION_INVALID" Fatal,
    /// The accessor's type or component type is unknown, or not possible at this place.
    AccessorInvalidFormat "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT" Fatal,
    /// Integers where floats are asked for, without `KHR_mesh_quantization`; they are decoded.
    AccessorUndeclaredFormat "MESH_PRIMITIVE_ACCESSOR_UNDECLARED_QUANTIZATION" Recoverable,
    /// An accessor reaches beyond its bufferView.
    AccessorTooLong "ACCESSOR_TOO_LONG" Fatal,
    /// The byteStride is smaller than an element.
    AccessorTooSmallStride "ACCESSOR_TOO_SMALL_BYTESTRIDE" Fatal,
    /// An offset or a stride is not aligned; the data is read as it stands.
    AccessorUnaligned "MESH_PRIMITIVE_ACCESSOR_UNALIGNED" Recoverable,
    /// Vertex accessors share a bufferView without a byteStride; they are read tightly packed.
    AccessorWithoutStride "MESH_PRIMITIVE_ACCESSOR_WITHOUT_BYTESTRIDE" Recoverable,
    /// A byteOffset without a bufferView means nothing and is ignored.
    UnsatisfiedDependency "UNSATISFIED_DEPENDENCY" Recoverable,
    /// A float is NaN or infinite where none can be.
    AccessorInvalidFloat "ACCESSOR_INVALID_FLOAT" Fatal,
    /// A base attribute holds NaN or infinity; it is kept.
    AccessorNonFiniteBase "ACCESSOR_NON_FINITE_BASE" Recoverable,
    /// A sparse accessor replaces no element, or more than there are.
    AccessorSparseCount "ACCESSOR_SPARSE_COUNT_OUT_OF_RANGE" Fatal,
    /// A sparse index is not below the accessor's count.
    AccessorSparseIndexOob "ACCESSOR_SPARSE_INDEX_OOB" Fatal,
    /// Sparse indices do not increase strictly.
    AccessorSparseNonIncreasing "ACCESSOR_SPARSE_INDICES_NON_INCREASING" Fatal,
    /// Decoding would take far more memory than the file has bytes.
    LimitExceeded "LIMIT_EXCEEDED" Fatal,
    /// A primitive's data is only in an extension that is not supported.
    CompressedPrimitive "PRIMITIVE_DATA_UNSUPPORTED" Fatal,
    /// A primitive, or a whole mesh, has nothing in it.
    EmptyEntity "EMPTY_ENTITY" Fatal,
    /// A primitive has no attributes; it draws nothing.
    EmptyPrimitive "MESH_PRIMITIVE_NO_ATTRIBUTES" Recoverable,
    /// The array of targets is empty: as good as none.
    TargetsEmpty "MESH_PRIMITIVE_TARGETS_EMPTY" Recoverable,
    /// A target has no attribute: it moves nothing.
    TargetEmpty "MESH_PRIMITIVE_TARGET_EMPTY" Recoverable,
    /// Primitives of one mesh have different numbers of targets.
    UnequalTargetsCount "MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT" Fatal,
    /// A target moves an attribute that the base lacks; it is ignored. Without NORMAL the base is shaded flat.
    MorphTargetNoBase "MESH_PRIMITIVE_MORPH_TARGET_NO_BASE_ACCESSOR" Recoverable,
    /// The base has TANGENT but no NORMAL: tangent deltas are ignored, and it is shaded flat.
    MorphTargetFlat "MESH_PRIMITIVE_MORPH_TARGET_FLAT" Note,
    /// Deltas count other vertices than the base.
    MorphTargetCount "MESH_PRIMITIVE_MORPH_TARGET_INVALID_ATTRIBUTE_COUNT" Fatal,
    /// Attributes of one primitive count different vertices.
    UnequalAccessorCount "MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT" Fatal,
    /// A custom attribute of a target is ignored.
    CustomAttributeIgnored "CUSTOM_ATTRIBUTE_IGNORED" Note,
    /// An attribute's name is no semantic of the specification; it is ignored.
    InvalidAttribute "MESH_PRIMITIVE_INVALID_ATTRIBUTE" Recoverable,
    /// Numbers of an attribute's sets do not count from 0 without a gap; they are read as they are.
    SemanticContinuity "MESH_PRIMITIVE_INDEXED_SEMANTIC_CONTINUITY" Recoverable,
    /// A POSITION accessor lacks min and max.
    PositionWithoutBounds "MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS" Recoverable,
    /// The accessor's min and max are not those of its data; the data counts.
    BoundsMismatch "ACCESSOR_BOUNDS_MISMATCH" Recoverable,
    /// An index is not below the vertex count; only drawing the primitive is an error.
    IndexOob "ACCESSOR_INDEX_OOB" Recoverable,
    /// The accessor of indices has the wrong type; only drawing the primitive is an error.
    IndicesInvalidFormat "MESH_PRIMITIVE_INDICES_ACCESSOR_INVALID_FORMAT" Recoverable,
    /// The view of indices has a byteStride; they are read by it.
    IndicesWithStride "MESH_PRIMITIVE_INDICES_ACCESSOR_WITH_BYTESTRIDE" Recoverable,
    /// The mesh has another number of weights than of targets; they are cut or filled with 0.
    MeshInvalidWeightsCount "MESH_INVALID_WEIGHTS_COUNT" Recoverable,
    /// The node has another number of weights than its mesh has targets, or no mesh at all.
    NodeWeightsInvalid "NODE_WEIGHTS_INVALID" Recoverable,
    /// A weight does not fit a finite 32-bit float.
    WeightNotFinite "WEIGHT_NOT_FINITE" Fatal,
    /// `targetNames` is not one string for each target; the targets have no names.
    TargetNamesIgnored "TARGET_NAMES_IGNORED" Note,
    /// A channel without a node, or of what is neither a weight nor a node's place, is ignored.
    ChannelIgnored "ANIMATION_CHANNEL_IGNORED" Note,
    /// A channel animates the weights of a node whose mesh has no targets; it is ignored.
    ChannelNoMorphs "ANIMATION_CHANNEL_TARGET_NODE_WEIGHTS_NO_MORPHS" Recoverable,
    /// Two channels of one animation animate the same, in whole or in part; the first counts.
    DuplicateTargets "ANIMATION_DUPLICATE_TARGETS" Recoverable,
    /// The path is none of the specification; the channel is ignored.
    ChannelInvalidPath "ANIMATION_CHANNEL_TARGET_INVALID_PATH" Recoverable,
    /// A pointer of `KHR_animation_pointer` is no JSON pointer; the channel is ignored.
    PointerSyntax "PATTERN_MISMATCH" Recoverable,
    /// A channel of `KHR_animation_pointer` has no pointer; the channel is ignored.
    PointerMissing "UNDEFINED_PROPERTY" Recoverable,
    /// A node stands beside a pointer; the pointer counts.
    PointerNode "KHR_ANIMATION_POINTER_ANIMATION_CHANNEL_TARGET_NODE" Recoverable,
    /// A pointer stands beside another path than `pointer`; the path counts.
    PointerPath "KHR_ANIMATION_POINTER_ANIMATION_CHANNEL_TARGET_PATH" Recoverable,
    /// A channel of a node's transform cannot be sampled; the node is not moved by it.
    NodeChannelIgnored "ANIMATION_NODE_CHANNEL_IGNORED" Recoverable,
    /// The interpolation is none of the specification.
    InvalidInterpolation "ANIMATION_SAMPLER_INVALID_INTERPOLATION" Fatal,
    /// Times or values of a sampler have the wrong type.
    SamplerInvalidFormat "ANIMATION_SAMPLER_ACCESSOR_INVALID_FORMAT" Fatal,
    /// Key times are missing, negative, not finite or do not increase strictly.
    SamplerInvalidInput "ACCESSOR_ANIMATION_INPUT_NON_INCREASING" Fatal,
    /// The number of values is not keys times targets, times three for cubic splines.
    SamplerOutputCount "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT" Fatal,
    /// The view of a sampler's times or values has a byteStride; they are read by it.
    SamplerWithStride "ANIMATION_SAMPLER_ACCESSOR_WITH_BYTESTRIDE" Recoverable,
    /// The accessor of key times lacks min or max.
    SamplerInputWithoutBounds "ANIMATION_SAMPLER_INPUT_ACCESSOR_WITHOUT_BOUNDS" Recoverable,
    /// A cubic spline has one key only: it is constant.
    SamplerTooFewKeys "ANIMATION_SAMPLER_INPUT_ACCESSOR_TOO_FEW_ELEMENTS" Recoverable,
    /// Integer values without `normalized`; they mean their value.
    SamplerUnnormalised "ANIMATION_SAMPLER_OUTPUT_UNNORMALISED" Recoverable,
    /// Part of an avatar's expressions does not fit the schema of VRM 0.x or 1.0; it is left out, or a default stands in.
    VrmInvalid "VRM_EXPRESSION_INVALID" Recoverable,
    /// A bind of an expression names a mesh, a node or a target that is not there; it is left out.
    VrmBindUnresolved "VRM_BIND_UNRESOLVED" Recoverable,
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_unique_upper_case_and_explained() {
        let mut texts: Vec<_> = Code::ALL.iter().map(|c| c.as_str()).collect();
        assert!(texts.iter().all(|t| t.bytes().all(|b| b == b'_' || b.is_ascii_uppercase())));
        texts.sort_unstable();
        texts.dedup();
        assert_eq!(texts.len(), Code::ALL.len());
        assert!(Code::ALL.iter().all(|c| c.meaning().ends_with('.')));
    }
}
