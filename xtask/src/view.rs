//! `view`: the viewer's own tests, and its window on a screen that nobody sees, clicked and dragged.

use crate::cargo::{self, Profile};
use crate::driver;
use crate::packages::{self, Tool};
use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use std::env::consts::EXE_SUFFIX;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use xshell::{Shell, cmd};

const TOOLS: [Tool; 4] = [
    Tool { program: "Xvfb", package: "xvfb" },
    Tool { program: "xdotool", package: "xdotool" },
    Tool { program: "import", package: "imagemagick" },
    Tool { program: "compare", package: "imagemagick" },
];

/// How long a window may take to show what was asked for; software draws it.
const PATIENCE: Duration = Duration::from_secs(60);

/// Builds the viewer, runs its tests, and uses its window; `screenshot` gets a picture of it.
pub(crate) fn run(sh: &Shell, screenshot: Option<&str>) -> Result<()> {
    driver::ensure(sh)?;
    packages::ensure(sh, &TOOLS)?;
    packages::need("viewer", &TOOLS)?;
    let morphkit = cargo::morphkit(sh, Profile::Debug)?;
    if screenshot.is_none() {
        cmd!(sh, "cargo clippy -p morphkit-view --all-targets -- -D warnings").run()?;
        cmd!(sh, "cargo test -p morphkit-view").run()?;
    }
    cmd!(sh, "cargo build -p morphkit-view").run()?;
    let folder = cargo::target_dir(sh)?.join("view");
    sh.create_dir(&folder)?;
    let head = folder.join("head.glb");
    cmd!(sh, "{morphkit} sample head -o {head}").quiet().run()?;
    let viewer = morphkit.with_file_name(format!("morphkit-view{EXE_SUFFIX}"));
    ensure!(viewer.is_file(), "{} was not built", viewer.display());
    let window = Window::open(sh, &viewer, &head, &folder)?;
    window.wait("a picture", |seen| seen["pictures"][0]["timed"] == true)?;
    match screenshot {
        Some(file) => pose(&window, Path::new(file)),
        None => {
            scenes(&window)?;
            drop(window);
            broken(sh, &viewer, &folder)
        }
    }
}

/// A file that is none: the window says so and goes on.
fn broken(sh: &Shell, viewer: &Path, folder: &Path) -> Result<()> {
    let file = folder.join("broken.glb");
    sh.write_file(&file, "glTF, but not really")?;
    let window = Window::open(sh, viewer, &file, folder)?;
    window.wait("an error", |seen| {
        seen["error"].as_str().is_some_and(|error| error.contains("broken.glb: "))
    })?;
    window.shot("broken")?;
    window.click("close")?;
    window.wait("a closed error", |seen| seen["error"].is_null() && seen["file"].is_null())?;
    println!("a broken file: an error in the window, which goes on");
    Ok(())
}

/// A window that shows what it can do.
fn pose(window: &Window<'_>, file: &Path) -> Result<()> {
    window.drag("slider jawOpen", [0.05, 0.5], [0.45, 0.5])?;
    window.click("play")?;
    window.wait("an animation", |seen| seen["state"]["time"].as_f64().is_some_and(|t| t > 0.3))?;
    window.click("play")?;
    window.wait("a pause", |seen| seen["state"]["playing"] == false)?;
    window.click("search")?;
    window.keys("mouth")?;
    window.wait("a search", |seen| seen["places"]["slider mouthSmileLeft"].is_array())?;
    window.drag("slider mouthSmileLeft", [0.05, 0.5], [0.9, 0.5])?;
    window.click("compare")?;
    window.wait("two layouts", |seen| seen["pictures"][1]["timed"] == true)?;
    window.point("label mouthSmileLeft")?;
    window.wait("a target's heat", |seen| seen["state"]["hovered"] == "mouthSmileLeft")?;
    let shot = window.shot("whole")?;
    window.sh.copy_file(shot, file)?;
    println!("{}", file.display());
    Ok(())
}

