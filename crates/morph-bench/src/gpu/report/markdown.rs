//! The page.

use super::Report;
use crate::case::Case;
use crate::goal;
use crate::results::{Fact, Results, Wanted};
use std::fmt::Write as _;

const PEERS: [&str; 3] = ["babylon-lite", "babylon-lite.active", "bevy"];

/// Bytes of a moved vertex in the default encoding, for the floor.
const BYTES_EACH: u64 = 8;

pub(super) fn page(report: &Report<'_>) -> String {
    let results = report.results;
    let mut page = "# The deform pass\n\n".to_owned();
    for (name, fact) in &report.device {
        line(&mut page, &format!("- {name}: {fact}"));
    }
    let limits = results.limits;
    line(&mut page, &format!("- copy in a shader: {:.0} GB/s", limits.copy / 1e9));
    line(&mut page, &format!("- pass with one workgroup: {:.1} us", limits.pass));
    page.push_str(
        "\nMicroseconds of a pass, POSITION and NORMAL, every result checked against float64 \
         before it is timed. A case is vertices/targets/active ones/coverage.\n",
    );
    times(&mut page, results, "cold", |m| m.cold);
    times(&mut page, results, "hot", |m| m.hot);
    ratios(&mut page, results);
    facts(&mut page, "Goals", report.goals);
    let other: Vec<Fact> =
        results.facts.iter().filter(|fact| fact.wanted.is_none()).cloned().collect();
    facts(&mut page, "Beside them", &other);
    if !results.left_out.is_empty() {
        page.push_str("\n## Left out\n\n");
        for text in &results.left_out {
            line(&mut page, &format!("- {text}"));
        }
    }
    page
}

/// A row for each case, a column for each contender.
fn times(page: &mut String, results: &Results, what: &str, of: fn(crate::clock::Time) -> f64) {
    line(page, &format!("\n## Times, {what}\n"));
    let contenders = results.contenders();
    head(page, ["case"].into_iter().chain(contenders.iter().copied()));
    for case in results.cases() {
        let cells = contenders.iter().map(|name| {
            results.of(case, name).map_or("-".to_owned(), |m| format!("{:.1}", of(m.time)))
        });
        row(page, [case.to_string()].into_iter().chain(cells));
    }
}

/// Peers over the best of ours, and the best of ours over its floor.
fn ratios(page: &mut String, results: &Results) {
    page.push_str("\n## Ratios, cold\n\n");
    let peers = PEERS.iter().map(|peer| format!("{peer} / ours"));
    let heads = ["case".to_owned(), "best of ours".to_owned()].into_iter().chain(peers);
    head(page, heads.chain(["ours / (floor + pass)".to_owned()]));
    for case in results.cases() {
        let Some(best) = results.best(case, "ours") else { continue };
        let ratios = PEERS.map(|peer| results.ratio(case, peer, "ours").map_or("-".into(), times_));
        let cells = [case.to_string(), best.contender.clone()].into_iter().chain(ratios);
        let over_floor = best.time.cold / floor(results, case, best.moved_pairs);
        row(page, cells.chain([format!("{over_floor:.2}")]));
    }
}

fn floor(results: &Results, case: Case, moved_pairs: u64) -> f64 {
    goal::floor(results, case, moved_pairs, BYTES_EACH)
}

fn times_(ratio: f64) -> String {
    format!("{ratio:.1}x")
}

fn facts(page: &mut String, title: &str, facts: &[Fact]) {
    if facts.is_empty() {
        return;
    }
    line(page, &format!("\n## {title}\n"));
    for fact in facts {
        line(page, &format!("- {fact}"));
    }
}

impl std::fmt::Display for Fact {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { what, value, unit, wanted } = self;
        write!(f, "{what}: {value:.2}{unit}")?;
        let Some(wanted) = wanted else { return Ok(()) };
        match wanted {
            Wanted::AtLeast(wanted) => write!(f, ", at least {wanted} wanted")?,
            Wanted::AtMost(wanted) => write!(f, ", at most {wanted} wanted")?,
        }
        let share = wanted.share(*value);
        if share >= 1.0 {
            f.write_str(": met")
        } else {
            write!(f, ": missed by {:.0} %", (1.0 - share) * 100.0)
        }
    }
}

fn head<T: ToString>(page: &mut String, cells: impl Iterator<Item = T>) {
    let cells: Vec<String> = cells.map(|cell| cell.to_string()).collect();
    line(page, &format!("| {} |", cells.join(" | ")));
    line(page, &format!("|{}", " --- |".repeat(cells.len())));
}

fn row(page: &mut String, cells: impl Iterator<Item = String>) {
    let cells: Vec<String> = cells.collect();
    line(page, &format!("| {} |", cells.join(" | ")));
}

fn line(page: &mut String, text: &str) {
    let _ = writeln!(page, "{text}"); // A String takes everything.
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Moved;
    use crate::clock::Time;
    use crate::results::{Limits, Measured};

    #[test]
    fn the_page_has_times_ratios_and_goals() {
        let case = Case::one(20_000, 52, 13, Moved::Runs(5));
        let measured = |contender: &str, cold| Measured {
            case,
            contender: contender.into(),
            time: Time { hot: cold / 2.0, cold },
            delta_bytes: 1,
            error: 0.5,
            moved_pairs: 13_000,
        };
        let results = Results {
            measured: vec![measured("babylon-lite", 44.0), measured("ours.blocked8", 8.0)],
            limits: Limits { copy: 4e12, pass: 4.8 },
            ..Default::default()
        };
        let goals = goal::goals(&results);
        let page = page(&Report {
            device: vec![("device", "d".into())],
            results: &results,
            goals: &goals,
        });
        for text in [
            "| 20000/52/13/5 % | 44.0 | 8.0 |",
            "| 20000/52/13/5 % | ours.blocked8 | 5.5x | - | - | 1.5",
            "babylon-lite / ours.blocked8 at 20000/52/13/5 %: 5.50x, at least 5.2 wanted: met",
        ] {
            assert!(page.contains(text), "{text} is not in\n{page}");
        }
    }
}
