//! A small writer of binary glTF 2.0 for samples.

mod accessor;

#[cfg(test)]
mod tests;

use crate::{Sample, WeightClip};
use accessor::Buffer;
use morph_core::{Attribute, Deltas, MorphPrimitive};
use serde_json::{Map, Value, json};

/// Writes a sample as the bytes of a .glb file.
///
/// One scene, one node, one mesh; `mesh.extras.targetNames`, `mesh.weights`, one material and,
/// where the sample has a clip, one animation with a LINEAR sampler. Sparse deltas become sparse
/// accessors; those of one target that have the same indices share them. POSITION and its deltas
/// have exact `min` and `max`. Equal samples give equal bytes.
///
/// glTF has no empty accessors: what is written of a mesh without vertices is no valid file.
///
/// # Panics
/// From 4 GiB on, which the format cannot hold.
///
/// # Example
/// ```
/// let bytes = morph_sample::glb::write(&morph_sample::cube());
/// assert_eq!(u32::from_le_bytes(bytes[8..12].try_into()?) as usize, bytes.len());
/// # Ok::<(), std::array::TryFromSliceError>(())
/// ```
///
/// # Source
/// glTF 2.0, sections 3.6.2 "Accessors", 3.7.2.2 "Morph Targets" and 4.4 "Binary glTF Layout".
#[must_use]
pub fn write(sample: &Sample) -> Vec<u8> {
    let (root, bytes) = parts(sample);
    join(&root, &bytes)
}

/// The JSON and the binary data of a sample.
pub(crate) fn parts(sample: &Sample) -> (Value, Vec<u8>) {
    let mut buffer = Buffer::default();
    let mesh = &sample.mesh;
    let primitives: Vec<Value> = mesh
        .primitives
        .iter()
        .zip(&sample.indices)
        .map(|(primitive, indices)| write_primitive(&mut buffer, primitive, indices))
        .collect();
    let mut of_mesh = Map::new();
    if let Some(name) = &mesh.name {
        of_mesh.insert("name".into(), json!(name));
    }
    of_mesh.insert("primitives".into(), json!(primitives));
    if mesh.target_count() > 0 {
        of_mesh.insert("weights".into(), json!(mesh.default_weights));
        if let Some(names) = &mesh.target_names {
            of_mesh.insert("extras".into(), json!({ "targetNames": names.to_vec() }));
        }
    }
    let animation = sample.clip.as_ref().map(|clip| write_clip(&mut buffer, clip));
    let material = &sample.material;
    let mut root = json!({
        "asset": { "version": "2.0", "generator": "morph-sample" },
        "scene": 0,
        "scenes": [{ "nodes": [0] }],
        "nodes": [{ "mesh": 0, "name": mesh.name }],
        "meshes": [of_mesh],
        "materials": [{
            "name": mesh.name,
            "pbrMetallicRoughness": {
                "baseColorFactor": material.base_color,
                "metallicFactor": material.metallic,
                "roughnessFactor": material.roughness,
            },
            "doubleSided": material.double_sided,
        }],
    });
    if mesh.name.is_none() {
        for list in ["nodes", "materials"] {
            root[list][0].as_object_mut().map(|object| object.remove("name"));
        }
    }
    if let Some(animation) = animation {
        root["animations"] = json!([animation]);
    }
    let bytes = buffer.finish(&mut root);
    (root, bytes)
}

fn write_primitive(buffer: &mut Buffer, primitive: &MorphPrimitive, indices: &[u32]) -> Value {
    let base = &primitive.base;
    let mut attributes = Map::new();
    for attribute in base.attributes() {
        let (Some(values), Some(components)) = (base.values(attribute), base.components(attribute))
        else {
            continue;
        };
        attributes
            .insert(attribute.to_string(), json!(buffer.vertices(attribute, components, values)));
    }
    let mut value = json!({ "attributes": attributes, "material": 0 });
    if !indices.is_empty() {
        value["indices"] = json!(buffer.indices(indices, base.vertex_count()));
    }
    let Some(targets) = &primitive.targets else {
        return value;
    };
    let written = (0..targets.target_count()).map(|target| {
        let mut attributes = Map::new();
        for &attribute in targets.attributes() {
            let accessor = match targets.deltas(target, attribute) {
                Some(Deltas::Dense(values)) => {
                    buffer.vertices(attribute, attribute.delta_components(), values)
                }
                Some(Deltas::Sparse { indices, values }) => {
                    buffer.sparse(attribute, base.vertex_count(), indices, values)
                }
                // glTF wants the same attributes in every target; the first one in all.
                None if attribute == Attribute::Position || !targets.has(Attribute::Position) => {
                    buffer.sparse(attribute, base.vertex_count(), &[], &[])
                }
                None => continue,
            };
            attributes.insert(attribute.to_string(), json!(accessor));
        }
        Value::Object(attributes)
    });
    value["targets"] = written.collect();
    value
}

fn write_clip(buffer: &mut Buffer, clip: &WeightClip) -> Value {
    let (input, output) = (buffer.keys(&clip.times), buffer.weights(&clip.weights));
    json!({
        "name": clip.name,
        "samplers": [{ "input": input, "output": output, "interpolation": "LINEAR" }],
        "channels": [{ "sampler": 0, "target": { "node": 0, "path": "weights" } }],
    })
}

/// Header, JSON padded with blanks, bytes padded with zeros.
pub(crate) fn join(root: &Value, bytes: &[u8]) -> Vec<u8> {
    let mut text = root.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let padded = bytes.len().next_multiple_of(4);
    let mut file = Vec::with_capacity(28 + text.len() + padded);
    let total = 12 + 8 + text.len() + 8 + padded;
    file.extend(b"glTF");
    let word = |length: usize| u32::try_from(length).expect("a .glb file holds less than 4 GiB");
    for word in [2, word(total), word(text.len())] {
        file.extend(word.to_le_bytes());
    }
    file.extend(b"JSON");
    file.extend(text);
    file.extend(word(padded).to_le_bytes());
    file.extend(b"BIN\0");
    file.extend(bytes);
    file.resize(total, 0);
    file
}
