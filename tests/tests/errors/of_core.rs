//! Samples of morph-core's errors.

use crate::kind::Kind;
use morph_core::animation::{AnimationError, ApplyError, BatchError, MixError, PackTracksError};
use morph_core::deform::FrameError;
use morph_core::packed::PackError;
use morph_core::pick::PickError;
use morph_core::{
    Attribute, AttributesError, BlendError, BoundsError, LayoutError, NormalsError,
    ParseAttributeError, RemapError, SimdLevel, TargetsError, UnsupportedLevel, WeightsError,
};

pub(crate) fn kinds() -> Vec<Kind> {
    vec![
        Kind::new("morph-core", "AttributesError", attributes()),
        Kind::new("morph-core", "TargetsError", targets()),
        Kind::new("morph-core", "WeightsError", weights()),
        Kind::new("morph-core", "BlendError", blend()),
        Kind::new("morph-core", "BoundsError", bounds()),
        Kind::new("morph-core", "FrameError", frame()),
        Kind::new("morph-core", "LayoutError", layout()),
        Kind::new("morph-core", "NormalsError", normals()),
        Kind::new("morph-core", "PackError", pack()),
        Kind::new("morph-core", "PickError", pick()),
        Kind::new("morph-core", "RemapError", remap()),
        Kind::new("morph-core", "AnimationError", animation()),
        Kind::new("morph-core", "ApplyError", apply()),
        Kind::new("morph-core", "BatchError", batch()),
        Kind::new("morph-core", "MixError", mix()),
        Kind::new("morph-core", "PackTracksError", pack_tracks()),
        Kind::new("morph-core", "ParseAttributeError", [ParseAttributeError]),
        Kind::new("morph-core", "UnsupportedLevel", [UnsupportedLevel(SimdLevel::Avx512)]),
    ]
}

fn batch() -> [BatchError; 4] {
    [
        BatchError::NanTime { sample: 3 },
        BatchError::NoSuchTrack { sample: 3, track: 8, track_count: 8 },
        BatchError::NoSuchRow { sample: 3, row: 1000, row_count: 1000 },
        BatchError::Stride { columns: 52, stride: 48 },
    ]
}

fn mix() -> [MixError; 4] {
    [
        MixError::NanTime { layer: 1 },
        MixError::Factor { layer: 1, factor: f32::INFINITY },
        MixError::Mask { layer: 1, index: 7, value: f32::NAN },
        MixError::Override { index: 2, value: f32::NEG_INFINITY },
    ]
}

pub(crate) fn pack_tracks() -> [PackTracksError; 4] {
    [
        PackTracksError::Distance { track: 3, key: 7, seconds: 1e-40 },
        PackTracksError::Range { track: 3, key: 7, target: 51 },
        PackTracksError::Words { track: 3, limit: u32::MAX.into() },
        PackTracksError::Destination { expected: 14, found: 13 },
    ]
}

fn attributes() -> [AttributesError; 2] {
    [
        AttributesError::Length { attribute: Attribute::Normal, expected: 72, found: 66 },
        AttributesError::Components { attribute: Attribute::Tangent, found: 3 },
    ]
}

fn targets() -> [TargetsError; 10] {
    let (target, attribute) = (3, Attribute::Normal);
    [
        TargetsError::DeltaCount { target, attribute, expected: 24, found: 22 },
        TargetsError::PartialDelta { target, attribute, components: 3, found: 71 },
        TargetsError::SparseCount { target, attribute, indices: 5, values: 4 },
        TargetsError::SparseIndexOutOfRange { target, attribute, index: 24, vertex_count: 24 },
        TargetsError::SparseNotIncreasing { target, attribute, position: 2, before: 9, index: 9 },
        TargetsError::NonFinite { target, attribute, vertex: 7, value: f32::NAN },
        TargetsError::DuplicateAttribute { target, attribute },
        TargetsError::TooMany { vertex_count: 5_000_000_000, target_count: 2 },
        TargetsError::NoSuchTarget { index: 7, target_count: 3 },
        TargetsError::ShapeMismatch { target, attribute, expected: 72, found: 69 },
    ]
}

pub(crate) fn weights() -> [WeightsError; 3] {
    [
        WeightsError::NonFinite { index: 1, value: f32::INFINITY },
        WeightsError::NoSuchTarget { index: 4, target_count: 4 },
        WeightsError::NoSuchName,
    ]
}

pub(crate) fn blend() -> [BlendError; 12] {
    let attribute = Attribute::TexCoord(1);
    [
        BlendError::VertexCount { base: 24, targets: 22 },
        BlendError::Length { attribute, expected: 48, found: 44 },
        BlendError::TargetLength { target: 3, attribute, expected: 48, found: 44 },
        BlendError::Output { attribute },
        BlendError::PartialFrame { target_count: 52, found: 100 },
        BlendError::Frames { attribute, frame_count: 2, expected: 96, found: 95 },
        BlendError::NoSuchVertex { vertex: 24, vertex_count: 24 },
        BlendError::Interleaved { expected: 768, found: 700 },
        BlendError::LeavesStride { attribute, end_bytes: 36, stride_bytes: 32 },
        BlendError::Overlap { first: Attribute::Position, second: Attribute::Normal },
        BlendError::NotInBase { attribute },
        weights()[0].into(),
    ]
}

