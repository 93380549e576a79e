//! Parsing, validating and reflecting shader text with naga, without a device.
//!
//! Text is checked with the least capabilities: a shader that passes needs no optional feature.

mod error;
mod reflection;

pub use error::ValidateError;
pub use reflection::{
    ReflectedBinding, ReflectedEntryPoint, ReflectedMember, ReflectedStruct, Reflection,
};

use crate::{Composition, Permutation, Slots, Stage, source};
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};

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
        Reflection::new(&self.module, &self.info)
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
    let module = naga::front::wgsl::parse_str(&composition.text)
        .map_err(|error| ValidateError::of_parsing(composition, &error))?;
    let info = Validator::new(ValidationFlags::all(), Capabilities::empty())
        .validate(&module)
        .map_err(|error| ValidateError::of_validation(composition, &error))?;
    Ok(ValidShader { module, info })
}

/// Validates a permutation; vertex permutations with the harness around `morph_vertex`.
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
        let harness = source::VERTEX_HARNESS;
        composition.append(harness, source::text(harness).unwrap_or_default());
    }
    composition
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
