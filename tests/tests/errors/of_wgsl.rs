//! Samples of morph-wgsl's errors, from shader text that is broken on purpose.

use crate::kind::Kind;
use morph_wgsl::translate::{TranslateError, glsl, hlsl, msl, spirv};
use morph_wgsl::validate::{CheckError, ValidateError, check, validate_permutation};
use morph_wgsl::{ParsePermutationError, Permutation, Slots, Stage};

pub(crate) fn kinds() -> Vec<Kind> {
    vec![
        Kind::new("morph-wgsl", "ParsePermutationError", parse()),
        Kind::new("morph-wgsl", "ValidateError", validate()),
        Kind::new("morph-wgsl", "CheckError", users()),
        Kind::new("morph-wgsl", "TranslateError", translate()),
    ]
}

const PERMUTATION: Permutation = Permutation::compat(Stage::Compute, true);

fn parse() -> [ParsePermutationError; 2] {
    ["vertex-linear-uniform64-pn-raw", ""].map(|text| text.parse::<Permutation>().unwrap_err())
}

/// A name that nobody declares, a value of another type, and text that is no WGSL.
fn validate() -> [ValidateError; 3] {
    [
        "    return morph_nowhere(v);\n}",
        "    var x: f32 = 1.0;\n    x = true;\n    return v;\n}",
        "    return v\n}",
    ]
    .map(|body| {
        let hook = format!("fn morph_hook(v: MorphVertex, at: MorphAt) -> MorphVertex {{\n{body}");
        validate_permutation(&PERMUTATION, &Slots::default(), Some(&hook)).unwrap_err()
    })
}

/// A fault in the user's text, one that shows in ours, and a place that is taken.
fn users() -> [CheckError; 3] {
    let hook = "fn morph_hook(v: MorphVertex, at: MorphAt) -> MorphVertex";
    [
        format!("{hook} {{\n    return w;\n}}"),
        "fn morph_hook(v: MorphVertex) -> MorphVertex {\n    return v;\n}".to_owned(),
        format!(
            "@group(0) @binding(3) var<uniform> lift: MorphVertex;\n{hook} {{\n    return lift;\n}}"
        ),
    ]
    .map(|text| check(PERMUTATION, &Slots::default(), "look.wgsl", &text).map(drop).unwrap_err())
}

/// Overrides have no value yet when a shader is translated.
fn translate() -> [TranslateError; 4] {
    let hook = "override shift: f32 = 1.0;
        fn morph_hook(v: MorphVertex, at: MorphAt) -> MorphVertex {
            var moved = v;
            moved.position.y += shift;
            return moved;
        }";
    let shader = validate_permutation(&PERMUTATION, &Slots::default(), Some(hook)).unwrap();
    [
        spirv(&shader).map(drop).unwrap_err(),
        hlsl(&shader).map(drop).unwrap_err(),
        msl(&shader).map(drop).unwrap_err(),
        glsl(&shader).map(drop).unwrap_err(),
    ]
}
