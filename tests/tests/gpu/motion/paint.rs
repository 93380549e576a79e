//! Draws triangles into a target of velocities, and the same on the CPU.

use super::scene::triangles;
use morph_core::VertexAttributes;
use morph_gpu::{DeformedVertices, layout_entries, read_buffer};
use morph_wgsl::{Output, Permutation, Slots, compose};

/// Pixels along an edge of the picture.
const SIZE: u32 = 64;

/// Morphs in the vertex stage.
const VERTEX: &str = "
@vertex
fn vs(
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    cameras: Cameras,
    @builtin(vertex_index) index: u32,
    @builtin(instance_index) instance: u32,
) -> Varyings {
    var base: MorphVertex;
    base.position = position;
    base.normal = normal;
    let moved = morph_motion(base, morph_local(index), instance);
    return seen(moved.vertex.position, moved.previous_position, cameras);
}
";

/// Draws what the deform pass has written.
const DEFORMED: &str = "
@vertex
fn vs(
    @location(0) position: vec3<f32>,
    @location(1) previous: vec3<f32>,
    cameras: Cameras,
) -> Varyings {
    return seen(position, previous, cameras);
}
";

const FRAGMENT: &str = "
struct Varyings {
    @builtin(position) clip: vec4<f32>,
    @location(0) now: vec4<f32>,
    @location(1) before: vec4<f32>,
}

/// Of this frame, and of the frame before.
struct Cameras {
    @location(2) now_x: vec4<f32>,
    @location(3) now_y: vec4<f32>,
    @location(4) now_z: vec4<f32>,
    @location(5) now_w: vec4<f32>,
    @location(6) before_x: vec4<f32>,
    @location(7) before_y: vec4<f32>,
    @location(8) before_z: vec4<f32>,
    @location(9) before_w: vec4<f32>,
}

fn seen(position: vec3<f32>, previous: vec3<f32>, c: Cameras) -> Varyings {
    let now = mat4x4<f32>(c.now_x, c.now_y, c.now_z, c.now_w) * vec4<f32>(position, 1.0);
    let matrix = mat4x4<f32>(c.before_x, c.before_y, c.before_z, c.before_w);
    return Varyings(now, now, matrix * vec4<f32>(previous, 1.0));
}

@fragment
fn fs(v: Varyings) -> @location(0) vec2<f32> {
    return v.now.xy / v.now.w - v.before.xy / v.before.w;
}
";

/// Columns of the matrix that leads to clip space.
pub(super) type Camera = [[f32; 4]; 4];

/// A pipeline that paints velocities on one device.
pub(super) struct Painter {
    pipeline: wgpu::RenderPipeline,
    cameras: wgpu::Buffer,
    camera_slot: u32,
    indices: wgpu::Buffer,
    index_count: u32,
}

/// What is drawn.
pub(super) enum Input<'a> {
    Weights {
        base: &'a VertexAttributes,
        entries: [wgpu::BindGroupEntry<'a>; 2],
        offset: u32,
        row: u32,
    },
    Vertices {
        now: DeformedVertices<'a>,
        before: DeformedVertices<'a>,
    },
}

fn filled(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    usage: wgpu::BufferUsages,
    bytes: &[u8],
) -> wgpu::Buffer {
    let usage = usage | wgpu::BufferUsages::COPY_DST;
    let size = bytes.len() as u64;
    let descriptor = wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false };
    let buffer = device.create_buffer(&descriptor);
    queue.write_buffer(&buffer, 0, bytes);
    buffer
}

impl Painter {
    pub(super) const SLOTS: Slots = Slots { group: 0, first_binding: 3 };

