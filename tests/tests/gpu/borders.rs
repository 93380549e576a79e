//! The border of every limit: exactly as much as is needed works, one less is a typed error with
//! both numbers before wgpu complains.

mod actions;

use actions::{
    base_bytes, blend, caller, data, deform, deform_with, frames, hook, rows, slots, vertex,
};
use morph_core::packed::BlockEncoding;
use morph_core::{LayoutError, Stage};
use morph_gpu::{Choice, GpuError, Profile};
use morph_tests::{Gpu, gpu_with};
use morph_wgsl::{DeformLayout, Slots};

const TEXTURE: Choice = Choice::Texture(Stage::Vertex);
const LINEAR: Choice = Choice::Linear(Stage::Vertex);
const ROW_SPARSE: Choice = Choice::RowSparse(Stage::Vertex);
const BLOCKED: DeformLayout = DeformLayout::Blocked(BlockEncoding::F32);

/// Who answers for a limit.
enum Who {
    /// morph-gpu, at these borders.
    Checked(Vec<Border>),
    /// morph-gpu lets things begin where any device allows it.
    Aligned,
    /// The caller's own pipelines and passes need it.
    Caller,
    /// Nobody needs it for morphing.
    Nobody,
}
use Who::{Aligned, Caller, Checked, Nobody};

type Act = Box<dyn Fn(&Gpu) -> Result<(), GpuError>>;

/// How much of a limit something needs.
struct Border {
    name: &'static str,
    needed: u64,
    act: Act,
    /// Other limits that are small meanwhile.
    with: fn(&mut wgpu::Limits),
}

fn needs(
    name: &'static str,
    needed: u64,
    act: impl Fn(&Gpu) -> Result<(), GpuError> + 'static,
) -> Border {
    Border { name, needed, act: Box::new(act), with: |_| () }
}

/// All limits that wgpu has: one that is not listed does not compile.
macro_rules! table {
    ($($limit:ident => $who:expr,)*) => {
        fn table() -> Vec<Line> {
            let wgpu::Limits { $($limit: _),* } = wgpu::Limits::default();
            vec![$(Line {
                limit: stringify!($limit),
                who: $who,
                set: |limits, value| limits.$limit = value.try_into().unwrap(),
            }),*]
        }
    };
}

struct Line {
    limit: &'static str,
    who: Who,
    set: fn(&mut wgpu::Limits, u64),
}

