//! Arguments of `blend`.

use super::dropping::DroppingArgs;
use crate::face::FaceArgs;
use crate::face::args::names_help;
use crate::pick::Pick;
use clap::{ArgGroup, Args};
use morphkit_scene::{Allowed, Backend};
use std::path::PathBuf;
use std::str::FromStr;

const EXAMPLES: &str = concat!(
    r#"Examples:
  morphkit blend face.glb --weights 0.5,0,1             a summary
  morphkit blend face.glb --weights 0.5,0,1 --json      the vertices
  morphkit blend face.glb --set smile=0.7 --set 'brow*=1'
  morphkit blend avatar.vrm --expression happy=0.7 --expression blink=1
  morphkit blend face.glb --presets faces.toml --preset smile=0.5 --preset wink
  morphkit blend face.glb --set smile=1 --normals --json   lit as the moved surface
  morphkit blend face.glb --animation Wave --time 0.25 --json --backend storage
  morphkit blend face.glb --weights 1 --json --backend deform-8b --error-bound 1e-4,0.5
  echo '{"file": "face.glb", "weights": [1]}' | morphkit blend --batch

"#,
    names_help!(),
    r#"

Without --error-bound nothing but zeros is left out here, as --keep-all says; deform-bounded has 1e-4,0.1.
Where packed deltas are rounded, or some left out, the answer has error_bound: for each attribute how far a
component of a sum may be off with these weights, before directions get unit length and colours are clamped.

A line of --batch is {"file": .., "mesh": M, "weights": [..], "animation": N, "time": T, "raw": true,
"expressions": {"happy": 0.7}}; all but file may be left out; M and N are an index or a name. Its answer is the object of --json, or {"error": "message"}."#
);

/// What to blend, and where.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
#[command(group = ArgGroup::new("given").args(["weights", "set", "expression", "preset"]).multiple(true))]
#[command(
    override_usage = "morphkit blend [OPTIONS] <FILE>\n       morphkit blend [OPTIONS] --batch"
)]
pub(crate) struct BlendArgs {
    /// A .gltf, .glb or .vrm file.
    #[arg(required_unless_present = "batch", conflicts_with = "batch")]
    pub(crate) file: Option<PathBuf>,
    /// Print one JSON object with all vertices instead of a summary.
    #[arg(long)]
    pub(crate) json: bool,
    /// Give the weights to this mesh only: its name or its index.
    #[arg(long, value_name = "M|NAME", requires = "given")]
    pub(crate) mesh: Option<Pick>,
    /// Weights in target order; omitted ones are 0. Default: those of the file.
    #[arg(long, value_name = "W0,W1,..", allow_hyphen_values = true)]
    #[arg(conflicts_with = "batch")]
    pub(crate) weights: Option<WeightList>,
    #[command(flatten)]
    pub(crate) face: FaceArgs,
    /// Take the weights from this animation: its name or its index.
    #[arg(long, value_name = "N|NAME", conflicts_with = "batch")]
    pub(crate) animation: Option<Pick>,
    /// Time of the animation in seconds. Default: 0.
    #[arg(long, value_name = "T", requires = "animation", allow_negative_numbers = true)]
    pub(crate) time: Option<f32>,
    /// Compute normals for targets that move positions and have none, or only zeros.
    #[arg(long)]
    pub(crate) normals: bool,
    /// Leave normals and tangents as the sum gives them, not of unit length.
    #[arg(long, conflicts_with = "batch")]
    pub(crate) raw: bool,
    /// Answer one JSON request a line from standard input with one JSON answer a line.
    #[arg(long, conflicts_with_all = ["set", "expression", "preset"])]
    pub(crate) batch: bool,
    /// What computes.
    #[arg(long, value_name = "NAME", default_value = "cpu")]
    pub(crate) backend: Backend,
    #[command(flatten)]
    pub(crate) dropping: DroppingArgs,
    /// The graphics device to use: a part of its name. Default: the fastest.
    #[arg(long, value_name = "NAME", env = "WGPU_ADAPTER_NAME", hide_env_values = true)]
    pub(crate) adapter: Option<String>,
    /// Refuse what breaks the specification, even where it has one sensible meaning.
    #[arg(long)]
    pub(crate) strict: bool,
}

impl BlendArgs {
    /// How far off what packed layouts leave out may be, a target alone.
    pub(crate) fn allowed(&self) -> Option<Allowed> {
        self.dropping.or((self.backend == Backend::DeformBounded).then_some(BOUNDED))
    }
}

/// The default of deform-bounded, which needs some bound: errors of many targets add up.
const BOUNDED: Allowed = Allowed { radii: 1e-4, degrees: 0.1 };

/// Weights, separated by commas.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct WeightList(pub(crate) Vec<f32>);

impl FromStr for WeightList {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.trim().is_empty() {
            return Ok(Self(Vec::new()));
        }
        let weights = text.split(',').enumerate().map(|(index, part)| {
            let part = part.trim();
            match part.parse::<f32>() {
                Ok(weight) if weight.is_finite() => Ok(weight),
                _ => Err(format!("weights[{index}]: expected a finite number, got {part:?}")),
            }
        });
        weights.collect::<Result<_, _>>().map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_separated_by_commas_and_have_no_range() {
        let list = |text: &str| text.parse::<WeightList>().map(|w| w.0);
        assert_eq!(list("-1, 2.5,0"), Ok(vec![-1.0, 2.5, 0.0]));
        assert_eq!(list(""), Ok(vec![]));
        for (text, index) in [("1,,2", 1), ("nan", 0), ("0,1e39", 1), ("0 1", 0)] {
            let error = list(text).unwrap_err();
            assert!(error.starts_with(&format!("weights[{index}]: expected")), "{error}");
        }
    }
}
