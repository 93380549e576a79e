//! Arguments of `validate-shaders`.

use anyhow::{Context, Result, bail};
use morph_wgsl::emit::Language;
use morph_wgsl::{Shader, Slots};
use std::path::PathBuf;

/// What to do with which shaders.
#[derive(Debug, PartialEq)]
pub(crate) struct Args {
    pub(crate) mode: Mode,
    /// The named ones, else those whose names contain the filter.
    pub(crate) permutations: Vec<Shader>,
    /// Where the bindings go.
    pub(crate) slots: Slots,
}

/// What to do.
#[derive(Debug, PartialEq)]
pub(crate) enum Mode {
    /// Print whether they are valid.
    Validate,
    /// Write files.
    Emit { folder: PathBuf, languages: Vec<Language> },
    /// Check a user's own shader with them.
    With { file: PathBuf },
}

/// Options as they are given.
#[derive(Default)]
struct Given<'a> {
    filter: Option<&'a str>,
    emit: Option<&'a str>,
    with: Option<&'a str>,
    lang: Option<&'a str>,
    group: Option<&'a str>,
    binding: Option<&'a str>,
    permutations: Vec<&'a str>,
}

impl Args {
    /// Reads what follows the command. What the chosen mode does not use is refused.
    pub(crate) fn parse(words: &[&str]) -> Result<Self> {
        let given = Given::read(words)?;
        let bindings = [("--group", given.group), ("--binding", given.binding)];
        let mode = match (given.emit, given.with) {
            (Some(_), Some(_)) => bail!("--with checks and --emit writes: expected one of them"),
            (Some(folder), None) => {
                Mode::Emit { folder: folder.into(), languages: languages(given.lang)? }
            }
            (None, Some(file)) => {
                refuse("--with", &[("--lang", given.lang), ("a filter", given.filter)])?;
                if given.permutations.is_empty() {
                    bail!("--with: expected --permutation NAME beside it");
                }
                Mode::With { file: file.into() }
            }
            (None, None) => {
                refuse("validating", &[("--lang", given.lang)])?;
                refuse("validating", &bindings)?;
                Mode::Validate
            }
        };
        if !given.permutations.is_empty() {
            refuse("--permutation", &[("a filter", given.filter)])?;
        }
        let [group, first_binding] = [number(bindings[0])?, number(bindings[1])?];
        let permutations = permutations(given.filter.unwrap_or(""), &given.permutations)?;
        Ok(Self { mode, permutations, slots: Slots { group, first_binding } })
    }
}

impl<'a> Given<'a> {
    fn read(words: &[&'a str]) -> Result<Self> {
        let mut given = Self::default();
        let mut words = words.iter().copied();
        while let Some(word) = words.next() {
            let slot = match word {
                "--permutation" => {
                    given.permutations.push(value(word, words.next())?);
                    continue;
                }
                "--emit" => &mut given.emit,
                "--with" => &mut given.with,
                "--lang" => &mut given.lang,
                "--group" => &mut given.group,
                "--binding" => &mut given.binding,
                _ if word.starts_with('-') => bail!("no such option: {word}"),
                _ if given.filter.is_some() => bail!("expected one filter, got {word:?} as well"),
                _ => {
                    given.filter = Some(word);
                    continue;
                }
            };
            if slot.replace(value(word, words.next())?).is_some() {
                bail!("{word}: expected once");
            }
        }
        Ok(given)
    }
}

fn value<'a>(option: &str, word: Option<&'a str>) -> Result<&'a str> {
    word.with_context(|| format!("{option}: expected a value"))
}

fn number((option, text): (&str, Option<&str>)) -> Result<u32> {
    let Some(text) = text else { return Ok(0) };
    text.parse().with_context(|| format!("{option}: expected a number, got {text:?}"))
}

/// Refuses what is given and would do nothing.
fn refuse(beside: &str, options: &[(&str, Option<&str>)]) -> Result<()> {
    match options.iter().find(|(_, text)| text.is_some()) {
        Some((option, _)) => bail!("{option} does nothing beside {beside}"),
        None => Ok(()),
    }
}

