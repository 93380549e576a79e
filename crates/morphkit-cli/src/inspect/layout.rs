//! Bytes that a primitive's deltas take in each layout.

use super::packed::{self, Choices, PackedSize};
use morphkit::core::{
    AttributeSet, DeviceLimits, LayoutError, LinearLayout, MorphPrimitive, TargetsStats,
    TextureLayout,
};
use serde::Serialize;

/// Limits that the layouts are held against: what every WebGPU device has.
pub(crate) const LIMITS: DeviceLimits = DeviceLimits::WEBGPU_DEFAULT;

/// All layouts of one primitive.
#[derive(Debug, Serialize)]
pub(crate) struct Layouts {
    /// Tiled texture, seed profile: the first four targets, POSITION and NORMAL.
    pub(crate) texture_seed: Size,
    /// Tiled texture: all targets, the attributes that morph.
    pub(crate) texture: Size,
    /// Linear storage, compat profile: all targets, POSITION and NORMAL.
    pub(crate) linear_compat: Size,
    /// Linear storage: all targets, the attributes that morph.
    pub(crate) linear: Size,
    /// The packed layouts, with the error bound that `render` has by default.
    pub(crate) packed: Vec<PackedSize>,
    /// What the libraries choose.
    pub(crate) chosen: Choices,
}

/// What one layout takes, or why it does not fit.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Size {
    Texture { bytes: u64, width: u32, height: u32, layers: u32, target_count: u32 },
    Buffer { bytes: u64, target_count: u32 },
    Refused { error: String },
}

impl Layouts {
    /// `None` where nothing morphs.
    pub(crate) fn new(primitive: &MorphPrimitive, stats: &TargetsStats) -> Option<Self> {
        let targets = primitive.targets.as_ref()?;
        // MorphTargets holds both to u32.
        let vertices = targets.vertex_count() as u32;
        let count = targets.target_count() as u32;
        let attributes = AttributeSet::from_attributes(targets.attributes().iter().copied());
        if attributes == Ok(AttributeSet::EMPTY) {
            return None;
        }
        let texture = |set| TextureLayout::new(vertices, count, set, &LIMITS);
        let linear = |set| LinearLayout::new(vertices, count, set, &LIMITS);
        let seed = TextureLayout::seed(vertices, count).ok_or(LayoutError::NoBands);
        Some(Self {
            texture_seed: Size::texture(seed),
            texture: Size::texture(attributes.and_then(texture)),
            linear_compat: Size::buffer(LinearLayout::compat(vertices, count, &LIMITS)),
            linear: Size::buffer(attributes.and_then(linear)),
            packed: packed::sizes(targets, &primitive.base),
            chosen: packed::choices(stats, attributes.unwrap_or(AttributeSet::EMPTY)),
        })
    }
}

impl Size {
    fn texture(layout: Result<TextureLayout, LayoutError>) -> Self {
        match layout {
            Ok(layout) => Self::Texture {
                bytes: layout.byte_count(),
                width: layout.width(),
                height: layout.height(),
                layers: layout.layers(),
                target_count: layout.target_count(),
            },
            Err(error) => Self::Refused { error: error.to_string() },
        }
    }

    fn buffer(layout: Result<LinearLayout, LayoutError>) -> Self {
        match layout {
            Ok(layout) => {
                Self::Buffer { bytes: layout.byte_count(), target_count: layout.target_count() }
            }
            Err(error) => Self::Refused { error: error.to_string() },
        }
    }
}
