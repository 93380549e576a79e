//! MSL.

use super::{Bound, Slot, Table, TranslateError, Translation, ZERO_WORKGROUP_MEMORY, bound};
use crate::validate::ValidShader;
use naga::back::msl;
use naga::proc::BoundsCheckPolicies;
use std::collections::BTreeSet;

/// MSL 2.0.
///
/// The index in Metal is the binding number, in the table of buffers, textures or samplers. Metal
/// has no groups: where the shader uses several, its bindings are counted through in their order.
/// Shaders that ask a buffer's length take a buffer of lengths at the next index.
///
/// # Errors
/// [`TranslateError`] where naga has no way to say it, or an index is above 255.
pub fn msl(shader: &ValidShader) -> Result<String, TranslateError> {
    msl_with_slots(shader).map(|translation| translation.code)
}

/// MSL, and the index of each binding.
///
/// # Errors
/// As [`msl()`].
pub fn msl_with_slots(shader: &ValidShader) -> Result<Translation<String>, TranslateError> {
    let bindings = bound(shader);
    let groups: BTreeSet<_> = bindings.iter().map(|bound| bound.at.group).collect();
    let mut resources = msl::EntryPointResources::default();
    let mut slots = Vec::new();
    let mut next = 0;
    for (bound, counted) in bindings.iter().zip(0..) {
        let number = if groups.len() > 1 { counted } else { bound.at.binding };
        let index = index(number)?;
        next = number.saturating_add(1);
        resources.resources.insert(bound.at, target(bound, index));
        slots.push(Slot { name: bound.name.to_owned(), place: place(bound.table, index) });
    }
    let sizes = index(next)?;
    resources.sizes_buffer = Some(sizes);
    let entry_points = shader.module.entry_points.iter();
    let map = entry_points.map(|entry| (entry.name.clone(), resources.clone()));
    let options = msl::Options {
        lang_version: (2, 0),
        per_entry_point_map: map.collect(),
        fake_missing_bindings: false,
        zero_initialize_workgroup_memory: ZERO_WORKGROUP_MEMORY,
        bounds_check_policies: BoundsCheckPolicies::default(),
        ..Default::default()
    };
    let pipeline = msl::PipelineOptions::default();
    let (code, info) = msl::write_string(&shader.module, &shader.info, &options, &pipeline)
        .map_err(|error| TranslateError::new("MSL", error))?;
    if code.contains("_buffer_sizes [[") {
        slots.push(Slot { name: "_buffer_sizes".into(), place: place(Table::Uniform, sizes) });
    }
    let entry_points = info.entry_point_names.into_iter().collect::<Result<_, _>>();
    let entry_points = entry_points.map_err(|error| TranslateError::new("MSL", error))?;
    Ok(Translation { code, entry_points, slots })
}

fn index(number: u32) -> Result<u8, TranslateError> {
    u8::try_from(number).map_err(|_too_large| {
        TranslateError::new("MSL", format!("expected an index up to 255, got {number}"))
    })
}

fn target(bound: &Bound<'_>, index: u8) -> msl::BindTarget {
    let mut target = msl::BindTarget::default();
    match bound.table {
        Table::Uniform | Table::ReadStorage => target.buffer = Some(index),
        Table::WriteStorage => {
            target.buffer = Some(index);
            target.mutable = true;
        }
        Table::Texture => target.texture = Some(index),
        Table::WriteTexture => {
            target.texture = Some(index);
            target.mutable = true;
        }
        Table::Sampler => target.sampler = Some(msl::BindSamplerTarget::Resource(index)),
    }
    target
}

fn place(table: Table, index: u8) -> String {
    let table = match table {
        Table::Uniform | Table::ReadStorage | Table::WriteStorage => "buffer",
        Table::Texture | Table::WriteTexture => "texture",
        Table::Sampler => "sampler",
    };
    format!("{table}({index})")
}
