//! Arguments of `sample`.

use clap::{Args, ValueEnum};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  morphkit sample head -o head.glb                      a head with the 52 shapes of ARKit
  morphkit sample head -o large.glb --vertices 100000   the same, finer
  morphkit sample cube -o cube.glb                      a cube with three targets
  morphkit sample vrm1 -o avatar.vrm                    the head as an avatar with 20 expressions";

/// What file to make.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SampleArgs {
    /// What to make.
    pub(crate) kind: SampleKind,
    /// The file to write: .glb, or .vrm for avatars.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// How many vertices the head has, also that of an avatar: 494 to 2000000. Default: 20000.
    #[arg(long, value_name = "N")]
    pub(crate) vertices: Option<usize>,
}

/// What can be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SampleKind {
    /// A head with the 52 shapes of ARKit.
    Head,
    /// A cube with three targets.
    Cube,
    /// The head as an avatar of VRM 0.x.
    Vrm0,
    /// The head as an avatar of VRM 1.0.
    Vrm1,
}