    pub(super) fn vertex(
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        permutation: &Permutation,
    ) -> Self {
        let text = compose(permutation, &Self::SLOTS, None) + FRAGMENT + VERTEX;
        let entries = layout_entries(permutation, &Self::SLOTS);
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: None,
            entries: &entries,
        });
        let attributes = wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32x3];
        let buffers = [Some(wgpu::VertexBufferLayout {
            array_stride: 24,
            step_mode: wgpu::VertexStepMode::Vertex,
            attributes: &attributes,
        })];
        Self::new(device, queue, text, Some(&layout), &buffers)
    }

    /// Two vertex buffers: this frame's vertices, and those of the frame before.
    pub(super) fn deform(device: &wgpu::Device, queue: &wgpu::Queue, output: Output) -> Self {
        let attributes = [0, 1].map(|shader_location| {
            [wgpu::VertexAttribute {
                format: wgpu::VertexFormat::Float32x3,
                offset: 0,
                shader_location,
            }]
        });
        let set = morph_wgsl::AttributeSet::PN;
        let buffers = attributes.each_ref().map(|attributes| {
            Some(wgpu::VertexBufferLayout {
                array_stride: u64::from(output.stride_words(&set)) * 4,
                step_mode: wgpu::VertexStepMode::Vertex,
                attributes,
            })
        });
        Self::new(device, queue, FRAGMENT.to_owned() + DEFORMED, None, &buffers)
    }

    fn new(
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        text: String,
        morph: Option<&wgpu::BindGroupLayout>,
        buffers: &[Option<wgpu::VertexBufferLayout<'_>>],
    ) -> Self {
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some("velocity"),
            source: wgpu::ShaderSource::Wgsl(text.into()),
        });
        let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: None,
            bind_group_layouts: &[morph],
            immediate_size: 0,
        });
        let matrices: [wgpu::VertexAttribute; 8] =
            std::array::from_fn(|at| wgpu::VertexAttribute {
                format: wgpu::VertexFormat::Float32x4,
                offset: at as u64 * 16,
                shader_location: at as u32 + 2,
            });
        // The same for all vertices; a uniform would be one more than the fewest limits have.
        let of_cameras = wgpu::VertexBufferLayout {
            array_stride: 0,
            step_mode: wgpu::VertexStepMode::Vertex,
            attributes: &matrices,
        };
        let pipeline = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some("velocity"),
            layout: Some(&layout),
            vertex: wgpu::VertexState {
                module: &module,
                entry_point: Some("vs"),
                compilation_options: Default::default(),
                buffers: &[buffers, &[Some(of_cameras)]].concat(),
            },
            primitive: Default::default(),
            depth_stencil: None,
            multisample: Default::default(),
            fragment: Some(wgpu::FragmentState {
                module: &module,
                entry_point: Some("fs"),
                compilation_options: Default::default(),
                targets: &[Some(wgpu::TextureFormat::Rg32Float.into())],
            }),
            multiview_mask: None,
            cache: None,
        });
        let indices: Vec<u32> = triangles().into_flattened();
        let usage = wgpu::BufferUsages::INDEX;
        let index_count = indices.len() as u32;
        let indices = filled(device, queue, usage, bytemuck::cast_slice(&indices));
        let cameras = filled(device, queue, wgpu::BufferUsages::VERTEX, &[0; 128]);
        let camera_slot = buffers.len() as u32;
        Self { pipeline, cameras, camera_slot, indices, index_count }
    }

    pub(super) fn paint(
        &self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        input: &Input<'_>,
        cameras: &[Camera; 2],
    ) -> Picture {
        queue.write_buffer(&self.cameras, 0, bytemuck::cast_slice(cameras));
        let texture = device.create_texture(&wgpu::TextureDescriptor {
            label: None,
            size: wgpu::Extent3d { width: SIZE, height: SIZE, depth_or_array_layers: 1 },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: wgpu::TextureFormat::Rg32Float,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
            view_formats: &[],
        });
        let view = texture.create_view(&Default::default());
        let mut encoder = device.create_command_encoder(&Default::default());
        {
            let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                    view: &view,
                    depth_slice: None,
                    resolve_target: None,
                    ops: wgpu::Operations {
                        load: wgpu::LoadOp::Clear(wgpu::Color {
                            r: BACKGROUND.into(),
                            ..wgpu::Color::TRANSPARENT
                        }),
                        store: wgpu::StoreOp::Store,
                    },
                })],
                ..Default::default()
            });
            pass.set_pipeline(&self.pipeline);
            pass.set_vertex_buffer(self.camera_slot, self.cameras.slice(..));
            pass.set_index_buffer(self.indices.slice(..), wgpu::IndexFormat::Uint32);
            match input {
                Input::Weights { base, entries, offset, row } => {
                    let [positions, normals] = [base.positions().unwrap(), base.normals().unwrap()];
                    let both = positions.iter().zip(normals);
                    let vertices: Vec<[[f32; 3]; 2]> = both.map(|(p, n)| [*p, *n]).collect();
                    let bytes = bytemuck::cast_slice(&vertices);
                    let vertices = filled(device, queue, wgpu::BufferUsages::VERTEX, bytes);
                    let bind_group = device.create_bind_group(&wgpu::BindGroupDescriptor {
                        label: None,
                        layout: &self.pipeline.get_bind_group_layout(0),
                        entries,
                    });
                    pass.set_bind_group(0, &bind_group, &[*offset]);
                    pass.set_vertex_buffer(0, vertices.slice(..));
                    pass.draw_indexed(0..self.index_count, 0, *row..row + 1);
                }
                Input::Vertices { now, before } => {
                    for (slot, of) in [(0, now), (1, before)] {
                        let bytes = of.offset..of.offset + of.bytes;
                        pass.set_vertex_buffer(slot, of.buffer.slice(bytes));
                    }
                    pass.draw_indexed(0..self.index_count, 0, 0..1);
                }
            }
        }
        let row = SIZE * 8;
        assert_eq!(row % wgpu::COPY_BYTES_PER_ROW_ALIGNMENT, 0);
        let copy = device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: u64::from(row * SIZE),
            usage: wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        encoder.copy_texture_to_buffer(
            texture.as_image_copy(),
            wgpu::TexelCopyBufferInfo {
                buffer: &copy,
                layout: wgpu::TexelCopyBufferLayout {
                    offset: 0,
                    bytes_per_row: Some(row),
                    rows_per_image: None,
                },
            },
            texture.size(),
        );
        queue.submit([encoder.finish()]);
        let bytes = read_buffer(device, queue, &copy, 0, copy.size()).unwrap();
        Picture { pixels: bytemuck::pod_collect_to_vec(&bytes) }
    }
}

