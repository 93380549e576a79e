//! What a box costs on the CPU.

use crate::clock::median_of;
use crate::pose::Pose;
use anyhow::Result;
use morph_core::{ClusterBounds, MorphBounds, MorphTargets, VertexAttributes, exact_bounds};
use std::hint::black_box;
use std::time::Duration;

const BUDGET: Duration = Duration::from_millis(300);

/// Prints times of one box, with all and with few targets active.
pub(crate) fn print(base: &VertexAttributes, targets: &MorphTargets) -> Result<()> {
    let one_box = MorphBounds::new(base, targets)?;
    let clusters = ClusterBounds::new(base, targets)?;
    let count = targets.target_count();
    let all = Pose::Mixed.weights(count, 1).remove(0);
    let few: Vec<f32> =
        all.iter().enumerate().map(|(t, w)| if t % 10 == 0 { *w } else { 0.0 }).collect();
    let active = few.iter().filter(|weight| **weight != 0.0).count();
    println!("One box of the head, one thread:\n");
    println!("| what | {count} active | {active} active |\n| --- | ---: | ---: |");
    let row = |name: &str, run: &dyn Fn(&[f32])| {
        let times = [&all, &few].map(|weights| micros(|| run(black_box(weights))));
        println!("| {name} | {} | {} |", times[0], times[1]);
    };
    row("`MorphBounds::bounds`", &|w| {
        let _ = black_box(one_box.bounds(w));
    });
    row("`ClusterBounds::bounds`", &|w| {
        let _ = black_box(clusters.bounds(w));
    });
    row("`exact_bounds`", &|w| {
        let _ = black_box(exact_bounds(base, targets, w));
    });
    println!(
        "| `MorphBounds::new`, once | {} | |",
        micros(|| drop(black_box(MorphBounds::new(base, targets))))
    );
    println!(
        "| `ClusterBounds::new`, once | {} | |\n",
        micros(|| drop(black_box(ClusterBounds::new(base, targets))))
    );
    Ok(())
}

/// The median time of a call. Short calls are timed many at once.
pub(crate) fn micros(mut run: impl FnMut()) -> String {
    const MANY: u32 = 16;
    let many = || (0..MANY).for_each(|_| run());
    let (time, _) = median_of(many, BUDGET);
    let micros = time.as_secs_f64() * 1e6 / f64::from(MANY);
    if micros < 10.0 { format!("{micros:.2} µs") } else { format!("{micros:.0} µs") }
}
