//! `limits` and `second-driver`: the GPU suite where the machine is another one.

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
