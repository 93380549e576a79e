//! The words of a primitive in its layout.

use crate::GpuError;
use crate::delta::encoded_words;
use crate::pool::deform::options::DeformOptions;
use morph_core::packed::{
    BlockedTargets, DenseTargets, EncodingReport, ErrorBound, Header, PackOptions, RowSparseTargets,
};
use morph_core::{AttributeSet, DeviceLimits, LinearLayout, MorphTargets, VertexAttributes};
use morph_wgsl::DeformLayout;

/// Packed words of a set, and what is known about them.
#[derive(Debug)]
pub(in crate::pool::deform) struct Packed {
    pub(in crate::pool::deform) words: Vec<u32>,
    pub(in crate::pool::deform) report: Option<EncodingReport>,
    pub(in crate::pool::deform) extra: u32,
}

pub(in crate::pool::deform) fn pack(
    targets: &MorphTargets,
    base: &VertexAttributes,
    attributes: AttributeSet,
    layout: DeformLayout,
    options: &DeformOptions,
    limits: &DeviceLimits,
) -> Result<Packed, GpuError> {
    let bound = options.bound.or_else(|| ErrorBound::for_base(base));
    let options = PackOptions { base: Some(base), bound, strict: options.strict };
    let packed = |words: Vec<u32>, report: &EncodingReport| {
        let extra = Header::read(&words).map_or(0, |header| layout.extra(&header));
        Packed { words, report: Some(report.clone()), extra }
    };
    Ok(match layout {
        DeformLayout::Linear => {
            let vertices = targets.vertex_count() as u32;
            let count = targets.target_count() as u32;
            let linear = LinearLayout::new(vertices, count, attributes, limits)?;
            let words = encoded_words(&linear, targets)?;
            let words = words.into_iter().map(f32::to_bits).collect();
            Packed { words, report: None, extra: 0 }
        }
        DeformLayout::Dense(encoding) => {
            let set = DenseTargets::new(targets, encoding, &options)?;
            packed(set.encode(), set.report())
        }
        DeformLayout::Blocked(encoding) => {
            let set = BlockedTargets::new(targets, encoding, &options)?;
            packed(set.encode(), set.report())
        }
        DeformLayout::RowSparse => {
            let set = RowSparseTargets::new(targets, &options)?;
            packed(set.encode(), set.report())
        }
    })
}
