//! What a caller may ask of the deform pass.

use crate::GpuError;
use morph_core::deform::GroupSize;
use morph_core::packed::{ErrorBound, Packing, choose};
use morph_core::{AttributeSet, DeviceLimits, MorphTargets, Stage, TargetsStats};
use morph_wgsl::{Deform, DeformLayout, Output};

/// How the deform pass takes a primitive. The default lets the pool choose.
///
/// # Example
/// ```
/// use morph_core::packed::BlockEncoding;
/// use morph_gpu::{DeformChoice, DeformOptions};
/// use morph_wgsl::DeformLayout;
/// let small = DeformOptions {
///     layout: DeformChoice::Layout(DeformLayout::Blocked(BlockEncoding::SixBytes)),
///     ..Default::default()
/// };
/// assert!(small.bound.is_none()); // the default bound of the base
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DeformOptions {
    /// The layout of the deltas.
    pub layout: DeformChoice,
    /// Instances to be expected, for the choice of the layout. Default: 1.
    pub instances: u32,
    /// How far stored deltas may be off: smaller ones are dropped. Default: what
    /// [`ErrorBound::for_base`] says.
    pub bound: Option<ErrorBound>,
    /// Refuse an encoding that misses the bound. Default: no.
    pub strict: bool,
    /// Where vertices go. Default: the pool's arena.
    pub output: Output,
    /// Shares of the targets that a workgroup adds side by side: 1, 2 or 4. Default: by the number
    /// of vertices.
    pub slices: Option<u32>,
    /// Instances that share a workgroup. Default: by the number of instances.
    pub group: Option<GroupSize>,
}

/// How deltas are laid out for the deform pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum DeformChoice {
    /// As [`morph_core::packed::choose`] says.
    #[default]
    Auto,
    /// This one.
    Layout(DeformLayout),
}

impl Default for DeformOptions {
    fn default() -> Self {
        Self {
            layout: DeformChoice::Auto,
            instances: 1,
            bound: None,
            strict: false,
            output: Output::Arena,
            slices: None,
            group: None,
        }
    }
}

impl DeformOptions {
    /// The kernel of what is asked for: without slices and for one instance, where nothing is.
    ///
    /// # Errors
    /// [`GpuError::Kernel`] with the name of the kernel that there is not.
    pub(super) fn check(
        &self,
        layout: DeformLayout,
        attributes: AttributeSet,
        normalize: bool,
    ) -> Result<Deform, GpuError> {
        let kernel = Deform {
            slices: self.slices.unwrap_or(1),
            group: self.group.unwrap_or_default(),
            output: self.output,
            ..Deform::new(layout, attributes, normalize)
        };
        if kernel.is_valid() { Ok(kernel) } else { Err(GpuError::Kernel { kernel: kernel.name() }) }
    }

    /// The layout of these targets, and why.
    ///
    /// # Errors
    /// What the layout cannot hold.
    pub(super) fn choose(
        &self,
        targets: &MorphTargets,
        attributes: AttributeSet,
        limits: &DeviceLimits,
    ) -> Result<(DeformLayout, &'static str), GpuError> {
        if let DeformChoice::Layout(layout) = self.layout {
            return Ok((layout, "asked for"));
        }
        let stats = TargetsStats::new(targets);
        let (packing, reason) = choose(&stats, attributes, limits, Stage::Compute, self.instances)?;
        let layout = match packing {
            Packing::Dense(encoding) => DeformLayout::Dense(encoding),
            Packing::Blocked(encoding) => DeformLayout::Blocked(encoding),
            Packing::RowSparse => DeformLayout::RowSparse,
            // The pass reads no textures: the linear layout refuses with the numbers.
            _ => DeformLayout::Linear,
        };
        Ok((layout, reason))
    }
}
