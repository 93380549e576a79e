//! `validate-shaders`: every permutation through naga, a line each.

use anyhow::{Result, bail};
use morph_wgsl::validate::validate_all;

/// Validates every permutation whose name contains the filter.
pub(crate) fn validate(filter: &str) -> Result<()> {
    let all = validate_all();
    let mut failed = 0;
    let mut seen = 0;
    for (permutation, result) in &all {
        let name = permutation.name();
        if !name.contains(filter) {
            continue;
        }
        seen += 1;
        match result {
            Ok(shader) => {
                let bindings = shader.reflection().bindings.len();
                println!("ok    {name:<52} {bindings} bindings");
            }
            Err(error) => {
                failed += 1;
                println!("FAIL  {name}\n{error}");
            }
        }
    }
    if seen == 0 {
        bail!("no permutation's name contains `{filter}`; there are {}", all.len());
    }
    println!("{} of {seen} permutations are valid", seen - failed);
    if failed > 0 {
        bail!("{failed} of {seen} permutations are not valid");
    }
    Ok(())
}
