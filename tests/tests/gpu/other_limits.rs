//! The whole suite again, its shared device under other limits (`cargo xtask limits`).
//!
//! A test then holds, or ends in a refusal of ours that names a limit and both numbers. Anything
//! else fails: an error that wgpu had to find, a wrong result, a refusal where there is room.

use morph_tests::limits::VARIABLE;
use std::collections::BTreeMap;
use std::process::Command;

#[test]
#[ignore = "runs all other tests of the suite: cargo xtask limits"]
fn downlevel_every_test_holds() {
    judge("downlevel", &[]);
}

#[test]
#[ignore = "runs all other tests of the suite: cargo xtask limits"]
fn webgl2_textures_hold_and_all_else_is_refused() {
    // There are no storage buffers and no compute stage. The vertex stage must hold, but for what
    // reads rows of weights.
    let refused = [
        "blend::",
        "bounds::",
        "deform::",
        "draws::merged::deformed",
        "draws::merged::the_deform",
        "draws::passes::one_deform",
        "files::",
        "golden::",
        "lost::",
        "motion::",
        "pool::",
        "pool_deform::",
        "profiles::",
        "tracks::",
        "vertex_stage::one_instanced_draw_reads_a_row_an_instance",
        "vertex_stage::row_sparse::",
    ];
    judge("webgl2", &refused);
}

#[test]
#[ignore = "runs all other tests of the suite: cargo xtask limits"]
fn small_what_does_not_fit_is_refused() {
    let refused = ["blend::", "bounds::", "deform::", "files::", "golden::", "lost::", "pool::"];
    let more = ["draws::passes::", "pool_deform::", "profiles::", "tracks::", "vertex_stage::"];
    let refused = [&refused[..], &more].concat();
    judge("small", &refused);
}

/// Runs the suite under limits. Only tests of these beginnings may be refused.
fn judge(limits: &str, may_be_refused: &[&str]) {
    let told = Command::new(std::env::current_exe().unwrap())
        .args(["--skip", "other_limits"])
        .env(VARIABLE, limits)
        .env("RUST_BACKTRACE", "0")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&told.stdout);
    let run = Run::parse(&text);
    assert!(run.passed.len() + run.failed.len() > 100, "{limits}: {text}");
    assert!(run.passed.len() > 30, "{limits}: only {:?} hold", run.passed);
    let mut wrong = Vec::new();
    for (name, messages) in &run.failed {
        let may = may_be_refused.iter().any(|beginning| name.starts_with(beginning));
        let refusal = messages.iter().all(|message| is_refusal(message));
        match (may, refusal) {
            (true, true) if !messages.is_empty() => {
                let [line, ..] = &messages[..] else { continue };
                eprintln!("{limits}: {name}: refused: {}", line.lines().next().unwrap_or(line));
            }
            (false, true) => wrong.push(format!("{name}: must hold: {messages:?}")),
            _ => wrong.push(format!("{name}: no refusal with numbers: {messages:?}")),
        }
    }
    assert!(wrong.is_empty(), "{limits}:\n{}", wrong.join("\n"));
    eprintln!("{limits}: {} hold, {} are refused", run.passed.len(), run.failed.len());
}

/// What a run of a test program told.
struct Run<'a> {
    passed: Vec<&'a str>,
    /// What each test that failed panicked with.
    failed: BTreeMap<&'a str, Vec<&'a str>>,
}

impl<'a> Run<'a> {
    fn parse(text: &'a str) -> Self {
        let (mut passed, mut failed) = (Vec::new(), BTreeMap::new());
        for line in text.lines() {
            let Some(result) = line.strip_prefix("test ") else { continue };
            match result.rsplit_once(" ... ") {
                Some((name, "ok")) => passed.push(name),
                Some((name, "FAILED")) => drop(failed.insert(name, Vec::new())),
                _ => {}
            }
        }
        for block in text.split("\n---- ").skip(1) {
            let Some((name, told)) = block.split_once(" stdout ----\n") else { continue };
            let told = told.split("\nfailures:\n").next().unwrap_or(told);
            let panics = told.split(" panicked at ").skip(1).filter_map(|panic| {
                let (_, message) = panic.split_once('\n')?;
                Some(message.split("\nthread '").next()?.split("\nnote: ").next()?.trim_end())
            });
            // Threads of a test have told why already.
            let panics = panics.filter(|message| *message != "a scoped thread panicked");
            failed.entry(name).or_default().extend(panics);
        }
        Self { passed, failed }
    }
}

/// Whether a panic carries an error of ours that names more than there is.
fn is_refusal(message: &str) -> bool {
    let number = |name: &str| -> Option<u64> {
        let (_, rest) = message.split_once(name)?;
        let digits = rest.split(|c: char| !c.is_ascii_digit()).next()?;
        digits.parse().ok()
    };
    let more = |needed, found| {
        number(needed).zip(number(found)).is_some_and(|(needed, found)| needed > found)
    };
    let texture = || {
        let (width, rows) = (number("width: ")?, number("rows: ")?);
        let (side, layers) = (number("max_height: ")?, number("max_layers: ")?);
        Some(width > side || rows > side * layers)
    };
    !message.contains("uncaptured")
        && !message.contains("Refused")
        && (more("needed: ", "found: ")
            || more("bytes: ", "limit: ")
            || more("expected at least ", "the device has ")
            || texture() == Some(true))
}

#[test]
fn a_refusal_names_more_than_there_is_and_nothing_else_is_one() {
    for refusal in [
        "an `Err` value: Device { what: \"maxBindGroups\", needed: 2, found: 1 }",
        "an `Err` value: Layout(Buffer { vertex_count: 3, bytes: 144, limit: 0 })",
        "an `Err` value: Layout(Texture { width: 2, rows: 20, max_height: 4, max_layers: 4 })",
        "blend/a-point: maxBindGroups: expected at least 2, the device has 1",
    ] {
        assert!(is_refusal(refusal), "{refusal}");
    }
    for other in [
        "uncaptured: Validation Error",
        "an `Err` value: Refused { what: \"needed: 2, found: 1\", message: \"\" }",
        "assertion `left == right` failed\n  left: 3\n right: 2",
        "an `Err` value: Device { what: \"maxBindGroups\", needed: 1, found: 1 }",
    ] {
        assert!(!is_refusal(other), "{other}");
    }
    let text = "test a::b ... ok\ntest c ... FAILED\n\nfailures:\n\n---- c stdout ----\n\nthread 'c' \
                (7) panicked at x.rs:1:2:\nwhat went\nwrong\nnote: run with\n\n\nfailures:\n    c\n";
    let run = Run::parse(text);
    assert_eq!(run.passed, ["a::b"]);
    assert_eq!(run.failed, BTreeMap::from([("c", vec!["what went\nwrong"])]));
}
