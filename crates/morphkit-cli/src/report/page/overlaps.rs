//! Which targets of a mesh change the same vertices: a matrix, and the pairs that share most.

use crate::inspect::{count, percent};
use crate::report::MeshContent;
use crate::report::overlaps::{Overlaps, Pair};
use maud::{Markup, html};

/// Side of a cell.
const CELL: usize = 12;
/// Room for the names, for each of their letters.
const LETTER: usize = 6;
/// Most letters of a name beside the matrix.
const LETTERS: usize = 24;

pub(super) fn part(mesh: &MeshContent) -> Markup {
    let overlaps = &mesh.overlaps;
    let name = |index: usize| mesh.measured.targets[index].name.as_str();
    html! {
        h3 { "Overlaps" }
        @if overlaps.moving < 2 {
            p { "Fewer than two targets change anything." }
        } @else if overlaps.sharing == 0 {
            p { "No two targets change the same vertex." }
        } @else {
            p {
                (count(overlaps.sharing, "pair")) " of targets "
                @if overlaps.sharing == 1 { "changes" } @else { "change" }
                " some of the same vertices. Each cell is a pair; the stronger its colour, the larger the share of the smaller target \
                that the other one changes, too."
            }
            div .scroll { (matrix(overlaps, &name)) }
            @if overlaps.shown.len() < overlaps.moving {
                p .note {
                    "The matrix has the " (overlaps.shown.len()) " targets that change most vertices, of "
                    (overlaps.moving) "."
                    @if overlaps.compared < overlaps.moving {
                        " Counted are pairs of the first " (overlaps.compared) " in that order."
                    }
                }
            }
            (most(overlaps, &name))
        }
    }
}

fn matrix<'a>(overlaps: &Overlaps, name: &impl Fn(usize) -> &'a str) -> Markup {
    let shown = &overlaps.shown;
    let names: Vec<_> = shown.iter().map(|&index| short(name(index))).collect();
    let letters = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let left = letters * LETTER + 12;
    let side = shown.len() * CELL;
    let (width, height) = (left + side + 4, side + 4);
    let place = |index: usize| shown.binary_search(&index).unwrap_or_default();
    html! {
        svg .matrix viewBox={ "0 0 " (width) " " (height) } width=(width) height=(height) role="img"
            aria-label="matrix of the vertices that targets share" {
            @for (at, name) in names.iter().enumerate() {
                text x=(left - 6) y=(at * CELL + 10) text-anchor="end" { (name) }
                rect .self x=(left + at * CELL) y=(at * CELL) width=(CELL - 1) height=(CELL - 1) {}
            }
            @for pair in &overlaps.matrix {
                (cell(pair, left, place(pair.of[0]), place(pair.of[1]), name))
            }
        }
    }
}

/// A cell below the diagonal: its row is the later target.
fn cell<'a>(
    pair: &Pair,
    left: usize,
    column: usize,
    row: usize,
    name: &impl Fn(usize) -> &'a str,
) -> Markup {
    let [a, b] = pair.of.map(name);
    let (x, y) = (left + column * CELL, row * CELL);
    let opacity = format!("{:.2}", 0.12 + 0.88 * pair.share);
    html! {
        rect x=(x) y=(y) width=(CELL - 1) height=(CELL - 1) opacity=(opacity) {
            title { (a) " and " (b) ": " (shared(pair)) }
        }
    }
}

fn shared(pair: &Pair) -> String {
    let vertices = count(pair.shared, "vertex");
    format!("{vertices}, {} of the smaller", percent(pair.share))
}

fn most<'a>(overlaps: &Overlaps, name: &impl Fn(usize) -> &'a str) -> Markup {
    html! {
        div .scroll {
            table {
                thead { tr { th .name { "share most" } th .name { "with" } th { "vertices" } th { "of the smaller" } } }
                tbody {
                    @for pair in &overlaps.most {
                        tr {
                            td .name { (name(pair.of[0])) }
                            td .name { (name(pair.of[1])) }
                            td .number { (pair.shared) }
                            td .number { (percent(pair.share)) }
                        }
                    }
                }
            }
        }
        @if overlaps.most.len() < overlaps.sharing {
            @let more = overlaps.sharing - overlaps.most.len();
            p .facts { (count(more, "more pair")) @if more == 1 { " shares" } @else { " share" } " as many or fewer." }
        }
    }
}

fn short(name: &str) -> String {
    match name.chars().count() > LETTERS {
        true => name.chars().take(LETTERS - 1).chain(['…']).collect(),
        false => name.to_owned(),
    }
}
