//! The WGSL files, as text.
//!
//! Paths are relative to the folder `shaders`. The file `shaders/README.md` says which functions
//! each one defines and expects.

/// A file with its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Source {
    /// Path inside `shaders`, with forward slashes.
    pub path: &'static str,
    /// The whole text.
    pub text: &'static str,
}

macro_rules! sources {
    ($($path:literal),* $(,)?) => {
        &[$(Source { path: $path, text: include_str!(concat!("../shaders/", $path)) }),*]
    };
}

/// All files.
pub const ALL: &[Source] = sources![
    "add.wgsl",
    "compute/main.wgsl",
    "compute/sets_all.wgsl",
    "compute/sets_pnt.wgsl",
    "compute/words.wgsl",
    "deltas/linear_storage.wgsl",
    "deltas/seed_texture.wgsl",
    "deltas/tiled_texture.wgsl",
    "finish.wgsl",
    "harness/vertex.wgsl",
    "hook/identity.wgsl",
    "morph.wgsl",
    "vertex/all.wgsl",
    "vertex/pnt.wgsl",
    "weights/compat_storage.wgsl",
    "weights/rows.wgsl",
    "weights/seed_uniform.wgsl",
    "weights/uniform.wgsl",
];

/// The vertex shader that validation puts around `morph_vertex`; an example as well.
pub const VERTEX_HARNESS: &str = "harness/vertex.wgsl";

/// Text of a file, `None` where there is no such path.
///
/// # Example
/// ```
/// let text = morph_wgsl::source::text("morph.wgsl").unwrap();
/// assert!(text.contains("fn morph_vertex("));
/// ```
#[must_use]
pub fn text(path: &str) -> Option<&'static str> {
    ALL.iter().find(|source| source.path == path).map(|source| source.text)
}
