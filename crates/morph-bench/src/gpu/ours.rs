//! The deform pass as a program uses it: a pool, a primitive, instances.

use crate::case::{Case, Moved};
use crate::device::Gpu;
use crate::scene::Scene;
use crate::verify::Bound;
use anyhow::{Context as _, Result};
use morph_core::deform::GroupSize;
use morph_core::packed::{BlockEncoding, DenseEncoding, ErrorBound};
use morph_core::{Attribute, MorphPrimitive};
use morphkit::gpu::{DeformChoice, DeformOptions, InstanceId, MorphPool, PoolOptions, TargetsId};
use morphkit::wgsl::{DeformLayout, Output};

/// Drops nothing but zeros: peers read all of it as well.
const KEEP_ALL: ErrorBound =
    ErrorBound { position: 0.0, direction_degrees: 0.0, texcoord: 0.0, color: 0.0 };

/// Vertices from which on a mesh fills the device without sharing its targets out.
const LARGE: usize = 500_000;

const BLOCKED8: DeformLayout = DeformLayout::Blocked(BlockEncoding::EightBytes);
const BLOCKED6: DeformLayout = DeformLayout::Blocked(BlockEncoding::SixBytes);

/// A layout and a kernel.
#[derive(Debug, Clone)]
pub(crate) struct Ours {
    pub(crate) name: String,
    pub(crate) options: DeformOptions,
}

impl Ours {
    /// What the pool chooses.
    pub(crate) fn by_default() -> Self {
        Self { name: "ours".into(), options: options(None) }
    }

    /// The default layout, so many instances a workgroup.
    pub(crate) fn in_groups(group: GroupSize) -> Self {
        let options = DeformOptions { group: Some(group), ..options(Some(BLOCKED8)) };
        Self { name: format!("ours.blocked8/g{}", group.instances()), options }
    }

    /// What is measured in a case: the pool's own choice, and everything that can be asked for.
    pub(crate) fn all(case: Case) -> Vec<Self> {
        let all = [
            ("f32", DeformLayout::Linear),
            ("16bit", DeformLayout::Dense(DenseEncoding::Bits16)),
            ("half", DeformLayout::Dense(DenseEncoding::F16)),
            ("row-sparse", DeformLayout::RowSparse),
            ("blocked16", DeformLayout::Blocked(BlockEncoding::Bits16)),
            ("blocked8", BLOCKED8),
            ("blocked6", BLOCKED6),
            ("bounded", DeformLayout::Blocked(BlockEncoding::Bounded)),
        ];
        let mut ours = vec![Self::by_default()];
        for (name, layout) in all {
            let blocked = matches!(layout, DeformLayout::Blocked(_));
            let slices: &[u32] = match layout {
                DeformLayout::RowSparse => &[1],
                // Adding up shares costs more than it brings.
                _ if case.vertices >= LARGE || case.instances > 1 => &[1],
                _ => &[1, 2, 4],
            };
            for &slices in slices {
                let options = DeformOptions { slices: Some(slices), ..options(Some(layout)) };
                let options = DeformOptions { group: Some(GroupSize::One), ..options };
                ours.push(Self { name: format!("ours.{name}/s{slices}"), options });
            }
            for group in [GroupSize::Eight, GroupSize::Sixteen] {
                if blocked && case.instances >= 8 {
                    let options = DeformOptions { group: Some(group), ..options(Some(layout)) };
                    let name = format!("ours.{name}/g{}", group.instances());
                    ours.push(Self { name, options });
                }
            }
        }
        if case.instances >= 8 {
            for group in [GroupSize::Eight, GroupSize::Sixteen] {
                let name = format!("compact.blocked8/g{}", group.instances());
                let output = Output::Compact;
                let options = DeformOptions { group: Some(group), ..options(Some(BLOCKED8)) };
                ours.push(Self { name, options: DeformOptions { output, ..options } });
            }
        }
        ours.retain(|ours| ours.is_sensible(case));
        ours
    }

