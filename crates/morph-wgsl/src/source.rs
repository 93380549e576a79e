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
    "bounds/box.wgsl",
    "bounds/dense.wgsl",
    // spec N14, N15
    "bounds/grow.wgsl",
    "bounds/join.wgsl",
    // spec N10, N13
    "bounds/main.wgsl",
    "bounds/pairs.wgsl",
    "component.wgsl",
    "compute/main.wgsl",
    "compute/sets_all.wgsl",
    "compute/sets_pnt.wgsl",
    "compute/words.wgsl",
    "deform/base.wgsl",
    "deform/base_all.wgsl",
    "deform/base_pnt.wgsl",
    "deform/blocked/cache.wgsl",
    "deform/blocked/list.wgsl",
    "deform/blocked/main.wgsl",
    "deform/blocked/narrow_only.wgsl",
    "deform/blocked/record.wgsl",
    "deform/blocked/run_wide.wgsl",
    "deform/blocked/sets_all.wgsl",
    "deform/blocked/sets_pnt.wgsl",
    "deform/codes/add.wgsl",
    "deform/codes/add_wide.wgsl",
    "deform/codes/eight.wgsl",
    "deform/codes/floats.wgsl",
    "deform/codes/only_six.wgsl",
    "deform/codes/only_sixteen.wgsl",
    "deform/codes/set_floats.wgsl",
    "deform/codes/set_halves.wgsl",
    "deform/codes/six.wgsl",
    "deform/codes/sixteen.wgsl",
    "deform/crowd/eight.wgsl",
    "deform/crowd/main.wgsl",
    "deform/crowd/narrow_only.wgsl",
    "deform/crowd/places_early.wgsl",
    "deform/crowd/places_late.wgsl",
    "deform/crowd/put.wgsl",
    "deform/crowd/quad.wgsl",
    "deform/crowd/sixteen.wgsl",
    "deform/crowd/wide.wgsl",
    "deform/dense/linear.wgsl",
    "deform/dense/main.wgsl",
    "deform/dense/no_steps.wgsl",
    "deform/dense/planes.wgsl",
    "deform/dense/sets_all.wgsl",
    "deform/dense/sets_pnt.wgsl",
    "deform/dense/steps.wgsl",
    "deform/frame.wgsl",
    "deform/output/compact.wgsl",
    "deform/output/packed_sets.wgsl",
    "deform/output/pair_word.wgsl",
    "deform/output/pairs.wgsl",
    "deform/output/placed_sets.wgsl",
    "deform/output/quad_word.wgsl",
    "deform/output/quads.wgsl",
    "deform/output/sets_all.wgsl",
    "deform/output/sets_pnt.wgsl",
    "deform/output/words.wgsl",
    "deform/put.wgsl",
    "deform/row_sparse.wgsl",
    "deform/run.wgsl",
    "deform/slices/many.wgsl",
    "deform/slices/one.wgsl",
    "deform/unpack_compact.wgsl",
    "deform/words.wgsl",
    // spec L20
    "deltas/linear_storage.wgsl",
    "deltas/row_sparse.wgsl",
    // spec L14
    "deltas/seed_texture.wgsl",
    // spec L14, L16
    "deltas/tiled_texture.wgsl",
    // spec B10, B11, B12, B13, B15, E3
    "finish.wgsl",
    "halves/floats.wgsl",
    "halves/integers.wgsl",
    "harness/motion.wgsl",
    "harness/vertex.wgsl",
    "harness/vertex_all.wgsl",
    "hook/identity.wgsl",
    "morph.wgsl",
    "motion/add.wgsl",
    "motion/morph.wgsl",
    "motion/row_sparse.wgsl",
    "motion/rows.wgsl",
    "motion/uniform.wgsl",
    "motion/uniform_pairs.wgsl",
    "row_sparse/entry.wgsl",
    "row_sparse/rows.wgsl",
    "row_sparse/sets_all.wgsl",
    "row_sparse/sets_pnt.wgsl",
    // spec A8, A9, A10, A12, E4
    "tracks/curve.wgsl",
    // spec P3, P4
    "tracks/main.wgsl",
    // spec F15
    "tracks/rows_dense.wgsl",
    // spec F9, W6
    "tracks/rows_pairs.wgsl",
    // spec A3, A4, A5, A6, A7, P1, P5
    "tracks/set.wgsl",
    "vertex/add_all.wgsl",
    "vertex/add_pnt.wgsl",
    // spec B19, B20, B21, B22
    "vertex/all.wgsl",
    "vertex/pnt.wgsl",
    // spec F7
    "weights/compat_storage.wgsl",
    "weights/dense_rows.wgsl",
    // spec B4, F9, F11, F12, F14
    "weights/rows.wgsl",
    // spec F1
    "weights/seed_uniform.wgsl",
    // spec B4, F4, F12, F14
    "weights/uniform.wgsl",
    "weights/uniform_pairs.wgsl",
];

/// The vertex shader that validation puts around `morph_vertex`; an example as well.
pub const VERTEX_HARNESS: &str = "harness/vertex.wgsl";

/// The same where texture coordinates or colours are morphed.
pub const VERTEX_HARNESS_ALL: &str = "harness/vertex_all.wgsl";

/// The same around `morph_motion`, in all permutations that have it.
pub const VERTEX_HARNESS_MOTION: &str = "harness/motion.wgsl";

/// What reads compact vertices of the deform pass, for the shader that draws them.
pub const UNPACK_COMPACT: &str = "deform/unpack_compact.wgsl";

/// The box that kernels of bounds write, for the shader that culls by it.
pub const MORPH_BOX: &str = "bounds/box.wgsl";

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
