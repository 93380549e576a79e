//! A blend in words.

use super::answer::{Answer, InstanceAnswer, MeshAnswer, PrimitiveAnswer};
use crate::failure::one_line;
use crate::inspect::count;
use morphkit::core::{Aabb, Attribute};
use std::io::{self, Write};

/// Writes what was blended, without its vertices.
pub(super) fn write(answer: &Answer, out: &mut impl Write) -> io::Result<()> {
    let by = answer.backend.adapter.as_deref().unwrap_or("the processor");
    writeln!(out, "blended by {by} ({})", answer.backend.name)?;
    if let Some(bounds) = &answer.error_bound {
        let of_attribute = |(name, bound): (&Attribute, &f64)| format!("{name} {bound:.2e}");
        let bounds: Vec<_> = bounds.iter().map(of_attribute).collect();
        writeln!(out, "components of a sum are off by at most {}", bounds.join(", "))?;
    }
    for mesh in &answer.meshes {
        write_mesh(mesh, out)?;
    }
    Ok(())
}

fn write_mesh(mesh: &MeshAnswer, out: &mut impl Write) -> io::Result<()> {
    write!(out, "mesh {}", mesh.index)?;
    if let Some(name) = &mesh.name {
        write!(out, " {name:?}")?;
    }
    writeln!(out, ": {}", count(mesh.target_count, "target"))?;
    for instance in &mesh.instances {
        write_instance(mesh, instance, out)?;
    }
    Ok(())
}

fn write_instance(
    mesh: &MeshAnswer,
    instance: &InstanceAnswer,
    out: &mut impl Write,
) -> io::Result<()> {
    match instance.node {
        Some(node) => write!(out, "  node {node}:")?,
        None => write!(out, "  no node:")?,
    }
    let active: Vec<_> = instance.weights.iter().enumerate().filter(|(_, w)| **w != 0.0).collect();
    if active.is_empty() {
        write!(out, " all weights 0")?;
    }
    for (target, weight) in active {
        match mesh.target_names.as_ref().and_then(|names| names.get(target)) {
            Some(name) => write!(out, " {}={weight}", one_line(name))?,
            None => write!(out, " {target}={weight}")?,
        }
    }
    if instance.dropped_weights > 0 {
        write!(
            out,
            " ({} dropped: no room on the device)",
            count(instance.dropped_weights, "weight")
        )?;
    }
    writeln!(out)?;
    for primitive in &instance.primitives {
        write_primitive(primitive, out)?;
    }
    Ok(())
}

fn write_primitive(primitive: &PrimitiveAnswer, out: &mut impl Write) -> io::Result<()> {
    let vertices = count(primitive.vertex_count, "vertex");
    write!(out, "    primitive {}: {vertices}", primitive.index)?;
    let names: Vec<_> = primitive.attributes.morphed.iter().map(ToString::to_string).collect();
    if names.is_empty() {
        return writeln!(out, ", nothing morphs");
    }
    write!(out, ", {}", names.join(" "))?;
    let positions = primitive.attributes.values.positions().unwrap_or_default();
    let morphs = primitive.attributes.morphed.contains(&Attribute::Position);
    if let (Some(Aabb { min, max }), true) = (Aabb::around(positions.iter().copied()), morphs) {
        write!(out, ", from {min:?} to {max:?}")?;
    }
    if let Some(chosen) = &primitive.chosen {
        write!(out, " ({chosen})")?;
    }
    writeln!(out)
}
