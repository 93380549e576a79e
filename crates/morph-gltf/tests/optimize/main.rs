//! What optimised files show, and what they take.

mod builder;
mod exact;
mod limits;
mod properties;
mod quantized;
mod random;
mod same;
mod world;
