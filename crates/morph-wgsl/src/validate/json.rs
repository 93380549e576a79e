//! The reflection as JSON, for engines that build their layouts from it.
//!
//! The schema is that of `docs/shaders.md`; a change that breaks a reader raises
//! [`REFLECTION_SCHEMA`].

use super::{
    ReflectedBinding, ReflectedConstant, ReflectedEntryPoint, ReflectedFunction, ReflectedMember,
    ReflectedStruct, ReflectedValue, ReflectedVarying, Reflection, ValidateError, validate_shader,
};
use crate::{Binding, BindingKind, Shader, Slots, Stage};
use serde::Serialize;

/// Version of the JSON's schema: the field `schema` of every document.
pub const REFLECTION_SCHEMA: u32 = 1;

/// The interface of a shader as a JSON document, as it stands beside emitted shaders.
///
/// # Errors
/// [`ValidateError`] where the shader is not valid.
///
/// # Example
/// ```
/// use morph_wgsl::validate::reflection_json;
/// use morph_wgsl::{Permutation, Slots, Stage};
/// let json = reflection_json(&Permutation::seed(Stage::Vertex, true), &Slots::default())?;
/// assert!(json.contains("\"schema\": 1,"));
/// assert!(json.contains("\"name\": \"morph_vertex\""));
/// # Ok::<(), morph_wgsl::validate::ValidateError>(())
/// ```
pub fn reflection_json(shader: impl Into<Shader>, slots: &Slots) -> Result<String, ValidateError> {
    let of = shader.into();
    let shader = validate_shader(of, slots, None)?;
    Ok(reflection(&of, slots, &shader.reflection(), Vec::new()))
}

/// The document.
pub(crate) fn reflection(
    of: &Shader,
    slots: &Slots,
    reflection: &Reflection,
    translations: Vec<JsonTranslation>,
) -> String {
    let listed = of.bindings(slots);
    let document = Document {
        schema: REFLECTION_SCHEMA,
        permutation: of.name(),
        stage: stage(of.stage()),
        attributes: of.attributes().bands().map(|band| band.to_string()).collect(),
        normalize: of.normalize(),
        bindings: reflection.bindings.iter().map(|of| binding(of, &listed)).collect(),
        structs: reflection.structs.iter().map(structure).collect(),
        functions: reflection.functions.iter().map(function).collect(),
        entry_points: reflection.entry_points.iter().map(entry_point).collect(),
        constants: reflection.constants.iter().map(constant).collect(),
        translations,
    };
    // Structs of strings and finite numbers: there is nothing that serialising can refuse.
    let mut text = serde_json::to_string_pretty(&document).unwrap_or_default();
    text.push('\n');
    text
}

#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    permutation: String,
    stage: &'static str,
    attributes: Vec<String>,
    normalize: bool,
    bindings: Vec<JsonBinding<'a>>,
    structs: Vec<JsonStruct<'a>>,
    functions: Vec<JsonFunction<'a>>,
    entry_points: Vec<JsonEntryPoint<'a>>,
    constants: Vec<JsonConstant<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    translations: Vec<JsonTranslation>,
}

#[derive(Serialize)]
struct JsonBinding<'a> {
    group: u32,
    binding: u32,
    name: &'a str,
    #[serde(rename = "type")]
    ty: &'a str,
    kind: &'static str,
    /// `null` for textures.
    min_size: Option<u64>,
    dynamic_offset: bool,
}

#[derive(Serialize)]
struct JsonStruct<'a> {
    name: &'a str,
    size: u32,
    members: Vec<JsonMember<'a>>,
}

#[derive(Serialize)]
struct JsonMember<'a> {
    name: &'a str,
    #[serde(rename = "type")]
    ty: &'a str,
    offset: u32,
    /// `null` for arrays whose length the buffer decides.
    size: Option<u32>,
}

#[derive(Serialize)]
struct JsonFunction<'a> {
    name: &'a str,
    arguments: Vec<JsonNamed<'a>>,
    result: Option<&'a str>,
}

#[derive(Serialize)]
struct JsonNamed<'a> {
    name: &'a str,
    #[serde(rename = "type")]
    ty: &'a str,
}

