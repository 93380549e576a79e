//! Files to draw, and how near two pictures are.

use image::{Rgba, RgbaImage};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

pub(crate) const BACKENDS: [&str; 7] =
    ["cpu", "texture", "storage", "row-sparse", "deform", "deform-f32", "deform-8b"];

/// How near a backend's pictures are to the CPU's: of 255, and the share of pixels that have to be.
fn near(backend: &str) -> (u8, f64) {
    match backend {
        "cpu" | "texture" | "storage" | "deform-f32" => (1, 0.999),
        _ => (2, 0.995),
    }
}

/// A folder with a sample in it.
pub(crate) struct Work {
    pub(crate) folder: TempDir,
    pub(crate) file: PathBuf,
}

impl Work {
    pub(crate) fn sample(kind: &str, more: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file =
            folder.path().join(if kind.starts_with("vrm") { "sample.vrm" } else { "sample.glb" });
        let output = file.to_str().unwrap();
        let made = morphkit(&[&["sample", kind, "-o", output], more].concat());
        assert!(made.status.success(), "{}", told(&made));
        Self { folder, file }
    }

    /// A .gltf file whose only buffer has these floats.
    pub(crate) fn gltf(text: &serde_json::Value, floats: &[f32]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("made.gltf");
        let bytes: Vec<u8> = floats.iter().flat_map(|v| v.to_le_bytes()).collect();
        fs::write(folder.path().join("made.bin"), bytes).unwrap();
        fs::write(&file, text.to_string()).unwrap();
        Self { folder, file }
    }

    pub(crate) fn run(&self, options: &[&str]) -> (Output, PathBuf) {
        let output = self.folder.path().join("out.png");
        let _ = fs::remove_file(&output);
        let always = ["render", self.file.to_str().unwrap(), "-o", output.to_str().unwrap()];
        (morphkit(&[&always[..], options].concat()), output)
    }

    /// Draws into a file of this name; `path` is where programs are looked for.
    pub(crate) fn run_to(
        &self,
        name: &str,
        options: &[&str],
        path: Option<&Path>,
    ) -> (Output, PathBuf) {
        let output = self.folder.path().join(name);
        let _ = fs::remove_file(&output);
        let mut command = Command::new(env!("CARGO_BIN_EXE_morphkit"));
        command.args(["render", self.file.to_str().unwrap(), "-o", output.to_str().unwrap()]);
        path.map(|path| command.env("PATH", path));
        (command.args(options).output().unwrap(), output)
    }

    #[track_caller]
    pub(crate) fn film(&self, name: &str, options: &[&str]) -> PathBuf {
        let (done, output) = self.run_to(name, options, None);
        assert!(done.status.success(), "{options:?}: {}", told(&done));
        output
    }

    #[track_caller]
    pub(crate) fn draw(&self, options: &[&str]) -> RgbaImage {
        let (done, output) = self.run(options);
        assert!(done.status.success(), "{options:?}: {}", told(&done));
        image::open(output).unwrap().into_rgba8()
    }

    #[track_caller]
    pub(crate) fn refused(&self, options: &[&str], status: i32, message: &str) {
        let (done, output) = self.run(options);
        let told = told(&done);
        assert_eq!(done.status.code(), Some(status), "{told}");
        assert!(told.contains(message), "{told}");
        assert!(!output.exists(), "a refused picture is not written");
    }
}

pub(crate) fn morphkit(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_morphkit")).args(arguments).output().unwrap()
}

pub(crate) fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Share of pixels that are not background.
pub(crate) fn covered(picture: &RgbaImage) -> f64 {
    let background = picture.get_pixel(0, 0);
    let drawn = picture.pixels().filter(|pixel| *pixel != background).count();
    drawn as f64 / f64::from(picture.width() * picture.height())
}

/// Share of pixels within 1/255 of each other.
pub(crate) fn same(a: &RgbaImage, b: &RgbaImage) -> f64 {
    within(1, a, b)
}

/// Share of pixels within some steps of 255 of each other.
pub(crate) fn within(tolerance: u8, a: &RgbaImage, b: &RgbaImage) -> f64 {
    assert_eq!(a.dimensions(), b.dimensions());
    let near = |(a, b): &(&Rgba<u8>, &Rgba<u8>)| {
        a.0.iter().zip(b.0).all(|(a, b)| a.abs_diff(b) <= tolerance)
    };
    let near = a.pixels().zip(b.pixels()).filter(near).count();
    near as f64 / f64::from(a.width() * a.height())
}

#[track_caller]
pub(crate) fn backends_agree(work: &Work, options: &[&str]) -> RgbaImage {
    let mut pictures = BACKENDS.map(|backend| {
        work.draw(&[&["--size", "200x160", "--backend", backend], options].concat())
    });
    let cpu = &pictures[0];
    assert!(covered(cpu) > 0.02, "{}", covered(cpu));
    for (name, picture) in BACKENDS.iter().zip(&pictures) {
        let (tolerance, share) = near(name);
        let found = within(tolerance, cpu, picture);
        assert!(found >= share, "{name} {options:?}: {found}");
    }
    std::mem::take(&mut pictures[0])
}
