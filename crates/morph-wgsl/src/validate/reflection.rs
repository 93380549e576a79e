//! The interface of a shader: bindings, structs, entry points.

use crate::BindingKind;
use naga::common::wgsl::TypeContext as _;
use naga::valid::ModuleInfo;
use naga::{
    AddressSpace, GlobalVariable, Handle, ImageClass, ImageDimension, Module, ScalarKind,
    StorageAccess, TypeInner,
};
use std::fmt;

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
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reflection {
    /// Entry points in the order of the text.
    pub entry_points: Vec<ReflectedEntryPoint>,
    /// Bindings that an entry point uses, by group and binding.
    pub bindings: Vec<ReflectedBinding>,
    /// Structs by name.
    pub structs: Vec<ReflectedStruct>,
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
}

impl Reflection {
    pub(super) fn new(module: &Module, info: &ModuleInfo) -> Self {
        let is_used = |global: Handle<GlobalVariable>| {
            (0..module.entry_points.len())
                .any(|entry| !info.get_entry_point(entry)[global].is_empty())
        };
        let mut bindings: Vec<_> = module
            .global_variables
            .iter()
            .filter(|(handle, _)| is_used(*handle))
            .filter_map(|(_, global)| binding(module, global))
            .collect();
        bindings.sort_by_key(|binding| (binding.group, binding.binding));
        let mut structs: Vec<_> =
            module.types.iter().filter_map(|(_, ty)| structure(module, ty)).collect();
        structs.sort_by(|a, b| a.name.cmp(&b.name));
        let entry_points = module
            .entry_points
            .iter()
            .map(|entry| ReflectedEntryPoint {
                stage: format!("{:?}", entry.stage).to_lowercase(),
                name: entry.name.clone(),
                workgroup_size: entry.workgroup_size,
            })
            .collect();
        Self { entry_points, bindings, structs }
    }

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

fn binding(module: &Module, global: &GlobalVariable) -> Option<ReflectedBinding> {
    let at = global.binding?;
    let inner = &module.types[global.ty].inner;
    let size = u64::from(inner.size(module.to_ctx()));
    let kind = match (global.space, inner) {
        (AddressSpace::Uniform, _) => Some(BindingKind::Uniform { size }),
        (AddressSpace::Storage { access }, _) if access.contains(StorageAccess::STORE) => {
            Some(BindingKind::ReadWriteStorage { min_size: size })
        }
        (AddressSpace::Storage { .. }, _) => Some(BindingKind::ReadStorage { min_size: size }),
        (
            _,
            &TypeInner::Image {
                dim: ImageDimension::D2,
                arrayed: array,
                class: ImageClass::Sampled { kind: ScalarKind::Float, multi: false },
            },
        ) => Some(BindingKind::UnfilterableTexture { array }),
        _ => None,
    };
    Some(ReflectedBinding {
        group: at.group,
        binding: at.binding,
        name: global.name.clone().unwrap_or_default(),
        ty: module.to_ctx().type_to_string(global.ty),
        kind,
    })
}

fn structure(module: &Module, ty: &naga::Type) -> Option<ReflectedStruct> {
    let TypeInner::Struct { members, span } = &ty.inner else {
        return None;
    };
    let members = members
        .iter()
        .map(|member| ReflectedMember {
            name: member.name.clone().unwrap_or_default(),
            ty: module.to_ctx().type_to_string(member.ty),
            offset: member.offset,
        })
        .collect();
    Some(ReflectedStruct { name: ty.name.clone()?, size: *span, members })
}

impl fmt::Display for Reflection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for ReflectedEntryPoint { stage, name, workgroup_size } in &self.entry_points {
            write!(f, "{stage} entry {name}")?;
            let [x, y, z] = workgroup_size;
            if *x > 0 {
                write!(f, ", workgroup {x} x {y} x {z}")?;
            }
            writeln!(f)?;
        }
        for ReflectedBinding { group, binding, name, ty, kind } in &self.bindings {
            write!(f, "@group({group}) @binding({binding}) {name}: {ty}")?;
            match kind {
                Some(BindingKind::UnfilterableTexture { .. }) => writeln!(f, ", read only")?,
                Some(BindingKind::Uniform { size }) => writeln!(f, ", uniform of {size} bytes")?,
                Some(BindingKind::ReadStorage { min_size }) => {
                    writeln!(f, ", storage of at least {min_size} bytes, read only")?;
                }
                Some(BindingKind::ReadWriteStorage { min_size }) => {
                    writeln!(f, ", storage of at least {min_size} bytes, read and written")?;
                }
                None => writeln!(f)?,
            }
        }
        for ReflectedStruct { name, size, members } in &self.structs {
            writeln!(f, "struct {name}, {size} bytes")?;
            for ReflectedMember { name, ty, offset } in members {
                writeln!(f, "  {offset:>4} {name}: {ty}")?;
            }
        }
        Ok(())
    }
}
