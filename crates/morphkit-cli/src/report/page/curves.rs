//! Weights of animations over time, as SVG.

use crate::inspect::{count, number};
use crate::report::curves::{COLOURED, Chart, Charts, Curve};
use maud::{Markup, html};
use std::fmt::Write;

const WIDTH: f32 = 900.0;
const HEIGHT: f32 = 240.0;
/// Room for the numbers at the left, and around the rest.
const LEFT: f32 = 44.0;
const EDGE: f32 = 14.0;
const BELOW: f32 = 24.0;
/// Most names of targets that go together.
const NAMES: usize = 4;

pub(super) fn section(charts: &Charts) -> Markup {
    html! {
        section #animations {
            h2 { "Animations" }
            @if charts.unread > 0 {
                p { (count(charts.unread, "animation")) " cannot be read; the findings tell why." }
            } @else if charts.charts.is_empty() && charts.left_out == 0 {
                p { "No animation of the file moves weights." }
            }
            @for chart in &charts.charts { (figure(chart)) }
            @if charts.left_out > 0 {
                p .note {
                    (count(charts.left_out, "channel")) " more move weights than this page has room for: "
                    code { "morphkit extract" } " writes all of their keys."
                }
            }
            @if charts.without > 0 && !charts.charts.is_empty() {
                p .facts { (count(charts.without, "animation")) " without weights." }
            }
        }
    }
}

fn figure(chart: &Chart) -> Markup {
    let coloured = chart.curves.len().min(COLOURED);
    let rest = chart.curves.iter().skip(coloured).map(|curve| curve.names.len()).sum();
    html! {
        figure {
            figcaption {
                strong { (chart.animation) } ", node " (chart.node) ": " (chart.interpolation.to_lowercase()) ", "
                (count(chart.keys, "key")) ", " (number(chart.span[0])) " s to " (number(chart.span[1])) " s"
            }
            @if chart.curves.is_empty() {
                p { "All weights stay as they are: " (count(chart.constant, "target")) "." }
            } @else {
                div .scroll { (plot(chart)) }
                p .key {
                    @for (at, curve) in chart.curves.iter().take(coloured).enumerate() {
                        span { i class={ "c" (at) } {} (names(curve)) }
                    }
                    @if rest > 0_usize { span { i .rest {} (count(rest, "other target")) " that move less" } }
                    @if chart.constant > 0 { span { (count(chart.constant, "target")) " not moved" } }
                }
            }
        }
    }
}

fn plot(chart: &Chart) -> Markup {
    let [low, high] = chart.range;
    let [start, end] = chart.span;
    let (right, bottom) = (WIDTH - EDGE, HEIGHT - BELOW);
    let x = |time: f32| LEFT + (right - LEFT) * share(time, start, end);
    let y = |value: f32| bottom - (bottom - EDGE) * share(value, low, high);
    html! {
        svg .plot viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } width=(WIDTH) height=(HEIGHT) role="img"
            aria-label="weights over time" {
            @for value in ticks(low, high) {
                line .grid x1=(LEFT) x2=(right) y1=(short(y(value))) y2=(short(y(value))) {}
                text x=(LEFT - 6.0) y=(short(y(value) + 4.0)) text-anchor="end" { (number(value)) }
            }
            @for time in ticks(start, end) {
                text x=(short(x(time))) y=(HEIGHT - 6.0) text-anchor="middle" { (number(time)) " s" }
            }
            @for curve in chart.curves.iter().skip(COLOURED) {
                polyline .rest points=(points(curve, x, y)) { title { (names(curve)) } }
            }
            @for (at, curve) in chart.curves.iter().enumerate().take(COLOURED).rev() {
                polyline class={ "c" (at) } points=(points(curve, x, y)) { title { (names(curve)) } }
            }
        }
    }
}

/// The targets of a curve; of many the first.
fn names(curve: &Curve) -> String {
    let some = curve.names.iter().take(NAMES).map(String::as_str).collect::<Vec<_>>().join(", ");
    match curve.names.len().saturating_sub(NAMES) {
        0 => some,
        more => format!("{some} and {more} more"),
    }
}

fn share(value: f32, low: f32, high: f32) -> f32 {
    if high > low { (value - low) / (high - low) } else { 0.5 }
}

fn points(curve: &Curve, x: impl Fn(f32) -> f32, y: impl Fn(f32) -> f32) -> String {
    let mut points = String::new();
    for &(time, value) in &curve.points {
        // Writing to a string cannot fail.
        let _ = write!(points, "{},{} ", short(x(time)), short(y(value)));
    }
    points
}

/// A tenth of a pixel is enough.
fn short(at: f32) -> f32 {
    (at * 10.0).round() / 10.0
}

/// Round numbers within a range, about five.
fn ticks(low: f32, high: f32) -> Vec<f32> {
    let width = f64::from(high) - f64::from(low);
    if width <= 0.0 || !width.is_finite() {
        return vec![low];
    }
    let rough = width / 5.0;
    let power = 10.0_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|n| n * power).into_iter().find(|step| *step >= rough);
    let step = step.unwrap_or(width);
    let first = (f64::from(low) / step).ceil();
    let at = |i: u32| ((first + f64::from(i)) * step) as f32;
    (0..12).map(at).take_while(|tick| f64::from(*tick) <= f64::from(high) + step * 1e-6).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_numbers_within_the_range() {
        assert_eq!(ticks(0.0, 1.0), [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]);
        assert_eq!(ticks(-1.5, 2.0), [-1.0, 0.0, 1.0, 2.0]);
        assert_eq!(ticks(3.0, 3.0), [3.0]);
        assert!(ticks(0.0, f32::INFINITY).len() == 1 && ticks(1e-8, 3e-8).len() > 2);
    }
}