table! {
    max_texture_dimension_1d => Nobody,
    max_texture_dimension_2d => Checked(vec![
        needs("the seed profile's width", 64, |gpu| data(gpu, Profile::Seed, 64, 4)),
        needs("the seed profile's height", 8, |gpu| data(gpu, Profile::Seed, 3, 4)),
        Border {
            with: |limits| limits.max_texture_array_layers = 1,
            ..needs("a tiled texture of one layer", 64, |gpu| vertex(gpu, TEXTURE, 64, 64))
        },
    ]),
    max_texture_dimension_3d => Nobody,
    max_texture_array_layers => Checked(vec![Border {
        with: |limits| limits.max_texture_dimension_2d = 16,
        ..needs("a tiled texture", 2, |gpu| vertex(gpu, TEXTURE, 16, 32))
    }]),
    max_bind_groups => Checked(vec![
        needs("a caller's third group", 3, |gpu| slots(gpu, Slots { group: 2, first_binding: 0 })),
        needs("a hook's resources", 2, hook),
        needs("the deform pass", 1, |gpu| deform(gpu, BLOCKED, 64, 3)),
    ]),
    max_bind_groups_plus_vertex_buffers => Caller,
    max_bindings_per_bind_group => Checked(vec![
        needs("a caller's slots", 7, |gpu| slots(gpu, Slots { group: 0, first_binding: 5 })),
        needs("the deform pass", 4, |gpu| deform(gpu, BLOCKED, 64, 3)),
        needs("blends to read back", 4, |gpu| blend(gpu, Choice::Linear(Stage::Compute), 64, 3)),
    ]),
    max_dynamic_uniform_buffers_per_pipeline_layout => Checked(vec![
        needs("a tiled texture", 1, |gpu| vertex(gpu, TEXTURE, 64, 3)),
    ]),
    max_dynamic_storage_buffers_per_pipeline_layout => Checked(vec![
        needs("linear", 1, |gpu| vertex(gpu, LINEAR, 64, 3)),
        needs("row sparse", 1, |gpu| vertex(gpu, ROW_SPARSE, 64, 3)),
    ]),
    max_sampled_textures_per_shader_stage => Checked(vec![
        needs("a tiled texture", 1, |gpu| vertex(gpu, TEXTURE, 64, 3)),
    ]),
    max_samplers_per_shader_stage => Nobody,
    max_storage_buffers_per_shader_stage => Checked(vec![
        needs("linear", 2, |gpu| vertex(gpu, LINEAR, 64, 3)),
        needs("row sparse", 2, |gpu| vertex(gpu, ROW_SPARSE, 64, 3)),
        needs("the deform pass", 4, |gpu| deform(gpu, BLOCKED, 64, 3)),
        needs("blends to read back", 4, |gpu| blend(gpu, Choice::Linear(Stage::Compute), 64, 3)),
        needs("blends of textures", 2, |gpu| blend(gpu, Choice::Texture(Stage::Compute), 64, 3)),
        needs("the compat profile", 2, |gpu| data(gpu, Profile::Compat, 64, 3)),
    ]),
    max_storage_textures_per_shader_stage => Nobody,
    max_uniform_buffers_per_shader_stage => Checked(vec![
        needs("a tiled texture", 1, |gpu| vertex(gpu, TEXTURE, 64, 3)),
        needs("the seed profile", 1, |gpu| data(gpu, Profile::Seed, 64, 4)),
    ]),
    max_binding_array_elements_per_shader_stage => Nobody,
    max_binding_array_acceleration_structure_elements_per_shader_stage => Nobody,
    max_binding_array_sampler_elements_per_shader_stage => Nobody,
    max_uniform_buffer_binding_size => Checked(vec![
        needs("weights of 64 targets", 16 + 64 * 8, |gpu| vertex(gpu, TEXTURE, 8, 64)),
        needs("weights of 65 targets", 16 + 256 * 8, |gpu| vertex(gpu, TEXTURE, 8, 65)),
        needs("weights of the seed profile", 32, |gpu| data(gpu, Profile::Seed, 64, 4)),
    ]),
    max_storage_buffer_binding_size => Checked(vec![
        needs("linear deltas", 128 * 4 * 12, |gpu| vertex(gpu, LINEAR, 128, 4)),
        needs("row sparse deltas", 2048, |gpu| vertex(gpu, ROW_SPARSE, 100, 4)),
        needs("deltas of the compat profile", 100 * 4 * 24, |gpu| {
            data(gpu, Profile::Compat, 100, 4)
        }),
        needs("rows of weights", 4 * 256, |gpu| rows(gpu, 4)),
        needs("base to blend", 200 * 12, base_bytes),
        needs("linear deltas of the deform pass", 64 * 5 * 12, |gpu| {
            deform(gpu, DeformLayout::Linear, 64, 5)
        }),
        needs("a packed set", 3200, |gpu| deform(gpu, BLOCKED, 64, 5)),
        needs("deformed vertices", 320 * 16, |gpu| deform(gpu, DeformLayout::Linear, 320, 1)),
        needs("a frame", 11440, |gpu| frames(gpu, 1)),
        needs("a caller's vertex buffer", 36 + 64 * 36, caller),
    ]),
    max_vertex_buffers => Caller,
    max_buffer_size => Checked(vec![
        needs("linear deltas", 128 * 4 * 12, |gpu| vertex(gpu, LINEAR, 128, 4)),
        needs("a first row of weights and one bound behind it", 512, |gpu| rows(gpu, 1)),
        needs("base to blend", 200 * 12, base_bytes),
        needs("a packed set", 3200, |gpu| deform(gpu, BLOCKED, 64, 5)),
        needs("deformed vertices", 320 * 16, |gpu| deform(gpu, DeformLayout::Linear, 320, 1)),
        needs("the frames of two dispatches", 22960, |gpu| frames(gpu, 2)),
    ]),
    max_vertex_attributes => Caller,
    max_vertex_buffer_array_stride => Caller,
    max_inter_stage_shader_variables => Caller,
    min_uniform_buffer_offset_alignment => Aligned,
    min_storage_buffer_offset_alignment => Aligned,
    max_color_attachments => Caller,
    max_color_attachment_bytes_per_sample => Caller,
    max_compute_workgroup_storage_size => Checked(vec![
        needs("the list of active targets", 1024, |gpu| deform(gpu, DeformLayout::Linear, 64, 3)),
        needs("blocks", 2080, |gpu| deform(gpu, BLOCKED, 64, 3)),
        needs("four shares", 7456, |gpu| deform_with(gpu, BLOCKED, 64, 3, Some(4))),
    ]),
    max_compute_invocations_per_workgroup => Checked(vec![
        needs("the deform pass", 64, |gpu| deform(gpu, BLOCKED, 64, 3)),
        needs("four shares", 256, |gpu| deform_with(gpu, BLOCKED, 64, 3, Some(4))),
        needs("blends to read back", 64, |gpu| blend(gpu, Choice::Linear(Stage::Compute), 64, 3)),
    ]),
    max_compute_workgroup_size_x => Checked(vec![
        needs("the deform pass", 64, |gpu| deform(gpu, BLOCKED, 64, 3)),
        needs("four shares", 256, |gpu| deform_with(gpu, BLOCKED, 64, 3, Some(4))),
        needs("blends to read back", 64, |gpu| blend(gpu, Choice::Linear(Stage::Compute), 64, 3)),
    ]),
    max_compute_workgroup_size_y => Checked(vec![
        needs("the deform pass", 1, |gpu| deform(gpu, BLOCKED, 64, 3)),
        needs("blends to read back", 1, |gpu| blend(gpu, Choice::Linear(Stage::Compute), 64, 3)),
    ]),
    max_compute_workgroup_size_z => Checked(vec![
        needs("the deform pass", 1, |gpu| deform(gpu, BLOCKED, 64, 3)),
        needs("blends to read back", 1, |gpu| blend(gpu, Choice::Linear(Stage::Compute), 64, 3)),
    ]),
    max_compute_workgroups_per_dimension => Checked(vec![
        needs("the deform pass", 3, |gpu| deform(gpu, BLOCKED, 129, 3)),
        needs("blends to read back", 3, |gpu| blend(gpu, Choice::Linear(Stage::Compute), 129, 3)),
    ]),
    max_immediate_size => Nobody,
    max_non_sampler_bindings => Nobody,
    max_task_workgroup_total_count => Nobody,
    max_task_workgroups_per_dimension => Nobody,
    max_mesh_workgroup_total_count => Nobody,
    max_mesh_workgroups_per_dimension => Nobody,
    max_task_invocations_per_workgroup => Nobody,
    max_task_invocations_per_dimension => Nobody,
    max_mesh_invocations_per_workgroup => Nobody,
    max_mesh_invocations_per_dimension => Nobody,
    max_task_payload_size => Nobody,
    max_mesh_output_vertices => Nobody,
    max_mesh_output_primitives => Nobody,
    max_mesh_output_layers => Nobody,
    max_mesh_multiview_view_count => Nobody,
    max_blas_primitive_count => Nobody,
    max_blas_geometry_count => Nobody,
    max_tlas_instance_count => Nobody,
    max_acceleration_structures_per_shader_stage => Nobody,
    max_buffers_and_acceleration_structures_per_shader_stage => Checked(vec![
        needs("a tiled texture", 1, |gpu| vertex(gpu, TEXTURE, 64, 3)),
        needs("linear", 2, |gpu| vertex(gpu, LINEAR, 64, 3)),
        needs("the deform pass", 4, |gpu| deform(gpu, BLOCKED, 64, 3)),
        needs("blends of textures", 3, |gpu| blend(gpu, Choice::Texture(Stage::Compute), 64, 3)),
    ]),
    max_multiview_view_count => Nobody,
    max_ray_dispatch_count => Nobody,
    max_ray_recursion_depth => Nobody,
}

