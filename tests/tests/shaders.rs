//! Shader text without a device: validity, interface, snapshots, and the rules of its files.
//!
//! Snapshots are rewritten with `INSTA_UPDATE=always`.

#[path = "shaders/check.rs"]
mod check;
#[path = "shaders/deform.rs"]
mod deform;
#[path = "shaders/emission.rs"]
mod emission;
#[path = "shaders/interface.rs"]
mod interface;
#[path = "shaders/readme.rs"]
mod readme;
#[path = "shaders/rules.rs"]
mod rules;
#[path = "shaders/snapshots.rs"]
mod snapshots;
#[path = "shaders/validity.rs"]
mod validity;
