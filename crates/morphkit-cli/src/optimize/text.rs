//! What `optimize` did, for people.

use super::report::{Bytes, MeshReport, Quantized, Report};
use crate::failure::one_line;
use crate::inspect::{bytes, count, percent};
use std::io::{self, Write};

pub(super) fn write(report: &Report, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}: {}", one_line(&report.file), change(&report.bytes))?;
    writeln!(out, "deltas of targets: {}", change(&report.morph_bytes))?;
    report.meshes.iter().try_for_each(|mesh| write_mesh(mesh, out))
}

fn change(Bytes { before, after }: &Bytes) -> String {
    let share = percent(*after as f64 / (*before).max(1) as f64);
    format!("{} to {}, {share}", bytes(*before), bytes(*after))
}

fn write_mesh(mesh: &MeshReport, out: &mut impl Write) -> io::Result<()> {
    let name = mesh.name.as_ref().map(|name| format!(" {name:?}")).unwrap_or_default();
    writeln!(out, "mesh {}{name}: {}", mesh.index, count(mesh.target_count, "target"))?;
    for dropped in &mesh.dropped {
        let name = dropped.name.as_ref().map(|name| format!(" {name:?}")).unwrap_or_default();
        writeln!(out, "  dropped target {}{name}, which moves nothing", dropped.target)?;
    }
    mesh.quantized.iter().try_for_each(|quantized| write_quantized(quantized, out))?;
    for of in &mesh.reordered {
        let (primitive, before, after) = (of.primitive, of.blocks_before, of.blocks_after);
        writeln!(out, "  primitive {primitive}: reordered, touches {before} blocks, then {after}")?;
    }
    if mesh.made_sparse > 0 {
        writeln!(out, "  {} made sparse", count(mesh.made_sparse, "accessor"))?;
    }
    let parts = [mesh.dropped.len(), mesh.quantized.len(), mesh.reordered.len(), mesh.made_sparse];
    if parts == [0; 4] {
        writeln!(out, "  as it was")?;
    }
    Ok(())
}

fn write_quantized(of: &Quantized, out: &mut impl Write) -> io::Result<()> {
    let stored = [(of.bits_8, "in 8 bits"), (of.bits_16, "in 16 bits"), (of.floats, "in floats")];
    let stored: Vec<String> = stored
        .into_iter()
        .filter(|(accessors, _)| *accessors > 0)
        .map(|(accessors, how)| format!("{} {how}", count(accessors, "accessor")))
        .collect();
    let unit = if of.unit == "radius" { "of the radius" } else { "degrees" };
    let error = of.largest_error;
    writeln!(out, "  {}: {}; off by at most {error:.2e} {unit}", of.attribute, stored.join(", "))
}
