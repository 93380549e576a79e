//! Many frames of positions from one set of targets.

use super::{Checked, Contender, Named, ours};
use anyhow::Result;
use morph_bench::Workload;
use morph_core::{
    Attribute, DeltaSource, Normalize, QuantizedTargets, blend_attribute_into, blend_sequence_into,
};

pub(super) fn contenders(load: &Workload, frames: usize) -> Vec<Named<'_>> {
    let out = || vec![0.0; load.base.vertex_count() * 3 * frames];
    let quantized = QuantizedTargets::new(&load.targets);
    let off = ours::most_off(&quantized);
    let targets = load.targets.clone();
    vec![
        ("ours.frames".into(), Box::new(Frames { load, out: out() }) as Box<dyn Contender>),
        ("ours.sequence".into(), Box::new(Sequence { load, targets, off: 0.0, out: out() })),
        (
            "ours.sequence.16bit".into(),
            Box::new(Sequence { load, targets: quantized, off, out: out() }),
        ),
    ]
}

/// One blend a frame.
struct Frames<'a> {
    load: &'a Workload,
    out: Vec<f32>,
}

impl Contender for Frames<'_> {
    fn run(&mut self) {
        let Workload { base, targets, weights } = self.load;
        let rows = weights.chunks_exact(targets.target_count());
        for (out, row) in self.out.chunks_exact_mut(base.vertex_count() * 3).zip(rows) {
            blend_attribute_into(base, targets, Attribute::Position, row, Normalize::No, out)
                .expect("a fitting out");
        }
    }

    fn check(&mut self) -> Result<Checked> {
        Ok(Checked { off: 0.0, parts: &["POSITION"], floats: self.out.clone() })
    }
}

/// All frames in one call.
struct Sequence<'a, T> {
    load: &'a Workload,
    /// Those of the workload, in the form that is measured.
    targets: T,
    off: f32,
    out: Vec<f32>,
}

impl<T: DeltaSource> Contender for Sequence<'_, T> {
    fn run(&mut self) {
        let Workload { base, weights, .. } = self.load;
        let (targets, position) = (&self.targets, Attribute::Position);
        blend_sequence_into(base, targets, position, weights, Normalize::No, &mut self.out)
            .expect("a fitting out");
    }

    fn check(&mut self) -> Result<Checked> {
        Ok(Checked { off: self.off, parts: &["POSITION"], floats: self.out.clone() })
    }
}
