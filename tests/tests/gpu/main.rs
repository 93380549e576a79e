//! The GPU suite: needs a Vulkan adapter (a software one will do) and fails without.

mod blend;
mod files;
mod golden;
mod limits;
mod pool;
mod profiles;
mod vertex_buffers;
mod vertex_stage;
