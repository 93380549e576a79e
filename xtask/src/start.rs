//! `start`: the program of docs/start.md, exactly as it is printed there.

use crate::cargo::{self, Profile};
use crate::driver;
use anyhow::{Context, Result, ensure};
use std::path::PathBuf;
use xshell::{Shell, cmd};

/// Takes the program from the page, builds and runs it; gives the folder of its picture.
///
/// What the page says of its output must be true. The one difference to the page is the path of
/// the checkout.
pub(crate) fn run(sh: &Shell) -> Result<PathBuf> {
    driver::ensure(sh)?;
    let page = sh.read_file("docs/start.md")?;
    let block = |language: &str| -> Result<String> {
        let (_, rest) = page
            .split_once(&format!("\n```{language}\n"))
            .with_context(|| format!("docs/start.md: no block of {language}"))?;
        Ok(rest.split("\n```").next().unwrap_or_default().to_owned())
    };
    let root = sh.current_dir();
    let root = root.to_str().context("a path in UTF-8")?.replace('\\', "/");
    let target = cargo::target_dir(sh)?;
    let project = target.join("start");
    sh.create_dir(project.join("src"))?;
    let manifest = block("toml")?;
    ensure!(manifest.contains("../morphkit/"), "docs/start.md: the path of the checkout");
    let manifest = manifest.replace("../morphkit/", &format!("{root}/"));
    // Below the target folder cargo would look for the workspace of the repository.
    sh.write_file(project.join("Cargo.toml"), manifest + "\n\n[workspace]\n")?;
    sh.write_file(project.join("src/main.rs"), block("rust")? + "\n")?;
    sh.copy_file("Cargo.lock", project.join("Cargo.lock"))?;

    let morphkit = cargo::morphkit(sh, Profile::Debug)?;
    let _dir = sh.push_dir(&project);
    cmd!(sh, "{morphkit} sample head -o head.glb").quiet().run()?;
    sh.remove_path("smile.png")?;
    // Beside the probes, which need the same crates.
    let _target = sh.push_env("CARGO_TARGET_DIR", target.join("probes"));
    let said = cmd!(sh, "cargo run --quiet").quiet().read()?;
    ensure!(said == block("text")?, "docs/start.md: the program says: {said}");
    let bytes = sh.read_binary_file("smile.png")?.len();
    // 512 by 512 pixels of one colour are less than 2 KB.
    ensure!(bytes > 20_000, "docs/start.md: smile.png has {bytes} bytes");
    Ok(project)
}
