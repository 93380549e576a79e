//! A shader as the files that an engine without this crate takes.

use crate::translate::{self, GlslVersion, Slot, TranslateError, Translation};
use crate::validate::json::{JsonSlot, JsonTranslation, reflection};
use crate::validate::{ValidateError, shader_text, validate_text};
use crate::{Shader, Slots, Stage};
use std::fmt;

/// A language that shaders can be written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    /// WGSL, as it is composed.
    Wgsl,
    /// SPIR-V 1.0.
    Spirv,
    /// GLSL ES 3.00, GLSL ES 3.10 and GLSL 4.50, a file each.
    Glsl,
    /// HLSL of shader model 5.1.
    Hlsl,
    /// MSL 2.0.
    Msl,
}

impl Language {
    /// All languages.
    pub const ALL: [Self; 5] = [Self::Wgsl, Self::Spirv, Self::Glsl, Self::Hlsl, Self::Msl];

    /// Its name on command lines.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wgsl => "wgsl",
            Self::Spirv => "spirv",
            Self::Glsl => "glsl",
            Self::Hlsl => "hlsl",
            Self::Msl => "msl",
        }
    }

    /// The language of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.name() == name)
    }
}

/// A shader in several languages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Emission {
    /// The files, the reflection first.
    pub files: Vec<EmittedFile>,
    /// Languages that cannot say it.
    pub missing: Vec<TranslateError>,
}

/// A file to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmittedFile {
    /// Its name, which begins with that of the shader.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// Writes a permutation or a kernel of the deform pass in some languages, with its reflection as
/// JSON.
///
/// Vertex shaders have the entry point `morph_harness`, compute shaders `morph_main`. The page
///  `docs/shaders.md` says what to do with each file.
///
/// | file | content |
/// | --- | --- |
/// | `NAME.json` | the reflection, and where each language keeps the bindings |
/// | `NAME.wgsl` | WGSL |
/// | `NAME.spv` | SPIR-V 1.0, little-endian |
/// | `NAME.es300.vert` | GLSL ES 3.00, of vertex permutations that read textures |
/// | `NAME.es310.vert`, `.comp` | GLSL ES 3.10 |
/// | `NAME.450.vert`, `.comp` | GLSL 4.50 |
/// | `NAME.hlsl` | HLSL of shader model 5.1 |
/// | `NAME.metal` | MSL 2.0 |
///
/// # Errors
/// [`ValidateError`] where the shader is not valid. A language that cannot say it
/// is listed as missing.
///
/// # Example
/// ```
/// use morph_wgsl::emit::{Language, emit};
/// use morph_wgsl::{AttributeSet, Permutation, Slots, Stage};
/// let permutation = Permutation::linear(Stage::Vertex, AttributeSet::PN, true);
/// let emission = emit(&permutation, &Slots::default(), &[Language::Glsl])?;
/// let names: Vec<_> = emission.files.iter().map(|file| file.name.as_str()).collect();
/// assert_eq!(names[0], "vertex-linear-rows-pn-normalized.json");
/// assert_eq!(names[1], "vertex-linear-rows-pn-normalized.es310.vert");
/// assert_eq!(emission.missing[0].to_string(), "GLSL ES 3.00: it has no storage buffers");
/// # Ok::<(), morph_wgsl::validate::ValidateError>(())
/// ```
pub fn emit(
    shader: impl Into<Shader>,
    slots: &Slots,
    languages: &[Language],
) -> Result<Emission, ValidateError> {
    let of = shader.into();
    let composition = shader_text(&of, slots, None);
    let shader = validate_text(&composition, of.needs_half_floats())?;
    let mut out = Writer { name: of.name(), ..Writer::default() };
    for language in Language::ALL.into_iter().filter(|language| languages.contains(language)) {
        match language {
            Language::Wgsl => out.wgsl(&composition.text, &shader.reflection()),
            Language::Spirv => {
                let translation = translate::spirv_with_slots(&shader);
                out.add("SPIR-V 1.0", "spv", translation, |words| {
                    words.iter().flat_map(|word| word.to_le_bytes()).collect()
                });
            }
            Language::Glsl => {
                let stage = if of.stage() == Stage::Vertex { "vert" } else { "comp" };
                for version in GlslVersion::ALL {
                    let number = match version {
                        GlslVersion::Es300 => "es300",
                        GlslVersion::Es310 => "es310",
                        GlslVersion::Core450 => "450",
                    };
                    let translation = translate::glsl_as(&shader, version);
                    let extension = format!("{number}.{stage}");
                    out.add(version.name(), &extension, translation, String::into_bytes);
                }
            }
            Language::Hlsl => {
                let translation = translate::hlsl_with_slots(&shader);
                out.add("HLSL 5.1", "hlsl", translation, String::into_bytes);
            }
            Language::Msl => {
                let translation = translate::msl_with_slots(&shader);
                out.add("MSL 2.0", "metal", translation, String::into_bytes);
            }
        }
    }
    let json = reflection(&of, slots, &shader.reflection(), out.translations);
    let reflection = EmittedFile { name: format!("{}.json", out.name), bytes: json.into_bytes() };
    out.files.insert(0, reflection);
    Ok(Emission { files: out.files, missing: out.missing })
}

