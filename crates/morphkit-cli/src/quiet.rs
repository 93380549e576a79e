//! Starts the program anew where a graphics driver would complain for nothing.
//!
//! Mesa chooses among devices by asking the Wayland server which one it uses. Where there is no
//! desktop (`XDG_RUNTIME_DIR` is unset) libwayland then prints
//! `error: XDG_RUNTIME_DIR is invalid or not set in the environment.`, although nothing is wrong,
//! and a user takes it for ours. `NODEVICE_SELECT=1` turns that off; we choose a device ourselves.
//! A process cannot change its own environment safely, so it is replaced by one that has it.

/// Replaces the process, where that keeps the driver quiet; else returns.
#[cfg(unix)]
pub(crate) fn restart() {
    use std::os::unix::process::CommandExt;

    let is_set = |name| std::env::var_os(name).is_some();
    // Whoever sets one of these has chosen.
    if ["XDG_RUNTIME_DIR", "NODEVICE_SELECT", "MESA_VK_DEVICE_SELECT"].into_iter().any(is_set) {
        return;
    }
    let Ok(program) = std::env::current_exe() else { return };
    // A program that was deleted or replaced is not started: a failed start leaves signals changed.
    if !program.is_file() {
        return;
    }
    let mut arguments = std::env::args_os();
    let mut command = std::process::Command::new(program);
    if let Some(name) = arguments.next() {
        command.arg0(name);
    }
    // Where this fails, the message is a blemish and no more.
    let _ = command.args(arguments).env("NODEVICE_SELECT", "1").exec();
}

/// Only Mesa's drivers do it, and they are on Unix.
#[cfg(not(unix))]
pub(crate) const fn restart() {}
