//! Arguments of `shader`.

use crate::pick;
use clap::{Args, Subcommand, ValueEnum};
use morphkit::wgsl::emit::Language;
use morphkit::wgsl::{Shader, Slots};
use std::path::PathBuf;
use std::str::FromStr;

const EXAMPLES: &str = "\
Examples:
  morphkit shader list vertex-linear                     which shaders there are
  morphkit shader emit -o shaders --lang spirv,glsl      write them for an engine of your own
  morphkit shader check mine.wgsl --permutation vertex-linear-rows-pn-normalized --group 1
  morphkit shader header -o morph_layout.h               where everything lies, for C and C++

A permutation is one shader of the family. Its name says STAGE-DELTAS-WEIGHTS-ATTRIBUTES-LENGTH, or for the
kernels of the deform pass deform-LAYOUT-SHARES-OUTPUT-ATTRIBUTES-LENGTH (docs/shaders.md):
  STAGE        vertex: your vertex shader calls morph_vertex; compute: a pass of its own writes vertices
  DELTAS       tiled: a texture; linear, rowsparse: a storage buffer; seed, compat: Babylon Lite's two forms
  WEIGHTS      uniform64, uniform256, uniform2046: active weights that fit; rows, denserows: one row an instance
  ATTRIBUTES   p position, n normal, t tangent, u0 u1 texture coordinates, c0 colour
  LENGTH       normalized: normals and tangents get unit length; raw: they stay as the sum gives them";

/// What to do with shaders.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, arg_required_else_help = true)]
pub(crate) struct ShaderArgs {
    #[command(subcommand)]
    pub(crate) command: ShaderCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ShaderCommand {
    /// Say which shaders there are and what they bind.
    List(ListArgs),
    /// Write shaders in the languages of other engines, each with its reflection as JSON.
    Emit(EmitArgs),
    /// Check a WGSL file of your own together with a shader of the family.
    Check(CheckArgs),
    /// Write the C header with the layouts of textures, buffers and uniforms.
    Header(HeaderArgs),
}

const LIST_EXAMPLES: &str = "\
Examples:
  morphkit shader list                 all of them
  morphkit shader list vertex-linear   those with this in their names";

const EMIT_EXAMPLES: &str = "\
Examples:
  morphkit shader emit -o shaders                         all of them in all languages
  morphkit shader emit -o shaders --lang hlsl --permutation vertex-linear-rows-pn-normalized --group 2";

const CHECK_EXAMPLES: &str = "\
Examples:
  morphkit shader check mine.wgsl --permutation vertex-linear-rows-pn-normalized --group 1";

const HEADER_EXAMPLES: &str = "\
Examples:
  morphkit shader header -o morph_layout.h";

/// Which shaders there are.
#[derive(Debug, Args)]
#[command(after_help = LIST_EXAMPLES)]
pub(crate) struct ListArgs {
    /// Part of the names to list. Default: all.
    #[arg(default_value = "", hide_default_value = true)]
    pub(crate) filter: String,
}

/// What to write.
#[derive(Debug, Args)]
#[command(after_help = EMIT_EXAMPLES)]
pub(crate) struct EmitArgs {
    /// The folder to write into; it is made where it is missing.
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: PathBuf,
    /// Languages, separated by commas. Default: all.
    #[arg(long, value_name = "LANG,..", value_delimiter = ',')]
    pub(crate) lang: Vec<Lang>,
    /// One shader by its name; may be repeated. Default: all.
    #[arg(long, value_name = "NAME")]
    pub(crate) permutation: Vec<Named>,
    #[command(flatten)]
    pub(crate) at: At,
}

/// What to check.
#[derive(Debug, Args)]
#[command(after_help = CHECK_EXAMPLES)]
pub(crate) struct CheckArgs {
    /// A WGSL file that calls `morph_vertex`, or declares `morph_hook` for compute permutations.
    pub(crate) file: PathBuf,
    /// The shader that it goes with, by its name.
    #[arg(long, value_name = "NAME")]
    pub(crate) permutation: Named,
    #[command(flatten)]
    pub(crate) at: At,
}

/// Where to write the header.
#[derive(Debug, Args)]
#[command(after_help = HEADER_EXAMPLES)]
pub(crate) struct HeaderArgs {
    /// The file to write. Default: standard output.
    #[arg(short, long, value_name = "FILE.h")]
    pub(crate) output: Option<PathBuf>,
}

/// Where bindings go.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct At {
    /// The bind group of the morph bindings.
    #[arg(long, value_name = "G", default_value_t = 0)]
    group: u32,
    /// The first of their bindings; the others follow it.
    #[arg(long, value_name = "B", default_value_t = 0)]
    binding: u32,
}

impl At {
    /// The slots of morph-wgsl.
    pub(crate) fn slots(self) -> Slots {
        Slots { group: self.group, first_binding: self.binding }
    }
}

/// A language to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Lang(pub(crate) Language);

const LANGUAGES: [Lang; Language::ALL.len()] = {
    let mut all = [Lang(Language::Wgsl); Language::ALL.len()];
    let mut at = 0;
    while at < all.len() {
        all[at] = Lang(Language::ALL[at]);
        at += 1;
    }
    all
};

impl ValueEnum for Lang {
    fn value_variants<'a>() -> &'a [Self] {
        &LANGUAGES
    }

    fn to_possible_value(&self) -> Option<clap::builder::PossibleValue> {
        Some(self.0.name().into())
    }
}

/// A shader, given by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Named(pub(crate) Shader);

impl FromStr for Named {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Ok(shader) = text.parse() else {
            let names: Vec<_> = Shader::all().iter().map(Shader::name).collect();
            let names: Vec<_> = names.iter().map(String::as_str).collect();
            return Err(match pick::nearest(text, &names).as_slice() {
                [] => "there is none; `morphkit shader list` shows all".into(),
                near => format!("there is none; did you mean {}?", near.join(" or ")),
            });
        };
        Ok(Self(shader))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_name_is_told_with_near_ones() {
        let error = "vertex-linear-rows-pn-normalised".parse::<Named>().unwrap_err();
        assert!(error.contains("\"vertex-linear-rows-pn-normalized\""), "{error}");
        let error = "zzz".parse::<Named>().unwrap_err();
        assert!(error.ends_with("`morphkit shader list` shows all"), "{error}");
    }

    #[test]
    fn names_outside_the_table_are_read_too() {
        let named: Named = "vertex-linear-rows-n-c3-raw".parse().unwrap();
        assert!(!Shader::all().contains(&named.0));
    }

    #[test]
    fn every_language_has_a_value() {
        let names: Vec<_> = Lang::value_variants().iter().map(|lang| lang.0).collect();
        assert_eq!(names, Language::ALL);
    }
}
