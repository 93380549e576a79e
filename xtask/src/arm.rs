//! `arm`: morph-core on `AArch64`, where the baseline is NEON, under QEMU's user emulation.

use crate::packages::{self, Tool};
use anyhow::{Result, ensure};
use std::path::Path;
use xshell::{Shell, cmd};

const TARGET: &str = "aarch64-unknown-linux-gnu";

const TOOLS: [Tool; 2] = [
    Tool { program: "aarch64-linux-gnu-gcc", package: "gcc-aarch64-linux-gnu" },
    Tool { program: "qemu-aarch64", package: "qemu-user" },
];

/// Where the C library of the target lies, which QEMU is pointed at.
const SYSROOT: &str = "/usr/aarch64-linux-gnu";

/// What links with it, and the package that has it: the compiler's package only recommends it.
const START_FILE: &str = "lib/Scrt1.o";
const C_LIBRARY: &str = "libc6-dev-arm64-cross";

/// Runs morph-core's unit tests, and every form of the blend against the reference.
pub(crate) fn run(sh: &Shell) -> Result<()> {
    packages::ensure(sh, &TOOLS)?;
    packages::need("morph-core on AArch64", &TOOLS)?;
    let start_file = Path::new(SYSROOT).join(START_FILE);
    if !start_file.exists() && packages::may_install(sh) {
        packages::install(sh, &[C_LIBRARY])?;
    }
    ensure!(start_file.exists(), "morph-core on AArch64: not found: {C_LIBRARY} (Debian)");
    if !installed(sh) {
        let added = packages::may_fetch() && cmd!(sh, "rustup target add {TARGET}").run().is_ok();
        if !added {
            packages::skip(format!("morph-core on AArch64: rustup gave no {TARGET}"));
            return Ok(());
        }
    }
    let _linker =
        sh.push_env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", "aarch64-linux-gnu-gcc");
    let _runner = sh.push_env(
        "CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER",
        format!("qemu-aarch64 -L {SYSROOT}"),
    );
    // Emulated, a case takes long.
    let _cases = sh.push_env("PROPTEST_CASES", "16");
    let tests = ["--lib", "--test", "levels"];
    cmd!(
        sh,
        "cargo test --quiet --release -p morph-core --features rayon --target {TARGET} {tests...}"
    )
    .run()?;
    Ok(())
}

fn installed(sh: &Shell) -> bool {
    let folder = cmd!(sh, "rustc --print target-libdir --target {TARGET}").quiet().read();
    folder.is_ok_and(|folder| Path::new(&folder).is_dir())
}
