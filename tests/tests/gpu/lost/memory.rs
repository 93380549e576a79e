//! A process of little memory, on a driver whose memory is the process's own: what does not fit is a
//! typed error, and what was there before goes on.

use super::{Scene, mesh};
use morph_core::{
    Attribute, Deltas, MorphPrimitive, MorphTargets, Normalize, Stage, TargetDeltas,
    VertexAttributes,
};
use morph_gpu::{Choice, DeformOptions, GpuError, is_lost};
use morph_tests::{Gpu, assert_blend, gpu_with};
use morph_wgsl::DeformLayout;
use std::process::Command;

/// Says that this process has little memory.
const VARIABLE: &str = "MORPH_TEST_LITTLE_MEMORY";

/// Bytes of address space that it has.
const BYTES: u64 = 3 << 29;

/// Runs a test of this program again, in a process of its own under `ulimit -v`.
///
/// # Panics
/// Where it does not pass there.
fn with_little_memory(name: &str, test: impl FnOnce()) {
    if std::env::var_os(VARIABLE).is_some() {
        return test();
    }
    let program = std::env::current_exe().unwrap();
    let limited = format!("ulimit -v {} && exec \"$0\" \"$@\"", BYTES >> 10);
    let told = Command::new("sh")
        .args(["-c", &limited])
        .arg(program)
        .args(["--exact", &format!("lost::memory::{name}"), "--nocapture", "--test-threads=1"])
        .env(VARIABLE, "1")
        .output()
        .unwrap();
    let (out, err) = (String::from_utf8_lossy(&told.stdout), String::from_utf8_lossy(&told.stderr));
    assert!(told.status.success(), "{}:\n{out}\n{err}", told.status);
    assert!(out.contains("1 passed"), "{out}");
    println!("{out}");
}

/// A device whose limits allow what the memory does not, and that has run something: SwiftShader
/// takes 72 MiB for a queue's first submission, in a thread of its own, and crashes where it gets
/// none.
fn roomy() -> Gpu {
    let gpu = gpu_with(|adapter| adapter.limits());
    let usage = wgpu::BufferUsages::COPY_DST;
    let descriptor =
        wgpu::BufferDescriptor { label: None, size: 4, usage, mapped_at_creation: false };
    gpu.queue.write_buffer(&gpu.device.create_buffer(&descriptor), 0, &[0; 4]);
    gpu.queue.submit([]);
    gpu.device.poll(wgpu::PollType::wait_indefinitely()).unwrap();
    gpu
}

fn is_out_of_memory<T: std::fmt::Debug>(result: Result<T, GpuError>) {
    assert!(matches!(result, Err(GpuError::OutOfMemory { .. })), "{result:?}");
}

/// Targets that are small here, and larger than the process's memory where every vertex has a delta.
fn huge() -> MorphTargets {
    sparse(1 << 20, 150)
}

/// Targets with one delta each.
fn sparse(vertices: usize, targets: usize) -> MorphTargets {
    let one = Deltas::Sparse { indices: vec![7], values: vec![1.0; 3] };
    let target = TargetDeltas::new().with(Attribute::Position, one);
    MorphTargets::new(vertices, vec![target; targets]).unwrap().unwrap()
}

/// A scene that has shown two frames, and what it shows.
fn shown(gpu: &Gpu) -> Scene {
    let mut scene = Scene::with(gpu, true, &[DeformLayout::Linear]);
    for number in 0..2 {
        scene.animate(number);
        scene.submit(gpu);
    }
    scene
}

/// That a scene goes on from its second frame as it would on a device of much memory.
fn assert_goes_on(scene: &mut Scene, gpu: &Gpu) {
    for number in 2..4 {
        scene.animate(number);
        scene.submit(gpu);
    }
    let (seed, _, instance) = scene.deformed[0];
    let (base, targets) = mesh(seed);
    let weights = scene.pool.weights(instance).unwrap().as_slice().to_vec();
    let found = scene.pool.read_output(instance, 0).unwrap();
    assert_blend("deformed", &found, &base, &targets, &weights, Normalize::Yes);
    // The third is rounded.
    for (picture, &(seed, _, instance)) in scene.pictures(gpu).iter().zip(&scene.drawn[..2]) {
        let (base, targets) = mesh(seed);
        let weights = scene.pool.weights(instance).unwrap().as_slice().to_vec();
        assert_blend("drawn", picture, &base, &targets, &weights, Normalize::Yes);
    }
    // And others come.
    let (_, id, _) = scene.drawn[1];
    let one_more = scene.pool.new_instance(&[id], &[]).unwrap();
    scene.pool.destroy_instance(one_more);
}

