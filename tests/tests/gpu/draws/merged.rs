//! Meshes merged in one vertex buffer: base vertices, first instances, indices or none, indirect.

use super::table::{Call, Line, PointDraw, Table};
use super::{MORPHED_BEFORE, MORPHED_HERE, buffer, gpu_with_first_instances};
use crate::rows::kept;
use crate::vertex_stage::choices;
use morph_core::{
    Attribute, AttributeSet, MorphPrimitive, MorphTargets, Normalize, VertexAttributes,
};
use morph_gpu::{
    Choice, DeformChoice, DeformOptions, GpuError, InstanceId, MorphPool, PoolOptions,
};
use morph_tests::{Gpu, assert_blend, gpu, random_mesh, random_weights};
use morph_wgsl::{DeformLayout, Interleaved, Output, Slots, compose};

const SLOTS: Slots = Slots { group: 1, first_binding: 2 };
const TARGETS: usize = 6;
/// Words of a vertex in the merged buffer, and the word of its normal.
const STRIDE: u64 = 8;
const NORMAL: u64 = 4;

/// Meshes of several lengths, one behind the other.
struct Merged {
    meshes: Vec<(VertexAttributes, MorphTargets)>,
    /// First vertex of each.
    first: Vec<u32>,
    /// Vertices of all.
    count: u32,
}

impl Merged {
    fn new() -> Self {
        let lengths = [37, 64, 1, 90];
        let meshes: Vec<_> = (0..)
            .zip(lengths)
            .map(|(seed, length)| random_mesh(seed, length, TARGETS, AttributeSet::PN))
            .collect();
        // Something else lies before the first.
        let mut count = 5;
        let first = lengths.map(|length| {
            count += length as u32;
            count - length as u32
        });
        Self { meshes, first: first.to_vec(), count }
    }

    /// The bases in one buffer, 9 where there is nothing.
    fn words(&self) -> Vec<f32> {
        let mut words = vec![9.0; self.count as usize * STRIDE as usize];
        for ((base, _), first) in self.meshes.iter().zip(&self.first) {
            for (attribute, at) in [(Attribute::Position, 0), (Attribute::Normal, NORMAL)] {
                let values = base.values(attribute).unwrap();
                for (vertex, value) in values.chunks_exact(3).enumerate() {
                    let word = (*first as usize + vertex) * STRIDE as usize + at as usize;
                    words[word..word + 3].copy_from_slice(value);
                }
            }
        }
        words
    }

    /// Whether a line has one mesh, blended with these weights, and nothing else.
    fn check(
        &self,
        what: &str,
        line: &Line,
        (mesh, first, instance): (usize, u32, u32),
        (targets, weights): (&MorphTargets, &[f32]),
    ) {
        let base = &self.meshes[mesh].0;
        let range = first as usize..first as usize + base.vertex_count();
        let mut found = base.clone();
        let [mut positions, mut normals] = [Vec::new(), Vec::new()];
        for (position, normal) in &line[range.clone()] {
            positions.extend_from_slice(&position[..3]);
            normals.extend_from_slice(&normal[..3]);
        }
        found.insert(Attribute::Position, 3, positions).unwrap();
        found.insert(Attribute::Normal, 3, normals).unwrap();
        assert_blend(what, &found, base, targets, weights, Normalize::Yes);
        for (at, (position, _)) in line.iter().enumerate() {
            if range.contains(&at) {
                assert_eq!(position[3], instance as f32, "{what}: vertex {at}: its instance");
            } else {
                assert!(position[0].is_nan(), "{what}: vertex {at} was drawn");
            }
        }
    }
}

/// The calls that a device has for a first instance: indirect ones with any need a feature.
fn calls(gpu: &Gpu, first_instance: u32) -> impl Iterator<Item = Call> + use<> {
    let feature = gpu.device.features().contains(wgpu::Features::INDIRECT_FIRST_INSTANCE);
    Call::ALL.into_iter().filter(move |call| !call.is_indirect() || first_instance == 0 || feature)
}

#[test]
fn merged_meshes_morph_in_the_vertex_stage_however_they_are_drawn() {
    let merged = Merged::new();
    for gpu in [gpu(), &gpu_with_first_instances()] {
        for choice in choices(&merged.meshes[0].1) {
            check_vertex_stage(gpu, &merged, choice);
        }
    }
}

