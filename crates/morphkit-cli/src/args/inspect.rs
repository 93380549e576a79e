//! Arguments of `inspect`.

use clap::Args;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  morphkit inspect face.glb
  morphkit inspect face.glb --json | jq '.meshes[].target_names'
  morphkit inspect avatar.vrm               also what its expressions move
  morphkit inspect face.glb --strict        exit 1 where the file breaks the specification";

/// What morph targets a file has.
///
/// Meshes with their targets come first, then animations, expressions of avatars, findings and advice;
/// what the deltas take in each layout comes last.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct InspectArgs {
    /// A .gltf, .glb or .vrm file.
    pub(crate) file: PathBuf,
    /// Print one JSON object instead of text.
    #[arg(long)]
    pub(crate) json: bool,
    /// Refuse what breaks the specification, even where it has one sensible meaning.
    #[arg(long)]
    pub(crate) strict: bool,
}
