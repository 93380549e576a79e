//! From a glTF file to morphed vertices on a GPU, without a window and without a shader of one's
//! own: the file's animation, frame by frame, held against the CPU.
//!
//! ```sh
//! cargo run -p morphkit --features gltf,gpu --example headless_gpu -- face.glb
//! ```

use morphkit::animation::{ClipLayer, ClipMixer};
use morphkit::core::WeightPair;
use morphkit::gltf::{Document, NoFiles};
use morphkit::gpu::{DeformOptions, MorphPool, PoolOptions};
use morphkit::{Normalize, blend};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let document = match std::env::args().nth(1) {
        Some(path) => morphkit::open(path)?,
        None => {
            Document::from_slice(&morph_sample::glb::write(&morph_sample::head(5000)), NoFiles)?
        }
    };
    for finding in document.findings() {
        println!("{}: {finding}", finding.severity);
    }
    let count = document.meshes()?.len();
    let index = (0..count).find(|mesh| document.target_count(*mesh).is_some_and(|n| n > 0));
    let index = index.ok_or("the file has no targets")?;
    let mesh = document.mesh(index)?;
    let node = document.mesh_nodes(index).next();

    // Everything on the GPU once.
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    let adapter = pollster::block_on(instance.request_adapter(&Default::default()))?;
    println!("adapter: {}", adapter.get_info().name);
    let (device, queue) = pollster::block_on(adapter.request_device(&Default::default()))?;
    let mut pool = MorphPool::new(&device, &queue, PoolOptions::default());
    let morphed: Vec<_> = mesh.primitives.iter().filter(|p| p.targets.is_some()).collect();
    let ids = morphed
        .iter()
        .map(|p| pool.add_primitive(p, mesh.target_names.clone(), &DeformOptions::default()))
        .collect::<Result<Vec<_>, _>>()?;
    // An instance's weights are those of its node, else those of the mesh.
    let defaults = match node {
        Some(node) => document.node_weights(node)?.weights,
        None => mesh.default_weights.clone(),
    };
    let face = pool.new_instance(&ids, &defaults)?;
    for (primitive, id) in ids.iter().enumerate() {
        let info = pool.deform_info(*id)?;
        println!("primitive {primitive}: {:?}, since {}", info.layout, info.reason);
    }

    let clips = document.weight_animations()?;
    let layers = |time| clips.first().map(|clip| ClipLayer::replace(clip, time, 1.0));
    let by_hand: &[WeightPair] = &[];
    let mut mixer = ClipMixer::new(mesh.target_count(), 1);
    let mut weights = defaults.clone();
    let (mut bytes, mut worst) = (0, 0.0_f32);
    for frame in 0..12_u8 {
        let layers = layers(f32::from(frame) / 6.0);
        mixer.mix_into(node.unwrap_or(0), &defaults, layers.as_slice(), by_hand, &mut weights)?;
        pool.set_weights(face, &weights)?;
        let mut encoder = device.create_command_encoder(&Default::default());
        bytes += pool.encode(&mut encoder)?.bytes;
        queue.submit([encoder.finish()]);

        // A renderer would draw `pool.output(face, primitive)?` now. We look at it.
        for (at, primitive) in morphed.iter().enumerate() {
            let report = pool.deform_info(ids[at])?.report;
            let allowed = report.map_or(0.0, |report| report.error_bound(&weights)[0].1);
            let targets = primitive.targets.as_ref().ok_or("those with targets were picked")?;
            let cpu = blend(&primitive.base, targets, &weights, Normalize::Yes)?;
            let gpu = pool.read_output(face, at)?;
            let both = cpu.positions().zip(gpu.positions()).ok_or("they have positions")?;
            for (a, b) in both.0.as_flattened().iter().zip(both.1.as_flattened()) {
                worst = worst.max((a - b).abs());
                assert!((a - b).abs() <= allowed + 2e-6, "frame {frame}: {a} and {b}");
            }
        }
    }
    println!("once: {} bytes of deltas; in 12 frames: {bytes} bytes", pool.delta_bytes());
    println!("positions are the CPU's within {worst:.1e}, as much as the layout promises");
    assert!(bytes > 0 && bytes < 12 * pool.delta_bytes());
    Ok(())
}
