//! Meshes around every length that a loop has.

use morph_core::{Attribute, Deltas, MorphTargets, TargetDeltas, VertexAttributes};
use proptest::prelude::*;

/// The attributes of targets.
const ATTRIBUTES: [Attribute; 6] = [
    Attribute::Position,
    Attribute::Normal,
    Attribute::Tangent,
    Attribute::TexCoord(0),
    Attribute::Color(0),
    Attribute::Color(1),
];

/// Which kinds of deltas the targets of a mesh have.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Mix {
    AllDense,
    AllSparse,
    Both,
}

impl Mix {
    pub(crate) const ALL: [Self; 3] = [Self::AllDense, Self::AllSparse, Self::Both];
}

/// A base, targets of all kinds, and some frames of weights.
#[derive(Debug)]
pub(crate) struct Load {
    pub(crate) base: VertexAttributes,
    targets: Vec<TargetDeltas>,
    /// Frame after frame, one weight a target.
    pub(crate) weights: Vec<f32>,
}

/// What a target's deltas of one attribute look like.
#[derive(Debug, Clone, Copy)]
enum Kind {
    Absent,
    Dense,
    Runs,
    Scattered,
}

impl Load {
    pub(crate) fn targets(&self) -> MorphTargets {
        MorphTargets::new(self.base.vertex_count(), self.targets.clone()).unwrap().unwrap()
    }

    pub(crate) fn frames(&self) -> impl Iterator<Item = &[f32]> {
        self.weights.chunks_exact(self.targets.len())
    }

    /// |base| + sum of |weight * delta| of one component.
    pub(crate) fn magnitude(
        &self,
        targets: &MorphTargets,
        attribute: Attribute,
        weights: &[f32],
        vertex: usize,
        component: usize,
    ) -> f32 {
        let n = self.base.components(attribute).unwrap();
        let base = self.base.values(attribute).unwrap()[vertex * n + component].abs();
        weights.iter().enumerate().fold(base, |sum, (target, weight)| {
            let deltas = targets.deltas(target, attribute);
            let delta = deltas.and_then(|d| d.get(vertex, attribute.delta_components()));
            sum + delta.and_then(|d| d.get(component)).map_or(0.0, |d| (weight * d).abs())
        })
    }
}

pub(crate) fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|v| v.to_bits()).collect()
}

/// Lengths around lanes, groups, parts and blocks; numbers of targets and frames around those of a
/// pass.
pub(crate) fn load() -> impl Strategy<Value = Load> {
    let vertices = prop_oneof![
        4 => 1_usize..20,
        4 => prop::sample::select(vec![31, 32, 33, 63, 64, 65, 85, 86, 127, 128, 129, 255, 256, 257]),
        2 => prop::sample::select(vec![341, 342, 511, 512, 513, 1023, 1024, 1025]),
        1 => prop::sample::select(vec![4095, 4096, 4097]),
    ];
    let targets = prop::sample::select(vec![1_usize, 2, 3, 4, 5, 7, 8, 9, 12, 13, 16, 17, 21]);
    let frames = prop::sample::select(vec![1_usize, 2, 15, 16, 17]);
    let mix = prop::sample::select(Mix::ALL.to_vec());
    (vertices, targets, frames, any::<u64>(), mix).prop_map(
        |(vertices, targets, frames, seed, mix)| {
            // Fewer frames of large meshes: the reference is slow.
            let frames = if vertices * targets > 4000 { frames.min(2) } else { frames };
            make(vertices, targets, frames, seed, mix)
        },
    )
}

pub(crate) fn make(vertices: usize, targets: usize, frames: usize, seed: u64, mix: Mix) -> Load {
    let mut noise = Noise(seed | 1);
    let mut base = VertexAttributes::new(vertices);
    // Sometimes without normals, and colours with and without alpha.
    let (normals, rgb) = (noise.below(4) != 0, noise.below(2) == 0);
    for attribute in ATTRIBUTES {
        let n = match attribute {
            Attribute::Tangent => 4,
            Attribute::TexCoord(_) => 2,
            Attribute::Color(0) => 4 - usize::from(rgb),
            Attribute::Color(_) => 3 + usize::from(rgb),
            _ => 3,
        };
        if attribute != Attribute::Normal || normals {
            let values = (0..vertices * n).map(|_| noise.float()).collect();
            base.insert(attribute, n, values).unwrap();
        }
    }
    let targets = (0..targets).map(|_| target(vertices, mix, &mut noise)).collect::<Vec<_>>();
    let weights = (0..frames * targets.len()).map(|_| noise.weight()).collect();
    Load { base, targets, weights }
}

fn target(vertices: usize, mix: Mix, noise: &mut Noise) -> TargetDeltas {
    let kinds: &[Kind] = match mix {
        Mix::AllDense => &[Kind::Absent, Kind::Dense, Kind::Dense, Kind::Dense],
        Mix::AllSparse => &[Kind::Absent, Kind::Runs, Kind::Runs, Kind::Scattered],
        Mix::Both => &[Kind::Absent, Kind::Dense, Kind::Runs, Kind::Scattered],
    };
    let mut target = TargetDeltas::new();
    for attribute in ATTRIBUTES {
        let d = attribute.delta_components();
        let indices: Vec<u32> = match kinds[noise.below(kinds.len())] {
            Kind::Absent => continue,
            Kind::Dense => {
                let values = (0..vertices * d).map(|_| noise.float()).collect();
                target = target.with(attribute, Deltas::Dense(values));
                continue;
            }
            Kind::Runs => runs(vertices, noise),
            Kind::Scattered => (0..vertices as u32).filter(|_| noise.below(5) == 0).collect(),
        };
        let values = (0..indices.len() * d).map(|_| noise.float()).collect();
        target = target.with(attribute, Deltas::Sparse { indices, values });
    }
    target
}

/// Runs of up to 120 vertices, with gaps.
fn runs(vertices: usize, noise: &mut Noise) -> Vec<u32> {
    let mut indices = Vec::new();
    let mut at = noise.below(40);
    while at < vertices {
        let end = vertices.min(at + 1 + noise.below(120));
        indices.extend(at as u32..end as u32);
        at = end + 1 + noise.below(200);
    }
    indices
}

/// Pseudo-random numbers (xorshift64*).
struct Noise(u64);

impl Noise {
    fn bits(&mut self) -> u32 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32) as u32
    }

    fn below(&mut self, end: usize) -> usize {
        self.bits() as usize % end
    }

    /// Mostly in -1..1; zeros of both signs, tiny ones and large ones among them.
    fn float(&mut self) -> f32 {
        let value = self.bits() as i32 as f32 / i32::MAX as f32;
        match self.below(24) {
            0 => 0.0,
            1 => -0.0,
            2 => value * 1e-20,
            3 => value * 1e6,
            _ => value,
        }
    }

    /// Zero often; negative ones, large ones, huge ones and tiny ones among the others.
    fn weight(&mut self) -> f32 {
        let value = self.float();
        match self.below(12) {
            0..=3 => 0.0,
            4 => value * 1e4,
            5 => (value * 1e38).clamp(-3e38, 3e38),
            6 => value * 1e-30,
            7 => 1.0,
            _ => value,
        }
    }
}
