//! Which layout to take, and why.

use crate::{AttributeSet, DeviceLimits, LayoutError, LinearLayout, TextureLayout};

/// Where targets are added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Stage {
    /// In the vertex shader of each pass that draws the mesh.
    Vertex,
    /// In a compute pass of its own.
    Compute,
}

/// A layout with its addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// Tiled texture.
    Texture(TextureLayout),
    /// Linear storage buffer.
    Linear(LinearLayout),
}

impl Layout {
    /// Bytes of the deltas.
    #[must_use]
    pub fn byte_count(&self) -> u64 {
        match self {
            Self::Texture(layout) => layout.byte_count(),
            Self::Linear(layout) => layout.byte_count(),
        }
    }

    /// The bands.
    #[must_use]
    pub const fn attributes(&self) -> AttributeSet {
        match self {
            Self::Texture(layout) => layout.attributes(),
            Self::Linear(layout) => layout.attributes(),
        }
    }
}

/// Chooses a layout, with the reason in words.
///
/// | device | layout | reason |
/// | --- | --- | --- |
/// | storage buffers for the stage (vertex 2, compute 4), deltas fit one binding | linear | reads without texture addressing, and instanced draws read a row an instance |
/// | otherwise, deltas fit the texture limits | tiled texture | needs no storage buffers |
///
/// Pure: the same arguments give the same answer. Every layout can be asked for directly instead.
///
/// # Errors
/// The refusal of the last layout tried, with its numbers.
///
/// # Example
/// ```
/// use morph_core::{choose, AttributeSet, DeviceLimits, Layout, Stage};
/// let (layout, _) = choose(20_000, 52, AttributeSet::PN, &DeviceLimits::WEBGPU_DEFAULT, Stage::Vertex)?;
/// assert!(matches!(layout, Layout::Linear(_)));
/// let (layout, _) = choose(20_000, 52, AttributeSet::PN, &DeviceLimits::WEBGL2, Stage::Vertex)?;
/// assert!(matches!(layout, Layout::Texture(_)));
/// # Ok::<(), morph_core::LayoutError>(())
/// ```
pub fn choose(
    vertex_count: u32,
    target_count: u32,
    attributes: AttributeSet,
    limits: &DeviceLimits,
    stage: Stage,
) -> Result<(Layout, &'static str), LayoutError> {
    // spec C1
    // Words and weights; the compute stage reads a base and writes an output besides.
    let needed = match stage {
        Stage::Vertex => 2,
        Stage::Compute => 4,
    };
    let has_storage = limits.max_storage_buffers_per_shader_stage >= needed;
    // spec C2, C5, C6
    if has_storage {
        match LinearLayout::new(vertex_count, target_count, attributes, limits) {
            Ok(layout) => {
                return Ok((
                    Layout::Linear(layout),
                    "storage buffers are there and the deltas fit one binding",
                ));
            }
            Err(LayoutError::Buffer { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    // spec C3, C4
    let layout = TextureLayout::new(vertex_count, target_count, attributes, limits)?;
    let reason = if has_storage {
        "the deltas do not fit one storage buffer binding"
    } else {
        "the stage has too few storage buffers"
    };
    Ok((Layout::Texture(layout), reason))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(limits: DeviceLimits, stage: Stage) -> &'static str {
        match choose(1000, 10, AttributeSet::PN, &limits, stage) {
            Ok((Layout::Linear(_), _)) => "linear",
            Ok((Layout::Texture(_), _)) => "texture",
            Err(_) => "refused",
        }
    }

    #[test]
    fn the_table_holds_at_its_borders() {
        let limits = DeviceLimits::WEBGPU_DEFAULT;
        let buffers = |n| DeviceLimits { max_storage_buffers_per_shader_stage: n, ..limits };
        assert_eq!(kind(buffers(1), Stage::Vertex), "texture");
        assert_eq!(kind(buffers(2), Stage::Vertex), "linear");
        assert_eq!(kind(buffers(3), Stage::Compute), "texture");
        assert_eq!(kind(buffers(4), Stage::Compute), "linear");
        let binding = |bytes| DeviceLimits { max_storage_buffer_binding_size: bytes, ..limits };
        assert_eq!(kind(binding(240_000), Stage::Vertex), "linear");
        assert_eq!(kind(binding(239_999), Stage::Vertex), "texture");
        let tiny = DeviceLimits { max_texture_dimension_2d: 16, ..binding(0) };
        assert_eq!(kind(tiny, Stage::Vertex), "texture");
        assert_eq!(
            kind(DeviceLimits { max_texture_array_layers: 4, ..tiny }, Stage::Vertex),
            "refused"
        );
    }
}
