//! A report for people.

mod layouts;

use super::expressions;
use super::report::{InstanceReport, MeshReport, PrimitiveReport, Report};
use super::table::{self, Align::Left, Align::Right};
use super::unit::{bytes, count, number, percent};
use crate::failure::one_line;
use crate::finding_report::AdviceReport;
use std::io::{self, Write};

/// Most targets that are told for a shape that is left open.
const MOST: usize = 4;

/// Writes the report: a line for the file, then meshes with their targets, animations, expressions,
/// findings and advice; the layouts, which only programmers need, come last.
pub(super) fn write(report: &Report, out: &mut impl Write) -> io::Result<()> {
    write!(out, "{}: {}, {}", report.file, report.container, bytes(report.bytes))?;
    writeln!(out, ", {}, {}", report.mesh_count(), report.animation_count())?;
    // Meshes without targets take a line each, without a gap between them.
    let mut collapsed = false;
    for mesh in &report.meshes {
        let plain = mesh.target_count == 0;
        if !(plain && collapsed) {
            writeln!(out)?;
        }
        collapsed = plain;
        if plain { write_plain(mesh, out)? } else { write_mesh(mesh, out)? }
    }
    write_unread(report, collapsed, out)?;
    write_animations(report, out)?;
    if let Some(vrm) = &report.vrm {
        expressions::write(vrm, out)?;
    }
    write_findings(report, out)?;
    write_advice(report, out)?;
    layouts::write(report, out)
}

fn titled(index: usize, name: Option<&str>) -> String {
    match name {
        Some(name) => format!("{index} {name:?}"),
        None => index.to_string(),
    }
}

fn write_mesh(mesh: &MeshReport, out: &mut impl Write) -> io::Result<()> {
    let title = titled(mesh.index, mesh.name.as_deref());
    writeln!(out, "mesh {title}: {}", count(mesh.target_count, "target"))?;
    if mesh.instances.is_empty() {
        writeln!(out, "  drawn by no node")?;
    }
    for instance in &mesh.instances {
        write_instance(mesh, instance, out)?;
    }
    for primitive in &mesh.primitives {
        write_primitive(primitive, out)?;
    }
    write_arkit(mesh, out)?;
    write_targets(mesh, out)
}

/// A mesh without targets, in one line.
fn write_plain(mesh: &MeshReport, out: &mut impl Write) -> io::Result<()> {
    let title = titled(mesh.index, mesh.name.as_deref());
    let primitives = count(mesh.primitives.len(), "primitive");
    let vertices = mesh.primitives.iter().map(|primitive| primitive.vertex_count).sum();
    writeln!(out, "mesh {title}: no targets, {primitives}, {}", count(vertices, "vertex"))
}

/// Meshes with errors, in a line each.
fn write_unread(report: &Report, collapsed: bool, out: &mut impl Write) -> io::Result<()> {
    if !report.unread_meshes.is_empty() && !collapsed {
        writeln!(out)?;
    }
    for mesh in &report.unread_meshes {
        let title = titled(mesh.index, mesh.name.as_deref());
        let targets = count(mesh.target_count, "target");
        writeln!(out, "mesh {title}: {targets}, cannot be read: see the findings")?;
    }
    Ok(())
}

fn write_instance(
    mesh: &MeshReport,
    instance: &InstanceReport,
    out: &mut impl Write,
) -> io::Result<()> {
    write!(out, "  node {}", titled(instance.node, instance.name.as_deref()))?;
    let source = match instance.weights_source {
        "node" => "weights of its own",
        "mesh" => "weights of the mesh",
        _ => "no weights",
    };
    let active = instance.weights.iter().filter(|weight| **weight != 0.0).count();
    writeln!(out, ": {source}, {active} of {} active", mesh.target_count)
}

fn write_primitive(primitive: &PrimitiveReport, out: &mut impl Write) -> io::Result<()> {
    let vertices = count(primitive.vertex_count, "vertex");
    write!(out, "  primitive {}: {vertices}, ", primitive.index)?;
    let corners = primitive.index_count.unwrap_or(primitive.vertex_count);
    match primitive.mode {
        4 => write!(out, "{}", count(corners / 3, "triangle"))?,
        5 | 6 => write!(out, "{}", count(corners.saturating_sub(2), "triangle"))?,
        0 => write!(out, "points")?,
        _ => write!(out, "lines")?,
    }
    writeln!(out, ", {}", primitive.attributes.join(" "))?;
    let (Some(coverage), Some(blocks)) = (primitive.coverage, primitive.block_coverage) else {
        return writeln!(out, "    no targets");
    };
    if primitive.morphed_attributes.is_empty() {
        return writeln!(out, "    no target moves anything");
    }
    let attributes = primitive.morphed_attributes.join(" ");
    let (coverage, blocks) = (percent(coverage), percent(blocks));
    writeln!(out, "    morphs {attributes}; coverage {coverage}, of blocks of 64 {blocks}")?;
    if primitive.flat {
        writeln!(out, "    shaded flat: it has no normals")?;
    }
    Ok(())
}

