//! Samples of morph-gpu's errors; those that name ids are refusals of a real pool.

use crate::{kind::Kind, of_core};
use morph_core::{
    Attribute, AttributesError, BoundsError, Deltas, MorphPrimitive, MorphTargets, TargetDeltas,
    TargetsError, VertexAttributes,
};
use morph_gpu::{Choice, DeformOptions, GpuError, MorphPool, PoolOptions, TargetsId};
use morph_wgsl::{Interleaved, Output, Stage};

pub(crate) fn kinds() -> Vec<Kind> {
    let mut samples = passed_on();
    samples.extend(refused());
    samples.extend(of_resources());
    vec![Kind::new("morph-gpu", "GpuError", samples)]
}

fn passed_on() -> Vec<GpuError> {
    let attribute = Attribute::Normal;
    vec![
        of_core::layout()[3].into(),
        TargetsError::DeltaCount { target: 3, attribute, expected: 24, found: 22 }.into(),
        AttributesError::Length { attribute, expected: 72, found: 66 }.into(),
        of_core::weights()[1].into(),
        of_core::blend()[0].into(),
        BoundsError::NonFinitePosition { vertex: 7 }.into(),
        of_core::pack()[0].into(),
        of_core::frame()[0].into(),
        of_core::pack_tracks()[3].into(),
    ]
}

fn refused() -> Vec<GpuError> {
    let gpu = morph_tests::gpu();
    let mut pool = MorphPool::new(&gpu.device, &gpu.queue, PoolOptions::default());
    let raise =
        TargetDeltas::new().with(Attribute::Position, Deltas::from_vec3(&[[0.0, 1.0, 0.0]; 3]));
    let targets = MorphTargets::new(3, vec![raise]).unwrap().unwrap();
    let targets = pool.add_targets(&targets, None, Choice::Linear(Stage::Vertex)).unwrap();
    let slots = morph_wgsl::Slots::default();
    let no_instances = pool.bind_entries(targets, &slots).unwrap_err();
    let instance = pool.new_instance(&[targets], &[]).unwrap();
    let one = GpuError::OneInstance(targets);
    let not_uploaded = GpuError::NotUploaded(targets);
    let not_kept = GpuError::NotKept(targets);
    let other = GpuError::OtherTargets {
        targets,
        expected: "52 targets of 5000 vertices".to_owned(),
        found: "51 targets of 5000 vertices".to_owned(),
    };
    let two_tracks = GpuError::TwoTracks { instance, members: [3, 511] };
    let no_rows = [GpuError::NoRows(targets), GpuError::CrowdMotion(targets)];
    let no_name = pool.set_weight(instance, "smile", 1.0).unwrap_err();
    let no_primitive = pool.row(instance, 3).unwrap_err();
    let no_primitives = pool.new_instance(&[], &[]).unwrap_err();
    let not_deformed = pool.output(instance, 0).unwrap_err();
    let of_the_pass = of_the_deform_pass(&mut pool);
    let of_edits = of_edits(&mut pool, targets);
    pool.destroy_instance(instance);
    pool.destroy_targets(targets);
    let no_instance = pool.weights(instance).unwrap_err();
    let no_targets = pool.permutation(targets).unwrap_err();
    let mut refused = vec![no_targets, no_instance, no_primitive, no_primitives, no_instances];
    refused.extend([one, not_uploaded, no_name, not_deformed, not_kept, other, two_tracks]);
    refused.extend(no_rows);
    refused.extend(of_the_pass);
    refused.extend(of_edits);
    refused
}

fn of_edits(pool: &mut MorphPool, id: TargetsId) -> Vec<GpuError> {
    let raise = |vertices| {
        let deltas = Deltas::from_vec3(&vec![[0.0, 2.0, 0.0]; vertices]);
        TargetDeltas::new().with(Attribute::Position, deltas)
    };
    let of = |targets| MorphTargets::new(3, targets).unwrap().unwrap();
    let pair = of(vec![raise(3), raise(3)]);
    let pair =
        [0, 1].map(|_| pool.add_targets(&pair, None, Choice::Linear(Stage::Vertex)).unwrap());
    let both = pool.new_instance(&pair, &[]).unwrap();
    let alone = pool.remove_target(&pair[..1], 0).unwrap_err();
    pool.destroy_instance(both);
    pair.into_iter().for_each(|id| pool.destroy_targets(id));
    let other = MorphTargets::new(4, vec![raise(4)]).unwrap().unwrap();
    vec![
        pool.replace_target(&[id], "smile", vec![raise(3)]).unwrap_err(),
        pool.replace_target(&[id], 0, vec![]).unwrap_err(),
        pool.replace_target(&[id, id], 0, vec![raise(3), raise(3)]).unwrap_err(),
        pool.remove_target(&[id], 0).unwrap_err(),
        pool.replace_targets(&[id], &[other], None).unwrap_err(),
        alone,
    ]
}

fn of_the_deform_pass(pool: &mut MorphPool) -> Vec<GpuError> {
    let gpu = morph_tests::gpu();
    let base = VertexAttributes::new(3).with_positions(&[[0.0; 3]; 3]).unwrap();
    let raise =
        TargetDeltas::new().with(Attribute::Position, Deltas::from_vec3(&[[0.0, 1.0, 0.0]; 3]));
    let targets = MorphTargets::new(3, vec![raise]).unwrap();
    let primitive = MorphPrimitive { base, targets, flat: false };
    let own = DeformOptions {
        output: Output::Interleaved(Interleaved::new(4, &[0])),
        ..Default::default()
    };
    let odd = DeformOptions { slices: Some(3), ..own };
    let kernel = pool.add_primitive(&primitive, None, &odd).unwrap_err();
    let id = pool.add_primitive(&primitive, None, &own).unwrap();
    let instance = pool.new_instance(&[id], &[]).unwrap();
    let deformed = pool.permutation(id).unwrap_err();
    let no_buffer = pool.output(instance, 0).unwrap_err();
    let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: 256,
        usage: wgpu::BufferUsages::STORAGE,
        mapped_at_creation: false,
    });
    let unaligned = pool.set_vertex_buffer(instance, 0, &buffer, 4).unwrap_err();
    let arena = pool.add_primitive(&primitive, None, &DeformOptions::default()).unwrap();
    let in_arena = pool.new_instance(&[arena], &[]).unwrap();
    let not_interleaved = pool.set_vertex_buffer(in_arena, 0, &buffer, 0).unwrap_err();
    vec![kernel, deformed, no_buffer, unaligned, not_interleaved]
}

fn of_resources() -> Vec<GpuError> {
    let message = || "the device's words".to_owned();
    vec![
        GpuError::DeviceLost { what: "morph deform frame" },
        GpuError::VertexBuffers { expected: 2, found: 1 },
        GpuError::Destroyed,
        GpuError::NoSuchTrack { member: 511, track: 8, count: 8 },
        GpuError::OtherPool { members: 512 },
        GpuError::Times { expected: 512, found: 511 },
        GpuError::NanTime { member: 511 },
        GpuError::Device { what: "maxStorageBuffersPerShaderStage", needed: 4, found: 0 },
        GpuError::Rows { bytes: 268_435_456, limit: 134_217_728 },
        GpuError::Usage { what: "vertex buffer", needed: "COPY_DST", found: "VERTEX".to_owned() },
        GpuError::VertexBuffer { expected: 768, found: 512 },
        GpuError::OutOfMemory { what: "morph deltas", message: message() },
        GpuError::Refused { what: "morph deltas", message: message() },
        GpuError::Readback(message()),
    ]
}
