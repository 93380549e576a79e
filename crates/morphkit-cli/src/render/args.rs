//! Arguments of `render`.

use super::strip::Strip;
use crate::args::DroppingArgs;
use crate::face::FaceArgs;
use crate::face::args::names_help;
use crate::pick::Pick;
use clap::{ArgGroup, Args};
use morphkit_scene::Backend;
use morphkit_scene::render::{Background, Size};
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
  morphkit render avatar.vrm -o sheet.png --contact-sheet --focus   all targets of its face
  morphkit render face.glb -o heat.png --heatmap mouthSmileLeft     how far the target moves vertices
  morphkit render avatar.vrm -o heat.png --contact-sheet --heatmap --focus
  morphkit render face.glb -o cut.png --background transparent
  morphkit render robot.glb -o wave.gif --animation Wave            the whole animation
  morphkit render robot.glb -o part.mp4 --animation Wave --from 0.5 --to 2 --fps 30
  morphkit render face.glb -o around.apng --turntable --set smile=1
  morphkit render robot.glb -o both.gif --turntable 90 --animation Wave

"#,
    names_help!(),
    r#"

Without --error-bound packed layouts leave out what moves a vertex by less than 1e-4 of the mesh's radius
and turns its normal by less than 0.5 degrees.

--strip SPEC draws one picture for each LABEL:NAME=VALUE,NAME=VALUE.. between semicolons, side by
side, with the label below (Latin letters only; a ? stands for others). --contact-sheet draws one without
targets and one for each target, with all other weights 0. All have the same camera; --size is the size of each.

The name of FILE says what is written. FILE.png is one picture. FILE.apng, FILE.gif and FILE.mp4 are films,
which need --animation (all of it, unless --from and --to give a part) or --turntable (the camera goes once
around), or both. A film can be a strip, too. GIF has 256 colours a picture, and alpha all or nothing;
browsers show APNG as they show PNG, with all its colours. MP4 is written by ffmpeg, which has to be on the path.
One camera holds for all of a film, so that nothing leaves the picture.

Colours of --heatmap go from grey (nothing) over yellow and red to violet: the farthest of all pictures and
frames, which the scale below names. Lengths are those of the world, in metres as glTF has them."#
);

/// What to draw, and how.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
#[command(group = ArgGroup::new("several").args(["strip", "contact_sheet"]))]
pub(crate) struct RenderArgs {
    /// A .gltf, .glb or .vrm file.
    pub(crate) file: PathBuf,
    /// The file to write: a picture, FILE.png, or a film, FILE.apng, FILE.gif or FILE.mp4.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) face: FaceArgs,
    /// Compute normals for targets that move positions and have none, or only zeros.
    #[arg(long)]
    pub(crate) normals: bool,
    /// Show an animation: its name or its index. Default: the first. A film shows all of it.
    #[arg(long, value_name = "N|NAME", num_args = 0..=1)]
    pub(crate) animation: Option<Option<Pick>>,
    /// Show one moment of the animation: a time in seconds. Default: 0 in a picture.
    #[arg(long, value_name = "T", requires = "animation", allow_negative_numbers = true)]
    #[arg(value_parser = seconds)]
    pub(crate) time: Option<f32>,
    /// Time at which a film of the animation begins, in seconds. Default: its first key.
    #[arg(long, value_name = "T", requires = "animation", conflicts_with = "time")]
    #[arg(allow_negative_numbers = true, value_parser = seconds)]
    pub(crate) from: Option<f32>,
    /// Time at which it ends. Default: its last key.
    #[arg(long, value_name = "T", requires = "animation", conflicts_with = "time")]
    #[arg(allow_negative_numbers = true, value_parser = seconds)]
    pub(crate) to: Option<f32>,
    /// Frames of a film in a second. Default: 25. GIF has 50 at most.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=240))]
    pub(crate) fps: Option<u32>,
    /// Let the camera go once around, in so many frames of a film. Default: 72, or as many as the
    /// animation has.
    #[arg(long, value_name = "FRAMES", num_args = 0..=1)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) turntable: Option<Option<u32>>,
    /// Width and height in pixels. Default: 800x600; 240x240 for each picture of a contact sheet.
    #[arg(long, value_name = "WxH")]
    pub(crate) size: Option<Size>,
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
    /// Look at what the targets move, as at the face of a whole avatar, and not at everything.
    #[arg(long)]
    pub(crate) focus: bool,
    /// Colour behind everything, or transparent.
    #[arg(long, value_name = "RRGGBB|transparent", default_value = "cdd2da")]
    pub(crate) background: Background,
    /// Draw several pictures side by side: LABEL:NAME=VALUE,..;LABEL:.. (see below).
    #[arg(long, value_name = "SPEC")]
    pub(crate) strip: Option<Strip>,
    /// Draw each target alone at weight 1, side by side with their names below.
    #[arg(long, conflicts_with_all = ["strip", "set", "expression", "preset"])]
    pub(crate) contact_sheet: bool,
    /// Show in colours how far vertices move, with a scale: by TARGET alone at weight 1; without
    /// TARGET by the weights of the picture, or by any one target where all of them are 0.
    #[arg(long, value_name = "TARGET", num_args = 0..=1)]
    pub(crate) heatmap: Option<Option<String>>,
    /// Pictures in a row of the strip or the contact sheet. Default: all of a strip; about as many
    /// as there are rows in a contact sheet.
    #[arg(long, value_name = "N", requires = "several")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) columns: Option<u32>,
    /// The graphics device to use: a part of its name. Default: the fastest.
    #[arg(long, value_name = "NAME", env = "WGPU_ADAPTER_NAME", hide_env_values = true)]
    pub(crate) adapter: Option<String>,
    /// Refuse what breaks the specification, even where it has one sensible meaning.
    #[arg(long)]
    pub(crate) strict: bool,
}

impl RenderArgs {
    /// The animation that is asked for.
    pub(super) fn pick(&self) -> Option<Pick> {
        Some(self.animation.as_ref()?.clone().unwrap_or(Pick::Index(0)))
    }

    /// Refuses weights beside a heat map of one target, which has its own.
    ///
    /// # Errors
    /// Says which option is too much.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        let Some(Some(target)) = &self.heatmap else { return Ok(()) };
        let others = [
            ("--set", !self.face.set.is_empty()),
            ("--expression", !self.face.expression.is_empty()),
            ("--preset", !self.face.preset.is_empty()),
            ("--strip", self.strip.is_some()),
            ("--contact-sheet", self.contact_sheet),
        ];
        match others.into_iter().find(|(_, given)| *given) {
            None => Ok(()),
            Some((option, _)) => anyhow::bail!(
                "--heatmap {target}: shows this target alone, so {option} says nothing; --heatmap without a \
                 name shows what {option} moves"
            ),
        }
    }

    /// Width and height of each picture.
    pub(super) fn tile(&self) -> Size {
        let (width, height) = if self.contact_sheet { (240, 240) } else { (800, 600) };
        self.size.unwrap_or(Size { width, height })
    }
}

fn seconds(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(time) if !time.is_nan() => Ok(time),
        _ => Err("expected a number of seconds".into()),
    }
}

pub(crate) fn degrees(text: &str) -> Result<f64, String> {
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
