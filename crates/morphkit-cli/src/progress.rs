//! Progress of long work, on standard error where that is a terminal; nothing in a pipe. No colours.

use indicatif::{ProgressBar, ProgressStyle};
use std::time::Duration;

/// A bar over a known number of things, none for fewer than two. It is gone when it is dropped.
pub(crate) fn bar(count: usize, many: &str) -> ProgressBar {
    if count < 2 {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(&format!("{{wide_bar}} {{pos}} of {{len}} {many}"));
    ProgressBar::new(count as u64)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Says that work of unknown length goes on, with the seconds that it has taken. It is gone when it
/// is dropped.
pub(crate) fn spinner(what: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {msg}, {elapsed}");
    let spinner = ProgressBar::new_spinner()
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
        .with_message(what);
    spinner.enable_steady_tick(Duration::from_millis(200));
    spinner
}