fn bounds() -> [BoundsError; 7] {
    [
        BoundsError::NoPositions,
        BoundsError::NonFinitePosition { vertex: 7 },
        BoundsError::Range { index: 1, low: 0.5, high: -0.5 },
        BoundsError::ClusterCount { expected: 100, found: 99 },
        BoundsError::ClusterNumber { vertex: 7, cluster: 64 },
        BoundsError::EmptyCluster { cluster: 3 },
        blend()[0].into(),
    ]
}

pub(crate) fn layout() -> [LayoutError; 6] {
    let (vertex_count, target_count) = (2_000_000, 300);
    [
        LayoutError::NoBands,
        LayoutError::SetOutOfRange { attribute: Attribute::Color(32) },
        LayoutError::Texture {
            vertex_count,
            target_count,
            width: 2048,
            rows: 586_200,
            max_height: 2048,
            max_layers: 256,
        },
        LayoutError::Buffer {
            vertex_count,
            target_count,
            bytes: 14_400_000_000,
            limit: 134_217_728,
        },
        LayoutError::Capacity { active: 65, capacity: 64 },
        LayoutError::Destination { expected: 132, found: 128 },
    ]
}

pub(crate) fn frame() -> [FrameError; 3] {
    [
        FrameError::Words { word_count: 5_000_000_000, limit: 4_294_967_295 },
        FrameError::Workgroups { workgroup_count: 5_000_000_000, limit: 4_294_836_225 },
        FrameError::Destination { expected: 132, found: 128 },
    ]
}

fn pick() -> [PickError; 11] {
    [
        PickError::NoPositions,
        PickError::CornerCount { found: 35 },
        PickError::Index { triangle: 7, index: 24, vertex_count: 24 },
        PickError::TooMany { triangle_count: 1 << 32 },
        PickError::InfluenceCount { what: "JOINTS", expected: 96, found: 88 },
        PickError::NonFiniteInfluence { vertex: 7, value: f32::NAN },
        PickError::MatrixCount { expected: 20, found: 19 },
        PickError::NonFiniteMatrix { joint: 3 },
        PickError::NonFiniteRay { what: "direction", value: f32::INFINITY },
        PickError::NoDirection,
        PickError::Blend(BlendError::VertexCount { base: 24, targets: 22 }),
    ]
}

fn normals() -> [NormalsError; 3] {
    [
        NormalsError::VertexCount { part: 1, expected: 24, found: 22 },
        NormalsError::Index { part: 1, triangle: 7, index: 24, vertex_count: 24 },
        NormalsError::TooMany { vertex_count: 1 << 32 },
    ]
}

pub(crate) fn pack() -> [PackError; 8] {
    let (target, attribute) = (3, Attribute::Normal);
    [
        PackError::Layout(LayoutError::NoBands),
        PackError::TargetCount { target_count: 70_000, limit: 65_536 },
        PackError::BaseVertices { expected: 24, found: 22 },
        PackError::Range { target, attribute, value: 70_000.0, limit: 65_504.0 },
        PackError::Missed { target, attribute, error: 0.75, bound: 0.5 },
        PackError::Missed { target, attribute: Attribute::Position, error: 2e-4, bound: 1e-4 },
        PackError::Malformed { word: 17, expected: 4, found: 9 },
        PackError::Targets(TargetsError::NonFinite {
            target,
            attribute,
            vertex: 7,
            value: f32::NAN,
        }),
    ]
}

fn remap() -> [RemapError; 5] {
    [
        RemapError::OutOfRange { place: 3, vertex: 24, vertex_count: 24 },
        RemapError::Twice { vertex: 7, first: 2, second: 9 },
        RemapError::TooMany { vertex_count: 5_000_000_000 },
        RemapError::Length { expected: 72, found: 69 },
        RemapError::Index { place: 3, index: 24, vertex_count: 24 },
    ]
}

fn animation() -> [AnimationError; 7] {
    [
        AnimationError::NoKeys,
        AnimationError::NonFiniteTime { key: 2, time: f32::NAN },
        AnimationError::TimeNotIncreasing { key: 2, before: 0.5, time: 0.25 },
        AnimationError::ValueCount { key_count: 3, target_count: 4, expected: 12, found: 8 },
        AnimationError::KeyLength { key: 1, expected: 4, found: 3 },
        AnimationError::NonFiniteValue { index: 5, value: f32::NEG_INFINITY },
        AnimationError::NanTime,
    ]
}

fn apply() -> [ApplyError<WeightsError>; 2] {
    [AnimationError::NanTime.into(), ApplyError::Sink(weights()[0])]
}
