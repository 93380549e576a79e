//! The group `choice`.

use crate::refusal;
use morph_core::{DeviceLimits, Layout, LayoutError, Stage, choose};
use morph_tests::golden::{Case, cases};

#[test]
fn layouts_are_chosen_by_the_table() {
    for case in cases("choice") {
        match chosen(&case) {
            Err(error) => case.assert_refused(refusal::of_layout(&error)),
            Ok(layout) => assert_eq!(case.output.word("layout"), layout, "{}", case.name),
        }
    }
}

fn chosen(case: &Case) -> Result<&'static str, LayoutError> {
    let limits = DeviceLimits {
        max_texture_dimension_2d: case.input.number("limit.dimension"),
        max_texture_array_layers: case.input.number("limit.layers"),
        max_storage_buffer_binding_size: case.input.number("limit.binding"),
        max_storage_buffers_per_shader_stage: case.input.number("limit.storage_buffers"),
        ..DeviceLimits::WEBGPU_DEFAULT
    };
    let stage = match case.input.word("stage") {
        "vertex" => Stage::Vertex,
        "compute" => Stage::Compute,
        other => panic!("{}: no stage {other}", case.name),
    };
    let (vertices, targets) = (case.input.number("vertices"), case.input.number("targets"));
    let (layout, reason) = choose(vertices, targets, case.bands()?, &limits, stage)?;
    assert!(!reason.is_empty());
    Ok(match layout {
        Layout::Texture(_) => "texture",
        Layout::Linear(_) => "linear",
    })
}