/// What no triangle has: velocities of the scene are smaller.
const BACKGROUND: f32 = 9.0;

/// Velocities in clip space, pixel by pixel.
pub(super) struct Picture {
    pixels: Vec<[f32; 2]>,
}

/// Rasterisers place vertices on a grid of 1/256 of a pixel, which is 1.3e-4 of clip space here;
/// velocities of the scene change by less than their distance. Where both frames have the same
/// weights there is no motion to be off by, and velocities are zero to the last bit.
const TOLERANCE: f32 = 2e-4;

impl Picture {
    /// Compares all pixels with the CPU's triangles: corners in clip space (x, y, w), as they are and
    /// as they were.
    #[track_caller]
    pub(super) fn check(&self, what: &str, now: &[[f32; 3]], before: &[[f32; 3]]) {
        if let Ok(folder) = std::env::var("MORPH_VELOCITY") {
            self.save(&folder, what);
        }
        let tolerance = if now == before { 0.0 } else { TOLERANCE };
        let expected = expected(now, before);
        let mut covered = 0;
        for (at, (found, (nearest, expected))) in self.pixels.iter().zip(expected).enumerate() {
            let (column, line) = (at as u32 % SIZE, at as u32 / SIZE);
            if nearest < -EDGE {
                assert_eq!(*found, [BACKGROUND, 0.0], "{what}: {column}, {line}");
            } else if nearest > EDGE {
                let off = [0, 1].map(|axis| (found[axis] - expected[axis]).abs());
                assert!(
                    off.iter().all(|off| *off <= tolerance),
                    "{what}: {column}, {line}: expected {expected:?}, got {found:?}"
                );
                covered += 1;
            }
        }
        assert!(covered > 500, "{what}: {covered} pixels");
    }

