//! The same shaders in SPIR-V, HLSL, MSL and GLSL, for engines that do not read WGSL.
//!
//! A vertex permutation is translated with the harness around `morph_vertex`, since naga writes
//! what an entry point reaches. Where each language keeps a binding is in [`Translation::slots`].

mod glsl;
mod hlsl;
mod msl;
mod spirv;

pub use glsl::{GlslVersion, glsl, glsl_as};
pub use hlsl::{hlsl, hlsl_with_slots};
pub use msl::{msl, msl_with_slots};
pub use spirv::{spirv, spirv_with_slots};

use crate::validate::ValidShader;
use naga::{
    AddressSpace, GlobalVariable, Handle, Module, ResourceBinding, StorageAccess, TypeInner,
};
use std::error::Error;
use std::fmt;

/// A language that naga cannot say a shader in.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TranslateError {
    /// The language.
    pub language: &'static str,
    /// naga's reason.
    pub message: String,
}

impl fmt::Display for TranslateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.language, self.message)
    }
}

impl Error for TranslateError {}

impl TranslateError {
    fn new(language: &'static str, reason: impl fmt::Display) -> Self {
        Self { language, message: reason.to_string() }
    }
}

/// A shader in another language, with what its author must know to bind it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Translation<T> {
    /// The text, or words.
    pub code: T,
    /// Name of each entry point in that language, in the order of the WGSL text.
    pub entry_points: Vec<String>,
    /// Where each binding went, by group and binding; then what the language needs besides.
    pub slots: Vec<Slot>,
}

/// A binding in another language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slot {
    /// Name of the WGSL variable, or of what the translation added.
    pub name: String,
    /// Where it is, in the language's words: `t0, space1` or `buffer(2)`.
    pub place: String,
}

/// Whether workgroup memory begins with zeros: our kernels write it before they read it, and zeros
/// cost a barrier.
const ZERO_WORKGROUP_MEMORY: bool = false;

/// How languages sort resources that have tables or letters of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Table {
    Uniform,
    ReadStorage,
    WriteStorage,
    Texture,
    WriteTexture,
    Sampler,
}

/// A variable with a binding.
struct Bound<'a> {
    handle: Handle<GlobalVariable>,
    name: &'a str,
    at: ResourceBinding,
    table: Table,
}

/// The bindings that entry points use, by group and binding.
fn bound(shader: &ValidShader) -> Vec<Bound<'_>> {
    let module = &shader.module;
    let mut list: Vec<_> = module
        .global_variables
        .iter()
        .filter(|(handle, _)| shader.uses(*handle))
        .filter_map(|(handle, global)| {
            let name = global.name.as_deref().unwrap_or_default();
            Some(Bound { handle, name, at: global.binding?, table: table(module, global) })
        })
        .collect();
    list.sort_by_key(|bound| (bound.at.group, bound.at.binding));
    list
}

