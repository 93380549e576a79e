//! What the deltas take in each layout.

use crate::inspect::{
    Chosen, ErrorReport, Layouts, MeshReport, Outcome, Size, bytes, count, number,
};
use maud::{Markup, html};

pub(super) fn part(mesh: &MeshReport) -> Markup {
    let primitives = mesh.primitives.iter().filter_map(|p| Some((p, p.layouts.as_ref()?)));
    let primitives: Vec<_> = primitives.collect();
    html! {
        h3 { "Bytes in each layout" }
        @if primitives.is_empty() { p { "No target moves anything that can be stored." } }
        @for (primitive, layouts) in primitives {
            p {
                "Primitive " (primitive.index) ", which morphs " (primitive.morphed_attributes.join(", ")) ". "
                @for (stage, chosen) in [("vertex stage", &layouts.chosen.vertex), ("deform pass", &layouts.chosen.compute)] {
                    @if let Some(Chosen { backend, reason }) = chosen {
                        "For the " (stage) " the libraries choose " strong { (backend) } ", since " (reason) ". "
                    }
                }
            }
            div .scroll { (table(layouts, &primitive.morphed_attributes)) }
        }
        p .facts {
            "Packed layouts leave out deltas under 1e-4 of the mesh's radius and 0.5 degrees. Errors are those of single targets at weight 1."
        }
    }
}

fn table(layouts: &Layouts, morphed: &[String]) -> Markup {
    let plain = [
        ("tiled texture, seed profile", &layouts.texture_seed),
        ("tiled texture", &layouts.texture),
        ("linear storage, compat profile", &layouts.linear_compat),
        ("linear storage", &layouts.linear),
    ];
    let held = |outcome: &Outcome| match outcome {
        Outcome::Held { bytes, .. } => *bytes,
        Outcome::Refused { .. } => 0,
    };
    let sizes = plain.iter().map(|(_, size)| taken(size)).map(Option::unwrap_or_default);
    let packed = layouts.packed.iter().map(|packed| held(&packed.outcome));
    let largest = sizes.chain(packed).max().unwrap_or(0).max(1);
    html! {
        table .sizes {
            thead {
                tr {
                    th .name { "layout" }
                    th { "bytes" }
                    th .name {}
                    @for name in morphed { th { (name) (unit(name)) ": worst" } }
                    th .name { "" }
                }
            }
            tbody {
                @for (name, size) in plain {
                    tr {
                        td .name { (name) }
                        (bytes_cells(taken(size), largest))
                        @for _ in morphed { td .number { "exact" } }
                        td .name { (note(size)) }
                    }
                }
                @for packed in &layouts.packed {
                    tr {
                        td .name { (packed.backend) }
                        @match &packed.outcome {
                            Outcome::Held { bytes, dropped, errors } => {
                                (bytes_cells(Some(*bytes), largest))
                                @for name in morphed {
                                    td .number {
                                        @if let Some(ErrorReport { worst, .. }) = errors.get(name) { (number(*worst)) }
                                    }
                                }
                                td .name { @if *dropped > 0 { (dropped) " left out" } }
                            }
                            Outcome::Refused { error } => {
                                (bytes_cells(None, largest))
                                @for _ in morphed { td {} }
                                td .name { (error) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn bytes_cells(taken: Option<u64>, largest: u64) -> Markup {
    let Some(taken) = taken else { return html! { td .number { "-" } td {} } };
    let width = format!("{:.1}", taken as f64 / largest as f64 * 160.0);
    html! {
        td .number { (bytes(taken)) }
        td {
            svg .bar viewBox="0 0 160 8" width="160" height="8" aria-hidden="true" {
                rect .over width=(width) height="8" rx="2" {}
            }
        }
    }
}

fn taken(size: &Size) -> Option<u64> {
    match size {
        Size::Texture { bytes, .. } | Size::Buffer { bytes, .. } => Some(*bytes),
        Size::Refused { .. } => None,
    }
}

fn note(size: &Size) -> String {
    match size {
        Size::Texture { width, height, layers, target_count, .. } => {
            let targets = count(*target_count as usize, "target");
            format!("{width} x {height} x {layers}, {targets}")
        }
        Size::Buffer { target_count, .. } => count(*target_count as usize, "target"),
        Size::Refused { error } => format!("on a common device: {error}"),
    }
}

fn unit(attribute: &str) -> &'static str {
    if matches!(attribute, "NORMAL" | "TANGENT") { ", degrees" } else { "" }
}