fn check_vertex_stage(gpu: &Gpu, merged: &Merged, choice: Choice) {
    let mut pool = MorphPool::new(&gpu.device, &gpu.queue, PoolOptions::default());
    let vertices = buffer(gpu, wgpu::BufferUsages::VERTEX, bytemuck::cast_slice(&merged.words()));
    let mut made = Vec::new();
    for (mesh, (_, targets)) in merged.meshes.iter().enumerate() {
        let id = pool.add_targets(targets, None, choice).unwrap();
        pool.set_first_vertex(id, merged.first[mesh]).unwrap();
        let instances: Vec<(InstanceId, Vec<f32>)> = (0..3)
            .map(|i| {
                let weights = random_weights(10 * mesh as u32 + i, TARGETS);
                (pool.new_instance(&[id], &weights).unwrap(), weights)
            })
            .collect();
        made.push((id, instances));
    }
    pool.upload(&gpu.queue);
    for (mesh, (id, instances)) in made.iter().enumerate() {
        let permutation = pool.permutation(*id).unwrap();
        let table = |row_zero| Table {
            wgsl: compose(&permutation, &SLOTS, None) + MORPHED_HERE,
            bound: Some((
                pool.layout_entries(*id, &SLOTS).unwrap(),
                pool.bind_entries(*id, &SLOTS).unwrap().to_vec(),
            )),
            stride: STRIDE,
            normal: NORMAL,
            width: merged.count,
            row_zero,
        };
        let (base, targets) = &merged.meshes[mesh];
        let draw = |call, first_instance, offset| PointDraw {
            call,
            vertices: vertices.slice(..),
            first: merged.first[mesh],
            count: base.vertex_count() as u32,
            first_instance,
            offset: Some(offset),
        };
        // The offset leads to the row, and the first instance is 0, or means something else.
        let mut of = Vec::new();
        let mut draws = Vec::new();
        for (instance, weights) in instances {
            let offset = pool.weights_offset(*instance, 0).unwrap();
            for first_instance in [0, 11] {
                for call in calls(gpu, first_instance) {
                    draws.push(draw(call, first_instance, offset));
                    of.push((call, first_instance, weights));
                }
            }
        }
        let check = |lines: Vec<Line>, of: &[(Call, u32, &Vec<f32>)]| {
            let kept = kept(choice, targets);
            for (line, (call, first_instance, weights)) in lines.iter().zip(of) {
                let what = format!("{choice:?}, mesh {mesh}, {call:?} from {first_instance}");
                let place = (mesh, merged.first[mesh], *first_instance);
                merged.check(&what, line, place, (&kept, weights));
            }
        };
        check(table(true).draw(gpu, &draws), &of);
        // The first instance is the row.
        if let Choice::Texture(_) = choice {
            assert_eq!(pool.rows_offset(*id), Err(GpuError::OneInstance(*id)));
            continue;
        }
        (draws, of) = (Vec::new(), Vec::new());
        let offset = pool.rows_offset(*id).unwrap();
        for (instance, weights) in instances {
            let row = pool.row(*instance, 0).unwrap();
            for call in calls(gpu, row) {
                draws.push(draw(call, row, offset));
                of.push((call, row, weights));
            }
        }
        check(table(false).draw(gpu, &draws), &of);
    }
}