#[test]
fn what_does_not_fit_is_refused_and_what_was_there_goes_on() {
    with_little_memory("what_does_not_fit_is_refused_and_what_was_there_goes_on", || {
        let gpu = roomy();
        let mut scene = shown(&gpu);
        let (before, stats) = ((scene.buffers(&gpu), scene.pictures(&gpu)), scene.pool.stats());
        for _ in 0..3 {
            let vertex = Choice::Texture(Stage::Vertex);
            is_out_of_memory(scene.pool.add_targets(&huge(), None, vertex));
        }
        assert_eq!(scene.pool.stats(), stats);
        assert!((scene.buffers(&gpu), scene.pictures(&gpu)) == before);
        assert!(!is_lost(&gpu.device));
        assert_goes_on(&mut scene, &gpu);
    });
}

#[test]
fn sets_fit_until_they_do_not() {
    with_little_memory("sets_fit_until_they_do_not", || {
        let gpu = roomy();
        let mut scene = shown(&gpu);
        let mut added = Vec::new();
        let refused = loop {
            let targets = sparse(1 << 20, 8);
            match scene.pool.add_targets(&targets, None, Choice::Linear(Stage::Vertex)) {
                Ok(id) => added.push(id),
                Err(error) => break error,
            }
            let _ = gpu.device.poll(wgpu::PollType::wait_indefinitely());
        };
        is_out_of_memory(Err::<(), _>(refused));
        assert!(added.len() > 1, "{}", added.len());
        assert!(!is_lost(&gpu.device));
        assert_goes_on(&mut scene, &gpu);
        // What goes makes room.
        added.into_iter().for_each(|id| scene.pool.destroy_targets(id));
        scene.pool.upload(&gpu.queue);
        let _ = gpu.device.poll(wgpu::PollType::wait_indefinitely());
        let targets = sparse(1 << 20, 8);
        scene.pool.add_targets(&targets, None, Choice::Linear(Stage::Vertex)).unwrap();
    });
}

#[test]
fn instances_fit_until_they_do_not_and_a_recovery_without_room_may_be_tried_again() {
    let name = "instances_fit_until_they_do_not_and_a_recovery_without_room_may_be_tried_again";
    with_little_memory(name, || {
        let (gpu, other) = (roomy(), roomy());
        let mut scene = shown(&gpu);
        let base = VertexAttributes::new(1 << 20).with_positions(&vec![[1.0; 3]; 1 << 20]).unwrap();
        let large = MorphPrimitive { base, targets: Some(sparse(1 << 20, 2)), flat: false };
        let id = scene.pool.add_primitive(&large, None, &DeformOptions::default()).unwrap();
        let mut made = Vec::new();
        let refused = loop {
            match scene.pool.new_instance(&[id], &[]) {
                Ok(instance) => made.push(instance),
                Err(error) => break error,
            }
        };
        is_out_of_memory(Err::<(), _>(refused));
        assert!(made.len() > 10, "{}", made.len());
        // As much again is not there: the pool stays where it is.
        let generation = scene.pool.generation();
        is_out_of_memory(scene.pool.recover(&other.device, &other.queue));
        assert_eq!(scene.pool.generation(), generation);
        assert!(!is_lost(&gpu.device) && !is_lost(&other.device));
        // None of them has been deformed: a frame of them all would need its own memory.
        made.into_iter().for_each(|instance| scene.pool.destroy_instance(instance));
        assert_goes_on(&mut scene, &gpu);
        let _ = gpu.device.poll(wgpu::PollType::wait_indefinitely());
        scene.pool.recover(&other.device, &other.queue).unwrap();
        assert_goes_on(&mut scene, &other);
    });
}
