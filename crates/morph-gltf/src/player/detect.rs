//! Finding features in the JSON.

use super::Feature;
use crate::Document;
use crate::accessor::element_of;
use crate::model::{Accessor, Mesh, Primitive};
use morph_core::Attribute;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

type Features = BTreeSet<Feature>;

/// All features of a file. Linear in the JSON.
pub(super) fn features(document: &Document) -> Features {
    let root = document.root();
    let mut found = Features::new();
    let requires = |name: &str| root.extensions_required.iter().any(|n| n == name);
    let mut add_if = |feature, condition| {
        if condition {
            found.insert(feature);
        }
    };
    add_if(Feature::Quantization, requires("KHR_mesh_quantization"));
    let meshopt = ["EXT_meshopt_compression", "KHR_meshopt_compression"];
    add_if(Feature::Meshopt, meshopt.into_iter().any(requires));
    let has_targets =
        |mesh: Option<usize>| mesh.is_some_and(|m| document.target_count(m) > Some(0));
    add_if(
        Feature::NodeWeights,
        root.nodes.iter().any(|node| node.weights.is_some() && has_targets(node.mesh)),
    );
    for animation in &root.animations {
        for channel in &animation.channels {
            let target = &channel.target;
            add_if(Feature::ChannelWithoutNode, target.node.is_none());
            let sampler = animation.samplers.get(channel.sampler);
            let cubic = sampler.and_then(|s| s.interpolation.as_deref()) == Some("CUBICSPLINE");
            let node = target.node.and_then(|node| root.nodes.get(node));
            let morphs = target.path == "weights" && has_targets(node.and_then(|node| node.mesh));
            add_if(Feature::CubicWeights, cubic && morphs);
        }
    }
    for mesh in &root.meshes {
        of_mesh(document, mesh, &mut found);
    }
    found
}

fn of_mesh(document: &Document, mesh: &Mesh, found: &mut Features) {
    let count = mesh.primitives.iter().map(Primitive::target_count).max().unwrap_or(0);
    if count == 0 {
        return;
    }
    let first = mesh.primitives.first().map_or(0, Primitive::target_count);
    let names = mesh.extras.get("targetNames").and_then(Value::as_array);
    let conditions = [
        (Feature::SomeWithoutTargets, mesh.primitives.iter().any(|p| p.target_count() == 0)),
        (Feature::FirstWithoutTargets, first == 0),
        (Feature::ManyTargets, count > 256),
        (Feature::ExtraWeights, mesh.weights.as_ref().is_some_and(|w| w.len() > count)),
        (Feature::OtherNamesCount, names.is_some_and(|names| names.len() != count)),
        (Feature::NamesNotStrings, names.is_some_and(|names| names.iter().any(|n| !n.is_string()))),
    ];
    found.extend(conditions.into_iter().filter(|c| c.1).map(|c| c.0));
    for primitive in mesh.primitives.iter().filter(|p| p.target_count() > 0) {
        of_primitive(document, primitive, found);
        of_base(document, primitive, found);
    }
}

fn of_base(document: &Document, primitive: &Primitive, found: &mut Features) {
    if primitive.extensions.contains_key("KHR_draco_mesh_compression") {
        found.insert(Feature::Draco);
    }
    let is_triangles = primitive.mode == 4 && primitive.indices.is_some();
    if is_triangles && !primitive.attributes.contains_key("NORMAL") {
        found.insert(Feature::FlatIndexed);
    }
    if primitive.attributes.values().any(|&a| ends_tightly(document, a)) {
        found.insert(Feature::TightEnd);
    }
}

fn of_primitive(document: &Document, primitive: &Primitive, found: &mut Features) {
    let targets = primitive.targets.as_deref().unwrap_or_default();
    let mut counts: BTreeMap<Attribute, usize> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    let (mut with_vectors, mut without_vectors) = (false, false);
    for target in targets {
        let mut vectors = false;
        for (name, &index) in target {
            let Ok(attribute) = name.parse::<Attribute>() else { continue };
            *counts.entry(attribute).or_default() += 1;
            vectors |= !matches!(attribute, Attribute::TexCoord(_) | Attribute::Color(_));
            if let Some(accessor) = document.root().accessors.get(index) {
                of_delta(document, primitive, (attribute, index, accessor), found);
                let has_data = accessor.buffer_view.is_some() || accessor.sparse.is_some();
                if has_data && !seen.insert(index) {
                    found.insert(Feature::SharedDeltas);
                }
            }
        }
        (with_vectors, without_vectors) = (with_vectors | vectors, without_vectors | !vectors);
    }
    let has = |attribute| counts.contains_key(&attribute);
    let colour_or_normal = has(Attribute::Normal) || has(Attribute::Color(0));
    let conditions = [
        (Feature::MixedAttributes, counts.values().any(|&count| count < targets.len())),
        (Feature::NoPositionDeltas, colour_or_normal && !has(Attribute::Position)),
        (Feature::TargetWithoutVectors, with_vectors && without_vectors),
        (Feature::TangentDeltas, has(Attribute::Tangent)),
        (Feature::TexCoordDeltas, counts.keys().any(|a| matches!(a, Attribute::TexCoord(_)))),
        (Feature::ColorDeltas, counts.keys().any(|a| matches!(a, Attribute::Color(_)))),
    ];
    found.extend(conditions.into_iter().filter(|c| c.1).map(|c| c.0));
}

fn of_delta(
    document: &Document,
    primitive: &Primitive,
    (attribute, index, accessor): (Attribute, usize, &Accessor),
    found: &mut Features,
) {
    let base = || primitive.attributes.get(&attribute.to_string());
    let base_kind = || Some(document.root().accessors.get(*base()?)?.kind.as_str());
    let is_i16 = accessor.component_type == 5122 && !accessor.normalized;
    let conditions = [
        (Feature::DeltasWithoutData, accessor.buffer_view.is_none() && accessor.sparse.is_none()),
        (Feature::SparseDeltas, accessor.sparse.is_some()),
        (Feature::SparseOverView, accessor.sparse.is_some() && accessor.buffer_view.is_some()),
        (Feature::IntegerDeltas, attribute == Attribute::Position && is_i16),
        (Feature::TightEnd, ends_tightly(document, index)),
        (
            Feature::ColorComponents,
            attribute == Attribute::Color(0)
                && accessor.kind == "VEC3"
                && base_kind() == Some("VEC4"),
        ),
    ];
    found.extend(conditions.into_iter().filter(|c| c.1).map(|c| c.0));
}

/// Whether the last element's full stride would reach beyond the view, which is legal.
fn ends_tightly(document: &Document, index: usize) -> bool {
    let root = document.root();
    let strided = || {
        let accessor = root.accessors.get(index)?;
        let view = root.buffer_views.get(accessor.buffer_view?)?;
        let (element, component) = element_of(index, accessor).ok()?;
        let stride = view.byte_stride.filter(|&s| s > element.stored_bytes(component))?;
        let first = accessor.byte_offset / stride * stride;
        let end = accessor.count.checked_mul(stride)?.checked_add(first)?;
        Some(end > view.byte_length)
    };
    strided().unwrap_or(false)
}
