//! Cuts and edits at every point of a frame, and beside every failure: what is shown, and what was
//! shown before.

use super::order::{hook, record};
use super::{EXACT, asked_for, deform, pool_on, primitive};
use crate::pool::edit::one;
use morph_core::{Attribute, AttributeSet, MorphTargets, Normalize, VertexAttributes, blend};
use morph_gpu::{
    DeformOptions, DeformedVertices, GpuError, InstanceId, MorphPool, PoolOptions, PoolStats,
    TargetsId,
};
use morph_tests::{Gpu, another_gpu, gpu, random_mesh};
use morph_wgsl::{DeformLayout, Interleaved, Output};

const VERTICES: usize = 70;

/// Weights of the frames before the cut.
const A: [f32; 2] = [0.1, 0.2];
const B: [f32; 2] = [0.4, -0.3];
/// Of the frame that waits when it comes.
const C: [f32; 2] = [-0.2, 0.5];
/// Of the frame that it begins, and of the one after.
const D: [f32; 2] = [0.9, 0.7];
const E: [f32; 2] = [0.3, 0.0];

struct Face {
    gpu: Gpu,
    pool: MorphPool,
    id: TargetsId,
    instance: InstanceId,
    base: VertexAttributes,
    targets: MorphTargets,
}

impl Face {
    /// Two frames of it were shown.
    fn new(layout: DeformLayout, gpu: &Gpu) -> Self {
        let (base, targets) = random_mesh(6, VERTICES, 2, AttributeSet::PN);
        let options =
            PoolOptions { keep_previous: true, output_page_bytes: 1 << 12, ..Default::default() };
        let mut pool = pool_on(gpu, options);
        let id = pool.add_primitive(&primitive(&base, &targets), None, &asked_for(layout)).unwrap();
        let instance = pool.new_instance(&[id], &A).unwrap();
        let mut face = Self { gpu: gpu.clone(), pool, id, instance, base, targets };
        face.encode();
        face.set(B);
        face.encode();
        face.assert_shows("begins", B, Some(A));
        face
    }

    fn set(&mut self, weights: [f32; 2]) {
        self.pool.set_weights(self.instance, &weights).unwrap();
    }

    fn encode(&mut self) {
        deform(&self.gpu, &mut self.pool);
    }

    fn fails(&mut self) {
        self.pool.set_deform_hook(hook("return nothing;"));
        let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
        let refused = self.pool.encode(&mut encoder);
        assert!(matches!(refused, Err(GpuError::Refused { .. })), "{refused:?}");
        self.gpu.queue.submit([encoder.finish()]);
        self.pool.set_deform_hook(None);
    }

    fn loses(&mut self) {
        self.gpu.device.destroy();
        let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
        let lost = self.pool.encode(&mut encoder);
        assert!(matches!(lost, Err(GpuError::DeviceLost { .. })), "{lost:?}");
    }

    fn recover(&mut self) {
        self.gpu = another_gpu();
        self.pool.recover(&self.gpu.device, &self.gpu.queue).unwrap();
    }

    fn positions(&self, v: &DeformedVertices<'_>) -> Vec<f32> {
        let (device, queue) = (&self.gpu.device, &self.gpu.queue);
        let bytes = morph_gpu::read_buffer(device, queue, v.buffer, v.offset, v.bytes).unwrap();
        let words: Vec<f32> = bytemuck::pod_collect_to_vec(&bytes);
        let stride = v.output.stride_words(&v.attributes) as usize;
        assert_eq!(words.len(), VERTICES * stride);
        words.chunks_exact(stride).flat_map(|v| v[..3].to_vec()).collect()
    }

    fn blend(&self, weights: [f32; 2]) -> Vec<f32> {
        let mut all = vec![0.0; self.targets.target_count()];
        all[..2].copy_from_slice(&weights);
        let blended = blend(&self.base, &self.targets, &all, Normalize::Yes).unwrap();
        blended.values(Attribute::Position).unwrap().to_vec()
    }

    fn assert_shows(&self, what: &str, now: [f32; 2], before: Option<[f32; 2]>) {
        let outputs = [
            self.pool.output(self.instance, 0).unwrap(),
            self.pool.previous_output(self.instance, 0).unwrap(),
        ];
        for (output, weights) in outputs.iter().zip([now, before.unwrap_or(now)]) {
            let (found, expected) = (self.positions(output), self.blend(weights));
            let close = found.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-5);
            assert!(close, "{what}: not {weights:?}");
        }
        let same = (outputs[0].buffer, outputs[0].offset) == (outputs[1].buffer, outputs[1].offset);
        assert_eq!(same, before.is_none(), "{what}");
    }
}

type Step<'a> = (&'a str, fn(&mut Face));

