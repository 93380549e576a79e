//! A Vulkan driver for tests and pictures: Mesa's software one where there is no other.

use crate::packages;
use anyhow::{Result, bail};
use std::path::Path;
use xshell::Shell;

const PACKAGES: [&str; 2] = ["mesa-vulkan-drivers", "libvulkan1"];

/// Makes sure that a Vulkan driver is there, installing Mesa's from Debian's packages where that
/// is allowed.
pub(crate) fn ensure(sh: &Shell) -> Result<()> {
    if found() {
        return Ok(());
    }
    let packages = PACKAGES.join(" ");
    if !cfg!(target_os = "linux") {
        // Other systems bring a driver with their graphics stack; the program says if not.
        return Ok(());
    }
    if !packages::may_install(sh) {
        bail!("no Vulkan driver found: install one, on Debian with `apt-get install {packages}`");
    }
    eprintln!("no Vulkan driver found: installing {packages}");
    packages::install(sh, &PACKAGES)?;
    if !found() {
        bail!("{packages} are installed, but no Vulkan driver is found");
    }
    Ok(())
}

/// Whether there is a driver manifest that can serve this machine, and a loader.
fn found() -> bool {
    let named = ["VK_DRIVER_FILES", "VK_ICD_FILENAMES"]
        .iter()
        .any(|name| std::env::var_os(name).is_some_and(|files| !files.is_empty()));
    let loader = [
        "/usr/lib/x86_64-linux-gnu",
        "/usr/lib/aarch64-linux-gnu",
        "/usr/lib64",
        "/usr/lib",
        "/usr/local/lib",
    ]
    .iter()
    .any(|folder| Path::new(folder).join("libvulkan.so.1").exists());
    let hardware = ["/dev/dri", "/dev/nvidia0", "/dev/dxg"].iter().any(|d| Path::new(d).exists());
    let manifests =
        ["/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d", "/usr/local/share/vulkan/icd.d"]
            .iter()
            .filter_map(|folder| std::fs::read_dir(folder).ok())
            .flatten()
            .flatten()
            .map(|entry| entry.file_name().to_string_lossy().into_owned());
    // A hardware driver's manifest alone is no driver on a machine without that hardware.
    let usable = manifests.into_iter().any(|name| hardware || name.starts_with("lvp_icd"));
    loader && (named || usable)
}
