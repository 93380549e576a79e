//! The GPU suite: needs a Vulkan adapter (a software one will do) and fails without.

mod blend;
mod borders;
mod bounds;
mod deform;
mod device;
mod draws;
mod files;
mod golden;
mod limits;
mod lost;
mod motion;
mod other_limits;
mod pool;
mod pool_deform;
mod profiles;
mod rows;
mod tracks;
mod vertex_buffers;
mod vertex_stage;