fn replace(face: &mut Face, attributes: AttributeSet) {
    let targets = face.targets.with_replaced(0, one(90, VERTICES, attributes)).unwrap();
    let done = face.pool.replace_targets(&[face.id], std::slice::from_ref(&targets), None).unwrap();
    let other = targets.attributes() != face.targets.attributes();
    assert_eq!(done.is_other_interface, other);
    face.targets = targets;
}

/// What has no frame before.
const CUTS: [Step<'_>; 5] = [
    ("reset", |face| face.pool.reset_motion(face.instance).unwrap()),
    ("edit", |face| replace(face, AttributeSet::PN)),
    ("edit of bands", |face| replace(face, AttributeSet::PNT)),
    ("edit of bands and back", |face| {
        let old = face.targets.clone();
        replace(face, AttributeSet::PNT);
        face.pool.replace_targets(&[face.id], std::slice::from_ref(&old), None).unwrap();
        face.targets = old;
    }),
    ("edit of what others have", |face| {
        let made = primitive(&face.base, &face.targets);
        let options = asked_for(face.pool.deform_info(face.id).unwrap().layout);
        let other = face.pool.add_primitive(&made, None, &options).unwrap();
        replace(face, AttributeSet::PNT);
        face.pool.destroy_targets(other);
    }),
];

/// A cut by the function at some point of a frame, which then shows D.
type Point<'a> = (&'a str, fn(&mut Face, fn(&mut Face)));

const POINTS: [Point<'_>; 13] = [
    ("before the weights", |face, cut| {
        cut(face);
        face.set(D);
        face.encode();
    }),
    ("after the weights", |face, cut| {
        face.set(D);
        cut(face);
        face.encode();
    }),
    ("before encodes that fail", |face, cut| {
        face.set(D);
        cut(face);
        face.fails();
        face.fails();
        face.encode();
    }),
    ("between encodes that fail", |face, cut| {
        face.set(C);
        face.fails();
        face.set(D);
        cut(face);
        face.fails();
        face.encode();
    }),
    ("between prepare and record", |face, cut| {
        face.set(C);
        face.pool.prepare_deform().unwrap();
        let old = face.targets.clone();
        face.set(D);
        cut(face);
        record(&face.gpu, &face.pool);
        // What was prepared is shown, with the frame before that it had.
        let new = std::mem::replace(&mut face.targets, old);
        face.assert_shows("recorded", C, Some(B));
        face.targets = new;
        face.encode();
    }),
    ("between prepare and record, and encodes that fail", |face, cut| {
        face.set(C);
        face.pool.prepare_deform().unwrap();
        face.set(D);
        cut(face);
        record(&face.gpu, &face.pool);
        face.fails();
        face.fails();
        face.encode();
    }),
    ("between two prepares", |face, cut| {
        face.set(C);
        face.pool.prepare_deform().unwrap();
        cut(face);
        face.set(D);
        face.encode();
    }),
    ("before two prepares", |face, cut| {
        face.set(C);
        cut(face);
        face.pool.prepare_deform().unwrap();
        face.set(D);
        face.encode();
    }),
    ("before a prepare and one that fails", |face, cut| {
        face.set(D);
        cut(face);
        face.pool.prepare_deform().unwrap();
        face.fails();
        face.encode();
    }),
    ("between a prepare and one that fails", |face, cut| {
        face.set(D);
        face.pool.prepare_deform().unwrap();
        cut(face);
        face.fails();
        face.encode();
    }),
    ("before the device is lost", |face, cut| {
        face.set(D);
        cut(face);
        face.loses();
        face.recover();
        face.encode();
    }),
    ("before a prepare whose device is lost", |face, cut| {
        face.set(C);
        cut(face);
        face.pool.prepare_deform().unwrap();
        face.recover();
        face.set(D);
        face.encode();
    }),
    ("behind a prepare whose device is lost", |face, cut| {
        face.set(C);
        face.pool.prepare_deform().unwrap();
        cut(face);
        face.recover();
        face.set(D);
        face.encode();
    }),
];

#[test]
fn a_cut_at_any_point_has_no_frame_before_and_is_the_frame_before_of_the_next() {
    for (at, layout) in EXACT.into_iter().enumerate() {
        for (kind, cut) in CUTS {
            for (point, show) in POINTS {
                let what = format!("{kind} {point}, {layout:?}");
                let is_lost = point.ends_with("device is lost");
                if is_lost && at == 1 {
                    continue;
                }
                let mut face = if is_lost {
                    Face::new(layout, &another_gpu())
                } else {
                    Face::new(layout, gpu())
                };
                show(&mut face, cut);
                face.assert_shows(&what, D, None);
                face.set(E);
                face.encode();
                face.assert_shows(&what, E, Some(D));
                face.encode();
                face.assert_shows(&what, E, None);
            }
        }
    }
}

