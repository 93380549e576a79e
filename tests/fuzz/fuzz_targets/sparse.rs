//! Accessors of any type, dense and sparse, over any bytes, also as base and deltas of a mesh.
#![no_main]

use arbitrary::Arbitrary;
use morph_core::{Normalize, blend_into};
use morph_fuzz::describe::{Accessor, View, file};
use morph_fuzz::{libfuzzer_sys, memory, read};
use morph_gltf::{Document, NoFiles};
use serde_json::json;

#[derive(Debug, Arbitrary)]
struct Input {
    views: [View; 4],
    accessors: [Accessor; 4],
    /// Whether the accessors have the types and counts of a mesh's attributes.
    fitting: bool,
    weight: f32,
    bin: Vec<u8>,
}

libfuzzer_sys::fuzz_target!(|input: Input| {
    let mut accessors = input.accessors;
    if input.fitting {
        let count = accessors[0].count().clone();
        for (at, accessor) in accessors.iter_mut().enumerate().take(3) {
            // The base is float; deltas may be quantised.
            let component = if at == 1 { accessor.component() } else { 5126 };
            *accessor = accessor.clone().typed(component, "VEC3", &count);
        }
    }
    let mesh = json!({ "primitives": [{
        "attributes": { "POSITION": 0, "NORMAL": 2 },
        "indices": 3,
        "targets": [{ "POSITION": 1, "NORMAL": 2 }, { "POSITION": 2 }],
    }] });
    let bytes = file(&input.views, &accessors, json!({ "meshes": [mesh] }), &input.bin);
    read::file(&bytes);
    memory::in_proportion(bytes.len(), || blend(&bytes, input.weight));
});

/// What loads can be blended, and at rest is the base.
fn blend(bytes: &[u8], weight: f32) {
    let Ok(document) = Document::from_slice(bytes, NoFiles) else { return };
    let Ok(Some(mesh)) = document.morph_mesh(0) else { return };
    let primitive = &mesh.primitives[0];
    let Some(targets) = &primitive.targets else { return };
    let mut out = primitive.base.clone();
    let weights = [weight, 0.5];
    let blended = blend_into(&primitive.base, targets, &weights, Normalize::Yes, &mut out);
    assert_eq!(blended.is_ok(), weight.is_finite());
    blend_into(&primitive.base, targets, &[], Normalize::No, &mut out).expect("zeros are finite");
    for attribute in primitive.base.attributes() {
        let bits = |v: Option<&[f32]>| -> Vec<u32> {
            v.unwrap_or_default().iter().map(|v| v.to_bits()).collect()
        };
        assert_eq!(bits(out.values(attribute)), bits(primitive.base.values(attribute)));
    }
}
