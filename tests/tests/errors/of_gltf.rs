//! Samples of morph-gltf's errors and of its findings, which are errors under strict reading.

use crate::kind::Kind;
use morph_core::{Attribute, AttributesError, TargetsError};
use morph_gltf::optimize::OptimizeError;
use morph_gltf::write::WriteError;
use morph_gltf::{
    AccessorError, AnimationError, BufferError, Code, Finding, GlbError, ImageError, MeshError,
    MeshoptError, OpenError, ResolveError, ViewError,
};

pub(crate) fn kinds() -> Vec<Kind> {
    vec![
        Kind::new("morph-gltf", "OpenError", open()),
        Kind::new("morph-gltf", "GlbError", glb()),
        Kind::new("morph-gltf", "ResolveError", resolve()),
        Kind::new("morph-gltf", "BufferError", buffer()),
        Kind::new("morph-gltf", "ViewError", view()),
        Kind::new("morph-gltf", "MeshoptError", meshopt()),
        Kind::new("morph-gltf", "AccessorError", accessor()),
        Kind::new("morph-gltf", "MeshError", mesh()),
        Kind::new("morph-gltf", "AnimationError", animation()),
        Kind::new("morph-gltf", "ImageError", image()),
        Kind::new("morph-gltf", "OptimizeError", optimize()),
        Kind::new("morph-gltf", "Finding", [finding()]),
    ]
}

fn optimize() -> [OptimizeError; 5] {
    let value = -1e-4;
    let what = "accessors: expected an array";
    [
        OptimizeError::Bound { what: "position", value },
        mesh()[0].clone().into(),
        accessor()[0].clone().into(),
        WriteError::TooLarge { limit: 4_294_967_295, found: 5_000_000_000 }.into(),
        OpenError::Schema { place: "root".into(), message: what.into() }.into(),
    ]
}

fn finding() -> Finding {
    let code = Code::MeshInvalidWeightsCount;
    Finding {
        code,
        place: "meshes[0].weights".into(),
        severity: code.severity(),
        message: "expected 4 weights, got 3: they are filled with 0".into(),
    }
}

fn open() -> [OpenError; 11] {
    let version = |found: Option<&str>| OpenError::Version {
        field: "version",
        found: found.map(str::to_owned),
    };
    [
        OpenError::Read { path: "face.glb".into(), message: "no such file".into() },
        OpenError::Empty,
        OpenError::Neither { start: "PK\u{3}\u{4}".into() },
        glb()[0].into(),
        OpenError::Json { message: "expected `,` at line 3 column 7".into() },
        OpenError::Schema {
            place: "meshes[0].weights".into(),
            message: "expected a sequence".into(),
        },
        version(Some("3.0")),
        version(None),
        OpenError::Extension { index: 1, name: "KHR_draco_mesh_compression".into() },
        OpenError::Dropped { index: 0, name: "KHR_meshopt_compression".into() },
        finding().into(),
    ]
}

fn glb() -> [GlbError; 7] {
    [
        GlbError::Header { found: 7 },
        GlbError::Version { found: 1 },
        GlbError::Length { length: 4096, available: 4000 },
        GlbError::Length { length: 8, available: 4000 },
        GlbError::Chunk { offset: 812, expected: 2048, found: 2000 },
        GlbError::NoJson { found: None },
        GlbError::NoJson { found: Some(0x004e_4942) },
    ]
}

fn resolve() -> [ResolveError; 3] {
    [
        ResolveError::DataUri { message: "no comma before the data".into() },
        ResolveError::Refused {
            uri: "../face.bin".into(),
            why: "paths out of the model's folder are not read",
        },
        ResolveError::Read { uri: "face.bin".into(), message: "permission denied".into() },
    ]
}

fn buffer() -> [BufferError; 5] {
    let [_, refused, _] = resolve();
    [
        BufferError::NoSuchBuffer { buffer: 2, buffer_count: 1 },
        BufferError::NoSource { buffer: 1 },
        BufferError::NotGiven { buffer: 1, given: 1 },
        BufferError::TooShort { buffer: 0, expected: 1024, found: 1000 },
        BufferError::Uri { buffer: 0, reason: refused },
    ]
}

fn meshopt() -> [MeshoptError; 11] {
    [
        MeshoptError::Schema { message: "missing field `count`".into() },
        MeshoptError::Both { beside: "KHR_meshopt_compression" },
        MeshoptError::Mode { found: "STRIPS".into() },
        MeshoptError::Filter { expected: "NONE, OCTAHEDRAL or COLOR", found: "SPHERE".into() },
        MeshoptError::Stride { expected: "4 or 8", found: 12 },
        MeshoptError::Count { expected: "a multiple of 3", found: 7 },
        MeshoptError::Length { expected: 48, count: 4, found: 36 },
        MeshoptError::TooShort { needed: 45, count: 3, found: 44 },
        MeshoptError::Limit { limit: 67_108_864, needed: 9_000_000_000 },
        MeshoptError::Header { expected: "0xa0 or 0xa1", found: 0xa2 },
        MeshoptError::Stream { at: 189, what: "the stream ends too early" },
    ]
}

