//! The npm package: the module, its JavaScript and types, and what npm wants to know.

use super::TARGET;
use super::target::Toolchain;
use crate::cargo;
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use xshell::{Shell, cmd};

const CRATE: &str = "morphkit-wasm";

/// Most bytes of the module: pages load it. README.md of the crate says about as much.
const BUDGET: u64 = 1_200_000;

/// Builds the package into `target/wasm/morphkit-wasm` and prints its sizes.
pub(crate) fn build(sh: &Shell, toolchain: &Toolchain, target_dir: &Path) -> Result<PathBuf> {
    toolchain.build(sh, &["--package", CRATE, "--profile", "wasm"])?;
    let module = target_dir.join(TARGET).join("wasm/morphkit_wasm.wasm");
    let package = target_dir.join("wasm").join(CRATE);
    sh.remove_path(&package)?;
    sh.create_dir(&package)?;
    let bindgen = ["--package", "xtask", "--features", "bindgen", "--bin", "bindgen"];
    cmd!(sh, "cargo run --quiet {bindgen...} -- {module} {package} morphkit").run()?;
    let source = Path::new("crates").join(CRATE);
    for file in ["README.md", "npm/node.js"] {
        sh.copy_file(source.join(file), &package)?;
    }
    for license in ["LICENSE-APACHE", "LICENSE-MIT"] {
        sh.copy_file(license, &package)?;
    }
    sh.write_file(package.join("package.json"), manifest(sh)?)?;
    let bytes = std::fs::metadata(package.join("morphkit_bg.wasm"))?.len();
    eprintln!("{}: {bytes} bytes of WebAssembly, at most {BUDGET}", package.display());
    if bytes > BUDGET {
        bail!("the module has {bytes} bytes: expected at most {BUDGET}");
    }
    Ok(package)
}

/// The package.json, with the crate's own version, description and licence.
///
/// As text: Node takes the first of `exports` that fits, so their order has a meaning.
fn manifest(sh: &Shell) -> Result<String> {
    let metadata = cargo::metadata(sh)?;
    let packages = metadata["packages"].as_array().context("cargo names no packages")?;
    let own = packages.iter().find(|package| package["name"] == CRATE).context(CRATE)?;
    // A value of JSON displays as JSON, quotes included.
    let (version, description, license) = (&own["version"], &own["description"], &own["license"]);
    Ok(format!(
        r#"{{
  "name": "{CRATE}",
  "version": {version},
  "description": {description},
  "license": {license},
  "private": true,
  "type": "module",
  "types": "./morphkit.d.ts",
  "exports": {{
    ".": {{
      "types": "./morphkit.d.ts",
      "node": "./node.js",
      "default": "./morphkit.js"
    }},
    "./morphkit_bg.wasm": "./morphkit_bg.wasm"
  }},
  "sideEffects": ["./node.js"],
  "engines": {{ "node": ">=18" }}
}}
"#
    ))
}
