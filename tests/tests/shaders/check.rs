//! A user's own shader is checked together with ours, and faults are told in the right text.

use morph_wgsl::validate::{CheckError, Checked, check};
use morph_wgsl::{AttributeSet, Origin, Permutation, Slots, Stage};

const FILE: &str = "look.wgsl";
const SLOTS: Slots = Slots { group: 1, first_binding: 2 };

/// A pipeline's two stages with two bindings; the marks are replaced by the tests.
const TEXT: &str = "\
@group(1) @binding(0) var<uniform> camera: mat4x4<f32>;
@group(1) @binding(1) var albedo: texture_2d<f32>;

@vertex
fn vs(
    @location(0) position: vec3<f32>,
    @builtin(vertex_index) index: u32,
    @builtin(instance_index) instance: u32,
) -> @builtin(position) vec4<f32> {
    var v: MorphVertex;
    v.position = position;
    let moved = morph_vertex(v, morph_local(index), instance);
    return camera * vec4<f32>(moved.position, 1.0);
}

@fragment
fn fs(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
    return textureLoad(albedo, vec2<u32>(at.xy), 0);
}
";

fn linear() -> Permutation {
    Permutation::linear(Stage::Vertex, AttributeSet::PN, true)
}

#[track_caller]
fn valid(permutation: &Permutation, text: &str) -> Checked {
    check(permutation, &SLOTS, FILE, text).unwrap_or_else(|error| panic!("{error}"))
}

#[track_caller]
fn fault(permutation: &Permutation, text: &str) -> CheckError {
    check(permutation, &SLOTS, FILE, text).map(|checked| checked.to_string()).unwrap_err()
}

#[test]
fn a_users_shader_goes_with_every_permutation_of_the_vertex_stage() {
    let mut seen = 0;
    for permutation in Permutation::all().into_iter().filter(|p| p.stage == Stage::Vertex) {
        let checked = valid(&permutation, TEXT);
        assert!(checked.morphs && !checked.is_hook, "{permutation}");
        let [vs, fs] = &checked.entry_points[..] else { panic!("{permutation}: two entries") };
        assert_eq!((vs.stage.as_str(), vs.name.as_str()), ("vertex", "vs"));
        assert_eq!((fs.stage.as_str(), fs.name.as_str()), ("fragment", "fs"));
        assert_eq!(vs.uses.len(), 3, "{permutation}: camera, deltas and weights");
        assert_eq!(fs.uses, ["albedo"]);
        let own: Vec<_> = checked
            .bindings
            .iter()
            .filter(|(_, origin)| *origin == Origin::Caller)
            .map(|(binding, _)| binding.name.as_str())
            .collect();
        assert_eq!((own, checked.bindings.len()), (vec!["camera", "albedo"], 4));
        seen += 1;
    }
    assert_eq!(seen, 64);
}

#[test]
fn a_report_says_what_each_entry_point_uses_and_whose_bindings_are() {
    let text = valid(&linear(), TEXT).to_string();
    let expected = "\
vertex entry vs uses camera, morph_deltas, morph_rows
fragment entry fs uses albedo
@group(1) @binding(0) camera: mat4x4<f32>, uniform of 64 bytes, your own
@group(1) @binding(1) albedo: texture_2d<f32>, read only, your own
@group(1) @binding(2) morph_deltas: array<f32>, storage of at least 4 bytes, read only, morph-wgsl's
@group(1) @binding(3) morph_rows: array<u32>, storage of at least 4 bytes, read only, morph-wgsl's
";
    assert_eq!(text, expected);
}

#[test]
fn a_shader_that_does_not_morph_is_valid_and_told() {
    let text = TEXT.replace("morph_vertex(v, morph_local(index), instance)", "v");
    assert!(!valid(&linear(), &text).morphs);
}

#[test]
fn faults_are_told_with_the_users_file_and_line() {
    for (from, to, line, part) in [
        ("v.position = position", "v.position = pos", 11, "`pos`"),
        ("v.position = position", "v.position = index", 11, "conversions"),
        ("morph_local(index), instance", "0u", 12, "Call to `morph_vertex` is invalid"),
        ("v.position = position", "v.colors = position", 11, "`colors`"),
        ("@builtin(position) vec4<f32> {\n    var", "@location(0) vec4<f32> {\n    var", 5, "vs"),
        ("@fragment", "fn morph_add() {}\n@fragment", 16, "redefinition of `morph_add`"),
        ("@group(1) @binding(0)", "enable f16;\n@group(1) @binding(0)", 1, "directive"),
    ] {
        let text = TEXT.replacen(from, to, 1);
        assert_ne!(text, TEXT, "{from}");
        let CheckError::Invalid(error) = fault(&linear(), &text) else { panic!("{to}") };
        assert_eq!((error.origin, error.file.as_str(), error.line), (Origin::Caller, FILE, line));
        assert!(error.message.contains(part), "{}", error.message);
        assert!(error.rendered.contains(&format!("{FILE}:{line}:")), "{}", error.rendered);
    }
}

