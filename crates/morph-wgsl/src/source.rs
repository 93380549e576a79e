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

/// All files; the rules that a file follows stand before it, so that its text is not the longer.
pub const ALL: &[Source] = sources![
    // spec B1, B2, B5, B14, E2
    "add.wgsl",
    "compute/main.wgsl",
    "compute/sets_all.wgsl",
    "compute/sets_pnt.wgsl",
    "compute/words.wgsl",
    // spec L20
    "deltas/linear_storage.wgsl",
    // spec L14
    "deltas/seed_texture.wgsl",
    // spec L14, L16
    "deltas/tiled_texture.wgsl",
    // spec B10, B11, B12, B13, B15, E3
    "finish.wgsl",
    "harness/vertex.wgsl",
    "harness/vertex_all.wgsl",
    "hook/identity.wgsl",
    "morph.wgsl",
    // spec B19, B20, B21, B22
    "vertex/all.wgsl",
    "vertex/pnt.wgsl",
    // spec F7
    "weights/compat_storage.wgsl",
    // spec B4, F9, F11, F12, F14
    "weights/rows.wgsl",
    // spec F1
    "weights/seed_uniform.wgsl",
    // spec B4, F4, F12, F14
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
