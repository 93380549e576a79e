//! A pool beside a model of what it shows: the weights of this frame and of the frame before.

use super::paint::{Camera, Input, Painter};
use super::picture::{Picture, screen};
use crate::rows::kept;
use morph_core::{
    Attribute, Deltas, MorphPrimitive, MorphTargets, Normalize, TargetDeltas, VertexAttributes,
    blend,
};
use morph_gpu::{
    Choice, DeformChoice, DeformOptions, InstanceId, MorphPool, PoolOptions, TargetsId, UploadStats,
};
use morph_tests::{Gpu, gpu, gpu_with};
use morph_wgsl::{DeformLayout, Output};

/// Where vertices are morphed.
#[derive(Debug, Clone, Copy)]
pub(super) enum Way {
    Vertex(Choice),
    Deform(DeformLayout, Output),
}

/// Vertices along an edge of the mesh.
const EDGE: usize = 9;

pub(super) struct Scene {
    way: Way,
    gpu: Gpu,
    painter: Option<Painter>,
    pub(super) pool: MorphPool,
    pub(super) targets: TargetsId,
    base: VertexAttributes,
    /// As the layout keeps them.
    kept: MorphTargets,
    shown: Vec<Shown>,
    /// Of this frame, and of the frame before.
    cameras: [Camera; 2],
    pub(super) stats: UploadStats,
    /// Of the last frame, one for each instance.
    pub(super) pictures: Vec<Picture>,
}

struct Shown {
    id: InstanceId,
    weights: Vec<f32>,
    /// As the last frame showed it.
    before: Option<Vec<f32>>,
}

/// A patch that three targets bend, each in another way, and none over itself.
fn mesh() -> (VertexAttributes, MorphTargets) {
    let at = |i: usize| i as f32 / (EDGE - 1) as f32 * 1.2 - 0.6;
    let positions: Vec<[f32; 3]> =
        (0..EDGE * EDGE).map(|v| [at(v % EDGE), at(v / EDGE), 0.0]).collect();
    let count = positions.len();
    let base = VertexAttributes::new(count).with_positions(&positions).unwrap();
    let base = base.with_normals(&vec![[0.0, 0.0, 1.0]; count]).unwrap();
    let target = |of: &dyn Fn(f32, f32) -> [f32; 3]| {
        let deltas: Vec<[f32; 3]> = positions.iter().map(|p| of(p[0], p[1])).collect();
        TargetDeltas::new()
            .with(Attribute::Position, Deltas::from_vec3(&deltas))
            .with(Attribute::Normal, Deltas::from_vec3(&vec![[0.1, 0.0, 0.0]; count]))
    };
    let targets = vec![
        target(&|_, y| [0.2 * (2.0 * y).sin(), 0.05, 0.0]),
        target(&|x, y| if x > 0.0 { [0.0, 0.3 * x * (1.0 - y), 0.1] } else { [0.0; 3] }),
        target(&|x, y| [0.15 * x, -0.2 * y * x, 0.0]),
    ];
    (base, MorphTargets::new(count, targets).unwrap().unwrap())
}

/// Looks at the patch from two units away, from this angle beside it.
fn camera(angle: f32) -> Camera {
    let (sin, cos) = angle.sin_cos();
    // w is the distance: 2 - z, after the patch has turned about its y axis.
    [
        [2.0 * cos, 0.0, 0.0, sin],
        [0.0, 2.0, 0.0, 0.0],
        [2.0 * sin, 0.0, 0.0, -cos],
        [0.0, 0.0, 1.0, 2.0],
    ]
}

/// Two triangles for each square of the patch.
pub(super) fn triangles() -> Vec<[u32; 3]> {
    let squares = (0..(EDGE - 1) * (EDGE - 1)).map(|s| s / (EDGE - 1) * EDGE + s % (EDGE - 1));
    squares
        .flat_map(|v| {
            let [a, b, c, d] = [v, v + 1, v + EDGE, v + EDGE + 1].map(|v| v as u32);
            [[a, b, c], [c, b, d]]
        })
        .collect()
}

impl Scene {
    pub(super) fn new(way: Way) -> Self {
        let gpu = gpu().clone();
        let options = PoolOptions {
            keep_previous: true,
            // Three instances a page, or six.
            output_page_bytes: 16_384,
            ..PoolOptions::default()
        };
        let mut pool = MorphPool::new(&gpu.device, &gpu.queue, options);
        let (base, given) = mesh();
        let (targets, kept) = match way {
            Way::Vertex(choice) => {
                (pool.add_targets(&given, None, choice).unwrap(), kept(choice, &given))
            }
            Way::Deform(layout, output) => {
                let layout = DeformChoice::Layout(layout);
                let options = DeformOptions { layout, output, ..DeformOptions::default() };
                let (base, targets) = (base.clone(), Some(given.clone()));
                let primitive = MorphPrimitive { base, targets, flat: false };
                (pool.add_primitive(&primitive, None, &options).unwrap(), given)
            }
        };
        let (shown, stats) = (Vec::new(), UploadStats::default());
        let (cameras, pictures) = ([camera(0.0); 2], Vec::new());
        let painter = None;
        Self { way, gpu, painter, pool, targets, base, kept, shown, cameras, stats, pictures }
    }

    /// Another instance; gives its number.
    pub(super) fn add(&mut self, weights: &[f32]) -> usize {
        let id = self.pool.new_instance(&[self.targets], weights).unwrap();
        self.shown.push(Shown { id, weights: weights.to_vec(), before: None });
        self.shown.len() - 1
    }

    /// The last instance goes.
    pub(super) fn remove(&mut self, number: usize) {
        assert_eq!(number + 1, self.shown.len());
        self.pool.destroy_instance(self.shown.pop().unwrap().id);
    }

