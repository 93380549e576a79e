//! The translations of every permutation through compilers that are not naga: SPIR-V through
//! Khronos's validator, GLSL and HLSL through Khronos's reference front end.

use crate::packages::{self, GLSLANG, SPIRV_VAL};
use crate::shaders;
use anyhow::{Context, Result, bail};
use morph_wgsl::emit::Language;
use morph_wgsl::{Shader, Slots, Stage};
use std::path::{Path, PathBuf};
use std::process::Command;
use xshell::Shell;

const FOLDER: &str = "out/foreign-shaders";

/// Writes the permutations, checks each file, prints how many passed, and fails with all that did
/// not.
pub(crate) fn run(sh: &Shell) -> Result<()> {
    if !packages::there("foreign shader compilers", &[SPIRV_VAL, GLSLANG])? {
        return Ok(());
    }
    let folder = sh.current_dir().join(FOLDER);
    // Nothing of an earlier run may pass for one of this one.
    sh.remove_path(&folder)?;
    let languages = [Language::Spirv, Language::Glsl, Language::Hlsl];
    shaders::write(&folder, &Shader::all(), &Slots::default(), &languages)?;
    let mut failures = Vec::new();
    failures.extend(each("SPIR-V", &files(&folder, &[".spv"])?, &spirv)?);
    failures.extend(glsl(&files(&folder, &[".vert", ".comp"])?)?);
    failures.extend(each("HLSL", &files(&folder, &[".hlsl"])?, &hlsl)?);
    if failures.is_empty() {
        return Ok(());
    }
    bail!("not every file passes:\n{}", failures.join("\n"))
}

/// The files with one of these endings, in order; none is an error.
fn files(folder: &Path, endings: &[&str]) -> Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut found = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if endings.iter().any(|ending| name(&path).ends_with(ending)) {
            found.push(path);
        }
    }
    found.sort();
    if found.is_empty() {
        bail!("{}: no file ends in {}", folder.display(), endings.join(" or "));
    }
    Ok(found)
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Runs a command for each file, as many at once as there are cores.
fn each(
    language: &str,
    files: &[PathBuf],
    command: &(dyn Fn(&Path) -> Command + Sync),
) -> Result<Vec<String>> {
    let check = |file: &PathBuf| -> Result<Option<String>> {
        let output = command(file).output().context("the compiler cannot be started")?;
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8_lossy(&said).trim().replace('\n', "\n    ");
        Ok((!output.status.success()).then(|| format!("{}:\n    {said}", name(file))))
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let results: Vec<_> = std::thread::scope(|scope| {
        let chunks = files.chunks(files.len().div_ceil(cores).max(1));
        let threads: Vec<_> = chunks
            .map(|chunk| scope.spawn(|| chunk.iter().map(check).collect::<Vec<_>>()))
            .collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap_or_default()).collect()
    });
    if results.len() != files.len() {
        bail!("{language}: expected {} results, got {}", files.len(), results.len());
    }
    let mut failures = Vec::new();
    for result in results {
        failures.extend(result?);
    }
    println!("{language}: {} of {} files pass", files.len() - failures.len(), files.len());
    Ok(failures)
}

fn spirv(file: &Path) -> Command {
    let mut command = Command::new(SPIRV_VAL.program);
    // naga writes SPIR-V 1.0, which is what Vulkan 1.0 takes.
    command.args(["--target-env", "vulkan1.0"]).arg(file);
    command
}

/// The front end reads HLSL only on the way to SPIR-V.
fn hlsl(file: &Path) -> Command {
    let stage = if name(file).starts_with("vertex") { Stage::Vertex } else { Stage::Compute };
    let [stage, entry] = match stage {
        Stage::Vertex => ["vert", "morph_harness"],
        Stage::Compute => ["comp", "morph_main"],
    };
    let mut command = Command::new(GLSLANG.program);
    command.args(["-D", "-V", "-S", stage, "-e", entry, "-o"]);
    command.arg(file.with_extension("hlsl.spv")).arg(file);
    command
}

/// All files in one run: most of the time goes into the tables that a run begins with.
fn glsl(files: &[PathBuf]) -> Result<Vec<String>> {
    let output = Command::new(GLSLANG.program)
        .args(files)
        .output()
        .context("the compiler cannot be started")?;
    let said = String::from_utf8_lossy(&output.stdout);
    let mut seen = 0;
    let mut failures: Vec<String> = Vec::new();
    let mut current = String::new();
    for line in said.lines() {
        if files.iter().any(|file| file.as_os_str() == line) {
            seen += 1;
            current = name(Path::new(line));
        } else if line.starts_with("ERROR") {
            match failures.last_mut() {
                Some(last) if last.starts_with(&format!("{current}:")) => {
                    *last += &format!("\n    {line}");
                }
                _ => failures.push(format!("{current}:\n    {line}")),
            }
        }
    }
    // The front end names each file that it reads.
    if seen != files.len() || output.status.success() != failures.is_empty() {
        let told = String::from_utf8_lossy(&output.stderr);
        bail!("GLSL: {seen} of {} files were read: {told}{said}", files.len());
    }
    println!("GLSL: {} of {} files pass", seen - failures.len(), files.len());
    Ok(failures)
}
