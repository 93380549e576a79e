//! Samples of morph-gltf's errors of writing.

use crate::kind::Kind;
use morph_gltf::write::WriteError;
use morph_gltf::{AccessorError, BufferError};

pub(crate) fn kinds() -> Vec<Kind> {
    vec![Kind::new("morph-gltf", "WriteError", write())]
}

fn write() -> [WriteError; 13] {
    let place = || "meshes[0].primitives[1].attributes.POSITION".to_owned();
    let channel = || "animations[2].channels[0]".to_owned();
    [
        WriteError::Dangling { place: place(), list: "accessors", index: 7, count: 5 },
        WriteError::NoSuch { place: "targets[4] of meshes[0]".into(), count: 3 },
        WriteError::Length { expected: 12, found: 11 },
        WriteError::Unwritable { why: "matrices are written as f32 only" },
        WriteError::SparseIndex { position: 2, index: 9, count: 8 },
        WriteError::NotFinite { place: place(), position: 3, value: f32::INFINITY },
        WriteError::Buffer {
            place: "bufferViews[4]".into(),
            reason: BufferError::TooShort { buffer: 0, expected: 24, found: 20 },
        },
        WriteError::OutOfRange {
            place: "bufferViews[4]".into(),
            offset: 20,
            length: 12,
            buffer: 0,
            available: 24,
        },
        WriteError::Columns { place: channel(), target_count: 3, found: 7 },
        WriteError::Accessor {
            place: channel(),
            reason: AccessorError::NoSuchAccessor { accessor: 7, accessor_count: 5 },
        },
        WriteError::Opaque { place: "extensions.ABC_faces.smile".into(), what: "a target" },
        WriteError::TooLarge { limit: u64::from(u32::MAX), found: 1 << 33 },
        WriteError::File { path: "face.glb".into(), message: "permission denied".into() },
    ]
}
