//! `tint`: every shader through Chromium's WGSL compiler, as naga is not the only reader.

use crate::npm;
use anyhow::{Context, Result, bail};
use morph_wgsl::validate::shader_text;
use morph_wgsl::{Binding, BindingKind, Shader, Slots, Stage};
use serde_json::{Value, json};
use std::fs;
use xshell::{Shell, cmd};

/// What the check reads.
const MODULES: &str = "out/tint/modules.json";

/// Compiles every shader with Tint and makes a pipeline of it.
pub(crate) fn run(sh: &Shell) -> Result<()> {
    npm::ensure(sh, "Tint", &[])?;
    let slots = Slots::default();
    let modules: Vec<Value> = Shader::all().iter().map(|shader| module(shader, &slots)).collect();
    if modules.is_empty() {
        bail!("there are no permutations to check");
    }
    sh.create_dir("out/tint")?;
    fs::write(MODULES, serde_json::to_string_pretty(&modules)?).context(MODULES)?;
    let script = format!("{}/tint.mjs", npm::FOLDER);
    let told = cmd!(sh, "node {script} {MODULES}").ignore_status().output()?;
    let text = String::from_utf8_lossy(&told.stdout);
    print!("{text}");
    eprint!("{}", String::from_utf8_lossy(&told.stderr));
    let counted = text.contains(&format!("Tint: {} permutations compiled", modules.len()));
    if !told.status.success() || !counted {
        bail!("not all of {} permutations passed Tint", modules.len());
    }
    Ok(())
}

/// Text, bindings and source map of a shader: with an entry point in every stage.
fn module(shader: &Shader, slots: &Slots) -> Value {
    let composition = shader_text(shader, slots, None);
    let (stage, entry) = match shader.stage() {
        Stage::Vertex => ("vertex", "morph_harness"),
        Stage::Compute => ("compute", "morph_main"),
    };
    let parts: Vec<Value> = composition
        .parts
        .iter()
        .map(|part| json!({ "file": part.file, "first_line": part.first_line }))
        .collect();
    json!({
        "name": composition.name,
        "stage": stage,
        "entry": entry,
        "text": composition.text,
        "group": slots.group,
        "bindings": shader.bindings(slots).iter().map(binding).collect::<Vec<_>>(),
        "parts": parts,
    })
}

/// A binding as the scripts in `tests/browser` take it.
pub(crate) fn binding(binding: &Binding) -> Value {
    let mut value = match binding.kind {
        BindingKind::UnfilterableTexture { array } => json!({ "kind": "texture", "array": array }),
        BindingKind::Uniform { size } => json!({ "kind": "uniform", "size": size }),
        BindingKind::ReadStorage { min_size } => json!({ "kind": "read", "size": min_size }),
        BindingKind::ReadWriteStorage { min_size } => json!({ "kind": "write", "size": min_size }),
    };
    value["binding"] = binding.binding.into();
    value["dynamic_offset"] = binding.dynamic_offset.into();
    value
}
