//! What holds for every mesh, every target and every weight.

mod animation;
mod blend;
mod bounds;
mod forms;
mod mesh;
