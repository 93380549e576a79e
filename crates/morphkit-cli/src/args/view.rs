//! Arguments of `view`.

use clap::Args;
use morphkit_scene::Backend;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  morphkit view face.glb
  morphkit view face.glb --backend deform-f32 --against deform-6b   two layouts side by side

The window is a program of its own, morphkit-view, beside this one or on the path; in the repository
`cargo build --release -p morphkit-view` builds it.";

/// What file to show in a window.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ViewArgs {
    /// A .gltf, .glb or .vrm file; without one, drop one on the window.
    pub(crate) file: Option<PathBuf>,
    /// What adds the targets.
    #[arg(long)]
    pub(crate) backend: Option<Backend>,
    /// What adds them on the right side, to compare with.
    #[arg(long, value_name = "BACKEND")]
    pub(crate) against: Option<Backend>,
}
