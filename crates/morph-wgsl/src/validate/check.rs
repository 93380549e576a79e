//! A user's own shader together with one of ours.

mod collision;

pub use collision::{Collision, Declared};

use super::{ReflectedBinding, ReflectedEntryPoint, ValidShader, ValidateError, analyse, parse};
use crate::{Composition, Origin, Shader, Slots, Stage};
use collision::{across_stages, at_one_place, colliding, declared};
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

/// A user's shader that is valid together with one of ours.
#[derive(Debug, Clone)]
pub struct Checked {
    /// Both in one module.
    pub shader: ValidShader,
    /// The text took the place of the deform pass's hook.
    pub is_hook: bool,
    /// An entry point of the text reaches the deltas, or the text is the hook.
    pub morphs: bool,
    /// Entry points of the text, in its order.
    pub entry_points: Vec<ReflectedEntryPoint>,
    /// Bindings that entry points use, by group and binding, each with whose it is.
    pub bindings: Vec<(ReflectedBinding, Origin)>,
}

/// A user's shader that does not go together with one of ours.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum CheckError {
    /// The text is not valid, or does not fit ours.
    Invalid(ValidateError),
    /// Variables have the same group and binding.
    Collisions(Vec<Collision>),
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(error) => {
                if error.origin == Origin::Library && error.line > 0 {
                    f.write_str("morph-wgsl's ")?;
                }
                write!(f, "{error}")
            }
            Self::Collisions(collisions) => {
                for (at, collision) in collisions.iter().enumerate() {
                    let comma = if at > 0 { "; " } else { "" };
                    write!(f, "{comma}{collision}")?;
                }
                Ok(())
            }
        }
    }
}

impl Error for CheckError {}

impl CheckError {
    /// The places of a fault, each with its source line, to stand beside the text of the error;
    /// empty for collisions, whose text names both places.
    #[must_use]
    pub fn places(&self) -> &str {
        match self {
            Self::Invalid(error) => error.rendered.split_once('\n').map_or("", |(_, rest)| rest),
            Self::Collisions(_) => "",
        }
    }
}

impl From<ValidateError> for CheckError {
    fn from(error: ValidateError) -> Self {
        Self::Invalid(error)
    }
}

