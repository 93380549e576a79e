//! The program `morphkit-view`: a window for files with morph targets.
#![forbid(unsafe_code)]

mod app;
mod curves;
mod groups;
mod lines;
mod model;
mod orbit;
mod panels;
mod picture;
mod state;

use anyhow::{Result, anyhow};
use app::App;
use clap::Parser;
use eframe::egui_wgpu::{WgpuConfiguration, WgpuSetup, WgpuSetupCreateNew};
use eframe::{NativeOptions, egui};
use morphkit_scene::{Backend, Gpu};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

const KEYS: &str = "\
In the window:
  drag                  turn; with the right button or Shift, move; the wheel comes nearer
  double click          on the model: the camera as at first; on a slider: the file's weight
  numbers               beside sliders may be typed, also beyond 0 and 1
  a file dropped on it  is opened

Examples:
  morphkit sample head -o head.glb
  morphkit-view head.glb
  morphkit-view head.glb --backend deform-f32 --against deform-6b";

/// Shows a file with morph targets: its model, its targets as sliders, its animations.
#[derive(Debug, Parser)]
#[command(name = "morphkit-view", version, after_help = KEYS)]
struct Args {
    /// A .gltf, .glb or .vrm file; without one, drop one on the window.
    file: Option<PathBuf>,
    /// What adds the targets.
    #[arg(long, default_value = "deform")]
    backend: Backend,
    /// What adds them on the right side, to compare with.
    #[arg(long, value_name = "BACKEND")]
    against: Option<Backend>,
    /// Width and height of the window in points.
    #[arg(long, default_value = "1280x800")]
    size: morphkit_scene::render::Size,
    /// Write what the window shows into this file as JSON whenever it changes.
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
}

fn main() -> ExitCode {
    match run(Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run(args: Args) -> Result<()> {
    let size = [args.size.width as f32, args.size.height as f32];
    let viewport = egui::ViewportBuilder::default()
        .with_title("morphkit view")
        .with_app_id("morphkit-view")
        .with_inner_size(size)
        .with_min_inner_size([720.0, 480.0])
        .with_drag_and_drop(true);
    let mut create = WgpuSetupCreateNew::without_display_handle();
    create.device_descriptor = Arc::new(Gpu::descriptor);
    let wgpu_setup = WgpuSetup::CreateNew(create);
    let wgpu_options = WgpuConfiguration { wgpu_setup, ..WgpuConfiguration::default() };
    let options = NativeOptions { viewport, wgpu_options, ..NativeOptions::default() };
    let made = eframe::run_native(
        "morphkit-view",
        options,
        Box::new(move |context| Ok(Box::new(App::new(context, args)?))),
    );
    made.map_err(|error| anyhow!("no window can be opened: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_sound() {
        Args::command().debug_assert();
        let args = Args::try_parse_from(["morphkit-view", "a.glb", "--against", "texture"]);
        let args = args.unwrap();
        assert_eq!((args.backend, args.against), (Backend::Deform, Some(Backend::Texture)));
    }
}
