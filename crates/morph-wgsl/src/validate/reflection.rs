//! The interface of a shader: bindings, structs, entry points.

mod read;
mod text;

use crate::BindingKind;

/// What a shader shows to the outside, in a stable order with a stable text.
///
/// # Example
/// ```
/// use morph_wgsl::{Permutation, Slots, Stage, validate::validate_permutation};
/// let permutation = Permutation::seed(Stage::Vertex, true);
/// let text = validate_permutation(&permutation, &Slots::default(), None)?.reflection().to_string();
/// assert!(text.starts_with("vertex entry morph_harness\n"));
/// # Ok::<(), morph_wgsl::validate::ValidateError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Reflection {
    /// Entry points in the order of the text.
    pub entry_points: Vec<ReflectedEntryPoint>,
    /// Bindings that an entry point uses, by group and binding.
    pub bindings: Vec<ReflectedBinding>,
    /// Structs by name.
    pub structs: Vec<ReflectedStruct>,
    /// The functions that a caller calls, or that a hook defines, by name: `morph_hook`,
    /// `morph_local`, `morph_vertex`, as far as they are there.
    pub functions: Vec<ReflectedFunction>,
    /// Scalar constants at module scope, in the order of the text.
    pub constants: Vec<ReflectedConstant>,
}

/// An entry point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReflectedEntryPoint {
    /// `vertex`, `fragment` or `compute`.
    pub stage: String,
    /// Its name.
    pub name: String,
    /// All zero outside compute.
    pub workgroup_size: [u32; 3],
    /// Arguments, and members of arguments that are structs, in order.
    pub inputs: Vec<ReflectedVarying>,
    /// The result, or its members, in order.
    pub outputs: Vec<ReflectedVarying>,
    /// Names of the bindings that it uses, by group and binding.
    pub uses: Vec<String>,
}

/// An input or output of an entry point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReflectedVarying {
    /// Its name; empty for a result that is no struct.
    pub name: String,
    /// Its WGSL type.
    pub ty: String,
    /// `location 0` or `builtin vertex_index`.
    pub at: String,
}

/// A function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReflectedFunction {
    /// Its name.
    pub name: String,
    /// Names and WGSL types of its arguments.
    pub arguments: Vec<(String, String)>,
    /// WGSL type of its result.
    pub result: Option<String>,
}

/// A scalar constant.
#[derive(Debug, Clone, PartialEq)]
pub struct ReflectedConstant {
    /// Its name.
    pub name: String,
    /// Its WGSL type.
    pub ty: String,
    /// Its value.
    pub value: ReflectedValue,
}

/// Value of a constant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ReflectedValue {
    /// Of a `bool`.
    Bool(bool),
    /// Of a `u32`.
    Uint(u32),
    /// Of an `i32`.
    Int(i32),
    /// Of an `f32`.
    Float(f32),
}

/// A binding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReflectedBinding {
    /// The bind group.
    pub group: u32,
    /// Its number there.
    pub binding: u32,
    /// Name of the variable.
    pub name: String,
    /// Its WGSL type.
    pub ty: String,
    /// What it takes, `None` for kinds that morphing does not use, such as samplers.
    pub kind: Option<BindingKind>,
}

/// A struct.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReflectedStruct {
    /// Its name.
    pub name: String,
    /// Bytes, with one element where it ends in a runtime array.
    pub size: u32,
    /// Members in order.
    pub members: Vec<ReflectedMember>,
}

/// A member of a struct.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReflectedMember {
    /// Its name.
    pub name: String,
    /// Its WGSL type.
    pub ty: String,
    /// Bytes from the struct's start.
    pub offset: u32,
    /// Bytes, `None` for arrays whose length the buffer decides.
    pub size: Option<u32>,
}

impl Reflection {
    /// The struct of that name.
    #[must_use]
    pub fn structure(&self, name: &str) -> Option<&ReflectedStruct> {
        self.structs.iter().find(|structure| structure.name == name)
    }
}

impl ReflectedStruct {
    /// Byte at which a member begins.
    #[must_use]
    pub fn offset(&self, member: &str) -> Option<u32> {
        self.members.iter().find(|m| m.name == member).map(|m| m.offset)
    }
}
