//! From glTF bytes to weights on the GPU through the facade.

use morphkit::core::Stage;
use morphkit::gpu::{Choice, MorphPool, PoolOptions};

const FILE: &str = include_str!("../../assets/src/main.rs");

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let json = FILE.split("r#\"").nth(1).and_then(|rest| rest.split("\"#").next()).ok_or("no file")?;
    let document = morphkit::gltf::Document::from_slice(json.as_bytes(), morphkit::gltf::NoFiles)?;
    let mesh = document.morph_mesh(0)?.ok_or("no targets")?;
    let targets = mesh.primitives[0].targets.clone().ok_or("no targets")?;

    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    let adapter = pollster::block_on(instance.request_adapter(&Default::default()))?;
    let (device, queue) = pollster::block_on(adapter.request_device(&Default::default()))?;
    let mut pool = MorphPool::new(&device, &queue, PoolOptions::default());
    let id = pool.add_targets(&targets, mesh.target_names.clone(), Choice::Auto(Stage::Vertex))?;
    let face = pool.new_instance(&[id], &mesh.default_weights)?;
    pool.set_weight(face, "up", 1.0)?;
    pool.upload(&queue);
    assert_eq!(pool.weights(face)?.as_slice(), [1.0]);
    Ok(())
}
