//! The shader in the README is a shader.

use morph_wgsl::validate::validate;
use morph_wgsl::{AttributeSet, Composition, Permutation, Slots, Stage, UniformCapacity};

const README: &str = include_str!("../../../README.md");

#[test]
fn the_readmes_shader_is_valid_after_every_layout_of_the_vertex_stage() {
    let start = README.find("const SHADER: &str = \"").unwrap();
    let text = README[start..].split('"').nth(1).unwrap();
    assert!(text.contains("morph_vertex("));
    let slots = Slots { group: 1, first_binding: 2 };
    for set in [AttributeSet::P, AttributeSet::PN, AttributeSet::PNT] {
        for permutation in [
            Permutation::linear(Stage::Vertex, set, true),
            Permutation::tiled(Stage::Vertex, UniformCapacity::C64, set, true),
        ] {
            let mut composition = Composition::new(&permutation, &slots, None);
            composition.append("README.md", text);
            let shader = validate(&composition).unwrap_or_else(|error| panic!("{error}"));
            assert!(shader.reflection().entry_points.iter().any(|entry| entry.name == "vs"));
        }
    }
}