/// Which of ARKit's shapes there are; the fewer of those that are and those that are not by name.
fn write_arkit(mesh: &MeshReport, out: &mut impl Write) -> io::Result<()> {
    let Some(arkit) = &mesh.arkit else { return Ok(()) };
    let (found, missing) = (arkit.found.len(), arkit.missing.len());
    write!(out, "  ARKit: {found} of its 52 shapes")?;
    match missing {
        0 => writeln!(out)?,
        _ if missing <= found => writeln!(out, "; lacks {}", arkit.missing.join(" "))?,
        _ => {
            let found: Vec<_> = arkit.found.keys().copied().collect();
            writeln!(out, "{}{}", if found.is_empty() { "" } else { ": " }, found.join(" "))?;
        }
    }
    let name = |target: &usize| {
        let names = mesh.target_names.as_ref().and_then(|names| names.get(*target));
        titled(*target, names.map(String::as_str))
    };
    for (shape, targets) in &arkit.ambiguous {
        let more = match targets.len().saturating_sub(MOST) {
            0 => String::new(),
            more => format!(" or {more} others"),
        };
        let some: Vec<_> = targets.iter().take(MOST).map(name).collect();
        let some = one_line(&some.join(" or "));
        writeln!(out, "    {shape} is left open: it may be {some}{more}")?;
    }
    match arkit.others.len() {
        0 => Ok(()),
        1 => writeln!(out, "    1 target is none of them"),
        others => writeln!(out, "    {others} targets are none of them"),
    }
}

/// Whether a target is a shape of ARKit under another name.
fn is_renamed(mesh: &MeshReport, target: usize) -> bool {
    let names = mesh.target_names.as_ref();
    let name = names.and_then(|names| names.get(target)).map(String::as_str);
    let shape = mesh.arkit.as_ref().and_then(|arkit| arkit.shape_of(target));
    shape.is_some() && shape != name
}

/// All primitives together: one row for each target.
fn write_targets(mesh: &MeshReport, out: &mut impl Write) -> io::Result<()> {
    let mut attributes: Vec<&str> = Vec::new();
    for name in mesh.primitives.iter().flat_map(|p| &p.morphed_attributes) {
        if !attributes.contains(&name.as_str()) {
            attributes.push(name);
        }
    }
    let morphed = mesh.primitives.iter().filter(|p| !p.targets.is_empty());
    let vertices: usize = morphed.map(|primitive| primitive.vertex_count).sum();
    let renamed = (0..mesh.target_count).any(|target| is_renamed(mesh, target));
    let mut header: Vec<String> =
        ["target", "", "weight", "moved", "coverage"].map(Into::into).into();
    if renamed {
        header.insert(2, "ARKit".into());
    }
    header.extend(attributes.iter().map(|name| format!("max {name}")));
    let mut rows = vec![header];
    for target in 0..mesh.target_count {
        let of_target = || mesh.primitives.iter().filter_map(|p| p.targets.get(target));
        let name = mesh.target_names.as_ref().and_then(|names| names.get(target));
        let moved: usize = of_target().map(|t| t.moved_vertices).sum();
        let mut row = vec![
            target.to_string(),
            name.cloned().unwrap_or_default(),
            number(mesh.default_weights.get(target).copied().unwrap_or(0.0)),
            moved.to_string(),
            percent(moved as f64 / vertices.max(1) as f64),
        ];
        if renamed {
            let shape = mesh.arkit.as_ref().and_then(|arkit| arkit.shape_of(target));
            row.insert(2, shape.unwrap_or("-").to_owned());
        }
        for &attribute in &attributes {
            let largest = of_target().filter_map(|t| t.max_abs.get(attribute)).copied();
            row.push(largest.reduce(f32::max).map_or_else(|| "-".into(), number));
        }
        rows.push(row);
    }
    let words = if renamed { &[Right, Left, Left][..] } else { &[Right, Left] };
    let numbers = std::iter::repeat_n(Right, 3 + attributes.len());
    let align: Vec<_> = words.iter().copied().chain(numbers).collect();
    table::write(2, &align, &rows, out)
}

fn write_animations(report: &Report, out: &mut impl Write) -> io::Result<()> {
    if report.animations.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    for animation in &report.animations {
        let title = titled(animation.index, animation.name.as_deref());
        let channels = count(animation.weight_channels.len(), "weight channel");
        writeln!(out, "animation {title}: {channels}")?;
        let rows: Vec<_> = animation
            .weight_channels
            .iter()
            .map(|channel| {
                vec![
                    match channel.target {
                        None => format!("node {}", channel.node),
                        Some(target) => format!("node {}, target {target}", channel.node),
                    },
                    channel.interpolation.to_lowercase(),
                    count(channel.keyframes, "key"),
                    format!("{} s to {} s", number(channel.start), number(channel.end)),
                ]
            })
            .collect();
        table::write(2, &[Left, Left, Right, Left], &rows, out)?;
    }
    Ok(())
}

fn write_findings(report: &Report, out: &mut impl Write) -> io::Result<()> {
    if report.findings.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nfindings")?;
    let rows: Vec<_> = report
        .findings
        .iter()
        .map(|finding| {
            let place = if finding.place.is_empty() { "-".into() } else { finding.place.clone() };
            let what = format!("{} [{}]", finding.message, finding.code);
            vec![finding.severity.clone(), place, what]
        })
        .collect();
    table::write(2, &[Left, Left, Left], &rows, out)
}

fn write_advice(report: &Report, out: &mut impl Write) -> io::Result<()> {
    if report.advice.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nadvice")?;
    let row = |advice: &AdviceReport| {
        vec![advice.place.clone(), format!("{} [{}]", advice.message, advice.code)]
    };
    let rows: Vec<_> = report.advice.iter().map(row).collect();
    table::write(2, &[Left, Left], &rows, out)
}
