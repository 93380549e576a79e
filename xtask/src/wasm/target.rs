//! A toolchain with the standard library for the target.

use super::{TARGET, debian};
use crate::packages::{self, NO_INSTALL};
use anyhow::{Result, bail};
use std::ffi::OsString;
use std::path::Path;
use xshell::{Shell, cmd};

/// How cargo is started for the target: nothing besides `--target` where it is installed.
#[derive(Debug, Default)]
pub(crate) struct Toolchain {
    pub(crate) variables: Vec<(String, OsString)>,
    pub(crate) options: Vec<String>,
}

impl Toolchain {
    /// Builds for the target.
    pub(crate) fn build(&self, sh: &Shell, args: &[&str]) -> Result<()> {
        let options = &self.options;
        let cargo = cmd!(sh, "cargo build --quiet --target {TARGET} {options...} {args...}");
        Ok(cargo.envs(self.variables.iter().map(|(name, value)| (name, value))).run()?)
    }
}

/// The user's toolchain, with the target added by rustup where it lacks it; as the last resort
/// Debian's, unpacked into the target folder.
pub(crate) fn ensure(sh: &Shell, target_dir: &Path) -> Result<Toolchain> {
    if installed(sh) {
        return Ok(Toolchain::default());
    }
    if !packages::may_fetch() {
        bail!("no standard library for {TARGET}, and {NO_INSTALL} forbids to fetch it");
    }
    eprintln!("no standard library for {TARGET}: asking rustup");
    let added = cmd!(sh, "rustup target add {TARGET}").run();
    if added.is_ok() && installed(sh) {
        return Ok(Toolchain::default());
    }
    eprintln!("rustup gave none: asking Debian's packages for a compiler and its source");
    match debian::toolchain(sh, target_dir) {
        Ok(toolchain) => Ok(toolchain),
        Err(error) => bail!(
            "no standard library for {TARGET}: `rustup target add {TARGET}` brings it; \
             Debian's packages gave none either: {error:#}"
        ),
    }
}

fn installed(sh: &Shell) -> bool {
    let folder = cmd!(sh, "rustc --print target-libdir --target {TARGET}").quiet().read();
    folder.is_ok_and(|folder| Path::new(&folder).is_dir())
}
