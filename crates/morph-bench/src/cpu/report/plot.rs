//! The plot: time by mesh, a panel for each coverage.

use crate::cell::Cell;
use crate::results::Results;
use anyhow::Result;
use morph_bench::Coverage::{Dense, Percent};
use plotters::coord::Shift;
use plotters::prelude::*;
use std::path::Path;

const PANEL: (u32, u32) = (1000, 420);

/// Contenders that are drawn, with their colours. The others are in the tables.
const DRAWN: [(&str, RGBColor); 10] = [
    ("ours", full_palette::RED_700),
    ("ours.baseline", full_palette::RED_200),
    ("ours.16bit", full_palette::PURPLE_500),
    ("read", full_palette::GREY_500),
    ("naive", full_palette::ORANGE_700),
    ("glam.vertex-outer", full_palette::AMBER_500),
    ("plain-js", full_palette::GREEN_500),
    ("luma.gl", full_palette::BLUE_700),
    ("babylon.js", full_palette::CYAN_500),
    ("three.js", full_palette::BROWN_500),
];

pub(super) fn draw(path: &Path, results: &Results) -> Result<()> {
    let panels: Vec<Vec<Cell>> = [Dense, Percent(20), Percent(5)]
        .map(|coverage| {
            let there = |c: &Cell| c.coverage == coverage && !c.is_sequence();
            results.cells().into_iter().filter(there).collect()
        })
        .into_iter()
        .filter(|cells: &Vec<Cell>| !cells.is_empty())
        .collect();
    let height = PANEL.1 * u32::try_from(panels.len().max(1))?;
    let area = SVGBackend::new(path, (PANEL.0, height)).into_drawing_area();
    area.fill(&WHITE)?;
    for (area, cells) in area.split_evenly((panels.len().max(1), 1)).iter().zip(&panels) {
        panel(area, cells, results)?;
    }
    Ok(area.present()?)
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

fn panel(area: &Area<'_>, cells: &[Cell], results: &Results) -> Result<()> {
    let points = |name: &str| -> Vec<(f64, f64)> {
        let time = |(at, &cell): (usize, &Cell)| {
            let work = (cell.vertices * cell.targets) as f64;
            Some((at as f64, results.ns(cell, name)? / work))
        };
        cells.iter().enumerate().filter_map(time).collect()
    };
    let times = DRAWN.iter().flat_map(|(name, _)| points(name)).map(|(_, ns)| ns);
    let (least, most) = times.fold((f64::MAX, f64::MIN), |(a, b), ns| (a.min(ns), b.max(ns)));
    if least > most {
        return Ok(()); // None of the drawn was measured.
    }
    let title = format!("{}: ns for each vertex and target", cells[0].coverage);
    // The legend takes the place of meshes to the right.
    let end = cells.len() as f64 * 1.3 - 0.5;
    let mut chart = ChartBuilder::on(area)
        .caption(title, ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(32)
        .y_label_area_size(60)
        .build_cartesian_2d(-0.5..end, (least * 0.7..most * 1.4).log_scale())?;
    let size = |at: &f64| {
        let cell = cells.get(at.round() as usize).filter(|_| at.fract().abs() < 1e-9);
        cell.map_or(String::new(), |cell| format!("{} x {}", cell.vertices, cell.targets))
    };
    chart
        .configure_mesh()
        .disable_x_mesh()
        .x_labels(cells.len() * 2)
        .x_label_formatter(&size)
        .y_label_formatter(&|ns| format!("{ns}"))
        .label_style(("sans-serif", 13))
        .draw()?;
    for (name, color) in DRAWN {
        let points = points(name);
        if points.is_empty() {
            continue;
        }
        chart.draw_series(LineSeries::new(points.clone(), color.mix(0.4)))?;
        chart
            .draw_series(points.into_iter().map(|at| Circle::new(at, 4, color.filled())))?
            .label(name)
            .legend(move |(x, y)| Circle::new((x + 4, y), 4, color.filled()));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .legend_area_size(16)
        .label_font(("sans-serif", 13))
        .draw()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::Measured;

    #[test]
    fn a_plot_names_its_meshes_and_contenders() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("plot.svg");
        let measured = [(5_000, 4), (5_000, 52)].map(|(vertices, targets)| {
            let cell = Cell { vertices, targets, coverage: Dense, frames: 1 };
            Measured::once(cell, "luma.gl", 1e6)
        });
        draw(&path, &Results { measured: measured.into(), left_out: Vec::new() }).unwrap();
        let svg = std::fs::read_to_string(path).unwrap();
        for text in ["luma.gl", "5000 x 4", "5000 x 52", "dense"] {
            assert!(svg.contains(text), "{text} is not in the plot");
        }
        assert!(!svg.contains("three.js"));
    }
}
