//! The page. Everything in it is escaped by maud; nothing in it loads or runs anything.

mod curves;
mod expressions;
mod findings;
mod overlaps;
mod sizes;
mod targets;

use super::{Content, MeshContent};
use crate::inspect::{bytes, count};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use morphkit_scene::render::heat_color;

const STYLE: &str = include_str!("page/style.css");

/// Most meshes with errors that are named.
const UNREAD: usize = 24;

/// What a browser may do with the page: show it. A name that got out of its place could do nothing.
const POLICY: &str = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";

/// The style, with the colours of heat maps.
fn style() -> String {
    let stop = |at: u8| {
        let [r, g, b] = heat_color(f32::from(at) / 12.0);
        format!("rgb({r} {g} {b})")
    };
    STYLE.replace("RAMP", &(0..=12).map(stop).collect::<Vec<_>>().join(", "))
}

/// The whole page.
pub(super) fn page(content: &Content) -> String {
    let Content { report, .. } = content;
    let read = report.meshes.iter().map(|mesh| mesh.target_count);
    let targets: usize =
        read.chain(report.unread_meshes.iter().map(|mesh| mesh.target_count)).sum();
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="color-scheme" content="light dark";
                title { (content.name) " - morph targets" }
                style { (PreEscaped(style())) }
            }
            body {
                main {
                    header {
                        div {
                            h1 { (content.name) }
                            p .facts {
                                (report.container) ", " (bytes(report.bytes)) " · "
                                (report.mesh_count()) " · "
                                (count(targets, "morph target")) " · "
                                (report.animation_count())
                            }
                            (summary(content))
                            (contents(content))
                        }
                        @if let Some(picture) = &content.cover {
                            img .cover src=(picture) width="400" height="400" alt="The file as it is without animation";
                        }
                    }
                    @if let Some(reason) = &content.without_pictures {
                        p .note { "There are no pictures: " (reason) }
                    }
                    (findings::section(report))
                    @if let Some(vrm) = &report.vrm { (expressions::section(vrm)) }
                    @for mesh in &content.meshes {
                        (mesh_section(content, mesh))
                    }
                    @if content.meshes.is_empty() {
                        section { h2 { "Targets" } p { "No mesh of the file has morph targets that can be read." } }
                    }
                    (curves::section(&content.charts))
                    (other_meshes(content))
                }
                footer {
                    "Made by morphkit " (env!("CARGO_PKG_VERSION"))
                    @if let Some(device) = &content.device { ", pictures by " (device) }
                    ". Lengths are in the units of the mesh, which glTF takes for metres before its nodes scale it."
                }
            }
        }
    }
    .into_string()
}

fn summary(content: &Content) -> Markup {
    let (findings, advice) = (&content.report.findings, &content.report.advice);
    let of = |severity: &str| findings.iter().filter(|f| f.severity == severity).count();
    let (fatal, recoverable, notes) = (of("fatal"), of("recoverable"), of("note"));
    html! {
        p .badges {
            @if fatal > 0 { span .badge.fatal { (fatal) " fatal" } }
            @if recoverable > 0 { span .badge.recoverable { (recoverable) " recoverable" } }
            @if !advice.is_empty() { span .badge.advice { (advice.len()) " advice" } }
            @if notes > 0 { span .badge.note { (count(notes, "note")) } }
            @if findings.is_empty() && advice.is_empty() { span .badge.clean { "clean" } }
        }
    }
}

fn contents(content: &Content) -> Markup {
    html! {
        nav {
            a href="#findings" { "Findings and advice" }
            @if content.report.vrm.is_some() { a href="#expressions" { "Expressions" } }
            @for mesh in &content.meshes {
                a href={ "#mesh" (mesh.measured.mesh.index) } { (mesh.measured.title()) }
            }
            a href="#animations" { "Animations" }
        }
    }
}

fn mesh_section(content: &Content, mesh: &MeshContent) -> Markup {
    let measured = &mesh.measured;
    let nodes = measured.mesh.instances.len();
    html! {
        section id={ "mesh" (measured.mesh.index) } {
            h2 { (measured.title()) }
            p .facts {
                (count(measured.mesh.target_count, "target")) " · "
                (count(measured.vertex_count, "vertex")) " with targets in "
                (count(measured.mesh.primitives.len(), "primitive")) " · "
                @match nodes {
                    0 => { "drawn by no node" }
                    _ => { "drawn by " (count(nodes, "node")) }
                }
            }
            (targets::table(content, mesh))
            (overlaps::part(mesh))
            (sizes::part(&measured.mesh))
        }
    }
}

/// Meshes that the page does not show in full.
fn other_meshes(content: &Content) -> Markup {
    let shown = |index: usize| content.meshes.iter().any(|m| m.measured.mesh.index == index);
    let rest: Vec<_> = content.report.meshes.iter().filter(|mesh| !shown(mesh.index)).collect();
    let plain = rest.iter().filter(|mesh| mesh.target_count == 0).count();
    let left_out = rest.len() - plain;
    let unread = &content.report.unread_meshes;
    html! {
        @if plain > 0 || left_out > 0 || !unread.is_empty() {
            section {
                h2 { "Other meshes" }
                @if !unread.is_empty() {
                    ul {
                        @for mesh in unread.iter().take(UNREAD) {
                            li { (mesh.title()) ", " (count(mesh.target_count, "target")) ": cannot be read; the findings tell why" }
                        }
                    }
                    @if unread.len() > UNREAD {
                        p .note { (count(unread.len() - UNREAD, "mesh")) " more that cannot be read." }
                    }
                }
                @if plain > 0 { p { (count(plain, "mesh")) " without targets." } }
                @if left_out > 0 {
                    p .note {
                        (count(left_out, "mesh")) " with targets more than this page has room for: "
                        code { "morphkit inspect" } " lists them."
                    }
                }
            }
        }
    }
}
