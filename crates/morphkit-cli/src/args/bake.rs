//! Arguments of `bake`.

use super::blend::WeightList;
use super::output_file::OutputFile;
use crate::face::FaceArgs;
use crate::face::args::names_help;
use crate::pick::Pick;
use clap::{ArgGroup, Args};
use std::path::PathBuf;

const EXAMPLES: &str = concat!(
    "\
Examples:
  morphkit bake face.glb -o default.glb                     with the weights that the file has
  morphkit bake face.glb -o smile.glb --weights 0.5,0,1
  morphkit bake face.glb -o thin.glb --set jawWidth=-0.4 --keep-targets
  morphkit bake avatar.vrm -o happy.vrm --expression happy=1
  morphkit bake face.glb -o wink.glb --presets faces.toml --preset wink
  morphkit bake face.glb -o frame.glb --animation Wave --time 0.25

",
    names_help!(),
    "

Without --keep-targets the file has no targets afterwards, and nothing that speaks of them: weights,
names, animation channels, VRM expressions. With it, targets of weight 0 stay, and blend on top of
the new shape as they did before. Nodes that share a mesh and have other weights get copies of it.

What the program does not know stays in the file as it is. Where it cannot tell whether something
holds the number of a target, it stops and names it."
);

/// What to bake, and where to.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
#[command(group = ArgGroup::new("baked").args(["weights", "set", "expression", "preset"]).multiple(true))]
pub(crate) struct BakeArgs {
    /// A .gltf, .glb or .vrm file.
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) output: OutputFile,
    /// Give the weights to this mesh only: its name or its index.
    #[arg(long, value_name = "M|NAME", requires = "baked")]
    pub(crate) mesh: Option<Pick>,
    /// Weights in target order; omitted ones are 0. Default: those of the file.
    #[arg(long, value_name = "W0,W1,..", allow_hyphen_values = true)]
    pub(crate) weights: Option<WeightList>,
    #[command(flatten)]
    pub(crate) face: FaceArgs,
    /// Take the weights from this animation: its name or its index.
    #[arg(long, value_name = "N|NAME")]
    pub(crate) animation: Option<Pick>,
    /// Time of the animation in seconds. Default: 0.
    #[arg(long, value_name = "T", requires = "animation", allow_negative_numbers = true)]
    pub(crate) time: Option<f32>,
    /// Leave the targets of weight 0 in the file.
    #[arg(long)]
    pub(crate) keep_targets: bool,
    /// Compute normals for targets that move positions and have none, or only zeros.
    #[arg(long)]
    pub(crate) normals: bool,
    /// Print one JSON object that says what was baked.
    #[arg(long)]
    pub(crate) json: bool,
    /// Refuse what breaks the specification, even where it has one sensible meaning.
    #[arg(long)]
    pub(crate) strict: bool,
}
