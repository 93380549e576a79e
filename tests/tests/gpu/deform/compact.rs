//! Compact vertices: 16 bytes, read again by the function for the shaders that draw them.

use super::dispatch::run;
use super::scene::{Mesh, Scene};
use morph_core::deform::GroupSize;
use morph_core::{AttributeSet, Normalize, VertexAttributes};
use morph_gpu::read_buffer;
use morph_tests::{gpu, random_mesh, random_weights};
use morph_wgsl::{Deform, DeformLayout, Output, source};

/// Unpacks vertices in a shader: position and normal, three words each.
const SHADER: &str = "
@group(0) @binding(0) var<storage, read> packed: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read_write> unpacked: array<f32>;

@compute @workgroup_size(64)
fn unpack(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x < arrayLength(&packed) {
        let v = morph_unpack_compact(packed[id.x]);
        for (var c = 0u; c < 3u; c += 1u) {
            unpacked[6u * id.x + c] = v.position[c];
            unpacked[6u * id.x + 3u + c] = v.normal[c];
        }
    }
}";

/// Position and normal of each vertex.
fn unpack(words: &[u32]) -> Vec<[[f32; 3]; 2]> {
    let gpu = gpu();
    let (device, queue) = (&gpu.device, &gpu.queue);
    let text = format!("{}\n{SHADER}", source::text(source::UNPACK_COMPACT).unwrap());
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: None,
        source: wgpu::ShaderSource::Wgsl(text.into()),
    });
    let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: None,
        layout: None,
        module: &module,
        entry_point: Some("unpack"),
        compilation_options: Default::default(),
        cache: None,
    });
    let vertices = words.len() / 4;
    let buffer = |size: usize| {
        device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: size as u64,
            usage: wgpu::BufferUsages::STORAGE
                | wgpu::BufferUsages::COPY_DST
                | wgpu::BufferUsages::COPY_SRC,
            mapped_at_creation: false,
        })
    };
    let buffers = [buffer(16 * vertices), buffer(24 * vertices)];
    queue.write_buffer(&buffers[0], 0, bytemuck::cast_slice(words));
    let bind_group = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &pipeline.get_bind_group_layout(0),
        entries: &[0, 1].map(|binding| wgpu::BindGroupEntry {
            binding,
            resource: buffers[binding as usize].as_entire_binding(),
        }),
    });
    let mut encoder = device.create_command_encoder(&Default::default());
    let mut pass = encoder.begin_compute_pass(&Default::default());
    pass.set_pipeline(&pipeline);
    pass.set_bind_group(0, &bind_group, &[]);
    pass.dispatch_workgroups(vertices.div_ceil(64) as u32, 1, 1);
    drop(pass);
    queue.submit([encoder.finish()]);
    let bytes = read_buffer(device, queue, &buffers[1], 0, 24 * vertices as u64).unwrap();
    bytemuck::pod_collect_to_vec(&bytes)
}

/// Degrees between two unit vectors.
fn angle(a: [f32; 3], b: [f32; 3]) -> f64 {
    let [a, b] = [a, b].map(|v| v.map(f64::from));
    let chord: f64 = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum();
    2.0 * (chord.sqrt() / 2.0).asin().to_degrees()
}

#[test]
fn compact_vertices_keep_positions_and_normals_within_the_stated_angle() {
    let compact: Vec<_> = Deform::all()
        .into_iter()
        .filter(|k| k.output == Output::Compact && k.attributes == AttributeSet::PN)
        .collect();
    assert!(compact.len() > DeformLayout::ALL.len());
    for kernel in compact {
        let (base, targets) = random_mesh(3, 500, 6, AttributeSet::PN);
        let mesh = Mesh::new(&kernel, base, &targets);
        let weights = random_weights(3, 6);
        let mut scene = Scene::new(&kernel);
        scene.add(&mesh, std::slice::from_ref(&weights));
        let output = run(&kernel, &scene.input());
        let found = unpack(&output[8..]);
        let expected =
            morph_core::blend(&mesh.base, &mesh.decoded, &weights, Normalize::Yes).unwrap();
        let values = expected.positions().unwrap().iter().zip(expected.normals().unwrap());
        for (vertex, (found, (position, normal))) in found.iter().zip(values).enumerate() {
            for axis in 0..3 {
                let apart = (found[0][axis] - position[axis]).abs();
                assert!(apart < 1e-5, "{kernel}: vertex {vertex}, axis {axis}: {apart}");
            }
            let degrees = angle(found[1], *normal);
            assert!(degrees < 0.005, "{kernel}: vertex {vertex}: {degrees} degrees");
        }
    }
}

#[test]
fn a_vertex_without_a_direction_has_none_after_unpacking() {
    let layout = DeformLayout::Linear;
    let kernel = Deform { output: Output::Compact, ..Deform::new(layout, AttributeSet::PN, true) };
    assert_eq!(kernel.group, GroupSize::One);
    let (_, targets) = random_mesh(3, 6, 1, AttributeSet::PN);
    let normals =
        [[0.0; 3], [0.0, 0.0, 1.0], [0.0, 0.0, -1.0], [-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0; 3]];
    let base = VertexAttributes::new(6).with_positions(&[[2.0; 3]; 6]).unwrap();
    let mesh = Mesh::new(&kernel, base.with_normals(&normals).unwrap(), &targets);
    let mut scene = Scene::new(&kernel);
    scene.add(&mesh, &[vec![]]);
    let output = run(&kernel, &scene.input());
    for (found, normal) in unpack(&output[8..]).iter().zip(normals) {
        assert_eq!(*found, [[2.0; 3], normal]);
    }
}
