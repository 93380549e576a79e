//! The rules of glTF 2.0 and its extensions for morph targets, one test each, in the order of the
//! table in `docs/gltf.md`.

mod accessor;
mod animation;
#[path = "../gltf/asset.rs"]
#[allow(dead_code, reason = "shared with the tests of morph-gltf, which use all of it")]
mod asset;
mod blend;
mod compression;
mod quantization;
mod rule;
mod structure;
mod types;
mod weights;
