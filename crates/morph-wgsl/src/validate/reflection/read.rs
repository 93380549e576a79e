//! Reading the interface from naga's module.

use super::{
    ReflectedBinding, ReflectedConstant, ReflectedEntryPoint, ReflectedFunction, ReflectedMember,
    ReflectedStruct, ReflectedValue, ReflectedVarying, Reflection,
};
use crate::BindingKind;
use crate::validate::ValidShader;
use naga::common::wgsl::{TryToWgsl as _, TypeContext as _};
use naga::{
    AddressSpace, EntryPoint, Expression, Function, GlobalVariable, Handle, ImageClass,
    ImageDimension, Literal, Module, ScalarKind, StorageAccess, Type, TypeInner,
};

/// What others call or define, in the order that [`Reflection::functions`] has.
const CONTRACT: [&str; 3] = ["morph_hook", "morph_local", "morph_vertex"];

impl Reflection {
    pub(in crate::validate) fn new(shader: &ValidShader) -> Self {
        let module = &shader.module;
        let mut bindings: Vec<_> = module
            .global_variables
            .iter()
            .filter(|(handle, _)| shader.uses(*handle))
            .filter_map(|(_, global)| binding(module, global))
            .collect();
        bindings.sort_by_key(|binding| (binding.group, binding.binding));
        let mut structs: Vec<_> =
            module.types.iter().filter_map(|(_, ty)| structure(module, ty)).collect();
        structs.sort_by(|a, b| a.name.cmp(&b.name));
        let entry_points =
            (0..module.entry_points.len()).map(|index| entry_point(shader, index)).collect();
        let named = |name| module.functions.iter().find(|(_, f)| f.name.as_deref() == Some(name));
        let functions = CONTRACT.into_iter().filter_map(named);
        let functions = functions.map(|(_, of)| function(module, of)).collect();
        let constants =
            module.constants.iter().filter_map(|(_, of)| constant(module, of)).collect();
        Self { entry_points, bindings, structs, functions, constants }
    }
}

fn entry_point(shader: &ValidShader, index: usize) -> ReflectedEntryPoint {
    let module = &shader.module;
    let EntryPoint { stage, name, workgroup_size, function, .. } = &module.entry_points[index];
    let arguments = function.arguments.iter();
    let inputs = arguments.flat_map(|argument| {
        varyings(module, argument.name.as_deref(), argument.ty, argument.binding.as_ref())
    });
    let result = function.result.iter();
    let outputs = result.flat_map(|of| varyings(module, None, of.ty, of.binding.as_ref()));
    let info = shader.info.get_entry_point(index);
    let mut used: Vec<_> = module
        .global_variables
        .iter()
        .filter(|(handle, _)| !info[*handle].is_empty())
        .filter_map(|(_, global)| Some((global.binding?, global.name.clone()?)))
        .collect();
    used.sort_by_key(|(at, _)| (at.group, at.binding));
    ReflectedEntryPoint {
        stage: format!("{stage:?}").to_lowercase(),
        name: name.clone(),
        workgroup_size: *workgroup_size,
        inputs: inputs.collect(),
        outputs: outputs.collect(),
        uses: used.into_iter().map(|(_, name)| name).collect(),
    }
}

/// One varying, or those of a struct.
fn varyings(
    module: &Module,
    name: Option<&str>,
    ty: Handle<Type>,
    binding: Option<&naga::Binding>,
) -> Vec<ReflectedVarying> {
    let varying = |name: Option<&str>, ty, binding: &naga::Binding| ReflectedVarying {
        name: name.unwrap_or_default().to_owned(),
        ty: module.to_ctx().type_to_string(ty),
        at: match binding {
            naga::Binding::BuiltIn(builtin) => {
                format!("builtin {}", builtin.to_wgsl_for_diagnostics())
            }
            naga::Binding::Location { location, .. } => format!("location {location}"),
        },
    };
    match (binding, &module.types[ty].inner) {
        (Some(binding), _) => vec![varying(name, ty, binding)],
        (None, TypeInner::Struct { members, .. }) => members
            .iter()
            .filter_map(|of| Some(varying(of.name.as_deref(), of.ty, of.binding.as_ref()?)))
            .collect(),
        _ => Vec::new(),
    }
}

fn function(module: &Module, function: &Function) -> ReflectedFunction {
    let type_of = |ty| module.to_ctx().type_to_string(ty);
    let arguments = function.arguments.iter();
    ReflectedFunction {
        name: function.name.clone().unwrap_or_default(),
        arguments: arguments
            .map(|of| (of.name.clone().unwrap_or_default(), type_of(of.ty)))
            .collect(),
        result: function.result.as_ref().map(|result| type_of(result.ty)),
    }
}

/// A scalar constant; vectors and the like are none of ours.
fn constant(module: &Module, constant: &naga::Constant) -> Option<ReflectedConstant> {
    let Expression::Literal(literal) = module.global_expressions[constant.init] else {
        return None;
    };
    let value = match literal {
        Literal::Bool(value) => ReflectedValue::Bool(value),
        Literal::U32(value) => ReflectedValue::Uint(value),
        Literal::I32(value) => ReflectedValue::Int(value),
        Literal::F32(value) => ReflectedValue::Float(value),
        _ => return None,
    };
    let ty = module.to_ctx().type_to_string(constant.ty);
    Some(ReflectedConstant { name: constant.name.clone()?, ty, value })
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

fn structure(module: &Module, ty: &Type) -> Option<ReflectedStruct> {
    let TypeInner::Struct { members, span } = &ty.inner else {
        return None;
    };
    let members = members
        .iter()
        .map(|member| ReflectedMember {
            name: member.name.clone().unwrap_or_default(),
            ty: module.to_ctx().type_to_string(member.ty),
            offset: member.offset,
            size: match module.types[member.ty].inner {
                TypeInner::Array { size: naga::ArraySize::Dynamic, .. } => None,
                ref inner => Some(inner.size(module.to_ctx())),
            },
        })
        .collect();
    Some(ReflectedStruct { name: ty.name.clone()?, size: *span, members })
}
