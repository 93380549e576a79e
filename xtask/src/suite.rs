//! `test`: everything that a change must pass, in order of what fails fastest.

use crate::cargo::{self, Profile};
use crate::packages::{CC, CXX, PYTHON};
use crate::{
    arm, bench, book, browser, driver, foreign, foreign_shaders, fuzz, gpu, header, meshopt,
    packages, probes, shaders, snapshots, start, tint, validator, vectors, view, wasm,
};
use anyhow::{Context, Result};
use morph_wgsl::Shader;
use std::env::consts::EXE_EXTENSION;
use std::time::Instant;
use xshell::{Shell, cmd};

/// Feature sets that people use, each built on its own so that none leans on another's features.
const FEATURE_SETS: [(&str, &str); 19] = [
    ("morph-core", "std"),
    ("morph-core", "libm"),
    ("morph-core", "std,serde"),
    ("morph-core", "avx512"),
    ("morph-core", "rayon"),
    ("morph-wgsl", ""),
    ("morph-wgsl", "validate"),
    ("morph-wgsl", "translate"),
    ("morph-gltf", ""),
    ("morph-gltf", "meshopt"),
    ("morph-gltf", "gltf"),
    ("morph-gpu", ""),
    ("morphkit", ""),
    ("morphkit", "wgsl"),
    ("morphkit", "translate"),
    ("morphkit", "gltf"),
    ("morphkit", "meshopt"),
    ("morphkit", "gpu"),
    ("morphkit", "wgsl,gltf,gpu"),
];

/// Files with expected values, where they lie beside the checkout.
const CORPUS: &str = "../shared/corpus";

/// Runs the steps; stops at the first that fails.
pub(crate) fn run(sh: &Shell, long: bool) -> Result<()> {
    let step = |name: &str, run: &dyn Fn() -> Result<()>| -> Result<()> {
        eprintln!("--- {name}");
        let start = Instant::now();
        run().with_context(|| name.to_owned())?;
        eprintln!("--- {name}: {:.0} s", start.elapsed().as_secs_f32());
        Ok(())
    };
    step("driver and tools", &|| {
        driver::ensure(sh)?;
        packages::ensure(sh, &packages::OF_THE_TESTS)
    })?;
    step("format", &|| Ok(cmd!(sh, "cargo fmt --all --check").run()?))?;
    step("golden vectors", &|| vectors::run(sh, true))?;
    step("foreign runners", &|| foreign::run(sh))?;
    step("clippy", &|| {
        Ok(cmd!(
            sh,
            "cargo clippy --workspace --exclude morphkit-view --all-targets -- -D warnings"
        )
        .run()?)
    })?;
    step("tests and doctests", &|| {
        let _update = sh.push_env("INSTA_UPDATE", "no");
        Ok(cmd!(sh, "cargo test --workspace --exclude morphkit-view").run()?)
    })?;
    step("GPU suite under other limits", &|| gpu::limits(sh))?;
    step("examples", &|| examples(sh))?;
    step("feature sets", &|| {
        for (package, features) in FEATURE_SETS {
            cmd!(
                sh,
                "cargo check --quiet -p {package} --no-default-features --features {features}"
            )
            .run()?;
        }
        Ok(())
    })?;
    step("core without std", &|| {
        let core = ["-p", "morph-core", "--no-default-features", "--features", "libm"];
        Ok(cmd!(sh, "cargo test --quiet {core...} --lib --test levels").run()?)
    })?;
    step("no_std probe", &|| probes::no_std(sh))?;
    step("a probe for each row of the README", &|| probes::rows(sh))?;
    step("the program of the first page", &|| start::run(sh).map(drop))?;
    step("validate-shaders", &|| shaders::validate(&Shader::all()))?;
    step("foreign shader compilers", &|| foreign_shaders::run(sh))?;
    step("C header", &|| {
        // The header's tests are among the tests above, and silent where they have no compiler.
        packages::there("tests of the C header in C and C++", &[CC, CXX])?;
        header::run(sh, true)
    })?;
    step("snapshots", &|| snapshots::run(sh, false))?;
    step("docs", &|| {
        let _flags = sh.push_env("RUSTDOCFLAGS", "-D warnings");
        Ok(cmd!(sh, "cargo doc --workspace --exclude morphkit-view --no-deps").run()?)
    })?;
    step("book", &|| book::run(sh))?;
    if long {
        step("properties, many cases", &|| {
            let _cases = sh.push_env("PROPTEST_CASES", "4096");
            let core = ["--features", "avx512,rayon", "--test", "levels", "--test", "properties"];
            cmd!(sh, "cargo test --release -p morph-core {core...}").run()?;
            Ok(cmd!(sh, "cargo test --release -p morph-gltf").run()?)
        })?;
        step("a pool beside its model, many lives", &|| {
            let _cases = sh.push_env("PROPTEST_CASES", "200");
            Ok(cmd!(sh, "cargo test -p morph-tests --test gpu pool::model").run()?)
        })?;
        step("fuzz targets, a minute each", &|| fuzz::run(sh, &fuzz::Args::all(60)))?;
        step("soak, ten minutes", &|| gpu::soak(sh, gpu::SOAK_SECONDS))?;
        step("benches, once each", &|| bench::smoke(sh))?;
        step("GPU suite on a second driver", &|| gpu::second_driver(sh))?;
        step("compressed files", &|| meshopt::run(sh, true))?;
        step("glTF validator", &|| validator::run(sh, &[]))?;
        step("Tint", &|| tint::run(sh))?;
        step("browser", &|| browser::run(sh))?;
        step("viewer", &|| view::run(sh, None))?;
        step("wasm", &|| wasm::run(sh))?;
        step("morph-core on AArch64", &|| arm::run(sh))?;
        if sh.path_exists(CORPUS) {
            step("corpus, every backend", &|| {
                packages::need("corpus", &[PYTHON])?;
                let morphkit = cargo::morphkit(sh, Profile::Release)?;
                Ok(cmd!(sh, "bash tests/corpus.sh {CORPUS} {morphkit}").run()?)
            })?;
        }
    }
    eprintln!("{}", summary(&packages::skipped()));
    Ok(())
}

/// Runs every example of the facade: each asserts what it shows.
fn examples(sh: &Shell) -> Result<()> {
    driver::ensure(sh)?;
    // With the whole workspace's features, so that nothing is built anew after `cargo test`.
    cmd!(sh, "cargo build --quiet --workspace --exclude morphkit-view --examples").run()?;
    let built = cargo::target_dir(sh)?.join("debug/examples");
    let mut count = 0;
    for path in sh.read_dir("crates/morphkit/examples")? {
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let Some(name) = path.file_stem() else { continue };
        let program = built.join(name).with_extension(EXE_EXTENSION);
        cmd!(sh, "{program}").run()?;
        count += 1;
    }
    anyhow::ensure!(count > 0, "crates/morphkit/examples: expected examples, found none");
    Ok(())
}

/// The last line.
fn summary(skipped: &[String]) -> String {
    match skipped {
        [] => "all steps passed".to_owned(),
        skipped => format!("passed; SKIPPED: {}", skipped.join("; ")),
    }
}

#[cfg(test)]
mod tests {
    use super::summary;

    #[test]
    fn the_end_names_what_was_skipped() {
        assert_eq!(summary(&[]), "all steps passed");
        let skipped = ["vectors: not found: python3", "foreign runner in C: not found: cc"];
        assert_eq!(
            summary(&skipped.map(str::to_owned)),
            "passed; SKIPPED: vectors: not found: python3; foreign runner in C: not found: cc"
        );
    }
}
