//! The tables of the pages, written from the code.

use morph_core::Attribute::{Color, Normal, Position, Tangent, TexCoord};
use morph_gltf::advice::AdviceCode;
use morph_gltf::player::{FACTS, Feature, Player, Seen};
use morph_gltf::{Code, Severity};
use morph_wgsl::{
    AttributeSet, BindingKind, MaterialPlan, MeshBindings, Permutation, Slots, Stage,
    UniformCapacity, bindings,
};

/// All tables, in alphabetical order.
pub(crate) const NAMES: [&str; 12] = [
    "advice",
    "attributes",
    "bindings",
    "capacities",
    "extensions",
    "features",
    "findings",
    "material-plan",
    "mesh-group",
    "motion-capacities",
    "player-facts",
    "players",
];

/// The rows of a table, with its head.
pub(crate) fn rows(name: &str) -> Option<String> {
    let rows = match name {
        "advice" => advice(),
        "attributes" => attributes(),
        "bindings" => slots(),
        "capacities" => capacities(),
        "extensions" => extensions(),
        "features" => features(),
        "findings" => findings(),
        "material-plan" => material_plan(),
        "mesh-group" => mesh_group(),
        "motion-capacities" => motion_capacities(),
        "player-facts" => player_facts(),
        "players" => players(),
        _ => return None,
    };
    let mut text = String::new();
    for (at, row) in rows.iter().enumerate() {
        text += &format!("| {} |\n", row.join(" | "));
        if at == 0 {
            text += &format!("|{}\n", " --- |".repeat(row.len()));
        }
    }
    Some(text)
}

type Rows = Vec<Vec<String>>;

fn head(words: &[&str]) -> Rows {
    vec![words.iter().map(|word| (*word).to_owned()).collect()]
}

fn findings() -> Rows {
    let mut rows = head(&["code", "severity", "meaning"]);
    for severity in [Severity::Fatal, Severity::Recoverable, Severity::Note] {
        for code in Code::ALL.iter().filter(|code| code.severity() == severity) {
            rows.push(vec![format!("`{code}`"), severity.to_string(), code.meaning().to_owned()]);
        }
    }
    assert_eq!(rows.len(), Code::ALL.len() + 1, "every code has one of the severities");
    rows
}

fn advice() -> Rows {
    let mut rows = head(&["code", "meaning", "numbers"]);
    for code in AdviceCode::ALL {
        let numbers: Vec<_> = code.numbers().iter().map(|name| format!("`{name}`")).collect();
        rows.push(vec![format!("`{code}`"), code.meaning().to_owned(), numbers.join(", ")]);
    }
    rows
}

fn players() -> Rows {
    let mut rows = head(&["player", "version"]);
    rows.extend(Player::ALL.iter().map(|p| vec![p.name().to_owned(), p.version().to_owned()]));
    rows
}

fn features() -> Rows {
    let mut rows = head(&["feature", "what it is"]);
    rows.extend(Feature::ALL.iter().map(|f| vec![format!("`{f}`"), f.meaning().to_owned()]));
    rows
}

fn player_facts() -> Rows {
    let mut rows = head(&["feature", "player", "what it does", "seen", "where"]);
    for fact in FACTS {
        rows.push(vec![
            format!("`{}`", fact.feature),
            fact.player.name().to_owned(),
            fact.effect.to_owned(),
            if fact.seen == Seen::Run { "run" } else { "read" }.to_owned(),
            fact.source.to_owned(),
        ]);
    }
    rows
}

/// The names are private to morph-gltf, so its source is read.
fn extensions() -> Rows {
    let source = include_str!("../../../crates/morph-gltf/src/extension.rs");
    let list = |name: &str| -> Vec<String> {
        let (_, rest) = source.split_once(&format!("const {name}: &[&str] = &[")).unwrap();
        let (body, _) = rest.split_once("];").unwrap();
        body.split('"').skip(1).step_by(2).map(str::to_owned).collect()
    };
    let (supported, meshopt, harmless) = (list("SUPPORTED"), list("MESHOPT"), list("HARMLESS"));
    assert!(!supported.is_empty() && meshopt.len() == 2 && harmless.len() > 5);
    let words = |list: &[String], star: &str| {
        list.iter().map(|name| format!("`{name}{star}`")).collect::<Vec<_>>().join(", ")
    };
    let mut rows = head(&["extension", "where it is required", "where it is only used"]);
    rows.push(vec![words(&supported, ""), "read".into(), "read".into()]);
    let compressed = "read with the feature `meshopt`, else refused";
    let beside = "read with the feature `meshopt`; else the note `EXTENSION_UNKNOWN`";
    rows.push(vec![words(&meshopt, ""), compressed.into(), beside.into()]);
    rows.push(vec![
        words(&harmless, "*"),
        format!("ignored, with the note `{}`", Code::ExtensionIgnored),
        "ignored".into(),
    ]);
    let refused = format!("the file is refused: `{}`", Code::UnsupportedExtension);
    rows.push(vec![
        "`KHR_draco_mesh_compression`".into(),
        refused.clone(),
        format!("a primitive without other data is an error: `{}`", Code::CompressedPrimitive),
    ]);
    rows.push(vec![
        "any other".into(),
        refused,
        format!("ignored, with the note `{}`", Code::ExtensionUnknown),
    ]);
    rows
}

