//! Every place of the JSON that is known to refer to an accessor, a view or a buffer.

use super::{WriteError, index};
use serde_json::Value;

/// What is referred to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Accessor,
    View,
    Buffer,
}

impl Kind {
    /// The list in the root.
    pub(super) const fn list(self) -> &'static str {
        match self {
            Self::Accessor => "accessors",
            Self::View => "bufferViews",
            Self::Buffer => "buffers",
        }
    }
}

/// The extensions that keep a view compressed, with a buffer of their own.
pub(super) const MESHOPT: [&str; 2] = ["EXT_meshopt_compression", "KHR_meshopt_compression"];

/// What is called for each reference: what is meant, the reference, and its place.
pub(super) type Each<'a> = dyn FnMut(Kind, &mut Value, &str) -> Result<(), WriteError> + 'a;

/// All references but those of accessors and views themselves.
pub(super) fn outer(json: &mut Value, each: &mut Each<'_>) -> Result<(), WriteError> {
    for (place, mesh) in list(json, "", "meshes") {
        for (place, primitive) in list(mesh, &place, "primitives") {
            slot(primitive, &place, "indices", Kind::Accessor, each)?;
            slots(primitive, &place, "attributes", each)?;
            for (place, target) in list(primitive, &place, "targets") {
                values(target, &place, each)?;
            }
            if let Some((place, draco)) = extension(primitive, &place, "KHR_draco_mesh_compression")
            {
                slot(draco, &place, "bufferView", Kind::View, each)?;
            }
        }
    }
    for (place, animation) in list(json, "", "animations") {
        for (place, sampler) in list(animation, &place, "samplers") {
            slot(sampler, &place, "input", Kind::Accessor, each)?;
            slot(sampler, &place, "output", Kind::Accessor, each)?;
        }
    }
    for (place, skin) in list(json, "", "skins") {
        slot(skin, &place, "inverseBindMatrices", Kind::Accessor, each)?;
    }
    for (place, node) in list(json, "", "nodes") {
        if let Some((place, instances)) = extension(node, &place, "EXT_mesh_gpu_instancing") {
            slots(instances, &place, "attributes", each)?;
        }
    }
    for (place, image) in list(json, "", "images") {
        slot(image, &place, "bufferView", Kind::View, each)?;
    }
    if let Some((place, profiles)) = extension(json, "", "EXT_lights_ies") {
        for (place, profile) in list(profiles, &place, "lights") {
            slot(profile, &place, "bufferView", Kind::View, each)?;
        }
    }
    Ok(())
}

/// The views of one accessor.
pub(super) fn of_accessor(
    accessor: &mut Value,
    place: &str,
    each: &mut Each<'_>,
) -> Result<(), WriteError> {
    slot(accessor, place, "bufferView", Kind::View, each)?;
    let Some(sparse) = accessor.get_mut("sparse") else { return Ok(()) };
    for part in ["indices", "values"] {
        if let Some(part_of) = sparse.get_mut(part) {
            slot(part_of, &format!("{place}.sparse.{part}"), "bufferView", Kind::View, each)?;
        }
    }
    Ok(())
}

/// The buffers of one view: its own, and that of its compressed form.
pub(super) fn of_view(
    view: &mut Value,
    place: &str,
    each: &mut Each<'_>,
) -> Result<(), WriteError> {
    slot(view, place, "buffer", Kind::Buffer, each)?;
    for name in MESHOPT {
        if let Some((place, compressed)) = extension(view, place, name) {
            slot(compressed, &place, "buffer", Kind::Buffer, each)?;
        }
    }
    Ok(())
}

/// All references, whether anything leads to them or not.
pub(super) fn all(json: &mut Value, each: &mut Each<'_>) -> Result<(), WriteError> {
    outer(json, each)?;
    for (place, accessor) in list(json, "", "accessors") {
        of_accessor(accessor, &place, each)?;
    }
    for (place, view) in list(json, "", "bufferViews") {
        of_view(view, &place, each)?;
    }
    Ok(())
}

/// Checks that whatever is referred to is there.
pub(super) fn check(json: &mut Value) -> Result<(), WriteError> {
    let count = |kind: Kind| json[kind.list()].as_array().map_or(0, Vec::len);
    let counts = [Kind::Accessor, Kind::View, Kind::Buffer].map(|kind| (kind, count(kind)));
    all(json, &mut |kind, value, place| {
        let count = counts.iter().find(|(of, _)| *of == kind).map_or(0, |(_, count)| *count);
        match index::read(value) {
            Some(index) if index >= count => Err(WriteError::Dangling {
                place: place.to_owned(),
                list: kind.list(),
                index,
                count,
            }),
            _ => Ok(()),
        }
    })
}

/// The elements of a list inside a value, with their places.
pub(super) fn list<'a>(
    value: &'a mut Value,
    place: &str,
    key: &str,
) -> impl Iterator<Item = (String, &'a mut Value)> + use<'a> {
    let dot = if place.is_empty() { "" } else { "." };
    let place = format!("{place}{dot}{key}");
    let elements = value.get_mut(key).and_then(Value::as_array_mut);
    let elements = elements.into_iter().flatten().enumerate();
    elements.map(move |(at, element)| (format!("{place}[{at}]"), element))
}

/// An extension of a value, with its place.
pub(super) fn extension<'a>(
    value: &'a mut Value,
    place: &str,
    name: &str,
) -> Option<(String, &'a mut Value)> {
    let extension = value.get_mut("extensions")?.get_mut(name)?;
    let dot = if place.is_empty() { "" } else { "." };
    Some((format!("{place}{dot}extensions.{name}"), extension))
}

fn slot(
    value: &mut Value,
    place: &str,
    key: &str,
    kind: Kind,
    each: &mut Each<'_>,
) -> Result<(), WriteError> {
    match value.get_mut(key) {
        Some(slot) => each(kind, slot, &format!("{place}.{key}")),
        None => Ok(()),
    }
}

fn slots(value: &mut Value, place: &str, key: &str, each: &mut Each<'_>) -> Result<(), WriteError> {
    value.get_mut(key).map_or(Ok(()), |map| values(map, &format!("{place}.{key}"), each))
}

/// An object whose values are all accessors.
fn values(map: &mut Value, place: &str, each: &mut Each<'_>) -> Result<(), WriteError> {
    for (name, slot) in map.as_object_mut().into_iter().flatten() {
        each(Kind::Accessor, slot, &format!("{place}.{name}"))?;
    }
    Ok(())
}
