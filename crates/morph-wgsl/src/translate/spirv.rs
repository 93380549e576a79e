//! SPIR-V.

use super::{Slot, TranslateError, Translation, bound};
use crate::validate::ValidShader;
use naga::back::spv;

/// SPIR-V 1.0 words; groups are descriptor sets.
///
/// # Errors
/// [`TranslateError`] where naga has no way to say it.
///
/// # Example
/// ```
/// use morph_wgsl::{Permutation, Slots, Stage, translate, validate::validate_permutation};
/// let permutation = Permutation::compat(Stage::Compute, true);
/// let shader = validate_permutation(&permutation, &Slots::default(), None)?;
/// assert_eq!(translate::spirv(&shader)?[0], 0x0723_0203);
/// assert!(translate::glsl(&shader)?.starts_with("#version 310 es"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn spirv(shader: &ValidShader) -> Result<Vec<u32>, TranslateError> {
    spirv_with_slots(shader).map(|translation| translation.code)
}

/// SPIR-V, and the descriptor of each binding.
///
/// # Errors
/// As [`spirv()`].
pub fn spirv_with_slots(shader: &ValidShader) -> Result<Translation<Vec<u32>>, TranslateError> {
    // With names, for engines that reflect them; never with more, whatever profile naga was built
    // with. Coordinates stay as the shader gives them.
    let options = spv::Options {
        flags: spv::WriterFlags::DEBUG,
        zero_initialize_workgroup_memory: spv::ZeroInitializeWorkgroupMemoryMode::None,
        ..Default::default()
    };
    let code = spv::write_vec(&shader.module, &shader.info, &options, None)
        .map_err(|error| TranslateError::new("SPIR-V", error))?;
    let slots = bound(shader).into_iter().map(|bound| Slot {
        name: bound.name.to_owned(),
        place: format!("set {}, binding {}", bound.at.group, bound.at.binding),
    });
    let entry_points = shader.module.entry_points.iter().map(|entry| entry.name.clone());
    Ok(Translation { code, entry_points: entry_points.collect(), slots: slots.collect() })
}
