//! `limits` and `second-driver`: the GPU suite where the machine is another one; `soak`: for long.

use crate::driver;
use crate::packages::{self, CHROMIUM};
use anyhow::{Context, Result, bail};
use std::path::Path;
use xshell::{Shell, cmd};

/// The GPU suite under other limits, one set after another: `tests/tests/gpu/other_limits.rs`.
pub(crate) fn limits(sh: &Shell) -> Result<()> {
    driver::ensure(sh)?;
    let options = ["--ignored", "--test-threads=1", "--nocapture"];
    let suite = ["--package", "morph-tests", "--test", "gpu", "--"];
    Ok(cmd!(sh, "cargo test --quiet {suite...} {options...} other_limits::").run()?)
}

/// Seconds of a soak where nobody says, and of the long tests.
pub(crate) const SOAK_SECONDS: u64 = 600;

/// The engine-like loop, for some time.
pub(crate) fn soak(sh: &Shell, seconds: u64) -> Result<()> {
    driver::ensure(sh)?;
    let _seconds = sh.push_env("MORPH_SOAK_SECONDS", seconds.to_string());
    let test = ["--package", "morph-tests", "--test", "soak", "--", "--nocapture"];
    Ok(cmd!(sh, "cargo test --quiet {test...}").run()?)
}

/// The seconds of `soak`'s arguments.
pub(crate) fn soak_seconds(options: &[&str]) -> Result<u64> {
    match options {
        [] => Ok(SOAK_SECONDS),
        ["--seconds", seconds] => {
            seconds.parse().with_context(|| format!("--seconds: expected a number, got {seconds}"))
        }
        other => bail!("soak: expected --seconds N, got {}", other.join(" ")),
    }
}

/// SwiftShader's manifest, which Debian's Chromium brings.
const SWIFTSHADER: &str = "/usr/lib/chromium/vk_swiftshader_icd.json";

/// The GPU suite on SwiftShader, and on nothing else.
pub(crate) fn second_driver(sh: &Shell) -> Result<()> {
    packages::ensure(sh, &[CHROMIUM])?;
    packages::need("second driver", &[CHROMIUM])?;
    if !Path::new(SWIFTSHADER).exists() {
        bail!("{SWIFTSHADER}: not there: Debian's package chromium has it");
    }
    // Loaders of before 1.3.207 know the second name only.
    let _driver = sh.push_env("VK_DRIVER_FILES", SWIFTSHADER);
    let _older = sh.push_env("VK_ICD_FILENAMES", SWIFTSHADER);
    // The tests fail where another adapter answers.
    let _adapter = sh.push_env("MORPH_TEST_ADAPTER", "SwiftShader");
    let suite = ["--package", "morph-tests", "--test", "gpu"];
    cmd!(sh, "cargo test {suite...}").run().context("the GPU suite on SwiftShader")
}
