//! Random meshes from an integer hash, the same on every machine.

use morph_core::{Attribute, AttributeSet, Deltas, MorphTargets, TargetDeltas, VertexAttributes};

/// A stream of numbers.
#[derive(Debug, Clone)]
pub struct Random(u32);

impl Random {
    /// The stream of a seed.
    #[must_use]
    pub const fn new(seed: u32) -> Self {
        Self(seed)
    }

    /// The next 32 bits.
    pub fn bits(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9);
        let mut x = self.0;
        x = (x ^ (x >> 16)).wrapping_mul(0x7feb_352d);
        x = (x ^ (x >> 15)).wrapping_mul(0x846c_a68b);
        x ^ (x >> 16)
    }

    /// The next number in -1..1.
    pub fn signed(&mut self) -> f32 {
        (self.bits() >> 8) as f32 / 8_388_608.0 - 1.0
    }

    /// The next number below `n`.
    pub fn below(&mut self, n: u32) -> u32 {
        self.bits() % n
    }

    fn list(&mut self, count: usize) -> Vec<f32> {
        (0..count).map(|_| self.signed()).collect()
    }
}

/// A base with every attribute of the set and targets that move random parts of it: some dense,
/// some sparse, some without an attribute.
///
/// # Panics
/// Where `vertex_count` or `target_count` is 0.
#[must_use]
pub fn random_mesh(
    seed: u32,
    vertex_count: usize,
    target_count: usize,
    attributes: AttributeSet,
) -> (VertexAttributes, MorphTargets) {
    let mut random = Random::new(seed);
    let mut base = VertexAttributes::new(vertex_count);
    for attribute in attributes.bands() {
        let components = match attribute {
            Attribute::Tangent => 4,
            Attribute::Color(n) if n % 2 == 1 => 3,
            other => other.delta_components(),
        };
        let mut values = random.list(vertex_count * components);
        match attribute {
            Attribute::Color(_) => values.iter_mut().for_each(|v| *v = v.abs()),
            Attribute::Tangent => {
                values.chunks_exact_mut(4).for_each(|t| t[3] = t[3].signum());
            }
            _ => {}
        }
        base.insert(attribute, components, values).unwrap();
    }
    let targets = (0..target_count)
        .map(|target| {
            let mut deltas = TargetDeltas::new();
            for attribute in attributes.bands() {
                let components = attribute.delta_components();
                let kind = if target == 0 { 1 } else { random.below(4) };
                let of = match kind {
                    0 => continue,
                    1 | 2 => Deltas::Dense(random.list(vertex_count * components)),
                    _ => {
                        let indices: Vec<u32> =
                            (0..vertex_count as u32).filter(|_| random.below(5) == 0).collect();
                        let values = random.list(indices.len() * components);
                        Deltas::Sparse { indices, values }
                    }
                };
                deltas = deltas.with(attribute, of);
            }
            deltas
        })
        .collect();
    let targets = MorphTargets::new(vertex_count, targets).unwrap().unwrap();
    (base, targets)
}

/// Weights of which about a third are zero, some negative and some beyond 1.
#[must_use]
pub fn random_weights(seed: u32, count: usize) -> Vec<f32> {
    let mut random = Random::new(seed ^ 0x5eed);
    (0..count).map(|_| if random.below(3) == 0 { 0.0 } else { random.signed() * 1.5 }).collect()
}