fn permutations(filter: &str, named: &[&str]) -> Result<Vec<Shader>> {
    let mut all = Shader::all();
    let count = all.len();
    all.retain(|permutation| permutation.name().contains(filter));
    if all.is_empty() {
        bail!("no permutation's name contains `{filter}`; there are {count}");
    }
    let parse = |name: &&str| name.parse().context("--permutation");
    if named.is_empty() { Ok(all) } else { named.iter().map(parse).collect() }
}

/// The languages to write, all where none is given.
fn languages(list: Option<&str>) -> Result<Vec<Language>> {
    let Some(list) = list else { return Ok(Language::ALL.into()) };
    let all = Language::ALL.map(Language::name).join(", ");
    let parse = |name| {
        Language::from_name(name).with_context(|| format!("--lang {name:?}: expected of {all}"))
    };
    list.split(',').map(parse).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAME: &str = "vertex-linear-rows-pn-normalized";

    fn error(words: &[&str]) -> String {
        format!("{:#}", Args::parse(words).unwrap_err())
    }

    #[test]
    fn a_filter_and_options_are_read_in_any_order() {
        let words = ["--lang", "spirv,wgsl", "linear-rows", "--emit", "out/x", "--group", "2"];
        let args = Args::parse(&words).unwrap();
        let languages = vec![Language::Spirv, Language::Wgsl];
        assert_eq!(args.mode, Mode::Emit { folder: "out/x".into(), languages });
        assert_eq!(args.slots, Slots { group: 2, first_binding: 0 });
        let named = |shader: &&Shader| shader.name().contains("linear-rows");
        assert_eq!(args.permutations.len(), Shader::all().iter().filter(named).count());
    }

    #[test]
    fn named_permutations_are_chosen_in_every_mode() {
        let other = "compute-linear-rows-pn-raw";
        let named = ["--permutation", NAME, "--permutation", other];
        for mode in [&[][..], &["--emit", "out/x"], &["--with", "look.wgsl"]] {
            let args = Args::parse(&[mode, &named].concat()).unwrap();
            let names: Vec<_> = args.permutations.iter().map(Shader::name).collect();
            assert_eq!(names, [NAME, other]);
        }
        assert_eq!(Args::parse(&[]).unwrap().permutations, Shader::all());
    }

    #[test]
    fn what_a_mode_does_not_use_is_refused() {
        let (filter, lang) = (&["rows"][..], &["--lang", "wgsl"][..]);
        let (group, binding) = (&["--group", "1"][..], &["--binding", "2"][..]);
        let (emit, with) = (&["--emit", "x"][..], &["--with", "y"][..]);
        let named = &["--permutation", NAME][..];
        for words in [
            &[lang][..],
            &[group],
            &[binding],
            &[filter, named],
            &[emit, filter, named],
            &[with, named, filter],
            &[with, named, lang],
        ] {
            let words = words.concat();
            let told = error(&words);
            assert!(told.contains(" does nothing beside "), "{words:?}: {told}");
        }
        assert!(error(&[emit, with].concat()).contains("expected one of them"));
        assert!(error(with).contains("expected --permutation NAME"));
        assert_eq!(error(&[emit, group, group].concat()), "--group: expected once");
        assert!(error(&["rows", "pnt"]).contains("expected one filter"));
    }

    #[test]
    fn what_is_wrong_is_told() {
        for mode in [&[][..], &["--emit", "x"], &["--with", "y"]] {
            let told = error(&[mode, &["--permutation", "vertex-TYPO"]].concat());
            assert!(told.starts_with("--permutation: \"vertex-TYPO\": "), "{told}");
        }
        assert!(error(&["--emit", "x", "--lang", "glls"]).contains("expected of wgsl, spirv"));
        assert_eq!(error(&["--emit"]), "--emit: expected a value");
        let told = error(&["--emit", "x", "--group", "one"]);
        assert!(told.starts_with("--group: expected a number, got \"one\""), "{told}");
        assert_eq!(error(&["--frob"]), "no such option: --frob");
        assert!(error(&["zzz"]).contains(&format!("there are {}", Shader::all().len())));
    }
}
