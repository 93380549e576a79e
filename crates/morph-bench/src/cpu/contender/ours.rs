//! This project's blends. A new form is one function here.

use super::{Checked, Contender, Named};
use anyhow::Result;
use morph_bench::Workload;
use morph_core::Attribute::{Normal, Position, Tangent};
use morph_core::{
    DeltaSource, Normalize, QuantizedTargets, SimdLevel, VertexAttributes, VertexLayout,
    blend_interleaved_into, blend_into,
};

/// POSITION, NORMAL and TANGENT in one buffer.
const LAYOUT: VertexLayout<'_> =
    VertexLayout { stride_bytes: 40, attributes: &[(Position, 0), (Normal, 12), (Tangent, 24)] };

/// `dense` is there where `load` is sparse.
pub(super) fn contenders<'a>(load: &'a Workload, dense: Option<&'a Workload>) -> Vec<Named<'a>> {
    let best = SimdLevel::supported().last().unwrap_or(SimdLevel::Baseline);
    let mut all = vec![
        blend("ours", load, best),
        ("ours.interleaved".into(), Box::new(Interleaved::new(load, best)) as Box<dyn Contender>),
    ];
    let quantized = QuantizedTargets::new(&load.targets);
    all.push(blend_16_bit("ours.16bit", load, &quantized, best));
    for level in SimdLevel::supported() {
        all.push(blend(&format!("ours.{level}"), load, level));
        all.push(blend_16_bit(&format!("ours.16bit.{level}"), load, &quantized, level));
    }
    all.extend(dense.map(|dense| blend("ours.dense", dense, best)));
    all
}

fn blend<'a>(name: &str, load: &'a Workload, level: SimdLevel) -> Named<'a> {
    let (targets, out) = (load.targets.clone(), load.base.clone());
    (name.to_owned(), Box::new(Blend { load, targets, off: 0.0, level, out }))
}

fn blend_16_bit<'a>(
    name: &str,
    load: &'a Workload,
    targets: &QuantizedTargets,
    level: SimdLevel,
) -> Named<'a> {
    let off = most_off(targets);
    let (targets, out) = (targets.clone(), load.base.clone());
    (name.to_owned(), Box::new(Blend { load, targets, off, level, out }))
}

/// How far the component that lost most is from what it was.
pub(super) fn most_off(targets: &QuantizedTargets) -> f32 {
    let steps = (0..targets.target_count()).flat_map(|target| {
        let attributes = targets.attributes().iter();
        attributes.filter_map(move |&attribute| targets.step(target, attribute))
    });
    steps.fold(0.0, f32::max) / 2.0
}

/// Makes all blends from here on run at a level that [`SimdLevel::supported`] has named.
fn force(level: SimdLevel) {
    SimdLevel::force(level).expect("a supported level");
}

struct Blend<'a, T> {
    load: &'a Workload,
    /// Those of the workload, in the form that is measured.
    targets: T,
    /// The most that a delta of this form is off.
    off: f32,
    level: SimdLevel,
    out: VertexAttributes,
}

impl<T: DeltaSource> Contender for Blend<'_, T> {
    fn run(&mut self) {
        force(self.level);
        let Workload { base, weights, .. } = self.load;
        blend_into(base, &self.targets, weights, Normalize::Yes, &mut self.out)
            .expect("a fitting out");
    }

    fn check(&mut self) -> Result<Checked> {
        Ok(Checked { off: self.off, ..Checked::attributes(&self.out) })
    }
}

struct Interleaved<'a> {
    load: &'a Workload,
    level: SimdLevel,
    buffer: Vec<u8>,
}

impl<'a> Interleaved<'a> {
    fn new(load: &'a Workload, level: SimdLevel) -> Self {
        let buffer = vec![0; load.base.vertex_count() * LAYOUT.stride_bytes];
        Self { load, level, buffer }
    }
}

impl Contender for Interleaved<'_> {
    fn run(&mut self) {
        force(self.level);
        let Workload { base, targets, weights } = self.load;
        blend_interleaved_into(base, targets, weights, Normalize::Yes, LAYOUT, &mut self.buffer)
            .expect("a fitting buffer");
    }

    fn check(&mut self) -> Result<Checked> {
        let mut out = self.load.base.clone();
        for &(attribute, offset) in LAYOUT.attributes {
            let components = out.components(attribute).unwrap_or_default();
            let values = out.values_mut(attribute).unwrap_or_default();
            let vertices = self.buffer.chunks_exact(LAYOUT.stride_bytes);
            for (to, vertex) in values.chunks_exact_mut(components).zip(vertices) {
                let bytes = &vertex[offset..offset + components * 4];
                bytemuck::cast_slice_mut(to).copy_from_slice(bytes);
            }
        }
        Ok(Checked::attributes(&out))
    }
}
