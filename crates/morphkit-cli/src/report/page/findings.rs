//! What `check` says.

use crate::finding_report::{AdviceReport, FindingReport};
use crate::inspect::Report;
use maud::{Markup, html};
use serde_json::Value;

/// Most of each that are listed.
const LISTED: usize = 200;
/// Most indices of targets of a piece of advice.
const INDICES: usize = 24;

pub(super) fn section(report: &Report) -> Markup {
    let (findings, advice) = (&report.findings, &report.advice);
    html! {
        section #findings {
            h2 { "Findings and advice" }
            @if findings.is_empty() && advice.is_empty() {
                p { "Nothing: the file keeps to the specification, and nothing in it would be better done otherwise." }
            }
            @if !findings.is_empty() {
                div .scroll {
                    table {
                        thead { tr { th .name { "severity" } th .name { "code" } th .name { "place" } th .name { "what" } } }
                        tbody { @for finding in findings.iter().take(LISTED) { (finding_row(finding)) } }
                    }
                }
                (more(findings.len()))
            }
            @if !advice.is_empty() {
                div .scroll {
                    table {
                        thead { tr { th .name { "advice" } th .name { "place" } th .name { "what" } th .name { "numbers" } th .name { "targets" } } }
                        tbody { @for advice in advice.iter().take(LISTED) { (advice_row(advice)) } }
                    }
                }
                (more(advice.len()))
            }
            @if !findings.is_empty() || !advice.is_empty() {
                p .facts {
                    "What each code means, and what to do, tells the page \"What morph-gltf reads\" of morphkit's documentation."
                    @if !advice.is_empty() {
                        " " code { "morphkit optimize" } " drops targets that move nothing, quantises deltas and makes them sparse."
                    }
                }
            }
        }
    }
}

fn finding_row(finding: &FindingReport) -> Markup {
    html! {
        tr {
            td .name { span class={ "badge " (finding.severity) } { (finding.severity) } }
            td .name { code { (finding.code) } }
            td .name { (finding.place) }
            td .what { (finding.message) }
        }
    }
}

fn advice_row(advice: &AdviceReport) -> Markup {
    let shown = advice.targets.iter().take(INDICES).map(ToString::to_string).collect::<Vec<_>>();
    let more = advice.targets.len().saturating_sub(INDICES);
    html! {
        tr {
            td .name { code { (advice.code) } }
            td .name { (advice.place) }
            td .what { (advice.message) }
            td .what {
                @for (name, value) in &advice.numbers { span .pair { (name.replace('_', " ")) " " b { (plain(value)) } } " " }
            }
            td .what { (shown.join(", ")) @if more > 0 { " and " (more) " more" } }
        }
    }
}

fn plain(value: &Value) -> String {
    match value.as_f64() {
        Some(value) if value.fract() != 0.0 => crate::inspect::number(value as f32),
        _ => value.to_string(),
    }
}

fn more(all: usize) -> Markup {
    html! {
        @if all > LISTED {
            p .note { (all - LISTED) " more: " code { "morphkit check --verbose" } " lists all." }
        }
    }
}
