//! Asks a document for everything that it can give.

use crate::memory;
use morph_core::animation::{Cursor, WeightTrack};
use morph_gltf::{Document, NameSources, NoFiles, Normals, ReadOptions, Strictness};

/// Opens a file leniently and strictly, and reads all of it; errors are fine.
pub fn file(bytes: &[u8]) {
    memory::in_proportion(bytes.len(), || {
        for strictness in [Strictness::Lenient, Strictness::Strict] {
            let names = NameSources { primitive_extras: true, accessor_names: true };
            let normals = match strictness {
                Strictness::Lenient => Normals::Computed,
                Strictness::Strict => Normals::AsWritten,
            };
            let options = ReadOptions { strictness, names, normals };
            if let Ok(document) = Document::from_slice_with(bytes, NoFiles, &options) {
                document_whole(&document);
            }
        }
    });
}

/// Reads meshes, indices, accessors, weights, images, animations and findings.
///
/// # Panics
/// Where two answers contradict each other.
pub fn document_whole(document: &Document) {
    let root = document.root();
    for mesh in 0..root.meshes.len() {
        check_mesh(document, mesh);
    }
    for accessor in 0..root.accessors.len() {
        check_accessor(document, accessor);
    }
    for node in 0..root.nodes.len() {
        let _ = document.node_weights(node);
    }
    for image in 0..root.images.len() {
        let _ = document.image_bytes(image);
    }
    express(document);
    let _ = document.weight_animations();
    for animation in 0..root.animations.len() {
        if let Ok(clip) = document.weight_animation(animation) {
            clip.channels.iter().for_each(|channel| sample(&channel.track));
        }
        if let Ok(moves) = document.node_animation(animation) {
            moves.channels.iter().for_each(|channel| sample(&channel.track));
        }
    }
    assert_eq!(document.findings(), document.findings(), "findings are the same each time");
}

/// Turns every expression of an avatar on, for some nodes.
fn express(document: &Document) {
    let Ok(Some(vrm)) = document.vrm() else { return };
    let values = vec![1.0; vrm.expressions.len()];
    let outputs = vrm.outputs(&values).expect("the values are finite");
    assert!(outputs.iter().all(|output| (0.0..=1.0).contains(output)));
    for (node, model) in document.root().nodes.iter().enumerate().take(64) {
        let Some(mesh) = model.mesh else { continue };
        let mut weights = vec![0.5; document.target_count(mesh).unwrap_or(0)];
        let _ = vrm.apply(&outputs, mesh, Some(node), &mut weights);
    }
}

fn check_mesh(document: &Document, mesh: usize) {
    let primitives = document.root().meshes[mesh].primitives.len();
    for primitive in 0..primitives {
        let _ = document.indices(mesh, primitive);
    }
    let Ok(loaded) = document.mesh(mesh) else { return };
    assert_eq!(loaded.primitives.len(), primitives);
    assert!(loaded.default_weights.iter().all(|w| w.is_finite()));
    assert_eq!(loaded.default_weights.len(), document.target_count(mesh).unwrap_or(0));
    let morphed = document.morph_mesh(mesh).expect("it loads with and without targets");
    assert_eq!(morphed.is_some(), document.target_count(mesh) != Some(0));
}

/// Decodes an accessor, and holds its forms against each other.
///
/// # Panics
/// Where two answers contradict each other.
pub fn check_accessor(document: &Document, accessor: usize) {
    let Ok(data) = document.accessor(accessor) else { return };
    let components = data.components();
    let floats = data.to_f32();
    assert_eq!(floats.len(), data.count() * components);
    if let Some(integers) = data.to_u32() {
        assert_eq!(integers.len(), floats.len());
    }
    if let Some((indices, values)) = data.sparse() {
        assert!(indices.windows(2).all(|pair| pair[0] < pair[1]));
        for (&index, value) in indices.iter().zip(values.chunks_exact(components)) {
            let at = index as usize * components;
            let put = floats[at..at + components].iter().map(|v| v.to_bits());
            assert!(put.eq(value.iter().map(|v| v.to_bits())));
        }
        if data.is_viewless() {
            let replaced = indices.len() * components;
            let zeros = floats.iter().filter(|v| v.to_bits() == 0).count();
            assert!(zeros + replaced >= floats.len(), "all others are zero");
        }
    }
}

/// Samples a track before, at, between and after its keys.
///
/// # Panics
/// Where a key's time does not give the key.
pub fn sample(track: &WeightTrack) {
    let mut out = vec![0.0; track.target_count()];
    let mut cursor = Cursor::default();
    let mut at = |time: f32, out: &mut [f32]| track.sample_into(time, &mut cursor, out);
    assert!(at(f32::NAN, &mut out).is_err());
    for time in [f32::INFINITY, f32::NEG_INFINITY, f32::MAX, -0.0, f32::MIN_POSITIVE] {
        assert!(at(time, &mut out).is_ok());
    }
    // Long tracks are no more interesting than their first keys.
    let times = track.times();
    for (key, &time) in times.iter().enumerate().take(64) {
        assert!(at(time, &mut out).is_ok());
        assert_eq!(Some(out.as_slice()), track.key(key));
        let next = times.get(key + 1).copied().unwrap_or(f32::MAX);
        assert!(at(time + (next - time) * 0.5, &mut out).is_ok());
    }
}