fn view() -> [ViewError; 4] {
    let [_, _, _, short, _] = buffer();
    [
        ViewError::NoSuchView { view: 9, view_count: 5 },
        ViewError::OutOfRange { view: 4, offset: 960, length: 128, buffer: 0, available: 1024 },
        ViewError::Meshopt {
            view: 4,
            extension: "EXT_meshopt_compression",
            reason: MeshoptError::Stride { expected: "4 or 8", found: 12 },
        },
        ViewError::Buffer { view: 4, reason: short },
    ]
}

fn accessor() -> [AccessorError; 11] {
    let accessor = 7;
    let [_, out_of_range, ..] = view();
    [
        AccessorError::NoSuchAccessor { accessor, accessor_count: 7 },
        AccessorError::UnknownType { accessor, found: "VEC5".into() },
        AccessorError::UnknownComponentType { accessor, found: 5124 },
        AccessorError::View { accessor, part: "", reason: out_of_range },
        AccessorError::OutOfRange {
            accessor,
            part: "",
            count: 24,
            offset: 12,
            needed: 300,
            view: 4,
            available: 288,
        },
        AccessorError::OutOfRange {
            accessor,
            part: ".sparse.values",
            count: 5,
            offset: 0,
            needed: 60,
            view: 4,
            available: 48,
        },
        AccessorError::Stride { accessor, view: 4, expected: 12, found: 8 },
        AccessorError::SparseCount { accessor, count: 24, found: 25 },
        AccessorError::SparseIndexOutOfRange { accessor, position: 2, index: 24, count: 24 },
        AccessorError::SparseNotIncreasing { accessor, position: 2, before: 9, index: 9 },
        AccessorError::Limit { accessor, count: 4_000_000_000, limit: 65_536 },
    ]
}

fn mesh() -> [MeshError; 18] {
    let primitive = || "meshes[0].primitives[1]".to_owned();
    let normals = || format!("{}.targets[3].NORMAL", primitive());
    let [missing, ..] = accessor();
    let attribute = Attribute::Normal;
    [
        MeshError::NoSuchMesh { mesh: 2, mesh_count: 1 },
        MeshError::NoSuchPrimitive { mesh: 0, primitive: 2, primitive_count: 2 },
        MeshError::NoSuchNode { node: 6, field: "", count: 5 },
        MeshError::NoSuchNode { node: 4, field: ".mesh", count: 1 },
        MeshError::Empty { place: "meshes[0].primitives".into() },
        MeshError::Compressed {
            place: format!("{}.attributes.POSITION", primitive()),
            extension: "KHR_draco_mesh_compression",
        },
        MeshError::Accessor { place: normals(), reason: missing },
        MeshError::Format {
            place: normals(),
            accessor: 7,
            expected: "VEC3 of floats",
            found: "VEC2 of floats".into(),
        },
        MeshError::VertexCount {
            place: format!("{}.attributes.NORMAL", primitive()),
            expected: 24,
            found: 22,
        },
        MeshError::DeltaCount { place: normals(), expected: 24, found: 22 },
        MeshError::TargetCount { place: primitive(), first: 0, expected: 4, found: 2 },
        MeshError::Weight { place: "meshes[0].weights[1]".into(), value: 1e300 },
        MeshError::Limit {
            place: "bytes that all meshes decode to".into(),
            limit: 67_108_864,
            needed: 9_000_000_000,
        },
        MeshError::Index {
            place: format!("{}.indices", primitive()),
            position: 5,
            index: 24,
            vertex_count: 24,
        },
        MeshError::Attributes {
            place: primitive(),
            reason: AttributesError::Length { attribute, expected: 72, found: 66 },
        },
        MeshError::Targets {
            place: primitive(),
            reason: TargetsError::NonFinite { target: 3, attribute, vertex: 7, value: f32::NAN },
        },
        MeshError::Targets {
            place: primitive(),
            reason: TargetsError::DeltaCount { target: 3, attribute, expected: 24, found: 22 },
        },
        finding().into(),
    ]
}

fn animation() -> [AnimationError; 9] {
    let channel = || "animations[0].channels[2]".to_owned();
    let sampler = || "animations[0].samplers[2]".to_owned();
    let [missing, ..] = accessor();
    [
        AnimationError::NoSuch { place: String::new(), kind: "animations", index: 3, count: 1 },
        AnimationError::NoSuch {
            place: format!("{}.target.node: ", channel()),
            kind: "nodes",
            index: 6,
            count: 5,
        },
        AnimationError::Accessor { place: format!("{}.input", sampler()), reason: missing },
        AnimationError::Format {
            place: format!("{}.output", sampler()),
            accessor: 7,
            expected: "SCALAR",
            found: "VEC3 of floats".into(),
        },
        AnimationError::Interpolation { place: sampler(), found: "BEZIER".into() },
        AnimationError::NegativeTime { place: sampler(), time: -0.5 },
        AnimationError::Track {
            place: channel(),
            reason: morph_core::animation::AnimationError::ValueCount {
                key_count: 3,
                target_count: 4,
                expected: 12,
                found: 8,
            },
        },
        AnimationError::Limit { place: channel(), limit: 67_108_864, needed: 9_000_000_000 },
        finding().into(),
    ]
}

fn image() -> [ImageError; 4] {
    let [_, refused, _] = resolve();
    let [no_view, ..] = view();
    [
        ImageError::NoSuchImage { image: 3, image_count: 1 },
        ImageError::NoSource { image: 0 },
        ImageError::Uri { image: 0, reason: refused },
        ImageError::View { image: 0, reason: no_view },
    ]
}