#[test]
fn the_deform_pass_writes_merged_meshes_where_they_are_drawn() {
    let merged = Merged::new();
    for gpu in [gpu(), &gpu_with_first_instances()] {
        let output = Output::Interleaved(Interleaved::new(STRIDE as u32, &[0, NORMAL as u32]));
        let mut pool = MorphPool::new(&gpu.device, &gpu.queue, PoolOptions::default());
        let usage = wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::STORAGE;
        let vertices = buffer(gpu, usage, bytemuck::cast_slice(&merged.words()));
        let mut weights = Vec::new();
        for (mesh, first) in merged.first.iter().enumerate() {
            let id = pool.add_primitive(&primitive(&merged, mesh), None, &options(output)).unwrap();
            weights.push(random_weights(mesh as u32, TARGETS));
            let instance = pool.new_instance(&[id], &weights[mesh]).unwrap();
            let offset = u64::from(*first) * STRIDE * 4;
            pool.set_vertex_buffer(instance, 0, &vertices, offset).unwrap();
        }
        // Most meshes go to one buffer in one dispatch.
        assert_eq!(encode(gpu, &mut pool), 1);
        let table = deformed(STRIDE, NORMAL, merged.count);
        for (mesh, weights) in weights.iter().enumerate() {
            let (base, targets) = &merged.meshes[mesh];
            let (first, count) = (merged.first[mesh], base.vertex_count() as u32);
            for first_instance in [0, 7] {
                let draws: Vec<_> = calls(gpu, first_instance)
                    .map(|call| {
                        let (vertices, offset) = (vertices.slice(..), None);
                        PointDraw { call, vertices, first, count, first_instance, offset }
                    })
                    .collect();
                for (line, draw) in table.draw(gpu, &draws).iter().zip(&draws) {
                    let what = format!("mesh {mesh}, {:?} from {first_instance}", draw.call);
                    let place = (mesh, first, first_instance);
                    merged.check(&what, line, place, (targets, weights));
                }
            }
        }
    }
}

#[test]
fn deformed_vertices_in_the_pools_pages_are_drawn_from_their_offset_on() {
    let gpu = &gpu_with_first_instances();
    let merged = Merged::new();
    let mut pool = MorphPool::new(&gpu.device, &gpu.queue, PoolOptions::default());
    let mut made = Vec::new();
    for mesh in 0..merged.meshes.len() {
        let options = options(Output::Arena);
        let id = pool.add_primitive(&primitive(&merged, mesh), None, &options).unwrap();
        for seed in 0..2 {
            let weights = random_weights(20 + seed, TARGETS);
            made.push((mesh, pool.new_instance(&[id], &weights).unwrap(), weights));
        }
    }
    assert_eq!(encode(gpu, &mut pool), 1);
    let mut whole = 0;
    for (mesh, instance, weights) in &made {
        let vertices = pool.output(*instance, 0).unwrap();
        let stride = u64::from(vertices.output.stride_words(&vertices.attributes)) * 4;
        let word = vertices.output.word_offset(&vertices.attributes, Attribute::Normal).unwrap();
        let (base, targets) = &merged.meshes[*mesh];
        let count = base.vertex_count() as u32;
        assert_eq!((vertices.bytes, vertices.offset % 16), (u64::from(count) * stride, 0));
        // From the offset on, a base vertex is 0; from the page's start it is the offset in
        // vertices, where that is a whole number.
        let mut ways = vec![(vertices.buffer.slice(vertices.offset..), 0)];
        if vertices.offset.is_multiple_of(stride) {
            ways.push((vertices.buffer.slice(..), (vertices.offset / stride) as u32));
            whole += usize::from(vertices.offset > 0);
        }
        for (vertices, first) in ways {
            let draws: Vec<_> = calls(gpu, 3)
                .map(|call| {
                    let (offset, first_instance) = (None, 3);
                    PointDraw { call, vertices, first, count, first_instance, offset }
                })
                .collect();
            let table = deformed(stride / 4, word.into(), first + count);
            for (line, draw) in table.draw(gpu, &draws).iter().zip(&draws) {
                let what = format!("mesh {mesh}, {:?} from {first}", draw.call);
                merged.check(&what, line, (*mesh, first, 3), (targets, weights));
            }
        }
    }
    assert!(whole > 0, "no page was bound whole");
}

fn primitive(merged: &Merged, mesh: usize) -> MorphPrimitive {
    let (base, targets) = merged.meshes[mesh].clone();
    MorphPrimitive { base, targets: Some(targets), flat: false }
}

fn options(output: Output) -> DeformOptions {
    let layout = DeformChoice::Layout(DeformLayout::Linear);
    DeformOptions { layout, output, ..Default::default() }
}

fn encode(gpu: &Gpu, pool: &mut MorphPool) -> usize {
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    assert_eq!(pool.encode(&mut encoder).unwrap().writes, 1);
    gpu.queue.submit([encoder.finish()]);
    pool.deform_dispatches()
}

fn deformed(stride: u64, normal: u64, width: u32) -> Table<'static> {
    let (wgsl, bound, row_zero) = (MORPHED_BEFORE.to_owned(), None, false);
    Table { wgsl, bound, stride, normal, width, row_zero }
}
