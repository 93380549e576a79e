//! The table of a mesh's targets.

use crate::inspect::{count, number, percent};
use crate::report::measure::Target;
use crate::report::{Content, MeshContent};
use maud::{Markup, html};

pub(super) fn table(content: &Content, mesh: &MeshContent) -> Markup {
    let measured = &mesh.measured;
    let longest = measured.targets.iter().map(|t| t.longest).fold(0.0, f64::max);
    let pictured = !mesh.pictures.is_empty();
    let shown = mesh.rows.min(measured.targets.len());
    let left_out = measured.targets.len() - shown;
    let vertices = measured.vertex_count.max(1) as f64;
    html! {
        h3 { "Targets" }
        @if pictured {
            p .legend {
                "Each target alone, at weight 1. In its heat map colours say how far a vertex moves: "
                span .ramp {} " from nothing to the target's own longest delta, which stands in its row."
            }
        } @else if let Some(reason) = &mesh.without_pictures {
            p .note { "No pictures: " (reason) }
        }
        div .scroll {
            table .targets {
                thead {
                    tr {
                        th { "#" }
                        @if pictured { th { "at weight 1" } th { "heat map" } }
                        th .name { "name" }
                        th { "weight in the file" }
                        th { "vertices changed" }
                        th { "share" }
                        th { "longest delta" }
                        th { "mean delta" }
                    }
                }
                tbody {
                    @for (at, target) in measured.targets.iter().take(shown).enumerate() {
                        (row(mesh, at, target, pictured, longest, vertices))
                    }
                }
            }
        }
        @if pictured && mesh.pictures.len() < shown {
            p .note {
                "Pictures of the first " (mesh.pictures.len()) " of " (count(measured.targets.len(), "target"))
                ": the page has " (content.pictures) " at most; --pictures allows more."
            }
        }
        @if left_out > 0 {
            p .note {
                (count(left_out, "target")) " more, from index " (shown)
                " on, without a row here: " code { "morphkit inspect" } " lists all."
            }
        }
    }
}

fn row(
    mesh: &MeshContent,
    at: usize,
    target: &Target,
    pictured: bool,
    longest: f64,
    vertices: f64,
) -> Markup {
    let moved = target.vertices.len();
    let share = moved as f64 / vertices;
    let of_longest = if longest > 0.0 { target.longest / longest } else { 0.0 };
    html! {
        tr .still[moved == 0] {
            td .number { (target.index) }
            @if pictured {
                @if let Some([picture, heat]) = mesh.pictures.get(at) {
                    td .tile { img src=(picture) width="120" height="120" alt={ "target " (target.index) }; }
                    td .tile { img src=(heat) width="120" height="120" alt="its heat map"; }
                } @else {
                    td {} td {}
                }
            }
            td .name { (target.name) }
            td .number { (number(target.weight)) }
            td .number { @if moved == 0 { "moves nothing" } @else { (moved) } }
            td .number { (percent(share)) (bar(share)) }
            td .number { (number(target.longest as f32)) (bar(of_longest)) }
            td .number { (number(target.mean as f32)) }
        }
    }
}

/// A share of 0..1 as a bar.
fn bar(share: f64) -> Markup {
    let width = format!("{:.1}", share.clamp(0.0, 1.0) * 80.0);
    html! {
        svg .bar viewBox="0 0 80 4" width="80" height="4" aria-hidden="true" {
            rect .under width="80" height="4" rx="2" {}
            rect .over width=(width) height="4" rx="2" {}
        }
    }
}
