//! Row sparse deltas in the vertex stage: the words of a set, and rows that hold every weight.

use super::SLOTS;
use super::draw::{Draw, draw};
use morph_core::packed::{PackOptions, RowSparseSet, RowSparseTargets};
use morph_core::{AttributeSet, Normalize, Stage, dense_row_words, encode_dense_row};
use morph_gpu::device_limits;
use morph_tests::{assert_blend, gpu, random_mesh, random_weights};
use morph_wgsl::Permutation;

fn buffer(words: &[u32]) -> wgpu::Buffer {
    let gpu = gpu();
    let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: words.len() as u64 * 4,
        usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    gpu.queue.write_buffer(&buffer, 0, bytemuck::cast_slice(words));
    buffer
}

#[test]
fn row_sparse_deltas_morph_every_band_of_every_instance_wherever_the_mesh_lies() {
    let all = AttributeSet { texcoords: 0b11, colors: 0b11, ..AttributeSet::PNT };
    for (set, vertices, count, normalize) in [
        (AttributeSet::P, 64, 1, true),
        (AttributeSet::PN, 100, 9, true),
        (AttributeSet::PN, 200, 52, false),
        (AttributeSet::PNT, 65, 4, true),
        (all, 63, 6, true),
    ] {
        let (base, targets) = random_mesh(8, vertices, count, set);
        let options = PackOptions::for_base(&base);
        let packed = RowSparseTargets::new(&targets, &options).unwrap();
        packed.layout().check_limits(&device_limits(&gpu().device.limits())).unwrap();
        let words = packed.encode();
        let decoded = RowSparseSet::new(&words).unwrap().decode().unwrap();
        let weights = [vec![], random_weights(1, count), random_weights(2, count), vec![0.5]];
        for base_vertex in [0, 19] {
            let stride = dense_row_words(count as u32, 4) as usize;
            let mut rows = vec![0; stride * weights.len()];
            for (row, weights) in rows.chunks_exact_mut(stride).zip(&weights) {
                encode_dense_row(weights, vertices as u32, base_vertex, row).unwrap();
            }
            let buffers = [buffer(&words), buffer(&rows)];
            let entries = (SLOTS.first_binding..).zip(&buffers);
            let entries = entries.map(|(binding, buffer)| wgpu::BindGroupEntry {
                binding,
                resource: buffer.as_entire_binding(),
            });
            let drawn = draw(
                &base,
                &Draw {
                    permutation: Permutation::row_sparse(Stage::Vertex, set, normalize),
                    entries: entries.collect(),
                    offsets: vec![0],
                    instances: weights.len() as u32,
                    base_vertex,
                },
            );
            let rule = if normalize { Normalize::Yes } else { Normalize::No };
            for (drawn, weights) in drawn.iter().zip(&weights) {
                let what = format!("{set} at {base_vertex}");
                assert_blend(&what, drawn, &base, &decoded, weights, rule);
            }
        }
    }
}