    /// Whether it takes no minutes: dense layouts of large sparse meshes, lists of large dense ones.
    fn is_sensible(&self, case: Case) -> bool {
        let DeformChoice::Layout(layout) = self.options.layout else { return true };
        let dense = matches!(case.moved, Moved::Runs(100));
        match layout {
            DeformLayout::RowSparse => !dense || case.vertices * case.targets < 6_000_000,
            DeformLayout::Linear | DeformLayout::Dense(_) => {
                dense || case.vertices * case.targets < 30_000_000
            }
            DeformLayout::Blocked(_) => true,
        }
    }
}

fn options(layout: Option<DeformLayout>) -> DeformOptions {
    // What is bounded keeps the default bound of the mesh.
    let bounded = layout == Some(DeformLayout::Blocked(BlockEncoding::Bounded));
    let bound = (!bounded).then_some(KEEP_ALL);
    let layout = layout.map_or(DeformChoice::Auto, DeformChoice::Layout);
    DeformOptions { layout, bound, ..Default::default() }
}

/// A pool with all instances of a scene, uploaded.
#[derive(Debug)]
pub(crate) struct Deformed {
    pub(crate) pool: MorphPool,
    pub(crate) targets: TargetsId,
    pub(crate) instances: Vec<InstanceId>,
}

impl Deformed {
    pub(crate) fn new(gpu: &Gpu, scene: &Scene, ours: &Ours) -> Result<Self> {
        let case = scene.case;
        let most = gpu.most_bound();
        let outputs = case.output_bytes() * case.instances as u64;
        let pool = PoolOptions {
            page_bytes: (1 << 20).min(most),
            // One page, and so one dispatch.
            output_page_bytes: outputs.next_multiple_of(1 << 20).min(most),
            ..Default::default()
        };
        let mut pool = MorphPool::new(&gpu.device, &gpu.queue, pool);
        let options = DeformOptions { instances: case.instances as u32, ..ours.options };
        let base = scene.base.clone();
        let primitive = MorphPrimitive { base, targets: Some(scene.targets.clone()), flat: false };
        let targets = pool.add_primitive(&primitive, None, &options).context("the primitive")?;
        let instances = (0..case.instances)
            .map(|instance| pool.new_instance(&[targets], scene.weights(instance)))
            .collect::<Result<_, _>>()?;
        pool.prepare_deform()?;
        Ok(Self { pool, targets, instances })
    }

    /// How far an instance may be off.
    pub(crate) fn bound(&self, scene: &Scene, instance: usize) -> Result<Bound> {
        let info = self.pool.deform_info(self.targets)?;
        let Some(report) = info.report else { return Ok(Bound::EXACT) };
        let bounds = report.error_bound(scene.weights(instance));
        let of = |attribute: Attribute| {
            bounds.iter().find(|(a, _)| *a == attribute).map_or(0.0, |(_, bound)| (*bound).into())
        };
        Ok(Bound { position: of(Attribute::Position), normal: of(Attribute::Normal) })
    }

    /// Six floats a vertex of an instance, whatever the form of the output.
    pub(crate) fn output(&self, gpu: &Gpu, instance: usize) -> Result<Vec<f32>> {
        let vertices = self.pool.output(self.instances[instance], 0)?;
        let words: Vec<u32> = gpu.read(vertices.buffer, vertices.offset, vertices.bytes)?;
        Ok(match vertices.output {
            Output::Compact => words.chunks_exact(4).flat_map(unpack).collect(),
            Output::Arena | Output::Interleaved(_) => {
                words.into_iter().map(f32::from_bits).collect()
            }
        })
    }
}

/// Error of a normal in 2 x 16 bits, in each component.
pub(crate) const COMPACT_NORMAL: f64 = 1e-4;

/// Position, and the normal of an octahedral map (Meyer et al. 2010).
fn unpack(vertex: &[u32]) -> [f32; 6] {
    let [x, y, z] = [0, 1, 2].map(|c| f32::from_bits(vertex[c]));
    let snorm = |bits: u32| (f32::from(bits as u16 as i16) / 32767.0).max(-1.0);
    let (u, v) = (snorm(vertex[3]), snorm(vertex[3] >> 16));
    let w = 1.0 - u.abs() - v.abs();
    let fold = (-w).max(0.0);
    let n = [u - fold.copysign(u), v - fold.copysign(v), w];
    let length = n.iter().map(|c| c * c).sum::<f32>().sqrt();
    let [a, b, c] = n.map(|c| c / length);
    [x, y, z, a, b, c]
}