#[test]
fn a_cut_of_what_does_not_change_holds_for_one_frame_that_was_prepared() {
    for is_failing in [false, true] {
        let mut face = Face::new(EXACT[0], gpu());
        face.pool.reset_motion(face.instance).unwrap();
        if is_failing {
            // Another one has the frame fail.
            face.pool.new_instance(&[face.id], &C).unwrap();
            face.fails();
            face.set(D);
            face.encode();
            face.assert_shows("still cut", D, None);
        } else {
            face.encode();
            face.assert_shows("cut", B, None);
            face.set(D);
            face.encode();
            face.assert_shows("moves", D, Some(B));
        }
    }
}

#[test]
fn until_an_encode_after_an_edit_outputs_are_those_of_the_last_one() {
    for layout in EXACT {
        for (kind, edit) in &CUTS[1..] {
            let mut face = Face::new(layout, gpu());
            let old = face.targets.clone();
            edit(&mut face);
            let new = std::mem::replace(&mut face.targets, old);
            face.assert_shows(kind, B, Some(A));
            face.fails();
            face.assert_shows(kind, B, None);
            let found = face.pool.read_output(face.instance, 0).unwrap();
            assert!(found.values(Attribute::Position).unwrap().len() == 3 * VERTICES);
            face.targets = new;
            face.encode();
            face.assert_shows(kind, B, None);
        }
    }
}

#[test]
fn what_an_edit_left_is_given_back() {
    for (kind, edit) in &CUTS[1..] {
        for (point, show) in &POINTS[..10] {
            let mut face = Face::new(EXACT[0], gpu());
            show(&mut face, *edit);
            face.set(A);
            face.encode();
            edit(&mut face);
            face.pool.destroy_instance(face.instance);
            face.pool.destroy_targets(face.id);
            // A place that nobody gave back would keep its page.
            assert_eq!(face.pool.stats(), PoolStats::default(), "{kind} {point}");
        }
    }
}

#[test]
fn what_a_lost_device_refuses_before_a_frame_is_gathered_leaves_the_vertices_shown() {
    let mut face = Face::new(DeformLayout::Linear, &another_gpu());
    let offset = |face: &Face| face.pool.output(face.instance, 0).unwrap().offset;
    let shown = offset(&face);
    // Its words are written first.
    replace(&mut face, AttributeSet::PN);
    face.loses();
    assert_eq!(offset(&face), shown);
}

#[test]
fn a_cut_that_was_shown_does_not_come_again_where_the_next_frame_fails() {
    let mut face = Face::new(DeformLayout::Linear, &another_gpu());
    // Its edit is what the device refuses first.
    let (base, targets) = random_mesh(7, VERTICES, 2, AttributeSet::PN);
    let other = primitive(&base, &targets);
    let other = face.pool.add_primitive(&other, None, &asked_for(DeformLayout::Linear)).unwrap();
    face.pool.reset_motion(face.instance).unwrap();
    face.set(D);
    face.encode();
    let edited = targets.with_replaced(0, one(90, VERTICES, AttributeSet::PN)).unwrap();
    face.pool.replace_targets(&[other], &[edited], None).unwrap();
    face.set(E);
    face.loses();
    face.recover();
    face.encode();
    face.assert_shows("moves", E, Some(D));
}

#[test]
fn a_frame_that_was_prepared_and_lost_with_its_device_comes_again_with_the_one_before() {
    let mut face = Face::new(EXACT[0], &another_gpu());
    face.set(C);
    face.pool.prepare_deform().unwrap();
    face.recover();
    face.assert_shows("recovered", B, None);
    face.encode();
    face.assert_shows("again", C, Some(B));
}

#[test]
fn a_recovery_does_not_write_what_was_prepared_and_failed() {
    let mut face = Face::new(EXACT[0], &another_gpu());
    face.set(C);
    face.pool.prepare_deform().unwrap();
    face.fails();
    face.recover();
    face.assert_shows("recovered", B, None);
    face.encode();
    face.assert_shows("again", C, Some(B));
}

#[test]
fn an_instance_without_a_vertex_buffer_holds_no_frame_back() {
    let mut face = Face::new(EXACT[0], gpu());
    let output = Output::Interleaved(Interleaved::new(7, &[0, 4]));
    let options = DeformOptions { output, ..asked_for(EXACT[0]) };
    let made = primitive(&face.base, &face.targets);
    let own = face.pool.add_primitive(&made, None, &options).unwrap();
    face.pool.new_instance(&[own], &A).unwrap();
    face.pool.reset_motion(face.instance).unwrap();
    face.encode();
    face.assert_shows("the frame of the cut", B, None);
    face.set(D);
    face.encode();
    face.assert_shows("the next", D, Some(B));
}
