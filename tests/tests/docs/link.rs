//! What a page links to.

/// Files that the page links to, without anchors; `cargo xtask book` looks these up.
pub(crate) fn links(text: &str) -> impl Iterator<Item = &str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let files = targets.filter_map(|target| target.split('#').next());
    files.filter(|file| !file.is_empty() && !file.contains(':'))
}
