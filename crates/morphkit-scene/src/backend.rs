//! What adds the targets, as the command line names it.

use clap::ValueEnum;
use morphkit::core::Stage;
use morphkit::core::packed::{BlockEncoding, DenseEncoding};
use morphkit::gpu::{Choice, DeformChoice};
use morphkit::wgsl::DeformLayout;
use std::fmt;

/// What adds the targets.
///
/// The names of those that start with `deform` are a compute pass that writes whole vertices before
/// anything is drawn; `b` is bytes for a position and a normal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Backend {
    /// The processor.
    Cpu,
    /// Graphics device, shaders read a texture of 32-bit floats; works on every device.
    Texture,
    /// Graphics device, shaders read a buffer of 32-bit floats.
    Storage,
    /// Graphics device, shaders read for each vertex the targets that move it, in 16 bits.
    RowSparse,
    /// Compute pass, in the layout that suits the targets.
    Deform,
    /// Compute pass, all deltas in 32-bit floats: exact.
    #[value(name = "deform-f32")]
    DeformF32,
    /// Compute pass, all deltas in 16-bit integers.
    #[value(name = "deform-16bit")]
    Deform16Bit,
    /// Compute pass, all deltas in 16-bit floats; not every device reads them.
    DeformHalf,
    /// Compute pass, blocks of 64 vertices in 8 bytes a vertex: small and accurate.
    #[value(name = "deform-8b")]
    Deform8B,
    /// Compute pass, blocks of 64 vertices in 6 bytes a vertex: smallest, normals off by a degree or
    /// two.
    #[value(name = "deform-6b")]
    Deform6B,
    /// Compute pass, blocks in 6 bytes a vertex where that keeps --error-bound, else in 12.
    DeformBounded,
    /// Compute pass, blocks of 64 vertices in 16-bit integers.
    #[value(name = "deform-blocked16")]
    DeformBlocked16,
    /// Compute pass, blocks of 64 vertices in 32-bit floats: exact but for what is left out.
    #[value(name = "deform-blocked32")]
    DeformBlocked32,
    /// Compute pass, for each vertex the targets that move it, in 16 bits.
    DeformRowSparse,
}

/// How a graphics device adds targets.
#[derive(Debug, Clone, Copy)]
pub enum Way {
    /// Shaders of a stage do, which read the deltas.
    Shader(fn(Stage) -> Choice),
    /// The deform pass does.
    Pass(DeformChoice),
}

impl Backend {
    /// How a graphics device adds targets; `None` for the processor.
    pub const fn way(self) -> Option<Way> {
        Some(match self {
            Self::Cpu => return None,
            Self::Texture => Way::Shader(Choice::Texture),
            Self::Storage => Way::Shader(Choice::Linear),
            Self::RowSparse => Way::Shader(Choice::RowSparse),
            Self::Deform => Way::Pass(DeformChoice::Auto),
            Self::DeformF32 => Way::Pass(DeformChoice::Layout(DeformLayout::Linear)),
            Self::Deform16Bit => dense(DenseEncoding::Bits16),
            Self::DeformHalf => dense(DenseEncoding::F16),
            Self::Deform8B => blocked(BlockEncoding::EightBytes),
            Self::Deform6B => blocked(BlockEncoding::SixBytes),
            Self::DeformBounded => blocked(BlockEncoding::Bounded),
            Self::DeformBlocked16 => blocked(BlockEncoding::Bits16),
            Self::DeformBlocked32 => blocked(BlockEncoding::F32),
            Self::DeformRowSparse => Way::Pass(DeformChoice::Layout(DeformLayout::RowSparse)),
        })
    }

    /// The backend that always takes this layout.
    #[must_use]
    pub fn of_layout(layout: DeformLayout) -> Option<Self> {
        let takes = |backend: &Self| match backend.way() {
            Some(Way::Pass(DeformChoice::Layout(own))) => own == layout,
            _ => false,
        };
        Self::value_variants().iter().copied().find(takes)
    }

    /// Whether the device has to read 16-bit floats in shaders.
    #[must_use]
    pub const fn needs_half_floats(self) -> bool {
        matches!(self, Self::DeformHalf)
    }
}

const fn dense(encoding: DenseEncoding) -> Way {
    Way::Pass(DeformChoice::Layout(DeformLayout::Dense(encoding)))
}

const fn blocked(encoding: BlockEncoding) -> Way {
    Way::Pass(DeformChoice::Layout(DeformLayout::Blocked(encoding)))
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.to_possible_value() {
            Some(value) => f.write_str(value.get_name()),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_layout_of_the_deform_pass_has_a_backend() {
        for layout in DeformLayout::ALL {
            assert!(Backend::of_layout(layout).is_some(), "{layout:?}");
        }
        assert_eq!(Backend::of_layout(DeformLayout::RowSparse), Some(Backend::DeformRowSparse));
        assert_eq!(Backend::Deform16Bit.to_string(), "deform-16bit");
    }
}
