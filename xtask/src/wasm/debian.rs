//! Debian's compiler and the source of its standard library: the last resort of `cargo xtask wasm`,
//! for machines that rustup cannot serve.
//!
//! Debian 12 carries a recent rustc in its packages rustc-web and rust-web-src, but no standard
//! library for WebAssembly. Cargo builds one from the source, which has to be of the compiler's own
//! version; so compiler and source both come from there. They are unpacked below the target folder,
//! and nothing is installed.

use super::target::Toolchain;
use crate::packages;
use anyhow::{Context, Result, ensure};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use xshell::{Shell, cmd};

const PACKAGES: [&str; 2] = ["rustc-web", "rust-web-src"];

/// Unpacks the packages, once, and says how to start cargo with them.
pub(crate) fn toolchain(sh: &Shell, target_dir: &Path) -> Result<Toolchain> {
    let folder = target_dir.join("wasm/debian");
    let unpacked = folder.join("unpacked");
    let complete = folder.join("complete");
    if !complete.exists() {
        sh.remove_path(&folder)?;
        unpack(sh, &folder, &unpacked)?;
        // Written last, so that what broke off is not taken for a whole one.
        sh.write_file(&complete, "")?;
    }
    let rustc = unpacked.join("usr/bin/rustc");
    let variables = vec![
        ("RUSTC".to_owned(), OsString::from(&rustc)),
        ("LD_LIBRARY_PATH".to_owned(), libraries(&unpacked)?.into()),
        // Building the standard library is no stable feature.
        ("RUSTC_BOOTSTRAP".to_owned(), "1".into()),
        ("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER".to_owned(), linker(sh)?.into()),
    ];
    let version =
        cmd!(sh, "{rustc} --version").envs(variables.iter().map(|(n, v)| (n, v))).read()?;
    eprintln!("using Debian's {version}");
    Ok(Toolchain { variables, options: vec!["-Zbuild-std=std,panic_abort".to_owned()] })
}

/// Downloads the packages, with those that they need and this machine lacks, and unpacks them.
fn unpack(sh: &Shell, folder: &Path, unpacked: &Path) -> Result<()> {
    if packages::may_install(sh) {
        cmd!(sh, "apt-get update -qq").run()?;
    }
    let plan =
        cmd!(sh, "apt-get --simulate install --no-install-recommends {PACKAGES...}").read()?;
    let names: Vec<&str> = plan
        .lines()
        .filter_map(|line| line.strip_prefix("Inst ")?.split_whitespace().next())
        .collect();
    ensure!(names.len() >= PACKAGES.len(), "apt-get would install {names:?} for {PACKAGES:?}");
    eprintln!("unpacking {} below {}", names.join(", "), folder.display());
    let archives = folder.join("archives");
    sh.create_dir(&archives)?;
    {
        let _archives = sh.push_dir(&archives);
        cmd!(sh, "apt-get download -qq -o APT::Sandbox::User=root {names...}").run()?;
    }
    for archive in sh.read_dir(&archives)? {
        cmd!(sh, "dpkg-deb --extract {archive} {unpacked}").quiet().run()?;
    }
    Ok(sh.remove_path(&archives)?)
}

/// The folder of the compiler's shared libraries: usr/lib and the machine's name.
fn libraries(unpacked: &Path) -> Result<PathBuf> {
    for entry in fs::read_dir(unpacked.join("usr/lib"))? {
        let folder = entry?.path();
        let Ok(files) = fs::read_dir(&folder) else { continue };
        let driver = |name: &str| name.starts_with("librustc_driver");
        if files.flatten().any(|file| file.file_name().to_str().is_some_and(driver)) {
            return Ok(folder);
        }
    }
    anyhow::bail!("rustc-web has no librustc_driver below usr/lib")
}

/// The linker of the user's toolchain: Debian's compiler comes without.
fn linker(sh: &Shell) -> Result<PathBuf> {
    let sysroot = cmd!(sh, "rustc --print sysroot").quiet().read()?;
    let about = cmd!(sh, "rustc --version --verbose").quiet().read()?;
    let host =
        about.lines().find_map(|line| line.strip_prefix("host: ")).context("rustc's host")?;
    let linker = Path::new(&sysroot).join("lib/rustlib").join(host).join("bin/rust-lld");
    ensure!(linker.is_file(), "there is no linker for WebAssembly at {}", linker.display());
    Ok(linker)
}
