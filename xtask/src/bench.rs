//! `bench`: the benchmark programs of morph-bench.

use crate::cargo;
use crate::driver;
use crate::npm;
use crate::packages::{self, NO_INSTALL, NODE, NPM, PYTHON};
use anyhow::Result;
use std::fs;
use std::path::Path;
use xshell::{Shell, cmd};

/// What the blend is measured against in other languages.
const PEERS: &str = "crates/morph-bench/peers";

/// Times the blend on the CPU beside others' and beside the machine's limits; the report goes into
/// `out/bench`. The options are those of `bench-cpu`; with `--quick`, others take part only where
/// they are installed already.
pub(crate) fn cpu(sh: &Shell, options: &[&str]) -> Result<()> {
    let quick = options.contains(&"--quick");
    // Where meshes lie while they are measured, and the Python that has NumPy.
    let scratch = &cargo::target_dir(sh)?.join("bench");
    if !quick && !packages::may_fetch() {
        eprintln!("{NO_INSTALL} is set: beside what is installed already");
    } else if !quick {
        if packages::there("luma.gl, three.js and Babylon.js", &[NODE, NPM])? {
            npm::install(sh, PEERS)?;
        }
        if packages::there("NumPy", &[PYTHON])? {
            numpy(sh, scratch)?;
        }
    }
    let bench = ["run", "--release", "--quiet", "-p", "morph-bench", "--bin", "bench-cpu"];
    cmd!(sh, "cargo {bench...} -- --scratch {scratch} {options...}").run()?;
    Ok(())
}

/// Times the deform pass on a graphics device beside other engines' loops; the report goes into
/// `out/bench`. The options are those of `bench-gpu`.
pub(crate) fn gpu(sh: &Shell, options: &[&str]) -> Result<()> {
    driver::ensure(sh)?;
    let bench = ["run", "--release", "--quiet", "-p", "morph-bench", "--bin", "bench-gpu"];
    cmd!(sh, "cargo {bench...} -- {options...}").run()?;
    Ok(())
}

/// Times loading of glTF files beside the `gltf` crate, three.js and glTF-Transform, and looks at
/// the memory that it takes. The options are those of `bench-load`.
pub(crate) fn load(sh: &Shell, options: &[&str]) -> Result<()> {
    let quick = options.contains(&"--quick");
    let scratch = &cargo::target_dir(sh)?.join("bench");
    if !quick && packages::may_fetch() {
        if packages::there("three.js and glTF-Transform", &[NODE, NPM])? {
            npm::install(sh, PEERS)?;
        }
    } else if !quick {
        eprintln!("{NO_INSTALL} is set: beside what is installed already");
    }
    let bench = ["run", "--release", "--quiet", "-p", "morph-bench", "--bin", "bench-load"];
    cmd!(sh, "cargo {bench...} -- --scratch {scratch} {options...}").run()?;
    Ok(())
}

/// Measures boxes for culling beside the exact ones and other engines', and picking beside brute
/// force. The options are files, and those of `bench-bounds`.
pub(crate) fn bounds(sh: &Shell, options: &[&str]) -> Result<()> {
    let bench = ["run", "--release", "--quiet", "-p", "morph-bench", "--bin", "bench-bounds"];
    cmd!(sh, "cargo {bench...} -- {options...}").run()?;
    Ok(())
}

/// Runs each benchmark once: to see that they work, not to learn numbers.
pub(crate) fn smoke(sh: &Shell) -> Result<()> {
    cmd!(sh, "cargo bench -p morph-bench -- --test").run()?;
    cpu(sh, &["--quick"])?;
    load(sh, &["--quick"])?;
    bounds(sh, &["--quick"])?;
    gpu(sh, &["--quick"])
}

/// Makes a Python with the NumPy of requirements.txt. Where that does not go, the benchmark takes
/// the machine's own NumPy, and says so where there is none.
fn numpy(sh: &Shell, scratch: &Path) -> Result<()> {
    let requirements = fs::read(Path::new(PEERS).join("requirements.txt"))?;
    let venv = scratch.join("venv");
    let installed = venv.join(".morphkit-installed.txt");
    if fs::read(&installed).is_ok_and(|there| there == requirements) {
        return Ok(());
    }
    let pip = venv.join("bin/pip");
    let made = cmd!(sh, "python3 -m venv --clear {venv}").run().and_then(|()| {
        cmd!(sh, "{pip} install --quiet --requirement {PEERS}/requirements.txt").run()
    });
    match made {
        Ok(()) => Ok(fs::write(installed, requirements)?),
        Err(error) => {
            eprintln!("no Python with the NumPy of {PEERS}/requirements.txt: {error}");
            sh.remove_path(&venv)?;
            Ok(())
        }
    }
}
