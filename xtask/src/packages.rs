//! Programs that the steps start: from Debian's packages where they may be installed.

use anyhow::{Result, bail};
use std::path::PathBuf;
use std::sync::Mutex;
use xshell::{Shell, cmd};

/// A program, and the Debian package that brings it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tool {
    pub(crate) program: &'static str,
    pub(crate) package: &'static str,
}

pub(crate) const CC: Tool = Tool { program: "cc", package: "gcc" };
pub(crate) const CXX: Tool = Tool { program: "c++", package: "g++" };
pub(crate) const PYTHON: Tool = Tool { program: "python3", package: "python3" };
pub(crate) const NODE: Tool = Tool { program: "node", package: "nodejs" };
pub(crate) const SPIRV_VAL: Tool = Tool { program: "spirv-val", package: "spirv-tools" };
pub(crate) const GLSLANG: Tool = Tool { program: "glslangValidator", package: "glslang-tools" };
pub(crate) const NPM: Tool = Tool { program: "npm", package: "npm" };
pub(crate) const CHROMIUM: Tool = Tool { program: "chromium", package: "chromium" };
const APT: Tool = Tool { program: "apt-get", package: "apt" };

/// What `cargo xtask test` starts besides cargo.
pub(crate) const OF_THE_TESTS: [Tool; 6] = [CC, CXX, PYTHON, NODE, SPIRV_VAL, GLSLANG];

/// Where this variable is set, nothing is installed and nothing fetched.
pub(crate) const NO_INSTALL: &str = "MORPHKIT_NO_INSTALL";

/// Steps that were skipped.
static SKIPPED: Mutex<Vec<String>> = Mutex::new(Vec::new());

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
    let Err(missing) = need(step, tools) else {
        return Ok(true);
    };
    if is_set("CI") {
        return Err(missing);
    }
    skip(missing.to_string());
    Ok(false)
}

/// Fails where a tool is missing, and names all that are.
pub(crate) fn need(step: &str, tools: &[Tool]) -> Result<()> {
    let missing = tools.iter().filter(|tool| !found(tool));
    let missing: Vec<_> =
        missing.map(|t| format!("{} (Debian: {})", t.program, t.package)).collect();
    if !missing.is_empty() {
        bail!("{step}: not found: {}", missing.join(", "));
    }
    Ok(())
}

/// Says aloud what is skipped, and remembers it for the end.
pub(crate) fn skip(what: String) {
    eprintln!("!!! SKIPPED: {what}");
    if let Ok(mut skipped) = SKIPPED.lock() {
        skipped.push(what);
    }
}

/// What was skipped so far.
pub(crate) fn skipped() -> Vec<String> {
    SKIPPED.lock().map(|skipped| skipped.clone()).unwrap_or_default()
}

/// Whether packages can be installed without asking: as root, with apt, and unless it is forbidden.
pub(crate) fn may_install(sh: &Shell) -> bool {
    let root = || cmd!(sh, "id -u").quiet().ignore_stderr().read().is_ok_and(|id| id == "0");
    may_fetch() && found(&APT) && root()
}

/// Whether anything may be fetched from the network into the repository's own folders.
pub(crate) fn may_fetch() -> bool {
    !is_set(NO_INSTALL)
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
        let file = |folder: PathBuf| folder.join(tool.program);
        std::env::split_paths(&path).any(|folder| {
            file(folder.clone()).is_file() || file(folder).with_extension("exe").is_file()
        })
    })
}

fn is_set(variable: &str) -> bool {
    std::env::var_os(variable).is_some_and(|value| !value.is_empty() && value != "0")
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTHING: Tool = Tool { program: "no such program", package: "no-such-package" };

    #[test]
    fn a_missing_tool_is_named_and_remembered_as_skipped() {
        let told = need("a step", &[NOTHING]).unwrap_err().to_string();
        assert_eq!(told, "a step: not found: no such program (Debian: no-such-package)");
        skip(told.clone());
        assert_eq!(skipped(), [told]);
    }
}
