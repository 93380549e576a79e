//! `bench-gpu`: times the deform pass beside other engines' loops and beside the device's limits.
//!
//! Peers' loops run as compute kernels, over the same deltas, in the same run. Every result is
//! compared with float64 before it is timed. Needs nothing but this program and a Vulkan driver.
#![forbid(unsafe_code)]

mod case;
mod clock;
mod contest;
mod crowd;
mod device;
mod frame_cost;
mod goal;
mod memory;
mod ours;
mod peers;
mod report;
mod results;
mod scene;
mod skin;
mod verify;
mod vertex_stage;

use anyhow::{Context as _, Result, ensure};
use case::Case;
use clap::Parser;
use clock::Work;
use device::Gpu;
use report::Report;
use results::{Limits, Results};
use scene::Scene;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// Times the deform pass beside other engines' loops and beside the device's limits.
#[derive(Parser)]
struct Arguments {
    /// Small meshes only, once each: to see that everything works, also on a software adapter.
    #[arg(long)]
    quick: bool,
    /// Only the cases whose names contain this: "100000/52"; or "head", "frame", "crowd", "skin", "drawn", "memory".
    /// Repeatable.
    #[arg(long, value_name = "CASE")]
    only: Vec<String>,
    /// A glTF file whose largest primitive is measured as well.
    #[arg(long)]
    file: Option<PathBuf>,
    /// The adapter whose name contains this; a real one before software.
    #[arg(long, value_name = "NAME")]
    adapter: Option<String>,
    /// Rounds of each measurement, some time apart; the best one counts.
    #[arg(long, default_value_t = 3)]
    rounds: u32,
    /// Where the report goes.
    #[arg(long, default_value = "out/bench")]
    out: PathBuf,
}

fn main() -> ExitCode {
    match drive(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn drive(arguments: &Arguments) -> Result<()> {
    let gpu = Gpu::open(arguments.adapter.as_deref())?;
    let (name, all) =
        if arguments.quick { ("gpu-quick", Case::quick()) } else { ("gpu", Case::all()) };
    let wanted = |name: &str| {
        arguments.only.is_empty() || arguments.only.iter().any(|text| name.contains(text))
    };
    let cases: Vec<Case> = all.into_iter().filter(|case| wanted(&case.to_string())).collect();
    let parts =
        ["head", "frame", "crowd", "skin", "drawn", "memory"].iter().any(|part| wanted(part));
    let some = !cases.is_empty() || parts || arguments.file.is_some();
    ensure!(some, "nothing has such a name: {:?}", arguments.only);
    let mut results = Results { limits: limits(&gpu)?, ..Default::default() };
    let write = |results: &Results| {
        let goals = if gpu.is_software() { Vec::new() } else { goal::goals(results) };
        let device = vec![
            ("device", gpu.info.name.clone()),
            ("driver", format!("{} {}", gpu.info.driver, gpu.info.driver_info)),
            ("clock", if gpu.is_software() { "wall clock" } else { "time stamps" }.to_owned()),
        ];
        let report = Report { device, results, goals: &goals };
        report.write(&arguments.out, name).map(|paths| (paths, goals))
    };
    let mut scenes: Vec<Box<dyn FnOnce() -> Result<Scene>>> = Vec::new();
    scenes.extend(cases.into_iter().map(|case| Box::new(move || Ok(Scene::new(case))) as Box<_>));
    if wanted("head") {
        let vertices = if arguments.quick { 2_000 } else { 20_000 };
        scenes.push(Box::new(move || Scene::head(vertices)));
    }
    if let Some(path) = arguments.file.clone() {
        scenes.push(Box::new(move || {
            Scene::of_file(&path).with_context(|| path.display().to_string())
        }));
    }
    for scene in scenes {
        let start = Instant::now();
        let scene = scene()?;
        contest::measure(&gpu, &scene, arguments.rounds, &mut results)?;
        let case = scene.case;
        let best = results.best(case, "ours").map_or(f64::NAN, |best| best.time.cold);
        eprintln!("{case}: {best:.1} us ({:.0} s)", start.elapsed().as_secs_f64());
        // What was measured stays where a later case fails, or time runs out.
        write(&results)?;
    }
    if wanted("frame") {
        frame_cost::measure(&gpu, &mut results)?;
    }
    if wanted("crowd") {
        crowd::measure(&gpu, arguments.quick, arguments.rounds, &mut results)?;
    }
    if wanted("skin") {
        skin::measure(&gpu, arguments.rounds, &mut results)?;
    }
    if wanted("drawn") {
        vertex_stage::measure(&gpu, arguments.rounds, &mut results)?;
    }
    if wanted("memory") {
        memory::measure(&mut results)?;
    }
    let (paths, goals) = write(&results)?;
    paths.iter().for_each(|path| println!("{}", path.display()));
    goals.iter().for_each(|goal| println!("{goal}"));
    Ok(())
}

/// What the device can do at all.
fn limits(gpu: &Gpu) -> Result<Limits> {
    let bytes: u64 = if gpu.is_software() { 1 << 24 } else { 1 << 30 };
    let (from, to) = (gpu.empty(bytes), gpu.empty(bytes));
    let pipeline = gpu.pipeline(include_str!("peers/limits.wgsl"), "copy");
    let bind_group = gpu.bind(&pipeline, &[from.as_entire_binding(), to.as_entire_binding()]);
    let groups = u32::try_from(bytes / 16 / 256)?;
    let sizes = [[groups / 8, 8], [1, 1]];
    let times = gpu.rounds(3, sizes.len(), |at| {
        gpu.time(&Work::Compute(&|pass| {
            pass.set_pipeline(&pipeline);
            pass.set_bind_group(0, &bind_group, &[]);
            pass.dispatch_workgroups(sizes[at][0], sizes[at][1], 1);
        }))
    })?;
    Ok(Limits { copy: 2.0 * bytes as f64 / (times[0].hot * 1e-6), pass: times[1].hot })
}
