//! Parsing, validating and reflecting shader text with naga, without a device.
//!
//! Text is checked with the least capabilities: a shader that passes needs no optional feature.

mod check;
mod error;
pub(crate) mod json;
mod reflection;

pub use check::{CheckError, Checked, Collision, Declared, check};
pub use error::ValidateError;
pub use json::{REFLECTION_SCHEMA, reflection_json};
pub use reflection::{
    ReflectedBinding, ReflectedConstant, ReflectedEntryPoint, ReflectedFunction, ReflectedMember,
    ReflectedStruct, ReflectedValue, ReflectedVarying, Reflection,
};

use crate::{Composition, Deform, Permutation, Shader, Slots, Stage, source};
use naga::WithSpan;
use naga::valid::{Capabilities, ModuleInfo, ValidationError, ValidationFlags, Validator};

/// A shader that naga has parsed and found valid.
#[derive(Debug, Clone)]
pub struct ValidShader {
    /// naga's form of it.
    pub module: naga::Module,
    /// What validation found out.
    pub info: ModuleInfo,
}

impl ValidShader {
    /// Its interface.
    #[must_use]
    pub fn reflection(&self) -> Reflection {
        Reflection::new(self)
    }

    /// Whether an entry point uses a variable.
    pub(crate) fn uses(&self, global: naga::Handle<naga::GlobalVariable>) -> bool {
        let mut entry_points = 0..self.module.entry_points.len();
        entry_points.any(|entry| !self.info.get_entry_point(entry)[global].is_empty())
    }
}

/// Parses and validates composed text.
///
/// # Errors
/// [`ValidateError`] with the permutation, and the file and line that the composition's map gives.
///
/// # Example
/// ```
/// use morph_wgsl::{Composition, Permutation, Slots, Stage, validate::validate};
/// let permutation = Permutation::seed(Stage::Vertex, true);
/// let mut composition = Composition::new(&permutation, &Slots::default(), None);
/// composition.append("mine.wgsl", "// my shader\nfn mine() { return 1; }");
/// let error = validate(&composition).unwrap_err();
/// assert_eq!((error.file.as_str(), error.line), ("mine.wgsl", 2));
/// ```
pub fn validate(composition: &Composition) -> Result<ValidShader, ValidateError> {
    validate_text(composition, false)
}

/// The same, for devices that read binary16 in shaders or do not.
pub(crate) fn validate_text(
    composition: &Composition,
    half_floats: bool,
) -> Result<ValidShader, ValidateError> {
    let module = parse(composition)?;
    match analyse(&module, half_floats) {
        Ok(info) => Ok(ValidShader { module, info }),
        Err(error) => Err(ValidateError::of_validation(composition, &module, &error)),
    }
}

fn parse(composition: &Composition) -> Result<naga::Module, ValidateError> {
    naga::front::wgsl::parse_str(&composition.text)
        .map_err(|error| ValidateError::of_parsing(composition, &error))
}

/// The one place that says what devices are supposed to have.
fn analyse(
    module: &naga::Module,
    half_floats: bool,
) -> Result<ModuleInfo, Box<WithSpan<ValidationError>>> {
    let capabilities =
        if half_floats { Capabilities::SHADER_FLOAT16_IN_FLOAT32 } else { Capabilities::empty() };
    Validator::new(ValidationFlags::all(), capabilities).validate(module).map_err(Box::new)
}

/// Validates a permutation; vertex permutations with the harness around `morph_vertex`, or
/// `morph_motion` where they have it.
///
/// # Errors
/// As [`validate`].
///
/// # Example
/// ```
/// use morph_wgsl::{Permutation, Slots, Stage, validate::validate_permutation};
/// let permutation = Permutation::compat(Stage::Compute, true);
/// let shader = validate_permutation(&permutation, &Slots::default(), None)?;
/// assert_eq!(shader.reflection().bindings.len(), 4);
/// # Ok::<(), morph_wgsl::validate::ValidateError>(())
/// ```
pub fn validate_permutation(
    permutation: &Permutation,
    slots: &Slots,
    hook: Option<&str>,
) -> Result<ValidShader, ValidateError> {
    validate(&with_harness(permutation, slots, hook))
}

/// The text that [`validate_permutation`] checks: one with an entry point in every stage.
#[must_use]
pub fn with_harness(permutation: &Permutation, slots: &Slots, hook: Option<&str>) -> Composition {
    let mut composition = Composition::new(permutation, slots, hook);
    if permutation.stage == Stage::Vertex {
        let sets = !permutation.attributes.is_pnt();
        let harness = match (permutation.motion, sets) {
            (true, _) => source::VERTEX_HARNESS_MOTION,
            (false, true) => source::VERTEX_HARNESS_ALL,
            (false, false) => source::VERTEX_HARNESS,
        };
        composition.add_source(harness);
    }
    composition
}

/// Validates a kernel of the deform pass: with the least capabilities, but for
/// [`Deform::needs_half_floats`].
///
/// # Errors
/// As [`validate`].
///
/// # Example
/// ```
/// use morph_wgsl::{AttributeSet, Deform, DeformLayout, Slots, validate::validate_deform};
/// let kernel = Deform::new(DeformLayout::RowSparse, AttributeSet::PNT, true);
/// let shader = validate_deform(&kernel, &Slots::default(), None)?;
/// assert_eq!(shader.reflection().bindings.len(), 4);
/// # Ok::<(), morph_wgsl::validate::ValidateError>(())
/// ```
pub fn validate_deform(
    kernel: &Deform,
    slots: &Slots,
    hook: Option<&str>,
) -> Result<ValidShader, ValidateError> {
    validate_shader(kernel, slots, hook)
}

/// Validates any shader, as [`validate_permutation`] and [`validate_deform`] do.
///
/// # Errors
/// As [`validate`].
pub fn validate_shader(
    shader: impl Into<Shader>,
    slots: &Slots,
    hook: Option<&str>,
) -> Result<ValidShader, ValidateError> {
    let shader = shader.into();
    validate_text(&shader_text(&shader, slots, hook), shader.needs_half_floats())
}

/// The text of any shader, with an entry point.
#[must_use]
pub fn shader_text(shader: &Shader, slots: &Slots, hook: Option<&str>) -> Composition {
    match shader {
        Shader::Permutation(permutation) => with_harness(permutation, slots, hook),
        Shader::Deform(kernel) => Composition::deform(kernel, slots, hook),
        Shader::Tracks(kernel) => Composition::tracks(kernel, slots),
        Shader::Bounds(kernel) => Composition::bounds(*kernel, slots),
    }
}

/// Validates every permutation of [`Permutation::all`].
///
/// All results are there, so that a table can show every error at once.
#[must_use]
pub fn validate_all() -> Vec<(Permutation, Result<ValidShader, ValidateError>)> {
    let slots = Slots::default();
    let check = |permutation| (permutation, validate_permutation(&permutation, &slots, None));
    Permutation::all().into_iter().map(check).collect()
}
