//! Arguments of `optimize`.

use super::output_file::OutputFile;
use clap::Args;
use morphkit::gltf::optimize::Quantize;
use std::path::PathBuf;
use std::str::FromStr;

const EXAMPLES: &str = "\
Examples:
  morphkit optimize face.glb -o small.glb                  what changes no value
  morphkit optimize face.glb -o small.glb --drop-empty --quantize --reorder
  morphkit optimize face.glb -o small.glb --quantize --error 1e-5,0.1
  morphkit optimize face.glb -o small.glb --quantize --json | jq .morph_bytes

Deltas become sparse, or lose stored zeros, wherever that takes fewer bytes; no value changes.
Some players refuse sparse deltas, or accessors without data: `morphkit check small.glb` says which.

--quantize needs players that know KHR_mesh_quantization. An accessor becomes integers of 8 or 16
bits where the bound allows it and that is smaller; the others stay floats. The scale of positions
goes into the inverse bind matrices of skins, else into a new node below the one that had the mesh.
The bound holds for the base, and for the base with any one target at weight 1.

What the program does not know stays in the file as it is. Where it cannot tell whether something
holds the number of a target, --drop-empty stops and names it; where it cannot tell whether
something counts vertices or depends on their space, they stay as they are, and a note says so.
A second run changes nothing more.";

/// What to make smaller, and where to.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct OptimizeArgs {
    /// A .gltf, .glb or .vrm file.
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) output: OutputFile,
    /// Drop targets that move nothing, with their weights, names and animation. With --quantize:
    /// that move nothing by as much as half a step.
    #[arg(long)]
    pub(crate) drop_empty: bool,
    /// Turn positions, normals, tangents and their deltas into integers.
    #[arg(long)]
    pub(crate) quantize: bool,
    /// How far quantised positions may be off, as a share of the mesh's radius, and directions, in
    /// degrees. Default: 1e-4,0.5.
    #[arg(long, value_name = "SHARE[,DEGREES]", requires = "quantize", allow_hyphen_values = true)]
    pub(crate) error: Option<Bounds>,
    /// Make vertices that the same targets move neighbours, where the targets then touch fewer
    /// blocks of 64 vertices.
    #[arg(long)]
    pub(crate) reorder: bool,
    /// Print one JSON object that says what was done.
    #[arg(long)]
    pub(crate) json: bool,
    /// Refuse what breaks the specification, even where it has one sensible meaning.
    #[arg(long)]
    pub(crate) strict: bool,
}

/// The bounds of `--error`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Bounds(pub(crate) Quantize);

impl FromStr for Bounds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (position, degrees) = match text.split_once(',') {
            Some((position, degrees)) => (position, Some(degrees)),
            None => (text, None),
        };
        let bound = |text: &str| match text.trim().parse::<f64>() {
            Ok(bound) if bound >= 0.0 && bound.is_finite() => Ok(bound),
            _ => Err(format!("expected a number of at least 0, got {text:?}")),
        };
        let mut bounds = Quantize { position: bound(position)?, ..Quantize::default() };
        if let Some(degrees) = degrees {
            bounds.direction_degrees = bound(degrees)?;
        }
        Ok(Self(bounds))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_one_number_or_two() {
        let of = |text: &str| text.parse::<Bounds>().map(|b| (b.0.position, b.0.direction_degrees));
        assert_eq!(of("1e-3"), Ok((1e-3, 0.5)));
        assert_eq!(of("1e-3, 2"), Ok((1e-3, 2.0)));
        for text in ["", "x", "1,2,3", "-1", "NaN", "1,inf"] {
            assert!(of(text).is_err(), "{text}");
        }
    }
}
