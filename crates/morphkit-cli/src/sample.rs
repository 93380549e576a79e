//! The command `sample`: writes generated files.

use crate::args::{SampleArgs, SampleKind};
use crate::failure::Failure;
use crate::output;
use crate::progress;
use anyhow::{Context, anyhow};
use morph_sample::vrm::{self, VrmVersion};
use morph_sample::{HEAD_VERTICES, MIN_HEAD_VERTICES, cube, glb, head};
use std::io::{self, Write};

/// Most vertices of a head: a file of half a GiB.
const MAX_HEAD_VERTICES: usize = 2_000_000;

/// Makes the file and says what is in it.
pub(crate) fn run(args: &SampleArgs) -> Result<(), Failure> {
    let version = match args.kind {
        SampleKind::Vrm0 => Some(VrmVersion::V0),
        SampleKind::Vrm1 => Some(VrmVersion::V1),
        SampleKind::Head | SampleKind::Cube => None,
    };
    output::check(&args.output, &[if version.is_some() { "vrm" } else { "glb" }])?;
    let busy = progress::spinner("making it");
    let sample = match (args.kind, args.vertices) {
        (SampleKind::Cube, None) => cube(),
        (SampleKind::Cube, Some(_)) => {
            let message = "--vertices: a cube always has the same number of vertices";
            return Err(Failure::environment(anyhow!(message)));
        }
        (SampleKind::Head | SampleKind::Vrm0 | SampleKind::Vrm1, vertices) => {
            let vertices = vertices.unwrap_or(HEAD_VERTICES);
            if !(MIN_HEAD_VERTICES..=MAX_HEAD_VERTICES).contains(&vertices) {
                return Err(Failure::environment(anyhow!(
                    "--vertices: expected {MIN_HEAD_VERTICES} to {MAX_HEAD_VERTICES}, got {vertices}"
                )));
            }
            head(vertices)
        }
    };
    let path = args.output.display();
    let bytes = match version {
        Some(version) => vrm::write(&sample, version),
        None => glb::write(&sample),
    };
    std::fs::write(&args.output, bytes)
        .with_context(|| format!("{path}: cannot be written"))
        .map_err(Failure::Environment)?;
    busy.finish_and_clear();
    let (vertices, targets) = (sample.vertex_count(), sample.mesh.target_count());
    writeln!(io::stdout(), "{path}: {vertices} vertices, {targets} targets")
        .map_err(Failure::output)
}
