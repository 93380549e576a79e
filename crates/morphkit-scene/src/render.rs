//! Draws a scene: materials, skins, and targets that a device or the processor adds.

mod camera;
mod heat;
mod pipeline;
mod renderer;
mod shader;
mod size;
mod surface;
mod target;
mod vertex;

pub use camera::{Camera, View};
pub use heat::heat_color;
pub use renderer::{Layout, LineEnd, Looks, Renderer, Stored, Timings};
pub use size::{Background, Color, Size};
pub use target::room;