/// A device whose uncaptured errors fail the test, with these limits and downlevel ones beside.
fn small(change: impl FnOnce(&mut wgpu::Limits)) -> Gpu {
    let mut limits = wgpu::Limits::downlevel_defaults();
    change(&mut limits);
    gpu_with(|_| limits)
}

#[test]
fn every_limit_is_needed_to_its_border_and_one_less_is_refused_with_numbers() {
    let mut wrong = Vec::new();
    for Line { limit, who, set } in table() {
        let Checked(borders) = who else { continue };
        for Border { name, needed, act, with } in borders {
            let at = |value| {
                act(&small(|limits| {
                    with(limits);
                    set(limits, value);
                }))
            };
            // Bytes come in words.
            let step = if limit.ends_with("_size") && needed > 300 { 4 } else { 1 };
            let works = at(needed);
            let refused = at(needed.saturating_sub(step)).map_err(|error| is_of(limit, &error));
            if works != Ok(()) || refused != Err(Some(needed.saturating_sub(step))) {
                wrong.push(format!("{limit}, {name}: {needed}: {works:?}; less: {refused:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The limit's value as an error tells it that names this limit, and more than that as needed.
fn is_of(limit: &str, error: &GpuError) -> Option<u64> {
    let (named, needed, found) = match error {
        GpuError::Device { what, needed, found } => {
            (what.to_lowercase() == limit.replace('_', ""), *needed, *found)
        }
        GpuError::Rows { bytes, limit: found }
        | GpuError::Layout(LayoutError::Buffer { bytes, limit: found, .. }) => {
            let sizes = ["max_storage_buffer_binding_size", "max_buffer_size"];
            let of_rows = ["max_uniform_buffer_binding_size"];
            (sizes.iter().chain(&of_rows).any(|name| *name == limit), *bytes, *found)
        }
        GpuError::Layout(LayoutError::Texture { width, rows, max_height, max_layers, .. }) => {
            let side = u64::from(*max_height);
            let fits = u64::from(*width) <= side && *rows <= side * u64::from(*max_layers);
            return match limit {
                "max_texture_dimension_2d" if !fits => Some(side),
                "max_texture_array_layers" if !fits => Some((*max_layers).into()),
                _ => None,
            };
        }
        _ => return None,
    };
    (named && needed > found).then_some(found)
}

#[test]
fn what_no_border_asks_for_is_not_needed() {
    let gpu = small(|limits| {
        for Line { who, set, .. } in table() {
            match who {
                Caller | Nobody => set(limits, 0),
                Aligned => set(limits, 256),
                Checked(_) => {}
            }
        }
    });
    for choice in [Choice::Texture(Stage::Compute), Choice::Linear(Stage::Compute)] {
        blend(&gpu, choice, 129, 70).unwrap();
    }
    for choice in [TEXTURE, LINEAR, ROW_SPARSE] {
        vertex(&gpu, choice, 100, 4).unwrap();
    }
    for profile in [Profile::Seed, Profile::Compat] {
        data(&gpu, profile, 100, 4).unwrap();
    }
    for layout in DeformLayout::ALL {
        deform(&gpu, layout, 129, 5).unwrap();
    }
    rows(&gpu, 9).unwrap();
    frames(&gpu, 2).unwrap();
    caller(&gpu).unwrap();
    hook(&gpu).unwrap();
}
