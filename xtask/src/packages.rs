//! Programs that the steps start: from Debian's packages where they may be installed.

use anyhow::{Result, bail};
use xshell::{Shell, cmd};

/// A program, and the Debian package that brings it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tool {
    pub(crate) program: &'static str,
    pub(crate) package: &'static str,
}

pub(crate) const CC: Tool = Tool { program: "cc", package: "gcc" };
pub(crate) const PYTHON: Tool = Tool { program: "python3", package: "python3" };
pub(crate) const NODE: Tool = Tool { program: "node", package: "nodejs" };
pub(crate) const SPIRV_VAL: Tool = Tool { program: "spirv-val", package: "spirv-tools" };
pub(crate) const GLSLANG: Tool = Tool { program: "glslangValidator", package: "glslang-tools" };

/// What `cargo xtask test` starts besides cargo.
pub(crate) const OF_THE_TESTS: [Tool; 5] = [CC, PYTHON, NODE, SPIRV_VAL, GLSLANG];

/// Installs the tools that are missing, where that is allowed; says what to install where not.
pub(crate) fn ensure(sh: &Shell, tools: &[Tool]) -> Result<()> {
    let missing: Vec<&str> = tools.iter().filter(|t| !found(t)).map(|t| t.package).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let packages = missing.join(" ");
    if may_install(sh) {
        eprintln!("installing {packages}");
        install(sh, &missing)
    } else {
        eprintln!("not found: on Debian, `apt-get install {packages}`");
        Ok(())
    }
}

/// Whether a step can run. Where a tool is missing, the step is skipped with a loud line, and under
/// `CI` it fails: nothing that a change must pass is skipped there.
pub(crate) fn there(step: &str, tools: &[Tool]) -> Result<bool> {
    let missing: Vec<&Tool> = tools.iter().filter(|t| !found(t)).collect();
    if missing.is_empty() {
        return Ok(true);
    }
    let names: Vec<String> =
        missing.iter().map(|t| format!("{} (Debian: {})", t.program, t.package)).collect();
    let names = names.join(", ");
    if std::env::var_os("CI").is_some_and(|ci| !ci.is_empty()) {
        bail!("{step}: not found: {names}");
    }
    eprintln!("!!! SKIPPED: {step}: not found: {names}");
    Ok(false)
}

/// Whether packages can be installed without asking: as root, with apt.
pub(crate) fn may_install(sh: &Shell) -> bool {
    let root = cmd!(sh, "id -u").quiet().ignore_stderr().read().is_ok_and(|id| id == "0");
    root && cmd!(sh, "apt-get --version").quiet().ignore_stderr().read().is_ok()
}

/// Installs Debian packages.
pub(crate) fn install(sh: &Shell, packages: &[&str]) -> Result<()> {
    let _quiet = sh.push_env("DEBIAN_FRONTEND", "noninteractive");
    cmd!(sh, "apt-get update -qq").run()?;
    cmd!(sh, "apt-get install -y -qq --no-install-recommends {packages...}").run()?;
    Ok(())
}

/// Whether the program is on the path.
pub(crate) fn found(tool: &Tool) -> bool {
    std::env::var_os("PATH").is_some_and(|path| {
        std::env::split_paths(&path).any(|folder| folder.join(tool.program).is_file())
    })
}
