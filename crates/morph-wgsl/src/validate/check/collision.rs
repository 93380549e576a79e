//! Variables that a pipeline would bind at one place.

use crate::{Composition, Origin};
use naga::valid::{EntryPointError, ModuleInfo, ValidationError};
use naga::{GlobalVariable, Handle, Module, ResourceBinding, ShaderStage};
use std::collections::BTreeMap;
use std::fmt;

/// A variable, where it is declared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declared {
    /// Its name.
    pub name: String,
    /// Whose text declares it.
    pub origin: Origin,
    /// The file, as in [`super::ValidateError::file`].
    pub file: String,
    /// The line there, from 1.
    pub line: u32,
}

/// Two variables that a pipeline would bind at one place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Collision {
    /// The bind group.
    pub group: u32,
    /// The binding.
    pub binding: u32,
    /// The variable that is declared later.
    pub variable: Declared,
    /// The variable that is declared earlier.
    pub other: Declared,
}

impl fmt::Display for Declared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = match self.origin {
            Origin::Library => "morph-wgsl's ",
            Origin::Caller => "",
        };
        write!(f, "`{}` of {of}{}:{}", self.name, self.file, self.line)
    }
}

impl fmt::Display for Collision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { group, binding, variable, other } = self;
        let Declared { name, file, line, .. } = variable;
        write!(f, "{file}:{line}: `{name}` is at group {group}, binding {binding}, ")?;
        write!(f, "and so is {other}")
    }
}

/// The variable that naga found at a place that another one has.
pub(super) fn colliding(error: &ValidationError) -> Option<Handle<GlobalVariable>> {
    match error {
        ValidationError::EntryPoint {
            source: EntryPointError::BindingCollision(handle), ..
        } => Some(*handle),
        _ => None,
    }
}

/// The variable with each other one that has its group and binding.
pub(super) fn at_one_place(
    composition: &Composition,
    module: &Module,
    variable: Handle<GlobalVariable>,
) -> Vec<Collision> {
    let Some(at) = module.global_variables[variable].binding else {
        return Vec::new();
    };
    let variables = module.global_variables.iter();
    let others = variables.filter(|(other, of)| *other != variable && of.binding == Some(at));
    others.map(|(other, _)| collision(composition, module, at, [variable, other])).collect()
}

/// Variables of both texts at one place that different stages of a render pipeline use: a pipeline
/// has one layout for all its stages.
pub(super) fn across_stages(
    composition: &Composition,
    module: &Module,
    info: &ModuleInfo,
) -> Vec<Collision> {
    let renders = |stage| matches!(stage, ShaderStage::Vertex | ShaderStage::Fragment);
    let stages = |variable: Handle<GlobalVariable>| {
        let entries = module.entry_points.iter().enumerate();
        entries
            .filter(|(at, _)| !info.get_entry_point(*at)[variable].is_empty())
            .map(|(_, entry)| entry.stage)
            .filter(|stage| renders(*stage))
            .collect::<Vec<_>>()
    };
    let mut places: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for (handle, global) in module.global_variables.iter() {
        if let Some(at) = global.binding {
            places.entry((at.group, at.binding)).or_default().push((at, handle));
        }
    }
    let mut found = Vec::new();
    for of_place in places.values() {
        for (at, (place, first)) in of_place.iter().enumerate() {
            for (_, second) in &of_place[at + 1..] {
                let (a, b) = (stages(*first), stages(*second));
                if a.iter().any(|a| b.iter().any(|b| a != b)) {
                    found.push(collision(composition, module, *place, [*first, *second]));
                }
            }
        }
    }
    found
}

fn collision(
    composition: &Composition,
    module: &Module,
    at: ResourceBinding,
    mut variables: [Handle<GlobalVariable>; 2],
) -> Collision {
    let start = |variable| module.global_variables.get_span(variable).to_range().map(|r| r.start);
    variables.sort_by_key(|variable| start(*variable));
    let [other, variable] = variables.map(|variable| declared(composition, module, variable));
    Collision { group: at.group, binding: at.binding, variable, other }
}

pub(super) fn declared(
    composition: &Composition,
    module: &Module,
    variable: Handle<GlobalVariable>,
) -> Declared {
    let name = module.global_variables[variable].name.clone().unwrap_or_default();
    let span = module.global_variables.get_span(variable);
    let at = span.location(&composition.text).line_number;
    let (file, line) = composition.locate(at);
    Declared { name, origin: composition.origin(at), file: file.to_owned(), line }
}
