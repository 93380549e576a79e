//! The expressions of a VRM avatar.

use crate::inspect::{VrmReport, count, expression_cells};
use maud::{Markup, html};

/// Most rows.
const LISTED: usize = 500;

pub(super) fn section(vrm: &VrmReport) -> Markup {
    let all = vrm.expressions.len();
    html! {
        section #expressions {
            h2 { "Expressions" }
            p .facts { "VRM " (vrm.version) ": " (count(all, "expression")) }
            div .scroll {
                table {
                    thead { tr { th .name { "name" } th .name { "preset" } th .name { "special" } th .name { "what it moves, and how far at 1" } } }
                    tbody {
                        @for expression in vrm.expressions.iter().take(LISTED) {
                            @let [name, preset, special, moves] = expression_cells(expression);
                            tr {
                                td .name { (name) }
                                td .name { (preset) }
                                td .name { (special) }
                                td .what { (moves) }
                            }
                        }
                    }
                }
            }
            @if all > LISTED {
                p .note { (all - LISTED) " more: " code { "morphkit inspect" } " lists all." }
            }
        }
    }
}