fn table(module: &Module, global: &GlobalVariable) -> Table {
    match (global.space, &module.types[global.ty].inner) {
        (AddressSpace::Uniform, _) => Table::Uniform,
        (AddressSpace::Storage { access }, _) if access.contains(StorageAccess::STORE) => {
            Table::WriteStorage
        }
        (AddressSpace::Storage { .. }, _) => Table::ReadStorage,
        (_, TypeInner::Sampler { .. }) => Table::Sampler,
        (_, TypeInner::Image { class: naga::ImageClass::Storage { .. }, .. }) => {
            Table::WriteTexture
        }
        _ => Table::Texture,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validate::{validate, validate_shader};
    use crate::{Composition, DeltaSource, Permutation, Shader, Slots, Stage};

    #[test]
    fn every_shader_has_a_translation_in_every_language() {
        let mut count = 0;
        for permutation in Shader::all() {
            let shader = validate_shader(permutation, &Slots::default(), None);
            let shader = shader.unwrap_or_else(|error| panic!("{}", error.rendered));
            assert!(spirv(&shader).unwrap().len() > 100, "{permutation}");
            let entry =
                if permutation.stage() == Stage::Vertex { "morph_harness" } else { "morph_main" };
            let finish = match permutation {
                Shader::Tracks(_) => "morph_write_row",
                Shader::Bounds(_) => "morph_grown",
                _ => "morph_finish",
            };
            for text in [hlsl(&shader), msl(&shader)] {
                let text = text.unwrap_or_else(|error| panic!("{permutation}: {error}"));
                assert!(text.contains(entry) && text.contains(finish), "{permutation}");
            }
            let text = glsl(&shader).unwrap_or_else(|error| panic!("{permutation}: {error}"));
            let textured = matches!(
                permutation,
                Shader::Permutation(Permutation {
                    stage: Stage::Vertex,
                    deltas: DeltaSource::SeedTexture | DeltaSource::TiledTexture,
                    ..
                })
            );
            let version = if textured { "300" } else { "310" };
            assert!(text.starts_with(&format!("#version {version} es")), "{permutation}");
            assert!(text.contains(finish), "{permutation}");
            count += 1;
        }
        assert!(count > 80 + 60, "{count}");
    }

    #[test]
    fn text_without_an_entry_point_is_no_glsl() {
        let permutation = Permutation::seed(Stage::Vertex, true);
        let shader = validate(&Composition::new(&permutation, &Slots::default(), None)).unwrap();
        let error = glsl(&shader).unwrap_err();
        assert_eq!(error.to_string(), "GLSL: expected an entry point, got none");
    }

    #[test]
    fn translations_are_the_same_each_time() {
        let permutation = Permutation::compat(Stage::Compute, true);
        let composition = Composition::new(&permutation, &Slots::default(), None);
        let texts = || {
            let shader = validate(&composition).unwrap();
            (spirv(&shader), hlsl(&shader), msl(&shader), glsl(&shader))
        };
        assert_eq!(texts(), texts());
    }

    /// A fragment shader in two groups, with a texture, a sampler and a storage buffer.
    fn several_groups() -> ValidShader {
        let permutation = Permutation::compat(Stage::Compute, true);
        let mut composition = Composition::new(&permutation, &Slots::default(), None);
        composition.append(
            "look.wgsl",
            "@group(1) @binding(0) var look: texture_2d<f32>;
            @group(1) @binding(1) var smooth_look: sampler;
            @group(2) @binding(0) var<storage, read_write> seen: array<u32>;
            @fragment fn fs(@location(0) at: vec2<f32>) -> @location(0) vec4<f32> {
                seen[0] = 1u;
                return textureSample(look, smooth_look, at);
            }",
        );
        validate(&composition).unwrap()
    }

    fn places(slots: &[Slot]) -> Vec<(&str, &str)> {
        slots.iter().map(|slot| (slot.name.as_str(), slot.place.as_str())).collect()
    }

    #[test]
    fn bindings_of_several_groups_are_counted_through_in_msl() {
        let translation = msl_with_slots(&several_groups()).unwrap();
        let expected = [
            ("morph_deltas", "buffer(0)"),
            ("morph_weights", "buffer(1)"),
            ("morph_base", "buffer(2)"),
            ("morph_output", "buffer(3)"),
            ("look", "texture(4)"),
            ("smooth_look", "sampler(5)"),
            ("seen", "buffer(6)"),
            ("_buffer_sizes", "buffer(7)"),
        ];
        assert_eq!(places(&translation.slots), expected);
        for (_, place) in expected {
            assert!(translation.code.contains(&format!("[[{place}]]")), "{place}");
        }
        assert_eq!(translation.entry_points, ["morph_main", "fs"]);
    }

    #[test]
    fn registers_and_descriptors_keep_group_and_binding() {
        let shader = several_groups();
        let hlsl = hlsl_with_slots(&shader).unwrap();
        assert_eq!(
            places(&hlsl.slots)[3..5],
            [("morph_output", "u3, space0"), ("look", "t0, space1")]
        );
        let spirv = spirv_with_slots(&shader).unwrap();
        assert_eq!(places(&spirv.slots)[6], ("seen", "set 2, binding 0"));
    }

    #[test]
    fn metal_has_no_index_above_255() {
        let slots = Slots { group: 0, first_binding: 255 };
        let permutation = Permutation::seed(Stage::Vertex, true);
        let shader = crate::validate::validate_permutation(&permutation, &slots, None).unwrap();
        let error = msl(&shader).unwrap_err();
        assert_eq!(error.to_string(), "MSL: expected an index up to 255, got 256");
    }
}
