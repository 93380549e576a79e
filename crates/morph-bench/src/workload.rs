//! A mesh with targets, made up.

use morph_core::{Attribute, Deltas, MorphTargets, TargetDeltas, VertexAttributes};

/// Vertices that a sparse target moves in one go.
const RUN: usize = 96;

/// A base and targets with POSITION, NORMAL and TANGENT, and weights that are all active.
#[derive(Debug, Clone)]
pub struct Workload {
    /// The base.
    pub base: VertexAttributes,
    /// The targets.
    pub targets: MorphTargets,
    /// One weight a target, none of them zero.
    pub weights: Vec<f32>,
}

impl Workload {
    /// `coverage` is the share of vertices that each target moves, in runs of 96; at 1.0 the
    /// deltas are dense.
    ///
    /// # Panics
    /// Where there are no vertices or no targets.
    #[must_use]
    pub fn new(vertex_count: usize, target_count: usize, coverage: f64) -> Self {
        let mut noise = Noise(0x9E37_79B9_7F4A_7C15);
        let mut base = VertexAttributes::new(vertex_count);
        for (attribute, components) in
            [(Attribute::Position, 3), (Attribute::Normal, 3), (Attribute::Tangent, 4)]
        {
            let values = noise.floats(vertex_count * components);
            base.insert(attribute, components, values).expect("as many floats as vertices ask for");
        }
        let targets = (0..target_count).map(|_| {
            let vertices = moved(vertex_count, coverage, &mut noise);
            [Attribute::Position, Attribute::Normal, Attribute::Tangent].into_iter().fold(
                TargetDeltas::new(),
                |target, attribute| {
                    let values = noise.floats(vertices.len() * 3);
                    let deltas = if vertices.len() == vertex_count {
                        Deltas::Dense(values)
                    } else {
                        Deltas::Sparse { indices: vertices.clone(), values }
                    };
                    target.with(attribute, deltas)
                },
            )
        });
        let targets = MorphTargets::new(vertex_count, targets.collect())
            .expect("deltas fit the vertices")
            .expect("vertices and targets");
        let weights = (0..target_count).map(|_| noise.next() * 0.5 + 0.75).collect();
        Self { base, targets, weights }
    }

    /// Bytes of all deltas, with the indices of sparse ones: what one blend must read of them.
    #[must_use]
    pub fn delta_bytes(&self) -> u64 {
        let mut bytes = 0;
        for target in 0..self.targets.target_count() {
            for &attribute in self.targets.attributes() {
                if let Some(deltas) = self.targets.deltas(target, attribute) {
                    let indices = match deltas {
                        Deltas::Dense(_) => 0,
                        Deltas::Sparse { indices, .. } => indices.len(),
                    };
                    bytes += (deltas.values().len() + indices) as u64 * 4;
                }
            }
        }
        bytes
    }
}

/// Vertices that a target moves: whole runs, until the share is reached.
fn moved(vertex_count: usize, coverage: f64, noise: &mut Noise) -> Vec<u32> {
    let all = 0..vertex_count as u32;
    if coverage >= 1.0 {
        return all.collect();
    }
    let runs = vertex_count.div_ceil(RUN);
    let wanted = (runs as f64 * coverage).ceil() as usize;
    let mut taken = vec![false; runs];
    for _ in 0..wanted {
        taken[noise.bits() as usize % runs] = true;
    }
    all.filter(|&v| taken[v as usize / RUN]).collect()
}

/// Pseudo-random numbers, the same in every run (xorshift64*).
struct Noise(u64);

impl Noise {
    fn bits(&mut self) -> u32 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32) as u32
    }

    /// In -1..1.
    fn next(&mut self) -> f32 {
        (f64::from(self.bits()) / f64::from(u32::MAX) * 2.0 - 1.0) as f32
    }

    fn floats(&mut self, count: usize) -> Vec<f32> {
        (0..count).map(|_| self.next()).collect()
    }
}
