//! Loading: from bytes in memory to base attributes, indices and deltas, beside the `gltf` crate.
//!
//! `LOAD_FILE` names one more .glb file. Throughput counts the file's bytes.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use morphkit::gltf::{Document, NoFiles};
use std::hint::black_box;
use std::time::Duration;

fn load(criterion: &mut Criterion) {
    let heads = [20_000, 100_000].map(|vertices| {
        let head = morph_sample::glb::write(&morph_sample::head(vertices));
        (format!("head-{vertices}"), head)
    });
    let named = std::env::var_os("LOAD_FILE")
        .map(|path| ("LOAD_FILE".to_owned(), std::fs::read(path).expect("LOAD_FILE names a file")));
    for (name, bytes) in heads.into_iter().chain(named) {
        let mut group = criterion.benchmark_group(format!("load-{name}"));
        group.throughput(Throughput::Bytes(bytes.len() as u64));
        group.sample_size(20);
        group.warm_up_time(Duration::from_millis(300));
        group.measurement_time(Duration::from_secs(2));
        group.bench_function("open", |b| {
            b.iter(|| Document::from_slice(black_box(&bytes), NoFiles));
        });
        group.bench_function("ours", |b| b.iter(|| ours(black_box(&bytes)).expect("it loads")));
        group.bench_function("findings", |b| {
            b.iter(|| Document::from_slice(black_box(&bytes), NoFiles).map(|d| d.findings()));
        });
        group.bench_function("gltf", |b| b.iter(|| theirs(black_box(&bytes)).expect("it loads")));
        group.finish();
    }
}

fn ours(bytes: &[u8]) -> Result<usize, Box<dyn std::error::Error>> {
    let document = Document::from_slice(bytes, NoFiles)?;
    let meshes = document.meshes()?;
    let mut indices = Vec::new();
    for (mesh, loaded) in meshes.iter().enumerate() {
        for primitive in 0..loaded.primitives.len() {
            indices.push(document.indices(mesh, primitive)?);
        }
    }
    Ok(black_box((meshes, indices)).1.len())
}

/// Positions, normals, tangents and indices: what both read.
fn theirs(bytes: &[u8]) -> Result<usize, gltf::Error> {
    let (document, buffers, _) = gltf::import_slice(bytes)?;
    let mut vectors: Vec<Vec<[f32; 3]>> = Vec::new();
    let mut rest: Vec<Vec<f32>> = Vec::new();
    let mut indices: Vec<Vec<u32>> = Vec::new();
    for mesh in document.meshes() {
        for primitive in mesh.primitives() {
            let reader = primitive.reader(|buffer| buffers.get(buffer.index()).map(|d| &d.0[..]));
            vectors.extend(reader.read_positions().map(Iterator::collect));
            vectors.extend(reader.read_normals().map(Iterator::collect));
            rest.extend(reader.read_tangents().map(|tangents| tangents.flatten().collect()));
            rest.extend(reader.read_tex_coords(0).map(|uv| uv.into_f32().flatten().collect()));
            rest.extend(reader.read_colors(0).map(|c| c.into_rgba_f32().flatten().collect()));
            indices.extend(reader.read_indices().map(|i| i.into_u32().collect()));
            for (positions, normals, tangents) in reader.read_morph_targets() {
                vectors.extend(positions.map(Iterator::collect));
                vectors.extend(normals.map(Iterator::collect));
                vectors.extend(tangents.map(Iterator::collect));
            }
        }
    }
    Ok(black_box((vectors, rest, indices)).0.len())
}

criterion_group!(benches, load);
criterion_main!(benches);