/// Several shaders in several languages.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Emissions {
    /// The files of all, shader after shader.
    pub files: Vec<EmittedFile>,
    /// Languages that cannot say some of them, by reason.
    pub missing: Vec<Missing>,
}

/// Shaders that a language cannot say, all for one reason; `Display` is a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// The language and why.
    pub reason: TranslateError,
    /// Names of the shaders; never none.
    pub permutations: Vec<String>,
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (reason, count) = (&self.reason, self.permutations.len());
        let first = self.permutations.first().map_or("", String::as_str);
        if count == 1 {
            return write!(f, "{first} is not in {reason}");
        }
        write!(f, "{count} shaders, such as {first}, are not in {reason}")
    }
}

/// Writes several shaders, each as [`emit`] does.
///
/// # Errors
/// [`ValidateError`] of the first shader that is not valid.
///
/// # Example
/// ```
/// use morph_wgsl::emit::{Language, emit_all};
/// use morph_wgsl::{Permutation, Slots, Stage};
/// let both = [true, false].map(|normalize| Permutation::seed(Stage::Compute, normalize));
/// let emissions = emit_all(&both, &Slots::default(), &[Language::Wgsl, Language::Glsl])?;
/// assert_eq!(emissions.files.len(), 2 * 4);
/// assert_eq!(
///     emissions.missing[0].to_string(),
///     "2 shaders, such as compute-seed-uniform-pn-normalized, \
///      are not in GLSL ES 3.00: it has no compute shaders"
/// );
/// # Ok::<(), morph_wgsl::validate::ValidateError>(())
/// ```
pub fn emit_all<S: Copy + Into<Shader>>(
    shaders: &[S],
    slots: &Slots,
    languages: &[Language],
) -> Result<Emissions, ValidateError> {
    let mut all = Emissions::default();
    for shader in shaders {
        let shader: Shader = (*shader).into();
        let emission = emit(shader, slots, languages)?;
        all.files.extend(emission.files);
        for reason in emission.missing {
            let name = shader.name();
            match all.missing.iter_mut().find(|missing| missing.reason == reason) {
                Some(missing) => missing.permutations.push(name),
                None => all.missing.push(Missing { reason, permutations: vec![name] }),
            }
        }
    }
    Ok(all)
}

/// What has been written so far.
#[derive(Default)]
struct Writer {
    name: String,
    files: Vec<EmittedFile>,
    missing: Vec<TranslateError>,
    translations: Vec<JsonTranslation>,
}

impl Writer {
    fn wgsl(&mut self, text: &str, reflection: &crate::validate::Reflection) {
        let slots = reflection.bindings.iter().map(|binding| Slot {
            name: binding.name.clone(),
            place: format!("@group({}) @binding({})", binding.group, binding.binding),
        });
        let entry_points = reflection.entry_points.iter().map(|entry| entry.name.clone());
        let translation = Translation {
            code: text.to_owned(),
            entry_points: entry_points.collect(),
            slots: slots.collect(),
        };
        self.add("WGSL", "wgsl", Ok(translation), String::into_bytes);
    }

    fn add<T>(
        &mut self,
        language: &str,
        extension: &str,
        translation: Result<Translation<T>, TranslateError>,
        bytes: impl FnOnce(T) -> Vec<u8>,
    ) {
        let Translation { code, entry_points, slots } = match translation {
            Ok(translation) => translation,
            Err(error) => return self.missing.push(error),
        };
        let name = format!("{}.{extension}", self.name);
        self.translations.push(JsonTranslation {
            language: language.to_owned(),
            file: name.clone(),
            entry_points,
            bindings: slots
                .into_iter()
                .map(|Slot { name, place }| JsonSlot { name, place })
                .collect(),
        });
        self.files.push(EmittedFile { name, bytes: bytes(code) });
    }
}
