//! GLSL.

use super::{Slot, Table, TranslateError, Translation, ZERO_WORKGROUP_MEMORY, bound};
use crate::validate::ValidShader;
use naga::ShaderStage;
use naga::back::glsl;
use naga::proc::BoundsCheckPolicies;

/// A version of GLSL.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GlslVersion {
    /// GLSL ES 3.00: WebGL2 and OpenGL ES 3.0, without storage buffers and compute shaders.
    Es300,
    /// GLSL ES 3.10: OpenGL ES 3.1.
    Es310,
    /// GLSL 4.50 core: OpenGL 4.5.
    Core450,
}

impl GlslVersion {
    /// All versions.
    pub const ALL: [Self; 3] = [Self::Es300, Self::Es310, Self::Core450];

    /// Its name in errors.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Es300 => "GLSL ES 3.00",
            Self::Es310 => "GLSL ES 3.10",
            Self::Core450 => "GLSL 4.50",
        }
    }

    const fn version(self) -> glsl::Version {
        match self {
            Self::Es300 => glsl::Version::new_gles(300),
            Self::Es310 => glsl::Version::new_gles(310),
            Self::Core450 => glsl::Version::Desktop(450),
        }
    }
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
    let version = match missing_in_es300(shader) {
        Some(_) => GlslVersion::Es310,
        None => GlslVersion::Es300,
    };
    match glsl_as(shader, version) {
        Ok(translation) => Ok(translation.code),
        Err(error) => Err(TranslateError { language: "GLSL", ..error }),
    }
}

/// GLSL of the first entry point in a version, and the name of each binding.
///
/// # Errors
/// [`TranslateError`] where the version has no way to say it.
///
/// # Example
/// ```
/// use morph_wgsl::translate::{GlslVersion, glsl_as};
/// use morph_wgsl::{Permutation, Slots, Stage, validate::validate_permutation};
/// let permutation = Permutation::seed(Stage::Vertex, true);
/// let shader = validate_permutation(&permutation, &Slots::default(), None)?;
/// let translation = glsl_as(&shader, GlslVersion::Es300)?;
/// assert_eq!(translation.slots[0].name, "morph_deltas");
/// assert_eq!(translation.slots[0].place, "sampler2D _group_0_binding_0_vs");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn glsl_as(
    shader: &ValidShader,
    version: GlslVersion,
) -> Result<Translation<String>, TranslateError> {
    let (module, language) = (&shader.module, version.name());
    let Some(entry) = module.entry_points.first() else {
        return Err(TranslateError::new(language, "expected an entry point, got none"));
    };
    let mut options = glsl::Options {
        version: version.version(),
        writer_flags: glsl::WriterFlags::empty(),
        zero_initialize_workgroup_memory: ZERO_WORKGROUP_MEMORY,
        ..Default::default()
    };
    if version == GlslVersion::Es300 {
        if let Some(missing) = missing_in_es300(shader) {
            return Err(TranslateError::new(language, missing));
        }
    } else {
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
    let mut code = String::new();
    let info = glsl::Writer::new(&mut code, module, &shader.info, &options, &pipeline, policies)
        .and_then(|mut writer| writer.write())
        .map_err(|error| TranslateError::new(language, error))?;
    let mut slots = Vec::new();
    for bound in bound(shader) {
        let texture =
            info.texture_mapping.iter().find(|(_, mapping)| mapping.texture == bound.handle);
        let name = texture.map(|(name, _)| name).or_else(|| info.uniforms.get(&bound.handle));
        let Some(name) = name else { continue };
        let number = options.binding_map.get(&bound.at);
        let number = number.map(|number| format!(", binding {number}")).unwrap_or_default();
        let kind = match bound.table {
            Table::Uniform => "uniform block",
            Table::ReadStorage | Table::WriteStorage => "buffer block",
            Table::Texture | Table::WriteTexture | Table::Sampler => kind_of(&code, name),
        };
        slots.push(Slot { name: bound.name.to_owned(), place: format!("{kind} {name}{number}") });
    }
    let first_instance = "naga_vs_first_instance";
    if code.contains(first_instance) {
        let place = format!("uniform uint {first_instance}");
        slots.push(Slot { name: "first_instance".into(), place });
    }
    // GLSL's entry points are all called so.
    Ok(Translation { code, entry_points: vec!["main".into()], slots })
}

/// The type of a texture as the text declares it.
fn kind_of<'a>(code: &'a str, name: &str) -> &'a str {
    let declaration = code.lines().find_map(|line| line.strip_suffix(';')?.strip_suffix(name));
    declaration.and_then(|before| before.split_whitespace().last()).unwrap_or("texture")
}

/// What the shader needs that GLSL ES 3.00 has not.
fn missing_in_es300(shader: &ValidShader) -> Option<&'static str> {
    let module = &shader.module;
    let is_compute = module.entry_points.first().is_some_and(|e| e.stage == ShaderStage::Compute);
    let has_storage =
        bound(shader).iter().any(|b| matches!(b.table, Table::ReadStorage | Table::WriteStorage));
    match (is_compute, has_storage) {
        (true, _) => Some("it has no compute shaders"),
        (false, true) => Some("it has no storage buffers"),
        (false, false) => None,
    }
}
