//! Files that meshoptimizer's own encoder compressed, against its own decoder.
//!
//! `tests/meshopt` makes the files; `MESHOPT_FILES` names a folder with others.

use morph_gltf::{Document, NoFiles};
use std::path::PathBuf;

fn open(name: &str) -> Option<Document> {
    let committed = concat!(env!("CARGO_MANIFEST_DIR"), "/meshopt/files");
    let folder = std::env::var("MESHOPT_FILES").unwrap_or_else(|_unset| committed.into());
    let bytes = std::fs::read(PathBuf::from(folder).join(name)).ok()?;
    Some(Document::from_slice(&bytes, NoFiles).unwrap())
}

/// How far a filter's result may be from another decoder's, in units of the stored integers.
enum Tolerance {
    Bytes(u8),
    Words(u16),
}

impl Tolerance {
    fn of(filter: &str, stride: u64) -> Self {
        match (filter, stride) {
            ("OCTAHEDRAL" | "COLOR", 4) => Self::Bytes(1),
            ("OCTAHEDRAL" | "COLOR" | "QUATERNION", _) => Self::Words(1),
            _ => Self::Bytes(0),
        }
    }

    fn holds(&self, a: &[u8], b: &[u8]) -> bool {
        let word = |bytes: &[u8]| i32::from(i16::from_le_bytes([bytes[0], bytes[1]]));
        match *self {
            Self::Bytes(by) => {
                a.iter().zip(b).all(|(&a, &b)| a.wrapping_sub(b).wrapping_add(by) <= 2 * by)
            }
            Self::Words(by) => a
                .chunks_exact(2)
                .zip(b.chunks_exact(2))
                .all(|(a, b)| ((word(a) - word(b)) as u16).wrapping_add(by) <= 2 * by),
        }
    }
}

/// Compares every view with its decoded bytes, and gives how many there are.
fn compare(document: &Document, extension: &str) -> usize {
    let whole = document.buffer_bytes(0).unwrap();
    for (at, model) in document.root().buffer_views.iter().enumerate() {
        let object = &model.extensions[extension];
        let filter = object["filter"].as_str().unwrap_or("NONE");
        let tolerance = Tolerance::of(filter, object["byteStride"].as_u64().unwrap());
        let name = &document.json()["bufferViews"][at]["name"];
        let decoded = document.view_bytes(at).unwrap_or_else(|error| panic!("{name}: {error}"));
        let expected = &whole[model.byte_offset..model.byte_offset + model.byte_length];
        assert_eq!(decoded.len(), expected.len(), "{name}");
        assert!(tolerance.holds(decoded, expected), "{name}");
    }
    document.root().buffer_views.len()
}

#[test]
fn every_mode_and_filter_decodes_as_meshoptimizer_does() {
    for (file, extension, least) in [
        ("streams-ext.glb", "EXT_meshopt_compression", 22),
        ("streams-khr.glb", "KHR_meshopt_compression", 45),
    ] {
        let found = compare(&open(file).expect(file), extension);
        assert!(found >= least, "{file}: {found} streams");
    }
}

/// The files of noise are made by `cargo xtask meshopt`, and not committed.
#[test]
fn noise_decodes_as_meshoptimizer_does() {
    for (file, extension) in [
        ("random-ext.glb", "EXT_meshopt_compression"),
        ("random-khr.glb", "KHR_meshopt_compression"),
    ] {
        match open(file) {
            Some(document) => assert!(compare(&document, extension) > 300, "{file}"),
            None => assert!(std::env::var_os("MESHOPT_FILES").is_none(), "{file} is missing"),
        }
    }
}

#[test]
fn a_compressed_sample_is_the_sample() {
    let plain = morph_sample::glb::write(&morph_sample::cube());
    let plain = Document::from_slice(&plain, NoFiles).unwrap();
    for file in ["cube-ext.glb", "cube-khr.glb"] {
        let compressed = open(file).expect(file);
        assert_eq!(compressed.findings(), [], "{file}");
        let (left, right) = (compressed.mesh(0).unwrap(), plain.mesh(0).unwrap());
        assert_eq!(left.target_names, right.target_names, "{file}");
        assert_eq!(left.primitives.len(), right.primitives.len());
        for (left, right) in left.primitives.iter().zip(&right.primitives) {
            assert_eq!(left.base, right.base, "{file}");
            assert!(left.targets.is_some() && left.targets == right.targets, "{file}");
        }
        assert_eq!(compressed.indices(0, 0).unwrap(), plain.indices(0, 0).unwrap(), "{file}");
        let clips = compressed.weight_animations().unwrap();
        assert_eq!(clips, plain.weight_animations().unwrap(), "{file}");
        assert_eq!(clips[0].channels.len(), 1);
    }
}
