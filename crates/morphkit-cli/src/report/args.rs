//! Arguments of `report`.

use clap::Args;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  morphkit report face.glb -o face.html
  morphkit report avatar.vrm -o avatar.html --pictures 300     where it has more than 150 targets
  morphkit report face.glb -o face.html --no-pictures          without a graphics device, and quick

The page is one file: it loads nothing, runs nothing, and shows in any browser, light or dark. It has a
picture and a heat map of each target at weight 1, what each target moves and how far, which targets move the
same vertices, the weights of animations as curves, the bytes in each layout, and what `morphkit check` says.
What is left out of a large file is said where it would stand.";

/// Which file, and where the page goes.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ReportArgs {
    /// A .gltf, .glb or .vrm file.
    pub(crate) file: PathBuf,
    /// The page to write.
    #[arg(short, long, value_name = "FILE.html")]
    pub(crate) output: PathBuf,
    /// Most targets that get pictures, of all meshes together.
    #[arg(long, value_name = "N", default_value_t = 150)]
    pub(crate) pictures: usize,
    /// Draw no pictures.
    #[arg(long, conflicts_with = "pictures")]
    pub(crate) no_pictures: bool,
    /// Degrees that the camera goes to the right; 0 looks at the front.
    #[arg(long, value_name = "DEG", default_value_t = 24.0, allow_negative_numbers = true)]
    #[arg(value_parser = crate::render::args::degrees)]
    pub(crate) yaw: f64,
    /// Compute normals for targets that move positions and have none, or only zeros.
    #[arg(long)]
    pub(crate) normals: bool,
    /// The graphics device to use: a part of its name. Default: the fastest.
    #[arg(long, value_name = "NAME", env = "WGPU_ADAPTER_NAME", hide_env_values = true)]
    pub(crate) adapter: Option<String>,
}