/// Checks a user's shader together with one of ours, as a pipeline would take both.
///
/// In the vertex stage the text stands after ours, as in `compose(..) + text`. In the compute stage
/// text that declares `morph_hook` takes the place of the hook, and other text stands after ours.
///
/// `file` is the name that messages have for the text. Lines count from its own first one.
///
/// # Errors
/// [`CheckError::Invalid`] with whose text the fault is in: a wrong signature of `morph_hook` shows
/// in our text, where it is called. [`CheckError::Collisions`] with both variables, where one entry
/// point uses both, or two of different stages of one render pipeline do.
///
/// # Example
/// ```
/// use morph_wgsl::validate::check;
/// use morph_wgsl::{AttributeSet, Permutation, Slots, Stage};
/// let permutation = Permutation::linear(Stage::Vertex, AttributeSet::P, true);
/// let text = "
///     @group(1) @binding(3) var<uniform> camera: mat4x4<f32>;
///     @vertex
///     fn vs(
///         @location(0) position: vec3<f32>, @builtin(vertex_index) index: u32,
///     ) -> @builtin(position) vec4<f32> {
///         let base = MorphVertex(position, vec3<f32>(), vec4<f32>());
///         return camera * vec4(morph_vertex(base, morph_local(index), 0u).position, 1.0);
///     }";
/// let slots = Slots { group: 1, first_binding: 0 };
/// let checked = check(&permutation, &slots, "mine.wgsl", text)?;
/// assert_eq!(checked.entry_points[0].uses, ["morph_deltas", "morph_rows", "camera"]);
///
/// let slots = Slots { group: 1, first_binding: 2 };
/// let error = check(&permutation, &slots, "mine.wgsl", text).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "mine.wgsl:2: `camera` is at group 1, binding 3, \
///      and so is `morph_rows` of morph-wgsl's weights/rows.wgsl:7"
/// );
/// # Ok::<(), morph_wgsl::validate::CheckError>(())
/// ```
pub fn check(
    shader: impl Into<Shader>,
    slots: &Slots,
    file: &str,
    text: &str,
) -> Result<Checked, CheckError> {
    let shader = shader.into();
    let takes_hook = shader.stage() == Stage::Compute
        && !matches!(shader, Shader::Tracks(_) | Shader::Bounds(_));
    let is_hook = takes_hook && declares_hook(text);
    let hook = is_hook.then_some(text);
    let mut composition = match &shader {
        Shader::Permutation(permutation) => Composition::new(permutation, slots, hook),
        Shader::Deform(kernel) => Composition::deform(kernel, slots, hook),
        Shader::Tracks(kernel) => Composition::tracks(kernel, slots),
        Shader::Bounds(kernel) => Composition::bounds(*kernel, slots),
    };
    if is_hook {
        for part in composition.parts.iter_mut().filter(|part| part.origin == Origin::Caller) {
            file.clone_into(&mut part.file);
        }
    } else {
        composition.append(file, text);
    }
    let module = parse(&composition)?;
    let info = match analyse(&module, shader.needs_half_floats()) {
        Ok(info) => info,
        Err(error) => {
            let found = match colliding(error.as_inner()) {
                Some(variable) => at_one_place(&composition, &module, variable),
                None => Vec::new(),
            };
            if found.is_empty() {
                return Err(ValidateError::of_validation(&composition, &module, &error).into());
            }
            return Err(CheckError::Collisions(found));
        }
    };
    let found = across_stages(&composition, &module, &info);
    if !found.is_empty() {
        return Err(CheckError::Collisions(found));
    }
    let shader = ValidShader { module, info };
    Ok(report(&composition, shader, is_hook))
}

fn report(composition: &Composition, shader: ValidShader, is_hook: bool) -> Checked {
    let reflection = shader.reflection();
    let variables = &shader.module.global_variables;
    let declared: BTreeMap<_, _> = variables
        .iter()
        .map(|(handle, _)| declared(composition, &shader.module, handle))
        .map(|declared| (declared.name, declared.origin))
        .collect();
    let origin = |name: &str| declared.get(name).copied().unwrap_or(Origin::Library);
    let bindings: Vec<_> = reflection
        .bindings
        .into_iter()
        .map(|binding| {
            let origin = origin(&binding.name);
            (binding, origin)
        })
        .collect();
    let ours = |entry: &ReflectedEntryPoint| entry.name == "morph_main";
    let entry_points: Vec<_> = reflection.entry_points.into_iter().filter(|e| !ours(e)).collect();
    let mut used = entry_points.iter().flat_map(|entry| &entry.uses);
    let morphs = is_hook || used.any(|name| name == "morph_deltas" || name == "morph_words");
    Checked { shader, is_hook, morphs, entry_points, bindings }
}

/// Whether the text declares `morph_hook`, outside comments.
fn declares_hook(text: &str) -> bool {
    text.lines().any(|line| {
        let code = line.split("//").next().unwrap_or_default();
        let words: Vec<_> = code.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        words.windows(2).any(|pair| pair == ["fn", "morph_hook"])
    })
}

/// Entry points with what they use, then bindings with whose they are.
impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_hook {
            writeln!(f, "it is the hook of compute entry morph_main")?;
        }
        for ReflectedEntryPoint { stage, name, uses, .. } in &self.entry_points {
            let uses = if uses.is_empty() { "nothing".to_owned() } else { uses.join(", ") };
            writeln!(f, "{stage} entry {name} uses {uses}")?;
        }
        for (binding, origin) in &self.bindings {
            let whose = match origin {
                Origin::Library => "morph-wgsl's",
                Origin::Caller => "your own",
            };
            writeln!(f, "{binding}, {whose}")?;
        }
        Ok(())
    }
}
