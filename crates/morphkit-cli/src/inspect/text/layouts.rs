//! What each layout takes, for people.

use super::titled;
use crate::inspect::layout::{Layouts, Size};
use crate::inspect::packed::{Chosen, ErrorReport, Outcome, PackedSize};
use crate::inspect::report::{PrimitiveReport, Report};
use crate::inspect::table::{self, Align::Left, Align::Right};
use crate::inspect::unit::{bytes, number};
use std::io::{self, Write};

/// A block for each primitive that morphs.
pub(super) fn write(report: &Report, out: &mut impl Write) -> io::Result<()> {
    let primitives =
        report.meshes.iter().flat_map(|mesh| mesh.primitives.iter().map(move |p| (mesh, p)));
    let mut blocks =
        primitives.filter_map(|(mesh, p)| Some((mesh, p, p.layouts.as_ref()?))).peekable();
    if blocks.peek().is_some() {
        writeln!(out, "\nlayouts of the deltas on a GPU")?;
    }
    for (mesh, primitive, layouts) in blocks {
        let title = titled(mesh.index, mesh.name.as_deref());
        writeln!(out, "  mesh {title}, primitive {}", primitive.index)?;
        write_layouts(primitive, layouts, out)?;
    }
    Ok(())
}

fn write_layouts(
    primitive: &PrimitiveReport,
    layouts: &Layouts,
    out: &mut impl Write,
) -> io::Result<()> {
    let rows: Vec<_> = [
        ("tiled texture, seed", &layouts.texture_seed),
        ("tiled texture", &layouts.texture),
        ("linear storage, compat", &layouts.linear_compat),
        ("linear storage", &layouts.linear),
    ]
    .into_iter()
    .map(|(name, size)| layout_row(name, size, primitive.target_count))
    .collect();
    table::write(4, &[Left, Right, Left], &rows, out)?;
    write_packed(layouts, &primitive.morphed_attributes, out)
}

/// The packed layouts by the names of `--backend`, and which of all is chosen.
fn write_packed(layouts: &Layouts, morphed: &[String], out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "    packed, without what is under 1e-4 of the radius and 0.5 degrees; errors of one target"
    )?;
    let mut header =
        vec!["layout (name for --backend)".to_owned(), String::new(), "dropped".to_owned()];
    for name in morphed {
        let degrees = matches!(name.as_str(), "NORMAL" | "TANGENT");
        let unit = if degrees { ", degrees" } else { "" };
        header.extend([format!("{name}{unit}: worst"), "rms".to_owned()]);
    }
    let (mut rows, mut refused) = (vec![header], Vec::new());
    for PackedSize { backend, outcome } in &layouts.packed {
        let mut row = vec![backend.clone()];
        match outcome {
            Outcome::Held { bytes: size, dropped, errors } => {
                row.extend([bytes(*size), dropped.to_string()]);
                for name in morphed {
                    let of = |pick: fn(&ErrorReport) -> f32| {
                        errors.get(name).map_or_else(String::new, |error| number(pick(error)))
                    };
                    row.extend([of(|error| error.worst), of(|error| error.rms)]);
                }
            }
            Outcome::Refused { error } => {
                row.push("-".to_owned());
                refused.push((backend, error));
            }
        }
        rows.push(row);
    }
    let align: Vec<_> = [Left].into_iter().chain(vec![Right; 2 + 2 * morphed.len()]).collect();
    table::write(6, &align, &rows, out)?;
    for (backend, error) in refused {
        writeln!(out, "      {backend}: {error}")?;
    }
    for (stage, chosen) in
        [("vertex stage", &layouts.chosen.vertex), ("deform pass", &layouts.chosen.compute)]
    {
        if let Some(Chosen { backend, reason }) = chosen {
            writeln!(out, "      {stage}: {backend}, since {reason}")?;
        }
    }
    Ok(())
}

fn layout_row(name: &str, size: &Size, all: usize) -> Vec<String> {
    let kept = |kept: u32| match kept as usize == all {
        true => String::new(),
        false => format!(", the first {kept} of {all} targets"),
    };
    let (size, note) = match size {
        Size::Texture { bytes: size, width, height, layers: 1, target_count } => {
            (bytes(*size), format!("{width} x {height}{}", kept(*target_count)))
        }
        Size::Texture { bytes: size, width, height, layers, target_count } => {
            (bytes(*size), format!("{width} x {height} x {layers}{}", kept(*target_count)))
        }
        Size::Buffer { bytes: size, target_count } => {
            (bytes(*size), kept(*target_count).trim_start_matches(", ").to_owned())
        }
        Size::Refused { error } => ("-".into(), format!("on a common device: {error}")),
    };
    vec![name.into(), size, note]
}
