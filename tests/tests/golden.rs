//! morph-core passes every golden vector, and the vectors hold every rule.

#[path = "golden/active.rs"]
mod active;
#[path = "golden/animation.rs"]
mod animation;
#[path = "golden/blend.rs"]
mod blend;
#[path = "golden/bounds.rs"]
mod bounds;
#[path = "golden/choice.rs"]
mod choice;
#[path = "golden/clusters.rs"]
mod clusters;
#[path = "golden/files.rs"]
mod files;
#[path = "golden/frame.rs"]
mod frame;
#[path = "golden/linear.rs"]
mod linear;
#[path = "golden/mix.rs"]
mod mix;
#[path = "golden/packed.rs"]
mod packed;
#[path = "golden/refusal.rs"]
mod refusal;
#[path = "golden/texture.rs"]
mod texture;
#[path = "golden/tracks.rs"]
mod tracks;

/// Compares the bytes of an upload, where the case has them.
fn assert_bytes(case: &morph_tests::golden::Case, found: &[u8]) {
    if case.output.get("bytes").is_some() {
        case.assert_numbers("bytes", found.iter().map(|&byte| byte.into()));
    }
}