#[derive(Serialize)]
struct JsonEntryPoint<'a> {
    name: &'a str,
    stage: &'a str,
    /// `null` outside compute.
    workgroup_size: Option<[u32; 3]>,
    inputs: Vec<JsonVarying<'a>>,
    outputs: Vec<JsonVarying<'a>>,
    uses: &'a [String],
}

#[derive(Serialize)]
struct JsonVarying<'a> {
    name: &'a str,
    #[serde(rename = "type")]
    ty: &'a str,
    at: &'a str,
}

#[derive(Serialize)]
struct JsonConstant<'a> {
    name: &'a str,
    #[serde(rename = "type")]
    ty: &'a str,
    value: JsonValue,
}

#[derive(Serialize)]
#[serde(untagged)]
enum JsonValue {
    Bool(bool),
    Uint(u32),
    Int(i32),
    Float(f32),
}

/// A language's file, and where it keeps the bindings.
#[derive(Serialize)]
pub(crate) struct JsonTranslation {
    pub(crate) language: String,
    pub(crate) file: String,
    pub(crate) entry_points: Vec<String>,
    pub(crate) bindings: Vec<JsonSlot>,
}

#[derive(Serialize)]
pub(crate) struct JsonSlot {
    pub(crate) name: String,
    pub(crate) place: String,
}

fn stage(stage: Stage) -> &'static str {
    match stage {
        Stage::Vertex => "vertex",
        Stage::Compute => "compute",
    }
}

fn binding<'a>(of: &'a ReflectedBinding, listed: &[Binding]) -> JsonBinding<'a> {
    let (kind, min_size) = match of.kind {
        Some(BindingKind::UnfilterableTexture { array: false }) => ("texture_2d", None),
        Some(BindingKind::UnfilterableTexture { array: true }) => ("texture_2d_array", None),
        Some(BindingKind::Uniform { size }) => ("uniform", Some(size)),
        Some(BindingKind::ReadStorage { min_size }) => ("read_storage", Some(min_size)),
        Some(BindingKind::ReadWriteStorage { min_size }) => ("read_write_storage", Some(min_size)),
        None => ("other", None),
    };
    let same = |binding: &&Binding| binding.name == of.name;
    let dynamic_offset = listed.iter().find(same).is_some_and(|binding| binding.dynamic_offset);
    let ReflectedBinding { group, binding, name, ty, .. } = of;
    JsonBinding { group: *group, binding: *binding, name, ty, kind, min_size, dynamic_offset }
}

fn structure<'a>(of: &'a ReflectedStruct) -> JsonStruct<'a> {
    let member = |ReflectedMember { name, ty, offset, size }: &'a ReflectedMember| JsonMember {
        name,
        ty,
        offset: *offset,
        size: *size,
    };
    JsonStruct { name: &of.name, size: of.size, members: of.members.iter().map(member).collect() }
}

fn function(of: &ReflectedFunction) -> JsonFunction<'_> {
    let arguments = of.arguments.iter().map(|(name, ty)| JsonNamed { name, ty });
    JsonFunction { name: &of.name, arguments: arguments.collect(), result: of.result.as_deref() }
}

fn entry_point<'a>(of: &'a ReflectedEntryPoint) -> JsonEntryPoint<'a> {
    let varying =
        |ReflectedVarying { name, ty, at }: &'a ReflectedVarying| JsonVarying { name, ty, at };
    JsonEntryPoint {
        name: &of.name,
        stage: &of.stage,
        workgroup_size: (of.workgroup_size != [0; 3]).then_some(of.workgroup_size),
        inputs: of.inputs.iter().map(varying).collect(),
        outputs: of.outputs.iter().map(varying).collect(),
        uses: &of.uses,
    }
}

fn constant(of: &ReflectedConstant) -> JsonConstant<'_> {
    let value = match of.value {
        ReflectedValue::Bool(value) => JsonValue::Bool(value),
        ReflectedValue::Uint(value) => JsonValue::Uint(value),
        ReflectedValue::Int(value) => JsonValue::Int(value),
        ReflectedValue::Float(value) => JsonValue::Float(value),
    };
    JsonConstant { name: &of.name, ty: &of.ty, value }
}
