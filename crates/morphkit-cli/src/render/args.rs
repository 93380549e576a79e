//! Arguments of `render`.

use super::strip::Strip;
use crate::args::DroppingArgs;
use crate::face::FaceArgs;
use crate::face::args::names_help;
use crate::pick::Pick;
use clap::Args;
use morphkit_scene::Backend;
use morphkit_scene::render::{Color, Size};
use std::path::PathBuf;

const EXAMPLES: &str = concat!(
    r#"Examples:
  morphkit render face.glb -o face.png
  morphkit render face.glb -o face.png --set smile=0.7 --set 3=0.2 --set 'brow*=1'
  morphkit render face.glb -o face.png --set smile=1 --normals   where its targets have no normals
  morphkit render avatar.vrm -o happy.png --expression happy=0.7 --expression aa=0.5
  morphkit render face.glb -o wink.png --presets faces.toml --preset smile=0.5 --preset wink
  morphkit render robot.glb -o robot.png --animation Wave --time 0.5 --size 1024x768
  morphkit render face.glb -o strip.png --strip 'neutral;smile:mouthSmileLeft=1,mouthSmileRight=1'

"#,
    names_help!(),
    r#"

Without --error-bound packed layouts leave out what moves a vertex by less than 1e-4 of the mesh's radius
and turns its normal by less than 0.5 degrees.

--strip SPEC draws one picture for each LABEL:NAME=VALUE,NAME=VALUE.. between semicolons, side by
side, with the label below (Latin letters only; a ? stands for others). All have the same camera; --size is the size of each."#
);

/// What to draw, and how.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct RenderArgs {
    /// A .gltf, .glb or .vrm file.
    pub(crate) file: PathBuf,
    /// The picture to write.
    #[arg(short, long, value_name = "FILE.png")]
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) face: FaceArgs,
    /// Compute normals for targets that move positions and have none, or only zeros.
    #[arg(long)]
    pub(crate) normals: bool,
    /// Show an animation: its name or its index.
    #[arg(long, value_name = "N|NAME")]
    pub(crate) animation: Option<Pick>,
    /// Time of the animation in seconds. Default: 0.
    #[arg(long, value_name = "T", requires = "animation", allow_negative_numbers = true)]
    #[arg(value_parser = seconds)]
    pub(crate) time: Option<f32>,
    /// Width and height in pixels.
    #[arg(long, value_name = "WxH", default_value = "800x600")]
    pub(crate) size: Size,
    /// What adds the targets.
    #[arg(long, value_name = "NAME", default_value = "texture")]
    pub(crate) backend: Backend,
    #[command(flatten)]
    pub(crate) dropping: DroppingArgs,
    /// Degrees that the camera goes to the right; 0 looks at the front, which is -Z in VRM 0.x
    /// files and +Z in all others.
    #[arg(long, value_name = "DEG", default_value_t = 24.0, allow_negative_numbers = true)]
    #[arg(value_parser = degrees)]
    pub(crate) yaw: f64,
    /// Degrees that the camera goes up; 0 is level.
    #[arg(long, value_name = "DEG", default_value_t = 12.0, allow_negative_numbers = true)]
    #[arg(value_parser = degrees)]
    pub(crate) pitch: f64,
    /// Colour behind everything.
    #[arg(long, value_name = "RRGGBB", default_value = "cdd2da")]
    pub(crate) background: Color,
    /// Draw several pictures side by side: LABEL:NAME=VALUE,..;LABEL:.. (see below).
    #[arg(long, value_name = "SPEC")]
    pub(crate) strip: Option<Strip>,
    /// Pictures in a row of the strip. Default: all.
    #[arg(long, value_name = "N", requires = "strip")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) columns: Option<u32>,
    /// The graphics device to use: a part of its name. Default: the fastest.
    #[arg(long, value_name = "NAME", env = "WGPU_ADAPTER_NAME", hide_env_values = true)]
    pub(crate) adapter: Option<String>,
    /// Refuse what breaks the specification, even where it has one sensible meaning.
    #[arg(long)]
    pub(crate) strict: bool,
}

fn seconds(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(time) if !time.is_nan() => Ok(time),
        _ => Err("expected a number of seconds".into()),
    }
}

fn degrees(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(angle) if angle.is_finite() => Ok(angle),
        _ => Err("expected a number of degrees".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_number_is_no_time() {
        assert!(seconds("NaN").is_err() && degrees("inf").is_err());
        assert_eq!(seconds("-0.5"), Ok(-0.5));
    }
}
