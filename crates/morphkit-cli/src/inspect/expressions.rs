//! Expressions of a VRM avatar, for people.

use super::report::{ExpressionReport, VrmReport};
use super::table::{self, Align::Left};
use super::unit::{count, number};
use std::collections::BTreeSet;
use std::io::{self, Write};

/// One row for each expression: its name, what is special about it, and what it moves.
pub(super) fn write(vrm: &VrmReport, out: &mut impl Write) -> io::Result<()> {
    let expressions = count(vrm.expressions.len(), "expression");
    writeln!(out, "\nVRM {}: {expressions}", vrm.version)?;
    let rows: Vec<_> = vrm.expressions.iter().map(|of| cells(of).into()).collect();
    table::write(2, &[Left; 4], &rows, out)
}

/// Of one expression: name, preset, what is special about it, and what it moves.
pub(crate) fn cells(of: &ExpressionReport) -> [String; 4] {
    let preset = match of.preset {
        Some(preset) if preset == of.name => "preset".to_owned(),
        Some(preset) => format!("preset {preset}"),
        None => "custom".to_owned(),
    };
    [of.name.clone(), preset, special(of), binds(of)]
}

fn special(of: &ExpressionReport) -> String {
    let overrides = [
        ("blink", of.override_blink),
        ("look-at", of.override_look_at),
        ("mouth", of.override_mouth),
    ];
    let mut parts: Vec<_> = overrides
        .into_iter()
        .filter(|(_, how)| *how != "none")
        .map(|(kind, how)| format!("{how}s {kind}"))
        .collect();
    if of.binary {
        parts.insert(0, "binary".to_owned());
    }
    parts.join(", ")
}

/// Most targets that are told of an expression.
const MOST: usize = 12;

/// The targets with their factors; those of equal name and factor, on several nodes, once.
fn binds(of: &ExpressionReport) -> String {
    let (mut parts, mut seen, mut more) = (Vec::new(), BTreeSet::new(), 0);
    for bind in &of.binds {
        let name = match (&bind.name, bind.mesh) {
            (Some(name), _) => name.clone(),
            (None, Some(mesh)) => format!("{mesh}:{}", bind.target),
            (None, None) => bind.target.to_string(),
        };
        let part = format!("{name} {}", number(bind.weight));
        if seen.insert(part.clone()) {
            if parts.len() < MOST {
                parts.push(part);
            } else {
                more += 1;
            }
        }
    }
    if more > 0 {
        parts.push(format!("{more} more"));
    }
    if of.material_binds > 0 {
        parts.push(count(of.material_binds, "bind") + " to materials");
    }
    if parts.is_empty() { "moves nothing".to_owned() } else { parts.join(", ") }
}
