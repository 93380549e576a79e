//! The plot: time by vertices, a panel for each number of targets and coverage.

use crate::case::Case;
use crate::results::Results;
use anyhow::Result;
use plotters::coord::Shift;
use plotters::prelude::*;
use std::path::Path;

const PANEL: (u32, u32) = (520, 340);

/// Contenders that are drawn, with their colours: names, or beginnings of names.
const DRAWN: [(&str, RGBColor); 7] = [
    ("babylon-lite", full_palette::BLUE_700),
    ("babylon-lite.active", full_palette::CYAN_500),
    ("bevy", full_palette::GREEN_600),
    ("ours.f32", full_palette::AMBER_600),
    ("ours.16bit", full_palette::PURPLE_400),
    ("ours.row-sparse", full_palette::BROWN_500),
    ("ours.blocked8", full_palette::RED_700),
];

pub(super) fn draw(path: &Path, results: &Results) -> Result<()> {
    let mut panels: Vec<Vec<Case>> = Vec::new();
    for case in results.cases().into_iter().filter(|case| case.instances == 1) {
        let alike = |a: &Case| Case { vertices: 0, ..*a } == Case { vertices: 0, ..case };
        match panels.iter_mut().find(|panel| alike(&panel[0])) {
            Some(panel) => panel.push(case),
            None => panels.push(vec![case]),
        }
    }
    // One size alone is a dot, no line.
    panels.retain(|panel| panel.len() > 1);
    panels.sort_by_key(|panel| (panel[0].targets, panel[0].active, panel[0].moved.percent()));
    let columns = 3.min(panels.len().max(1));
    let rows = panels.len().div_ceil(columns).max(1);
    let size = (PANEL.0 * columns as u32, PANEL.1 * rows as u32);
    let area = SVGBackend::new(path, size).into_drawing_area();
    area.fill(&WHITE)?;
    for (area, cases) in area.split_evenly((rows, columns)).iter().zip(&panels) {
        panel(area, cases, results)?;
    }
    Ok(area.present()?)
}

fn panel(
    area: &DrawingArea<SVGBackend<'_>, Shift>,
    cases: &[Case],
    results: &Results,
) -> Result<()> {
    let points = |name: &str| -> Vec<(f64, f64)> {
        let time = |(at, &case): (usize, &Case)| {
            let exact = results.of(case, name);
            let best = exact.or_else(|| results.best(case, name).filter(|_| name.contains("ours")));
            Some((at as f64, best?.time.cold))
        };
        cases.iter().enumerate().filter_map(time).collect()
    };
    let times = DRAWN.iter().flat_map(|(name, _)| points(name)).map(|(_, us)| us);
    let (least, most) = times.fold((f64::MAX, f64::MIN), |(a, b), us| (a.min(us), b.max(us)));
    if least > most {
        return Ok(()); // None of the drawn was measured.
    }
    let Case { targets, active, moved, .. } = cases[0];
    let title = format!("{targets} targets, {active} active, {} %: us, cold", moved.percent());
    // The legend takes the place of sizes to the right.
    let end = cases.len() as f64 * 1.7 - 0.7;
    let mut chart = ChartBuilder::on(area)
        .caption(title, ("sans-serif", 16))
        .margin(10)
        .x_label_area_size(30)
        .y_label_area_size(50)
        .build_cartesian_2d(-0.3..end, (least * 0.7..most * 1.5).log_scale())?;
    let size = |at: &f64| {
        let case = cases.get(at.round() as usize).filter(|_| at.fract().abs() < 1e-9);
        case.map_or(String::new(), |case| case.vertices.to_string())
    };
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(WHITE)
        .x_labels(cases.len() * 2)
        .x_label_formatter(&size)
        .y_label_formatter(&|us| format!("{us:.0}"))
        .y_labels(6)
        .draw()?;
    for (name, colour) in DRAWN {
        let points = points(name);
        if points.is_empty() {
            continue;
        }
        chart
            .draw_series(LineSeries::new(points.iter().copied(), colour.stroke_width(2)))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 14, y)], colour.stroke_width(2)));
        chart.draw_series(points.iter().map(|&at| Circle::new(at, 3, colour.filled())))?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .legend_area_size(16)
        .label_font(("sans-serif", 11))
        .draw()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Moved;
    use crate::clock::Time;
    use crate::results::Measured;

    #[test]
    fn a_plot_names_its_panels_and_contenders() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("plot.svg");
        let measured = [20_000, 100_000].map(|vertices| Measured {
            case: Case::one(vertices, 52, 13, Moved::Runs(5)),
            contender: "ours.blocked8/2".into(),
            time: Time { hot: 7.0, cold: 8.0 },
            delta_bytes: 1,
            error: 0.5,
            moved_pairs: 1,
        });
        draw(&path, &Results { measured: measured.into(), ..Default::default() }).unwrap();
        let svg = std::fs::read_to_string(path).unwrap();
        for text in ["52 targets, 13 active, 5 %", "ours.blocked8", "100000"] {
            assert!(svg.contains(text), "{text} is not in the plot");
        }
        assert!(!svg.contains("bevy"));
    }
}
