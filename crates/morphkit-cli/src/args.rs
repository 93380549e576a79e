//! The command line.

mod bake;
mod blend;
mod check;
mod completions;
mod dropping;
mod extract;
mod inspect;
mod man;
mod optimize;
mod output_file;
mod sample;
mod shader;
mod view;

pub(crate) use crate::render::args::RenderArgs;
pub(crate) use crate::report::args::ReportArgs;
pub(crate) use bake::BakeArgs;
pub(crate) use blend::BlendArgs;
pub(crate) use check::{CheckFilesArgs, Level};
pub(crate) use completions::CompletionsArgs;
pub(crate) use dropping::DroppingArgs;
pub(crate) use extract::ExtractArgs;
pub(crate) use inspect::InspectArgs;
pub(crate) use man::ManArgs;
pub(crate) use optimize::OptimizeArgs;
pub(crate) use sample::{SampleArgs, SampleKind};
pub(crate) use shader::{CheckArgs, EmitArgs, HeaderArgs, ListArgs, ShaderArgs, ShaderCommand};
pub(crate) use view::ViewArgs;

use clap::{Parser, Subcommand};
use morphkit_scene::Backend;

const EXAMPLES: &str = "\
Examples:
  morphkit sample head -o head.glb          make a file to try things with
  morphkit inspect head.glb                 what targets it has, how large they are
  morphkit check head.glb                   what is wrong with it, what players do with it
  morphkit blend head.glb --json            its vertices with its default weights
  morphkit render head.glb -o head.png      a picture of it
  morphkit report head.glb -o head.html     a page about it, with a picture of each target
  morphkit view head.glb                    the model in a window, its targets as sliders
  morphkit bake head.glb -o smile.glb --set 'mouthSmile*=1'
  morphkit optimize head.glb -o small.glb --quantize
  morphkit extract head.glb -o head.npz     its targets as arrays for NumPy
  morphkit shader emit -o shaders           the shaders in WGSL, SPIR-V, GLSL, HLSL and MSL
  morphkit man | man -l -                   all this as a manual page

`morphkit COMMAND --help` has examples of each command. Colours and bars show in terminals only; NO_COLOR=1
turns the colours off.

Exit status:
  0  done
  1  the file is at fault; the message says where and what
  2  the call or the machine is: a wrong option, no graphics device";

/// Inspects, blends, renders and makes glTF files with morph targets (blend shapes), and writes
/// their shaders.
#[derive(Debug, Parser)]
#[command(name = "morphkit", version, after_help = EXAMPLES, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Say what morph targets a file has, and what is wrong with it.
    Inspect(InspectArgs),
    /// Say what is wrong with files and folders, and what players do with them.
    Check(CheckFilesArgs),
    /// Compute the vertices of a file for given weights.
    Blend(BlendArgs),
    /// Draw a picture or a film of a file.
    Render(RenderArgs),
    /// Write a page about a file: pictures and numbers of its targets, curves, findings.
    Report(ReportArgs),
    /// Show a file in a window, its targets as sliders.
    View(ViewArgs),
    /// Add weighted targets to the base of a file, and write it without them.
    Bake(BakeArgs),
    /// Make a file smaller: sparse deltas, integers, no empty targets.
    Optimize(OptimizeArgs),
    /// Write targets, bases, weights and animations as arrays for NumPy.
    Extract(ExtractArgs),
    /// Write a generated file with morph targets.
    Sample(SampleArgs),
    /// Write the shaders for other engines, and check shaders of your own with them.
    Shader(ShaderArgs),
    /// Print what a shell needs to complete commands and options.
    Completions(CompletionsArgs),
    /// Print a manual page, or write all of them.
    Man(ManArgs),
}

impl Command {
    /// Whether a graphics device takes part.
    pub(crate) fn opens_a_device(&self) -> bool {
        match self {
            Self::Render(_) => true,
            Self::Report(args) => !args.no_pictures,
            Self::Blend(args) => args.backend != Backend::Cpu,
            Self::Inspect(_)
            | Self::Check(_)
            | Self::Bake(_)
            | Self::Optimize(_)
            | Self::Extract(_)
            | Self::Sample(_)
            | Self::View(_)
            | Self::Shader(_)
            | Self::Completions(_)
            | Self::Man(_) => false,
        }
    }
}
