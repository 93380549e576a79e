//! The same shaders in SPIR-V, HLSL, MSL and GLSL, for engines that do not read WGSL.
//!
//! Group and binding numbers stay those of the WGSL text where the language has such numbers.
//! A vertex permutation is translated with the harness around `morph_vertex`, since naga writes
//! what an entry point reaches.

use crate::validate::ValidShader;
use naga::back::{glsl, hlsl, msl, spv};
use naga::proc::BoundsCheckPolicies;
use naga::{AddressSpace, ShaderStage};
use std::error::Error;
use std::fmt;

/// A language that naga cannot say a shader in.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TranslateError {
    /// The language.
    pub language: &'static str,
    /// naga's reason.
    pub message: String,
}

impl fmt::Display for TranslateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.language, self.message)
    }
}

impl Error for TranslateError {}

impl TranslateError {
    fn new(language: &'static str, reason: impl fmt::Display) -> Self {
        Self { language, message: reason.to_string() }
    }
}

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
    // Without debug information, whatever profile naga was built with.
    let options = spv::Options { flags: spv::WriterFlags::empty(), ..Default::default() };
    spv::write_vec(&shader.module, &shader.info, &options, None)
        .map_err(|error| TranslateError::new("SPIR-V", error))
}

/// HLSL of shader model 5.1; groups are register spaces.
///
/// # Errors
/// [`TranslateError`] where naga has no way to say it.
pub fn hlsl(shader: &ValidShader) -> Result<String, TranslateError> {
    let mut text = String::new();
    hlsl::Writer::new(&mut text, &hlsl::Options::default(), &hlsl::PipelineOptions::default())
        .write(&shader.module, &shader.info, None)
        .map_err(|error| TranslateError::new("HLSL", error))?;
    Ok(text)
}

/// MSL 2.0. Slots are marked `fake0`: the caller assigns Metal's own indices.
///
/// # Errors
/// [`TranslateError`] where naga has no way to say it.
pub fn msl(shader: &ValidShader) -> Result<String, TranslateError> {
    let options = msl::Options { lang_version: (2, 0), ..Default::default() };
    msl::write_string(&shader.module, &shader.info, &options, &msl::PipelineOptions::default())
        .map(|(text, _)| text)
        .map_err(|error| TranslateError::new("MSL", error))
}

/// GLSL ES of the first entry point: 3.00 (WebGL2) where it needs neither compute nor storage
/// buffers, else 3.10.
///
/// Variables are named by group and binding, such as `_group_1_binding_2_vs`; 3.00 has no other
/// binding numbers.
///
/// # Errors
/// [`TranslateError`] where naga has no way to say it.
pub fn glsl(shader: &ValidShader) -> Result<String, TranslateError> {
    let module = &shader.module;
    let Some(entry) = module.entry_points.first() else {
        return Err(TranslateError::new("GLSL", "expected an entry point, got none"));
    };
    let has_storage = module
        .global_variables
        .iter()
        .any(|(_, global)| matches!(global.space, AddressSpace::Storage { .. }));
    let is_new = has_storage || entry.stage == ShaderStage::Compute;
    let mut options = glsl::Options {
        version: glsl::Version::new_gles(if is_new { 310 } else { 300 }),
        writer_flags: glsl::WriterFlags::empty(),
        ..Default::default()
    };
    if is_new {
        let bindings = module.global_variables.iter().filter_map(|(_, global)| global.binding);
        // Bindings past 255 are left without a number.
        options.binding_map = bindings
            .filter_map(|at| u8::try_from(at.binding).ok().map(|number| (at, number)))
            .collect();
    }
    let pipeline = glsl::PipelineOptions {
        shader_stage: entry.stage,
        entry_point: entry.name.clone(),
        multiview: None,
    };
    let policies = BoundsCheckPolicies::default();
    let mut text = String::new();
    glsl::Writer::new(&mut text, module, &shader.info, &options, &pipeline, policies)
        .and_then(|mut writer| writer.write())
        .map_err(|error| TranslateError::new("GLSL", error))?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validate::{validate, validate_all};
    use crate::{Composition, DeltaSource, Permutation, Slots, Stage};

    #[test]
    fn every_permutation_has_a_translation_in_every_language() {
        let mut count = 0;
        for (permutation, shader) in validate_all() {
            let shader = shader.unwrap();
            assert!(spirv(&shader).unwrap().len() > 100, "{permutation}");
            let entry =
                if permutation.stage == Stage::Vertex { "morph_harness" } else { "morph_main" };
            for text in [hlsl(&shader).unwrap(), msl(&shader).unwrap()] {
                assert!(text.contains(entry) && text.contains("morph_vertex"), "{permutation}");
            }
            let text = glsl(&shader).unwrap();
            let textured =
                matches!(permutation.deltas, DeltaSource::SeedTexture | DeltaSource::TiledTexture);
            let version =
                if textured && permutation.stage == Stage::Vertex { "300" } else { "310" };
            assert!(text.starts_with(&format!("#version {version} es")), "{permutation}");
            assert!(text.contains("morph_vertex"), "{permutation}");
            count += 1;
        }
        assert_eq!(count, 72);
    }

    #[test]
    fn text_without_an_entry_point_is_no_glsl() {
        let permutation = Permutation::seed(Stage::Vertex, true);
        let shader = validate(&Composition::new(&permutation, &Slots::default(), None)).unwrap();
        let error = glsl(&shader).unwrap_err();
        assert_eq!(error.to_string(), "GLSL: expected an entry point, got none");
    }

    #[test]
    fn translations_are_the_same_each_time() {
        let permutation = Permutation::compat(Stage::Compute, true);
        let composition = Composition::new(&permutation, &Slots::default(), None);
        let texts = || {
            let shader = validate(&composition).unwrap();
            (spirv(&shader), hlsl(&shader), msl(&shader), glsl(&shader))
        };
        assert_eq!(texts(), texts());
    }
}
