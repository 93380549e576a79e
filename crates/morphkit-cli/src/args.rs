//! The command line.

mod blend;
mod inspect;
mod sample;
mod shader;

pub(crate) use crate::render::args::RenderArgs;
pub(crate) use blend::{Backend, BlendArgs};
pub(crate) use inspect::InspectArgs;
pub(crate) use sample::{SampleArgs, SampleKind};
pub(crate) use shader::{CheckArgs, EmitArgs, HeaderArgs, ListArgs, ShaderArgs, ShaderCommand};

use clap::{Parser, Subcommand};

const EXAMPLES: &str = "\
Examples:
  morphkit sample head -o head.glb          make a file to try things with
  morphkit inspect head.glb                 what targets it has, how large they are
  morphkit blend head.glb --json            its vertices with its default weights
  morphkit render head.glb -o head.png      a picture of it
  morphkit shader emit -o shaders           the shaders in WGSL, SPIR-V, GLSL, HLSL and MSL

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
    /// Compute the vertices of a file for given weights.
    Blend(BlendArgs),
    /// Draw a picture of a file.
    Render(RenderArgs),
    /// Write a generated file with morph targets.
    Sample(SampleArgs),
    /// Write the shaders for other engines, and check shaders of your own with them.
    Shader(ShaderArgs),
}

impl Command {
    /// Whether a graphics device takes part.
    pub(crate) fn opens_a_device(&self) -> bool {
        match self {
            Self::Render(_) => true,
            Self::Blend(args) => args.backend != Backend::Cpu,
            Self::Inspect(_) | Self::Sample(_) | Self::Shader(_) => false,
        }
    }
}
