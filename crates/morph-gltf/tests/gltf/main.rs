//! The rules of glTF for morph targets, on small files that are built here.

mod accessor;
mod advice;
mod animation;
mod asset;
mod extension;
mod file;
mod hostile;
mod mesh;
#[cfg(feature = "meshopt")]
mod meshopt;
mod normals;
mod player;
mod pointer;
mod properties;
mod strict;
mod vrm;
mod weights;
mod wild;
