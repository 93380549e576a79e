//! `bench-bounds`: how much larger than the exact box the boxes for culling are, by our rules and by
//! those of other engines, on the generated head and on files; what a box costs; and what picking
//! costs beside brute force.
#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for people prints")]

#[path = "../cpu/clock.rs"]
#[allow(dead_code, reason = "rounds are for bench-cpu")]
mod clock;
mod cost;
mod picking;
mod pose;
mod rule;
mod table;

use anyhow::{Context, Result, ensure};
use clap::Parser;
use morph_core::{Attribute, MorphMesh, MorphTargets, VertexAttributes};
use pose::Pose;
use rule::{Rule, Rules};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use table::Table;

/// Measures boxes for culling, how much larger than the exact ones and how long they take, and picking.
#[derive(Parser)]
struct Arguments {
    /// glTF files; the generated head comes first.
    files: Vec<PathBuf>,
    /// Fewer random poses, and no times: to see that it works.
    #[arg(long)]
    quick: bool,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<()> {
    let randoms = if arguments.quick { 2 } else { 32 };
    let head = morph_sample::head(5000);
    let mut table = Table::default();
    measure("the head", &head.mesh, randoms, &mut table)?;
    println!("The generated head, 5,000 vertices, {} targets:\n", head.mesh.target_count());
    println!("{table}");
    if !arguments.files.is_empty() {
        let mut table = Table::default();
        let (mut files, mut primitives) = (0, 0);
        for path in &arguments.files {
            let found =
                file(path, randoms, &mut table).with_context(|| path.display().to_string())?;
            files += usize::from(found > 0);
            primitives += found;
        }
        println!("{primitives} primitives with moving targets, of {files} files:\n");
        println!("{table}");
    }
    if !arguments.quick {
        cost::print(&head.mesh.primitives[0].base, targets(&head.mesh, 0)?)?;
    }
    let (sizes, rays): (&[usize], usize) =
        if arguments.quick { (&[2000], 4) } else { (&[5000, 50_000], 16) };
    picking::print(sizes, rays)
}

fn targets(mesh: &MorphMesh, primitive: usize) -> Result<&MorphTargets> {
    mesh.primitives[primitive].targets.as_ref().context("expected targets, got none")
}

/// All morphed primitives of a file; returns how many there are. One that our reader refuses is
/// told and passed over.
fn file(path: &Path, randoms: u32, table: &mut Table) -> Result<usize> {
    let meshes = match morphkit::open(path)
        .map_err(anyhow::Error::from)
        .and_then(|document| Ok(document.meshes()?))
    {
        Ok(meshes) => meshes,
        Err(error) => {
            eprintln!("{}: passed over: {error}", path.display());
            return Ok(0);
        }
    };
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut count = 0;
    for mesh in &meshes {
        count += measure(&name, mesh, randoms, table)?;
    }
    Ok(count)
}

fn measure(name: &str, mesh: &MorphMesh, randoms: u32, table: &mut Table) -> Result<usize> {
    let mut count = 0;
    for primitive in &mesh.primitives {
        let Some(targets) = &primitive.targets else { continue };
        if targets.attributes().contains(&Attribute::Position) {
            measure_primitive(name, &primitive.base, targets, randoms, table)?;
            count += 1;
        }
    }
    Ok(count)
}

fn measure_primitive(
    name: &str,
    base: &VertexAttributes,
    targets: &MorphTargets,
    randoms: u32,
    table: &mut Table,
) -> Result<()> {
    let rules = Rules::new(base, targets)?;
    for pose in Pose::ALL {
        for weights in pose.weights(targets.target_count(), randoms) {
            let exact = morph_core::exact_bounds(base, targets, &weights)?;
            for rule in Rule::ALL {
                let found = rules.bounds(rule, &weights)?;
                let sure = found.contains(exact.min) && found.contains(exact.max);
                ensure!(sure || !rule.is_ours(), "{name}: {found:?} does not hold {exact:?}");
                table.add(rule, pose, name, found, exact);
            }
        }
    }
    Ok(())
}
