//! The blend as others would write it in Rust.

use super::{Checked, Contender, Named};
use anyhow::Result;
use glam::{Vec3, Vec4};
use morph_bench::{Workload, naive_blend};
use morph_core::Attribute::{Normal, Position, Tangent};
use morph_core::VertexAttributes;

pub(super) fn naive(load: &Workload) -> Named<'_> {
    ("naive".into(), Box::new(Naive { load, out: load.base.clone() }))
}

/// It has no sparse form, so it takes part where deltas are dense.
pub(super) fn glam<'a>(dense: &Workload) -> [Named<'a>; 2] {
    [
        ("glam.target-outer".into(), Box::new(Glam::new(dense, Order::Targets))),
        ("glam.vertex-outer".into(), Box::new(Glam::new(dense, Order::Vertices))),
    ]
}

struct Naive<'a> {
    load: &'a Workload,
    out: VertexAttributes,
}

impl Contender for Naive<'_> {
    fn run(&mut self) {
        let Workload { base, targets, weights } = self.load;
        naive_blend(base, targets, weights, &mut self.out);
    }

    fn check(&mut self) -> Result<Checked> {
        Ok(Checked::attributes(&self.out))
    }
}

/// A vertex, or a delta, as engines with a vector type have it.
#[derive(Clone, Copy)]
struct Vertex {
    position: Vec3,
    normal: Vec3,
    tangent: Vec3,
}

impl Vertex {
    fn add(&mut self, delta: &Self, weight: f32) {
        self.position += delta.position * weight;
        self.normal += delta.normal * weight;
        self.tangent += delta.tangent * weight;
    }
}

#[derive(Clone, Copy)]
enum Order {
    /// Target by target, over the whole mesh.
    Targets,
    /// Vertex by vertex, over all targets.
    Vertices,
}

struct Glam {
    order: Order,
    base: Vec<Vertex>,
    handedness: Vec<f32>,
    targets: Vec<Vec<Vertex>>,
    weights: Vec<f32>,
    positions: Vec<Vec3>,
    normals: Vec<Vec3>,
    tangents: Vec<Vec4>,
    sums: Vec<Vertex>,
}

impl Glam {
    fn new(dense: &Workload, order: Order) -> Self {
        let vertex_count = dense.base.vertex_count();
        let base = |attribute| dense.base.values(attribute).unwrap_or_default();
        let tangents = base(Tangent).chunks_exact(4);
        let (directions, handedness): (Vec<[f32; 3]>, Vec<f32>) =
            tangents.map(|t| ([t[0], t[1], t[2]], t[3])).unzip();
        let targets = (0..dense.targets.target_count()).map(|target| {
            let of = |attribute| dense.dense_deltas(target, attribute);
            vertices(&of(Position), &of(Normal), &of(Tangent))
        });
        let base = vertices(base(Position), base(Normal), directions.as_flattened());
        Self {
            order,
            sums: base.clone(),
            base,
            handedness,
            targets: targets.collect(),
            weights: dense.weights.clone(),
            positions: vec![Vec3::ZERO; vertex_count],
            normals: vec![Vec3::ZERO; vertex_count],
            tangents: vec![Vec4::ZERO; vertex_count],
        }
    }

    fn finish(&mut self, at: usize, sum: Vertex) {
        self.positions[at] = sum.position;
        self.normals[at] = sum.normal.normalize_or_zero();
        self.tangents[at] = sum.tangent.normalize_or_zero().extend(self.handedness[at]);
    }
}

fn vertices(positions: &[f32], normals: &[f32], tangents: &[f32]) -> Vec<Vertex> {
    let vectors = |floats: &[f32]| floats.chunks_exact(3).map(Vec3::from_slice).collect::<Vec<_>>();
    let (normals, tangents) = (vectors(normals), vectors(tangents));
    let all = vectors(positions).into_iter().zip(normals.into_iter().zip(tangents));
    all.map(|(position, (normal, tangent))| Vertex { position, normal, tangent }).collect()
}

impl Contender for Glam {
    fn run(&mut self) {
        match self.order {
            Order::Targets => {
                self.sums.copy_from_slice(&self.base);
                for (target, &weight) in self.targets.iter().zip(&self.weights) {
                    if weight != 0.0 {
                        self.sums.iter_mut().zip(target).for_each(|(sum, d)| sum.add(d, weight));
                    }
                }
                for at in 0..self.sums.len() {
                    self.finish(at, self.sums[at]);
                }
            }
            Order::Vertices => {
                for at in 0..self.base.len() {
                    let mut sum = self.base[at];
                    for (target, &weight) in self.targets.iter().zip(&self.weights) {
                        if weight != 0.0 {
                            sum.add(&target[at], weight);
                        }
                    }
                    self.finish(at, sum);
                }
            }
        }
    }

    fn check(&mut self) -> Result<Checked> {
        let positions = self.positions.iter().flat_map(Vec3::to_array);
        let normals = self.normals.iter().flat_map(Vec3::to_array);
        let tangents = self.tangents.iter().flat_map(Vec4::to_array);
        let floats = positions.chain(normals).chain(tangents).collect();
        Ok(Checked { off: 0.0, parts: &["POSITION", "NORMAL", "TANGENT"], floats })
    }
}
