//! Morph data of Babylon Lite's profiles and vertex buffers that the CPU rewrites, on lost devices.

use super::{TARGETS, mesh, mortal};
use crate::vertex_stage::SLOTS;
use crate::vertex_stage::draw::{Draw, draw_on};
use morph_core::{Attribute, VertexLayout};
use morph_gpu::{GpuError, MorphData, MorphedVertexBuffers, Profile, read_buffer};
use morph_tests::{Gpu, random_weights};
use morph_wgsl::{Permutation, Stage};

#[test]
fn morph_data_shows_the_same_picture_after_a_loss() {
    for (profile, permutation) in [
        (Profile::Seed, Permutation::seed(Stage::Vertex, true)),
        (Profile::Compat, Permutation::compat(Stage::Vertex, true)),
    ] {
        let (base, targets) = mesh(3);
        let picture = |gpu: &Gpu, data: &MorphData| {
            let resources = data.resources().unwrap();
            let entries = resources.entries(&SLOTS).to_vec();
            draw_on(
                gpu,
                &base,
                &Draw { permutation, entries, offsets: vec![], instances: 1, base_vertex: 0 },
            )
        };
        let mut gpu = mortal();
        let names = super::named(3);
        let (device, queue) = (&gpu.device, &gpu.queue);
        let data = MorphData::from_targets(device, queue, profile, &targets, None, names.clone());
        let data = data.unwrap();
        let clone = data.clone();
        for turn in 0..3 {
            data.set_weights(&random_weights(turn, TARGETS)).unwrap();
            let before = picture(&gpu, &data);
            let weights = data.weights();
            gpu.lose();
            // A second loss: the new device goes as well.
            let dead = mortal();
            dead.lose();
            let refused = data.rebuild(&dead.device, &dead.queue);
            assert!(matches!(refused, Err(GpuError::DeviceLost { .. })), "{refused:?}");
            gpu = mortal();
            clone.rebuild(&gpu.device, &gpu.queue).unwrap();
            assert_eq!((clone.weights(), clone.names()), (weights, names.clone()));
            assert_eq!(clone.identity(), data.identity());
            assert!(picture(&gpu, &data) == before, "{profile:?}");
        }
        // What is set on a lost device is told, and shown after the next one came.
        gpu.lose();
        let set = data.set_weights(&[0.5, 0.25]);
        assert_eq!(set, Err(GpuError::DeviceLost { what: "morph weights" }));
        assert_eq!(data.set_weight(2, 1.0), set);
        assert_eq!(data.weights()[..4], [0.5, 0.25, 1.0, 0.0]);
        gpu = mortal();
        data.rebuild(&gpu.device, &gpu.queue).unwrap();
        let after = picture(&gpu, &data);
        data.set_weights(&[0.5, 0.25, 1.0]).unwrap();
        assert!(picture(&gpu, &data) == after);
    }
}

fn buffer(gpu: &Gpu, usage: wgpu::BufferUsages, size: u64) -> wgpu::Buffer {
    let usage = usage | wgpu::BufferUsages::COPY_SRC;
    let mapped_at_creation = false;
    let label = None;
    gpu.device.create_buffer(&wgpu::BufferDescriptor { label, size, usage, mapped_at_creation })
}

#[test]
fn rewritten_vertex_buffers_have_the_same_bytes_after_a_loss() {
    let (base, targets) = mesh(3);
    let size = base.vertex_count() as u64 * 36;
    let copy = wgpu::BufferUsages::COPY_DST;
    let layout = VertexLayout {
        stride_bytes: 36,
        attributes: &[(Attribute::Position, 16), (Attribute::Normal, 0)],
    };
    let old = mortal();
    let bytes = |gpu: &Gpu, buffer: &wgpu::Buffer| {
        read_buffer(&gpu.device, &gpu.queue, buffer, 0, size).unwrap()
    };
    let vertices = buffer(&old, copy, size);
    let foreign = (0..size).map(|i| i as u8).collect();
    let mut mesh = MorphedVertexBuffers::interleaved(
        &old.queue,
        &vertices,
        foreign,
        layout,
        base.into(),
        targets,
    )
    .unwrap();
    mesh.set_weights(&random_weights(1, TARGETS)).unwrap();
    let before = bytes(&old, &vertices);
    old.lose();
    let lost = GpuError::DeviceLost { what: "vertex buffer" };
    assert_eq!(mesh.update_morph_target_buffers(), Err(lost.clone()));

    let dead = mortal();
    let of_dead = buffer(&dead, copy, size);
    dead.lose();
    assert_eq!(mesh.rebuild(&dead.queue, &[&of_dead]), Err(lost.clone()));
    let new = mortal();
    let (small, large) = (buffer(&new, copy, size - 4), buffer(&new, copy, size));
    let closed = buffer(&new, wgpu::BufferUsages::VERTEX, size);
    assert_eq!(
        mesh.rebuild(&new.queue, &[]),
        Err(GpuError::VertexBuffers { expected: 1, found: 0 })
    );
    let error = mesh.rebuild(&new.queue, &[&small]);
    assert_eq!(error, Err(GpuError::VertexBuffer { expected: size, found: size - 4 }));
    assert!(matches!(mesh.rebuild(&new.queue, &[&closed]), Err(GpuError::Usage { .. })));
    mesh.rebuild(&new.queue, &[&large]).unwrap();
    assert_eq!(bytes(&new, &large), before);

    // Set on a lost device, and shown on the next.
    new.lose();
    assert_eq!(mesh.set_weights(&[1.0]), Err(lost));
    let last = mortal();
    let vertices = buffer(&last, copy, size);
    mesh.rebuild(&last.queue, &[&vertices]).unwrap();
    let shown = bytes(&last, &vertices);
    assert_ne!(shown, before);
    mesh.set_weights(&[0.0]).unwrap();
    mesh.set_weights(&[1.0]).unwrap();
    assert_eq!(bytes(&last, &vertices), shown);
}