#[test]
fn a_users_file_may_be_called_like_one_of_ours() {
    let text = TEXT.replace("v.position = position", "v.position = pos");
    let error = check(linear(), &SLOTS, "add.wgsl", &text).unwrap_err();
    let CheckError::Invalid(error) = error else { panic!("{error}") };
    assert_eq!((error.origin, error.file.as_str(), error.line), (Origin::Caller, "add.wgsl", 11));
}

#[test]
fn a_hook_takes_its_place_and_a_wrong_signature_shows_where_it_is_called() {
    let permutation = Permutation::linear(Stage::Compute, AttributeSet::PN, false);
    let hook = "\
@group(2) @binding(0) var<uniform> lift: vec4<f32>;
fn morph_hook(v: MorphVertex, at: MorphAt) -> MorphVertex {
    var lifted = v;
    lifted.position += lift.xyz * f32(at.vertex);
    return lifted;
}
";
    let checked = valid(&permutation, hook);
    assert!(checked.is_hook && checked.morphs && checked.entry_points.is_empty());
    assert_eq!(checked.bindings.len(), 5);

    let error = fault(&permutation, &hook.replace("return lifted", "return lift"));
    let CheckError::Invalid(error) = error else { panic!("{error}") };
    assert_eq!((error.origin, error.file.as_str()), (Origin::Caller, FILE));

    let error = fault(&permutation, &hook.replace(", at: MorphAt", "").replace("at.vertex", "1u"));
    let text = error.to_string();
    assert!(text.starts_with("morph-wgsl's compute/main.wgsl:32:"), "{text}");
    assert!(text.contains("Call to `morph_hook` is invalid"), "{text}");
}

#[test]
fn a_comment_about_the_hook_is_no_hook() {
    let permutation = Permutation::linear(Stage::Compute, AttributeSet::PN, false);
    let text = "// fn morph_hook(v: MorphVertex) has its own file\n";
    assert!(!valid(&permutation, text).is_hook);
}

#[test]
fn one_entry_point_cannot_bind_two_variables_at_one_place() {
    let text = TEXT.replace("@binding(0)", "@binding(3)");
    assert_eq!(
        fault(&linear(), &text).to_string(),
        "look.wgsl:1: `camera` is at group 1, binding 3, \
         and so is `morph_rows` of morph-wgsl's weights/rows.wgsl:7"
    );
    // Two of the user's own are told in the same way.
    let text =
        TEXT.replace("@fragment", "@group(1) @binding(0) var<uniform> sun: vec4<f32>;\n@fragment");
    let text = text.replace("vec4<f32>(moved.position, 1.0)", "vec4<f32>(moved.position, sun.w)");
    assert_eq!(
        fault(&linear(), &text).to_string(),
        "look.wgsl:16: `sun` is at group 1, binding 0, and so is `camera` of look.wgsl:1"
    );
}

#[test]
fn stages_of_one_pipeline_cannot_bind_two_variables_at_one_place() {
    let text = TEXT.replace("@binding(1)", "@binding(2)");
    let CheckError::Collisions(found) = fault(&linear(), &text) else { panic!("collisions") };
    let [collision] = &found[..] else { panic!("{found:?}") };
    assert_eq!((collision.group, collision.binding), (1, 2));
    let names = [&collision.variable, &collision.other].map(|declared| declared.name.as_str());
    assert_eq!(names, ["albedo", "morph_deltas"]);
    let origins = [&collision.variable, &collision.other].map(|declared| declared.origin);
    assert_eq!(origins, [Origin::Caller, Origin::Library]);
}

#[test]
fn all_collisions_of_a_pipeline_are_told_at_once() {
    let more = "@group(1) @binding(3) var normals: texture_2d<f32>;\n@fragment";
    let text = TEXT.replace("@binding(1)", "@binding(2)").replace("@fragment", more);
    let text = text.replace("(at.xy), 0);", "(at.xy), 0) + textureLoad(normals, vec2<u32>(1), 0);");
    let CheckError::Collisions(found) = fault(&linear(), &text) else { panic!("collisions") };
    let names: Vec<_> = found.iter().map(|collision| collision.variable.name.as_str()).collect();
    assert_eq!(names, ["albedo", "normals"]);
}

#[test]
fn another_pipeline_may_bind_what_it_likes() {
    let compute = "
@group(1) @binding(3) var<storage, read_write> counts: array<u32>;
@compute @workgroup_size(64)
fn count() { counts[0] = 1u; }
@group(1) @binding(2) var unused: texture_2d<f32>;
";
    let checked = valid(&linear(), &format!("{TEXT}{compute}"));
    assert_eq!(checked.entry_points.len(), 3);
    assert_eq!(checked.entry_points[2].uses, ["counts"]);
}
