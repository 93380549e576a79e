//! `bench`: the benchmark programs of morph-bench.

use crate::npm::{self, NPM};
use crate::packages::{self, NODE, PYTHON};
use anyhow::Result;
use std::fs;
use std::path::Path;
use xshell::{Shell, cmd};

/// What the blend is measured against in other languages.
const PEERS: &str = "crates/morph-bench/peers";

/// Where meshes lie while they are measured, and the Python that has NumPy.
const SCRATCH: &str = "target/bench";

/// Times the blend on the CPU beside others' and beside the machine's limits; the report goes into
/// `out/bench`. `quick` takes small meshes, and others only where they are installed already.
pub(crate) fn cpu(sh: &Shell, quick: bool) -> Result<()> {
    if !quick {
        if packages::there("luma.gl, three.js and Babylon.js", &[NODE, NPM])? {
            npm::install(sh, PEERS)?;
        }
        if packages::there("NumPy", &[PYTHON])? {
            numpy(sh)?;
        }
    }
    let quick = quick.then_some("--quick");
    cmd!(sh, "cargo run --release --quiet -p morph-bench --bin bench-cpu -- {quick...}").run()?;
    Ok(())
}

/// Runs each benchmark once: to see that they work, not to learn numbers.
pub(crate) fn smoke(sh: &Shell) -> Result<()> {
    cmd!(sh, "cargo bench -p morph-bench -- --test").run()?;
    cpu(sh, true)
}

/// Makes a Python with the NumPy of requirements.txt. Where that does not go, the benchmark takes
/// the machine's own NumPy, and says so where there is none.
fn numpy(sh: &Shell) -> Result<()> {
    let requirements = fs::read(Path::new(PEERS).join("requirements.txt"))?;
    let venv = Path::new(SCRATCH).join("venv");
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
