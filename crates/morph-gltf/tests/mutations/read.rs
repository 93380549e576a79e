//! Asks a file for everything that it can give.

use morph_gltf::{Document, NameSources, NoFiles, ReadOptions, Strictness};

/// Opens a file leniently and strictly, and reads all of it; errors are fine.
pub(crate) fn file(bytes: &[u8]) {
    for strictness in [Strictness::Lenient, Strictness::Strict] {
        let names = NameSources { primitive_extras: true, accessor_names: true };
        let options = ReadOptions { strictness, names, ..ReadOptions::default() };
        if let Ok(document) = Document::from_slice_with(bytes, NoFiles, &options) {
            whole(&document);
        }
    }
}

/// Reads meshes, indices, accessors, weights, images, animations and findings.
pub(crate) fn whole(document: &Document) {
    let root = document.root();
    for (mesh, model) in root.meshes.iter().enumerate() {
        for primitive in 0..model.primitives.len() {
            let _ = document.indices(mesh, primitive);
        }
        if let Ok(loaded) = document.mesh(mesh) {
            assert_eq!(loaded.primitives.len(), model.primitives.len());
            assert_eq!(loaded.default_weights.len(), document.target_count(mesh).unwrap_or(0));
        }
    }
    for accessor in 0..root.accessors.len() {
        if let Ok(data) = document.accessor(accessor) {
            assert_eq!(data.to_f32().len(), data.count() * data.components());
            let _ = data.to_u32();
        }
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
        let _ = document.node_animation(animation);
    }
    let _ = document.findings();
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
