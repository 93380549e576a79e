//! The command `shader list`.

use crate::args::ListArgs;
use crate::failure::Failure;
use crate::pick;
use anyhow::anyhow;
use morphkit::wgsl::{BindingKind, Shader, Slots};
use std::io::{self, Write};

/// Prints the names that contain the filter, and what each binds.
pub(crate) fn run(args: &ListArgs) -> Result<(), Failure> {
    let all = Shader::all();
    let chosen: Vec<_> = all.iter().filter(|shader| shader.name().contains(&args.filter)).collect();
    if chosen.is_empty() {
        return Err(Failure::environment(nothing(&args.filter, &all)));
    }
    let width = chosen.iter().map(|shader| shader.name().len()).max().unwrap_or(0);
    let mut out = io::stdout().lock();
    for shader in chosen {
        let bindings = shader.bindings(&Slots::default());
        let bound: Vec<_> = bindings.iter().map(|binding| kind(binding.kind)).collect();
        writeln!(out, "{:<width$}  {}", shader.name(), bound.join(", "))
            .map_err(Failure::output)?;
    }
    Ok(())
}

fn nothing(filter: &str, all: &[Shader]) -> anyhow::Error {
    let names: Vec<_> = all.iter().map(Shader::name).collect();
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    match pick::nearest(filter, &names).as_slice() {
        [] => anyhow!("{filter:?}: in no name; there are {} shaders", all.len()),
        near => anyhow!("{filter:?}: in no name; did you mean {}?", near.join(" or ")),
    }
}

fn kind(kind: BindingKind) -> String {
    match kind {
        BindingKind::UnfilterableTexture { array: false } => "texture".into(),
        BindingKind::UnfilterableTexture { array: true } => "array texture".into(),
        BindingKind::Uniform { size } => format!("uniform of {size} bytes"),
        BindingKind::ReadStorage { .. } => "storage".into(),
        BindingKind::ReadWriteStorage { .. } => "written storage".into(),
    }
}