/// What a person does, and what is seen then.
fn scenes(window: &Window<'_>) -> Result<()> {
    let first = window.shot("first")?;
    ensure!(window.colors(&first)? > 1000, "the model is not in {}", first.display());

    window.drag("slider jawOpen", [0.05, 0.5], [0.9, 0.5])?;
    let held = |seen: &Value| seen["state"]["held"]["jawOpen"].as_f64().is_some_and(|w| w > 0.8);
    window.wait("an open jaw", held)?;
    window.point("reset camera")?;
    let jaw = window.shot("jaw")?;
    window.changed("the jaw opens", &first, &jaw, 0.01..0.3)?;

    window.click_at("slider jawOpen", [0.5, 0.5], 2)?;
    window.wait("no held weight", |seen| {
        seen["state"]["held"].as_object().is_some_and(|h| h.is_empty())
    })?;
    window.point("reset camera")?;
    let back = window.shot("back")?;
    window.changed("double click takes it back", &first, &back, 0.0..0.001)?;

    window.drag("model", [0.5, 0.5], [0.7, 0.45])?;
    let yaw = |seen: &Value| seen["state"]["camera"]["yaw"].as_f64().is_some_and(|y| y != 18.0);
    window.wait("a turned camera", yaw)?;
    window.point("reset camera")?;
    let turned = window.shot("turned")?;
    window.changed("the model turns", &first, &turned, 0.1..0.9)?;
    window.click("reset camera")?;
    window.wait("the first camera", |seen| seen["state"]["camera"]["yaw"] == 18.0)?;

    window.wheel("model", 3)?;
    window.wait("a nearer camera", |seen| {
        seen["state"]["camera"]["zoom"].as_f64().is_some_and(|zoom| zoom > 1.2)
    })?;
    window.point("reset camera")?;
    let near = window.shot("near")?;
    window.changed("the model comes nearer", &first, &near, 0.1..1.0)?;
    window.click("reset camera")?;
    window.wait("the first camera", |seen| seen["state"]["camera"]["zoom"] == 1.0)?;

    window.drag_with("3", "model", [0.5, 0.5], [0.6, 0.4])?;
    window.wait("a moved model", |seen| {
        let pan = |axis: usize| seen["state"]["camera"]["pan"][axis].as_f64();
        pan(0) > Some(0.05) && pan(1) > Some(0.05) && seen["state"]["camera"]["yaw"] == 18.0
    })?;
    window.click("reset camera")?;
    window.wait("the first camera", |seen| seen["state"]["camera"]["pan"][0] == 0.0)?;

    window.click("number jawOpen")?;
    window.key("ctrl+a")?;
    window.keys("-1.5")?;
    window.key("Return")?;
    window.wait("a weight below 0", |seen| seen["state"]["held"]["jawOpen"] == -1.5)?;
    window.click("reset all")?;
    window.wait("no held weight", |seen| seen["state"]["held"]["jawOpen"].is_null())?;

    for toggle in ["wireframe", "normals", "bounds"] {
        window.click(toggle)?;
        let name = if toggle == "wireframe" { "wires" } else { toggle };
        window.wait(toggle, |seen| seen["state"]["shown"][name] == true)?;
        let shown = window.shot(toggle)?;
        window.changed(toggle, &first, &shown, 0.002..0.9)?;
        window.click(toggle)?;
        window.wait(toggle, |seen| seen["state"]["shown"][name] == false)?;
    }

    window.click("search")?;
    window.keys("smile left")?;
    window.wait("a search", |seen| {
        let places = seen["places"].as_object();
        let sliders = places.map(|p| p.keys().filter(|name| name.starts_with("slider ")).count());
        seen["state"]["search"] == "smile left" && sliders == Some(1)
    })?;
    window.point("label mouthSmileLeft")?;
    window.wait("a hovered target", |seen| seen["state"]["hovered"] == "mouthSmileLeft")?;
    let heat = window.shot("heat")?;
    window.changed("the heat map", &first, &heat, 0.1..0.9)?;

    window.click("compare")?;
    window.wait("two layouts", |seen| {
        let bytes = |at: usize| seen["pictures"][at]["deltaBytes"].as_u64();
        seen["pictures"][1]["timed"] == true && bytes(0) < bytes(1)
    })?;
    window.point("reset camera")?;
    let both = window.shot("both")?;
    window.changed("both layouts show the same", &first, &both, 0.0..0.02)?;

    window.click("play")?;
    window.wait("an animation", |seen| seen["state"]["time"].as_f64().is_some_and(|t| t > 0.3))?;
    window.click("play")?;
    window.wait("a pause", |seen| seen["state"]["playing"] == false)?;
    let time = |seen: &Value| seen["state"]["time"].as_f64();
    window.drag("time", [0.1, 0.5], [0.4, 0.5])?;
    window.wait("a later time", |seen| time(seen) > Some(0.8))?;
    let later = time(&window.seen()?);
    window.click_at("curves", [0.2, 0.5], 1)?;
    window.wait("the time of the curves", |seen| time(seen) < later)?;
    let curves = window.shot("curves")?;
    ensure!(window.colors(&curves)? > 1000, "the model is not in {}", curves.display());
    let seen = window.seen()?;
    ensure!(seen["error"].is_null(), "the window says {}", seen["error"]);
    println!("the viewer's window: all scenes");
    Ok(())
}

