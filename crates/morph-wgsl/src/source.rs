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
    // spec B1, B2, B5, B14; rounding is as spec E2, E3 allow.
    "add.wgsl",
    "compute/main.wgsl",
    "compute/sets_all.wgsl",
    "compute/sets_pnt.wgsl",
    "compute/words.wgsl",
    "deltas/linear_storage.wgsl",
    "deltas/seed_texture.wgsl",
    "deltas/tiled_texture.wgsl",
    // spec B10, B11, B12, B13, B15
    "finish.wgsl",
    "harness/vertex.wgsl",
    "harness/vertex_all.wgsl",
    "hook/identity.wgsl",
    "morph.wgsl",
    // spec B19, B20, B21, B22
    "vertex/all.wgsl",
    "vertex/pnt.wgsl",
    "weights/compat_storage.wgsl",
    "weights/rows.wgsl",
    "weights/seed_uniform.wgsl",
    "weights/uniform.wgsl",
];

/// The vertex shader that validation puts around `morph_vertex`; an example as well.
pub const VERTEX_HARNESS: &str = "harness/vertex.wgsl";

/// The same where texture coordinates or colours are morphed.
pub const VERTEX_HARNESS_ALL: &str = "harness/vertex_all.wgsl";

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