fn attributes() -> Rows {
    let mut rows = head(&["attribute", "floats of the base", "floats of a delta"]);
    for attribute in [Position, Normal, Tangent, TexCoord(0), Color(0)] {
        let set = AttributeSet::from_attributes([attribute]).unwrap();
        let base = (1..=4).filter(|&n| attribute.accepts_base_components(n));
        let name = match attribute {
            TexCoord(_) => "TEXCOORD_n".to_owned(),
            Color(_) => "COLOR_n".to_owned(),
            other => other.to_string(),
        };
        rows.push(vec![
            format!("`{name}`"),
            base.map(|n| n.to_string()).collect::<Vec<_>>().join(" or "),
            set.stride_words().to_string(),
        ]);
    }
    rows
}

fn capacities() -> Rows {
    let mut rows = head(&["pairs", "bytes"]);
    for capacity in UniformCapacity::ALL {
        rows.push(vec![capacity.pairs().to_string(), capacity.byte_count().to_string()]);
    }
    rows
}

fn kind(kind: BindingKind) -> String {
    match kind {
        BindingKind::UnfilterableTexture { array: false } => "2D texture, unfilterable".into(),
        BindingKind::UnfilterableTexture { array: true } => "2D array texture, unfilterable".into(),
        BindingKind::Uniform { size } => format!("uniform, {size} bytes"),
        BindingKind::ReadStorage { min_size } => format!("storage, read, {min_size} bytes"),
        BindingKind::ReadWriteStorage { min_size } => format!("storage, written, {min_size} bytes"),
    }
}

fn motion_capacities() -> Rows {
    let mut rows = head(&["pairs", "bytes"]);
    for capacity in UniformCapacity::ALL {
        let (pairs, bytes) = (capacity.motion_pairs(), capacity.motion_byte_count());
        rows.push(vec![pairs.to_string(), bytes.to_string()]);
    }
    rows
}

fn slots() -> Rows {
    let mut rows =
        head(&["permutation", "first binding: deltas", "next: weights", "dynamic offset"]);
    let set = AttributeSet::PN;
    for permutation in [
        Permutation::seed(Stage::Vertex, true),
        Permutation::tiled(Stage::Vertex, UniformCapacity::C64, set, true),
        Permutation::compat(Stage::Vertex, true),
        Permutation::linear(Stage::Vertex, set, true),
    ] {
        let list = bindings(&permutation, &Slots::default());
        let [deltas, weights] = list[..] else { panic!("{permutation}: {} bindings", list.len()) };
        rows.push(vec![
            format!("`{permutation}`"),
            format!("`{}`: {}", deltas.name, kind(deltas.kind)),
            format!("`{}`: {}", weights.name, kind(weights.kind)),
            if weights.dynamic_offset { "yes" } else { "no" }.into(),
        ]);
        let compute = Permutation { stage: Stage::Compute, ..permutation };
        let names: Vec<_> = bindings(&compute, &Slots::default()).iter().map(|b| b.name).collect();
        assert_eq!(names, [deltas.name, weights.name, "morph_base", "morph_output"]);
    }
    rows
}

fn pair(pair: Option<(u32, u32)>) -> String {
    pair.map_or("-".into(), |(first, second)| format!("{first}, {second}"))
}

fn mesh_group() -> Rows {
    let mut rows = head(&[
        "skeleton",
        "targets",
        "mesh uniform",
        "bone texture",
        "morph texture, weights",
        "first texture, sampler",
        "second texture, sampler",
    ]);
    for (skeleton, morph) in [(false, false), (true, false), (false, true), (true, true)] {
        let mesh = MeshBindings { skeleton, morph, material_textures: 2 };
        let yes = |there| if there { "yes" } else { "no" }.to_owned();
        rows.push(vec![
            yes(skeleton),
            yes(morph),
            mesh.mesh_uniform().to_string(),
            mesh.bone_texture().map_or("-".into(), |n| n.to_string()),
            pair(mesh.morph().map(|s| (s.first_binding, s.first_binding + 1))),
            pair(mesh.material_texture(0)),
            pair(mesh.material_texture(1)),
        ]);
    }
    rows
}

fn material_plan() -> Rows {
    let mut rows = head(&[
        "opted in",
        "textures, samplers",
        "morph deltas, weights",
        "environment, sampler",
        "shadow, sampler",
        "bindings",
    ]);
    for bits in 0..8 {
        let flag = |bit: u32| bits >> bit & 1 == 1;
        let [uses_morph, environment, shadow] = [flag(0), flag(1), flag(2)];
        let at = MaterialPlan { textures: 2, uses_morph, environment, shadow }.bindings(1, 0);
        let names = [("morph", uses_morph), ("environment", environment), ("shadow", shadow)];
        let names: Vec<_> = names.iter().filter(|(_, on)| *on).map(|(name, _)| *name).collect();
        let textures: Vec<_> = at.textures.iter().map(|&both| pair(Some(both))).collect();
        rows.push(vec![
            if names.is_empty() { "-".into() } else { names.join(", ") },
            textures.join(", "),
            pair(at.morph.map(|s| (s.first_binding, s.first_binding + 1))),
            pair(at.environment),
            pair(at.shadow),
            at.count.to_string(),
        ]);
    }
    rows
}
