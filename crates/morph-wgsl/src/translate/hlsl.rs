//! HLSL.

use super::{Slot, Table, TranslateError, Translation, ZERO_WORKGROUP_MEMORY, bound};
use crate::validate::ValidShader;
use naga::back::hlsl;

/// HLSL of shader model 5.1; groups are register spaces.
///
/// # Errors
/// [`TranslateError`] where naga has no way to say it.
pub fn hlsl(shader: &ValidShader) -> Result<String, TranslateError> {
    hlsl_with_slots(shader).map(|translation| translation.code)
}

/// HLSL, and the register of each binding.
///
/// # Errors
/// As [`hlsl()`].
pub fn hlsl_with_slots(shader: &ValidShader) -> Result<Translation<String>, TranslateError> {
    let mut code = String::new();
    let options = hlsl::Options {
        zero_initialize_workgroup_memory: ZERO_WORKGROUP_MEMORY,
        ..Default::default()
    };
    let info = hlsl::Writer::new(&mut code, &options, &hlsl::PipelineOptions::default())
        .write(&shader.module, &shader.info, None)
        .map_err(|error| TranslateError::new("HLSL", error))?;
    let entry_points = info.entry_point_names.into_iter().collect::<Result<_, _>>();
    let entry_points = entry_points.map_err(|error| TranslateError::new("HLSL", error))?;
    let slots = bound(shader).into_iter().map(|bound| {
        let register = match bound.table {
            Table::Uniform => 'b',
            Table::ReadStorage | Table::Texture => 't',
            Table::WriteStorage | Table::WriteTexture => 'u',
            Table::Sampler => 's',
        };
        let place = format!("{register}{}, space{}", bound.at.binding, bound.at.group);
        Slot { name: bound.name.to_owned(), place }
    });
    Ok(Translation { code, entry_points, slots: slots.collect() })
}
