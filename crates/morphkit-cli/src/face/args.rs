//! Options that set the weights of a face, of all commands that take some.

use super::presets::Use;
use crate::set::Setting;
use clap::Args;
use std::path::PathBuf;

/// What sets weights by name.
#[derive(Debug, Clone, Default, PartialEq, Args)]
pub(crate) struct FaceArgs {
    /// Set an expression of a VRM avatar, 0 to 1, over the weights so far. May be repeated.
    #[arg(long, value_name = "NAME=VALUE", allow_hyphen_values = true)]
    pub(crate) expression: Vec<Setting>,
    /// A TOML file of presets: weights by names of targets.
    #[arg(long, value_name = "FILE.toml", requires = "preset")]
    pub(crate) presets: Option<PathBuf>,
    /// Set the weights of a preset, times AMOUNT, over the weights so far. May be repeated; they
    /// add up.
    #[arg(long, value_name = "NAME[=AMOUNT]", requires = "presets", allow_hyphen_values = true)]
    pub(crate) preset: Vec<Use>,
    /// Set weights, over all others. May be repeated; later ones win.
    #[arg(long, value_name = "NAME=VALUE", allow_hyphen_values = true)]
    pub(crate) set: Vec<Setting>,
}

/// The part of `--help` that explains them.
macro_rules! names_help {
    () => {
        "\
NAME in --set NAME=VALUE is the name of a target, else its index, else a pattern with * ? [..], else
ARKit's name of a shape that the file spells in its own way, or a pattern of such names: eyeBlinkLeft
and eyeBlink* find EyeBlink_L (`morphkit inspect` shows which). MESH:NAME means the targets of one mesh only, by name or index. Values are
factors: 1 is the whole target, negative ones and ones beyond 1 are fine. VALUE is what follows the last =.

NAME in --expression NAME=VALUE is an expression of a VRM avatar, or a preset by its name in VRM 1.0 or
0.x: happy and joy are one. `morphkit inspect` lists them. All targets that expressions move start from 0
then; binary expressions and overrides count as VRM says, and a note tells where that changes a value.

A file of --presets has a table for each preset; a line of it is a NAME as in --set and its weight:
  [smile]
  \"mouthSmile*\" = 0.8        quotes around all but letters, digits, - and _
  cheekSquintLeft = 0.3
  3 = 0.25                   the target of this index
In a preset later lines go over earlier ones. Presets of one call add up, each times its AMOUNT; targets
that they name start from 0, all others stay."
    };
}

pub(crate) use names_help;