    /// Compares with what another way of morphing painted; row sparse sets keep 16 bits of a delta.
    #[track_caller]
    pub(super) fn assert_like(&self, other: &Self, what: &str) {
        let mut moving = 0;
        for (at, (a, b)) in self.pixels.iter().zip(&other.pixels).enumerate() {
            // An edge may come to lie on either side of a pixel.
            if (a[0] == BACKGROUND) != (b[0] == BACKGROUND) {
                continue;
            }
            let off = (a[0] - b[0]).abs().max((a[1] - b[1]).abs());
            assert!(off <= 2.0 * TOLERANCE, "{what}: pixel {at}: {a:?} and {b:?}");
            moving += usize::from(a[0] != BACKGROUND && a != &[0.0; 2]);
        }
        assert!(moving > 500, "{what}: {moving} pixels");
    }

    /// The picture as a portable pixmap: no motion is grey.
    fn save(&self, folder: &str, what: &str) {
        let name: String =
            what.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
        let mut bytes = format!("P6 {SIZE} {SIZE} 255\n").into_bytes();
        for [x, y] in &self.pixels {
            let shade = |v: &f32| (128.0 + v * 400.0).clamp(0.0, 255.0) as u8;
            bytes.extend(match *x == BACKGROUND {
                true => [0; 3],
                false => [shade(x), shade(y), 128],
            });
        }
        std::fs::write(format!("{folder}/{name}.ppm"), bytes).unwrap();
    }
}

/// Pixels that are no farther from an edge of the mesh than this share of a triangle are anybody's.
const EDGE: f32 = 0.01;

/// For each pixel, how far inside a triangle it lies (the least of its three shares), and the
/// velocity there.
fn expected(now: &[[f32; 3]], before: &[[f32; 3]]) -> Vec<(f32, [f32; 2])> {
    let mut pixels = vec![(f32::NEG_INFINITY, [0.0; 2]); (SIZE * SIZE) as usize];
    let place = |clip: f32| ((clip + 1.0) / 2.0 * SIZE as f32).clamp(0.0, SIZE as f32);
    let range = |values: [f32; 3]| {
        let least = values.into_iter().fold(f32::INFINITY, f32::min);
        let most = values.into_iter().fold(f32::NEG_INFINITY, f32::max);
        (place(least) as u32).saturating_sub(1)..(place(most) as u32 + 2).min(SIZE)
    };
    for corners in triangles() {
        let corners = corners.map(|corner| corner as usize);
        let points = corners.map(|corner| screen(now[corner]));
        for line in range(points.map(|point| -point[1])) {
            for column in range(points.map(|point| point[0])) {
                let clip = |pixel: u32| (pixel as f32 + 0.5) / SIZE as f32 * 2.0 - 1.0;
                let pixel = [clip(column), -clip(line)];
                let shares = shares(pixel, points);
                let least = shares.into_iter().fold(f32::INFINITY, f32::min);
                let (nearest, velocity) = &mut pixels[(line * SIZE + column) as usize];
                if least <= *nearest {
                    continue;
                }
                *nearest = least;
                if now == before {
                    continue;
                }
                // Corners that are farther away have a smaller share of what lies between.
                let mut was = [0.0; 3];
                for (share, corner) in shares.into_iter().zip(corners) {
                    for (sum, of) in was.iter_mut().zip(before[corner]) {
                        *sum += share / now[corner][2] * of;
                    }
                }
                let was = screen(was);
                *velocity = [pixel[0] - was[0], pixel[1] - was[1]];
            }
        }
    }
    pixels
}

/// Of a point in clip space (x, y, w).
pub(super) fn screen([x, y, w]: [f32; 3]) -> [f32; 2] {
    [x / w, y / w]
}

/// Barycentric coordinates of a point.
fn shares(point: [f32; 2], [a, b, c]: [[f32; 2]; 3]) -> [f32; 3] {
    let area = |p: [f32; 2], q: [f32; 2], r: [f32; 2]| {
        (q[0] - p[0]) * (r[1] - p[1]) - (r[0] - p[0]) * (q[1] - p[1])
    };
    let whole = area(a, b, c);
    [area(point, b, c) / whole, area(a, point, c) / whole, area(a, b, point) / whole]
}
