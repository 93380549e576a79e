//! Samples of morph-gpu's errors; those that name ids are refusals of a real pool.

use crate::{kind::Kind, of_core};
use morph_core::{Attribute, AttributesError, Deltas, MorphTargets, TargetDeltas, TargetsError};
use morph_gpu::{Choice, GpuError, MorphPool, PoolOptions};
use morph_wgsl::Stage;

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
    let no_name = pool.set_weight(instance, "smile", 1.0).unwrap_err();
    let no_primitive = pool.row(instance, 3).unwrap_err();
    let no_primitives = pool.new_instance(&[], &[]).unwrap_err();
    pool.destroy_instance(instance);
    pool.destroy_targets(targets);
    let no_instance = pool.weights(instance).unwrap_err();
    let no_targets = pool.permutation(targets).unwrap_err();
    vec![no_targets, no_instance, no_primitive, no_primitives, no_instances, one, no_name]
}

fn of_resources() -> Vec<GpuError> {
    let message = || "the device's words".to_owned();
    vec![
        GpuError::Destroyed,
        GpuError::Device { what: "maxStorageBuffersPerShaderStage", needed: 4, found: 0 },
        GpuError::Rows { bytes: 268_435_456, limit: 134_217_728 },
        GpuError::Usage { what: "vertex buffer", needed: "COPY_DST", found: "VERTEX".to_owned() },
        GpuError::VertexBuffer { expected: 768, found: 512 },
        GpuError::OutOfMemory { what: "morph deltas", message: message() },
        GpuError::Refused { what: "morph deltas", message: message() },
        GpuError::Readback(message()),
    ]
}
