//! The rules of glTF for morph targets, on small files that are built here.

mod accessor;
mod animation;
mod asset;
mod file;
mod hostile;
mod mesh;
mod properties;
mod strict;
mod weights;