/// The viewer on a screen of its own.
struct Window<'a> {
    sh: &'a Shell,
    folder: PathBuf,
    state: PathBuf,
    _processes: [Running; 2],
    _display: xshell::PushEnv<'a>,
}

/// A process that ends with its owner.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl<'a> Window<'a> {
    fn open(sh: &'a Shell, viewer: &Path, file: &Path, folder: &Path) -> Result<Self> {
        let screen = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("Xvfb")?;
        let mut screen = Running(screen);
        let mut number = String::new();
        let out = screen.0.stdout.take().context("Xvfb has no output")?;
        BufReader::new(out).read_line(&mut number)?;
        let display = format!(":{}", number.trim());
        let state = folder.join("state.json");
        sh.remove_path(&state)?;
        let viewer = Command::new(viewer)
            .arg(file)
            .arg("--state")
            .arg(&state)
            .env("DISPLAY", &display)
            .env_remove("WAYLAND_DISPLAY")
            .env("NODEVICE_SELECT", "1")
            .spawn()
            .context("morphkit-view")?;
        let window = Self {
            sh,
            folder: folder.to_owned(),
            state,
            _processes: [Running(viewer), screen],
            _display: sh.push_env("DISPLAY", &display),
        };
        window.wait("a window", |_| true)?;
        // No window manager gives it the keyboard.
        let id = cmd!(sh, "xdotool search --name 'morphkit view'").quiet().read()?;
        let id = id.lines().last().context("no window is called morphkit view")?;
        cmd!(sh, "xdotool windowfocus {id}").quiet().run()?;
        Ok(window)
    }

    /// What the window says it shows.
    fn seen(&self) -> Result<Value> {
        Ok(serde_json::from_str(&self.sh.read_file(&self.state)?)?)
    }

    fn wait(&self, what: &str, there: impl Fn(&Value) -> bool) -> Result<()> {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if self.state.is_file() && there(&self.seen()?) {
                // The frame that said so is on the screen soon.
                sleep(Duration::from_millis(700));
                return Ok(());
            }
            sleep(Duration::from_millis(100));
        }
        bail!("{what}: not seen after {PATIENCE:?}: {}", self.seen()?)
    }

    /// A place of a widget, in parts of its width and height.
    fn at(&self, widget: &str, [x, y]: [f64; 2]) -> Result<[String; 2]> {
        let seen = self.seen()?;
        let edge = |at: usize| seen["places"][widget][at].as_f64();
        let [Some(left), Some(top), Some(right), Some(bottom)] = [0, 1, 2, 3].map(edge) else {
            bail!("the window shows no {widget}: {}", seen["places"]);
        };
        let within = |from: f64, to: f64, share: f64| (from + (to - from) * share).round();
        Ok([within(left, right, x), within(top, bottom, y)].map(|v| v.to_string()))
    }

    fn point(&self, widget: &str) -> Result<()> {
        let [x, y] = self.at(widget, [0.5, 0.5])?;
        cmd!(self.sh, "xdotool mousemove {x} {y} sleep 1").quiet().run()?;
        Ok(())
    }

    fn click(&self, widget: &str) -> Result<()> {
        self.click_at(widget, [0.5, 0.5], 1)
    }

    fn click_at(&self, widget: &str, place: [f64; 2], times: u32) -> Result<()> {
        let [x, y] = self.at(widget, place)?;
        let times = times.to_string();
        let click = ["click", "--repeat", &times, "--delay", "60", "1"];
        cmd!(self.sh, "xdotool mousemove {x} {y} sleep 0.5 {click...} sleep 0.5").quiet().run()?;
        Ok(())
    }

    /// Turns the wheel away from the hand.
    fn wheel(&self, widget: &str, notches: u32) -> Result<()> {
        let [x, y] = self.at(widget, [0.5, 0.5])?;
        let notches = notches.to_string();
        let turn = ["click", "--repeat", &notches, "--delay", "100", "4"];
        cmd!(self.sh, "xdotool mousemove {x} {y} sleep 0.5 {turn...} sleep 0.5").quiet().run()?;
        Ok(())
    }

    fn drag(&self, widget: &str, from: [f64; 2], to: [f64; 2]) -> Result<()> {
        self.drag_with("1", widget, from, to)
    }

    fn drag_with(&self, button: &str, widget: &str, from: [f64; 2], to: [f64; 2]) -> Result<()> {
        let [x, y] = self.at(widget, from)?;
        let [to_x, to_y] = self.at(widget, to)?;
        let press = ["sleep", "0.5", "mousedown", button, "sleep", "0.5"];
        let release = ["sleep", "0.7", "mouseup", button, "sleep", "0.5"];
        cmd!(self.sh, "xdotool mousemove {x} {y} {press...} mousemove {to_x} {to_y} {release...}")
            .quiet()
            .run()?;
        Ok(())
    }

    fn key(&self, name: &str) -> Result<()> {
        cmd!(self.sh, "xdotool key {name} sleep 0.3").quiet().run()?;
        Ok(())
    }

    fn keys(&self, text: &str) -> Result<()> {
        cmd!(self.sh, "xdotool type --delay 80 -- {text}").quiet().run()?;
        Ok(())
    }

    /// A picture of the screen.
    fn shot(&self, name: &str) -> Result<PathBuf> {
        let file = self.folder.join(format!("{name}.png"));
        cmd!(self.sh, "import -window root {file}").quiet().run()?;
        Ok(file)
    }

    /// The part of a picture that shows the model, where it is now, as imagemagick names it: the
    /// middle, so that no label is in it.
    fn region(&self) -> Result<String> {
        let [left, top] = self.at("model", [0.1, 0.12])?;
        let [right, bottom] = self.at("model", [0.9, 0.88])?;
        let number = |text: &str| text.parse::<i64>().context("a place");
        let (left, top) = (number(&left)?, number(&top)?);
        let (width, height) = (number(&right)? - left, number(&bottom)? - top);
        Ok(format!("{width}x{height}+{left}+{top}"))
    }

    /// How many colours the model's part has.
    fn colors(&self, picture: &Path) -> Result<u64> {
        let region = self.region()?;
        let colors = cmd!(self.sh, "convert {picture} -crop {region} +repage -format %k info:");
        Ok(colors.quiet().read()?.trim().parse()?)
    }

    /// Holds the share of pixels of the model's part that differ against what is expected.
    fn changed(
        &self,
        what: &str,
        before: &Path,
        after: &Path,
        expected: std::ops::Range<f64>,
    ) -> Result<()> {
        let region = self.region()?;
        let crop = ["-crop", &region, "+repage"];
        let told = cmd!(
            self.sh,
            "compare -metric AE -fuzz 3% ( {before} {crop...} ) ( {after} {crop...} ) null:"
        )
        .quiet()
        .ignore_status()
        .read_stderr()?;
        let pixels: f64 = told.trim().parse().with_context(|| format!("compare says {told}"))?;
        let size = region.split('+').next().unwrap_or_default().split_once('x');
        let (width, height) = size.context("a region has a size")?;
        let share = pixels / (width.parse::<f64>()? * height.parse::<f64>()?);
        println!("{what}: {:.2} % of the model's pixels differ", share * 100.0);
        let (low, high) = (expected.start, expected.end);
        ensure!(
            share >= low && share <= high,
            "{what}: expected {low} to {high} of the pixels to differ, got {share}; {} and {}",
            before.display(),
            after.display()
        );
        Ok(())
    }
}