    pub(super) fn set(&mut self, number: usize, weights: &[f32]) {
        let shown = &mut self.shown[number];
        self.pool.set_weights(shown.id, weights).unwrap();
        shown.weights = weights.to_vec();
    }

    pub(super) fn jump(&mut self, number: usize) {
        let shown = &mut self.shown[number];
        self.pool.reset_motion(shown.id).unwrap();
        shown.before = None;
    }

    /// The next frame is seen from this angle.
    pub(super) fn look(&mut self, angle: f32) {
        self.cameras[0] = camera(angle);
    }

    /// Other deltas for the first target: what was shown had other ones.
    pub(super) fn replace(&mut self) {
        let count = self.kept.vertex_count();
        let deltas: Vec<[f32; 3]> = (0..count).map(|v| [0.0, v as f32 * 2e-3, 0.0]).collect();
        let target = TargetDeltas::new()
            .with(Attribute::Position, Deltas::from_vec3(&deltas))
            .with(Attribute::Normal, Deltas::from_vec3(&vec![[0.1, 0.0, 0.0]; count]));
        let targets = mesh().1.with_replaced(0, target).unwrap();
        self.pool.replace_targets(&[self.targets], std::slice::from_ref(&targets), None).unwrap();
        self.kept = match self.way {
            Way::Vertex(choice) => kept(choice, &targets),
            Way::Deform(..) => targets,
        };
        self.shown.iter_mut().for_each(|shown| shown.before = None);
    }

    /// Goes on with another handle, and gives the first one.
    pub(super) fn share(&mut self, number: usize) -> InstanceId {
        let shown = &mut self.shown[number];
        let other = self.pool.share(shown.id).unwrap();
        std::mem::replace(&mut shown.id, other)
    }

    /// Where its row or its vertices are.
    pub(super) fn place(&self, number: usize) -> u64 {
        let id = self.shown[number].id;
        match self.way {
            Way::Vertex(_) => self.pool.weights_offset(id, 0).unwrap().into(),
            Way::Deform(..) => {
                // Two places take turns.
                let offset = |v: morph_gpu::DeformedVertices<'_>| v.offset;
                let now = offset(self.pool.output(id, 0).unwrap());
                now.min(offset(self.pool.previous_output(id, 0).unwrap()))
            }
        }
    }

    pub(super) fn lose_the_device(&mut self) {
        self.gpu = gpu_with(|adapter| adapter.limits());
        self.painter = None;
        self.pool.recover(&self.gpu.device, &self.gpu.queue).unwrap();
    }

    /// Shows a frame, and holds every pixel of its velocity against the CPU's blend. Gives the
    /// largest velocity of each instance's vertices, in clip space.
    pub(super) fn frame(&mut self, what: &str) -> Vec<f32> {
        let (device, queue) = (&self.gpu.device, &self.gpu.queue);
        self.stats = match self.way {
            Way::Vertex(_) => self.pool.upload(queue),
            Way::Deform(..) => {
                let mut encoder = device.create_command_encoder(&Default::default());
                let stats = self.pool.encode(&mut encoder).unwrap();
                queue.submit([encoder.finish()]);
                stats
            }
        };
        let painter = self.painter.get_or_insert_with(|| match self.way {
            Way::Vertex(_) => {
                Painter::vertex(device, queue, &self.pool.permutation(self.targets).unwrap())
            }
            Way::Deform(_, output) => Painter::deform(device, queue, output),
        });
        let mut largest = Vec::new();
        self.pictures.clear();
        for shown in &mut self.shown {
            let input = match self.way {
                Way::Vertex(choice) => {
                    let entries = self.pool.bind_entries(self.targets, &Painter::SLOTS).unwrap();
                    // One instance by its own offset, or by its row among all.
                    let textured = matches!(choice, Choice::Texture(_));
                    let (offset, row) = match textured {
                        true => (self.pool.weights_offset(shown.id, 0).unwrap(), 0),
                        false => (
                            self.pool.rows_offset(self.targets).unwrap(),
                            self.pool.row(shown.id, 0).unwrap(),
                        ),
                    };
                    Input::Weights { base: &self.base, entries, offset, row }
                }
                Way::Deform(..) => Input::Vertices {
                    now: self.pool.output(shown.id, 0).unwrap(),
                    before: self.pool.previous_output(shown.id, 0).unwrap(),
                },
            };
            let picture = painter.paint(device, queue, &input, &self.cameras);
            let before = shown.before.as_ref().unwrap_or(&shown.weights);
            let both = [(&shown.weights, self.cameras[0]), (before, self.cameras[1])];
            let [now, before] = both.map(|(weights, camera)| {
                let blended = blend(&self.base, &self.kept, weights, Normalize::Yes).unwrap();
                let positions = blended.values(Attribute::Position).unwrap().chunks_exact(3);
                positions.map(|p| project(&camera, [p[0], p[1], p[2]])).collect::<Vec<_>>()
            });
            picture.check(&format!("{what} {:?}", self.way), &now, &before);
            let moved = now.iter().zip(&before).map(|(a, b)| {
                let (a, b) = (screen(*a), screen(*b));
                (a[0] - b[0]).abs().max((a[1] - b[1]).abs())
            });
            self.pictures.push(picture);
            largest.push(moved.fold(0.0, f32::max));
            shown.before = Some(shown.weights.clone());
        }
        self.cameras[1] = self.cameras[0];
        largest
    }
}

/// Clip space: x, y, w.
fn project(camera: &Camera, [x, y, z]: [f32; 3]) -> [f32; 3] {
    [0, 1, 3]
        .map(|row| camera[0][row] * x + camera[1][row] * y + camera[2][row] * z + camera[3][row])
}
