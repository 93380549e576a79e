//! Where each delta lies: address arithmetic, encoding and decoding of the packed layouts.

mod linear;
mod texture;

pub use linear::LinearLayout;
pub use texture::{SEED_MAX_TARGETS, SEED_MAX_WIDTH, Texel, TextureLayout};
