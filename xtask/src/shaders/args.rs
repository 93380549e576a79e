//! Arguments of `validate-shaders`.

use anyhow::{Context, Result, bail};
use morph_wgsl::emit::Language;
use morph_wgsl::{Permutation, Slots};
use std::path::PathBuf;

/// How alike two names are at least, for one to be meant by the other: of 1.
const ALIKE: f64 = 0.8;

/// What to do with shaders.
#[derive(Debug, Default)]
pub(crate) struct Args {
    /// Part of the names of the permutations to validate or to write.
    pub(crate) filter: String,
    /// Folder to write files into.
    pub(crate) emit: Option<PathBuf>,
    /// A user's own shader.
    pub(crate) with: Option<PathBuf>,
    /// Name of one permutation.
    pub(crate) permutation: Option<String>,
    lang: Option<String>,
    slots: Slots,
}

impl Args {
    /// Reads what follows the command.
    pub(crate) fn parse(words: &[&str]) -> Result<Self> {
        let mut args = Self::default();
        let mut words = words.iter().copied();
        while let Some(word) = words.next() {
            let mut value = || words.next().with_context(|| format!("{word}: expected a value"));
            let number = |text: &str| {
                text.parse().with_context(|| format!("{word}: expected a number, got {text:?}"))
            };
            match word {
                "--emit" => args.emit = Some(value()?.into()),
                "--with" => args.with = Some(value()?.into()),
                "--lang" => args.lang = Some(value()?.into()),
                "--permutation" => args.permutation = Some(value()?.into()),
                "--group" => args.slots.group = number(value()?)?,
                "--binding" => args.slots.first_binding = number(value()?)?,
                _ if word.starts_with('-') => bail!("no such option: {word}"),
                _ if args.filter.is_empty() => args.filter = word.into(),
                _ => bail!("expected one filter, got {:?} and {word:?}", args.filter),
            }
        }
        if args.with.is_some() && args.emit.is_some() {
            bail!("--with checks and --emit writes: expected one of them");
        }
        Ok(args)
    }

    /// Where the bindings go.
    pub(crate) fn slots(&self) -> Slots {
        self.slots
    }

    /// The named permutation, or those that the filter leaves.
    pub(crate) fn chosen(&self) -> Result<Vec<Permutation>> {
        if self.permutation.is_some() {
            return Ok(vec![self.named()?]);
        }
        let mut all = Permutation::all();
        let count = all.len();
        all.retain(|permutation| permutation.name().contains(&self.filter));
        if all.is_empty() {
            bail!("no permutation's name contains `{}`; there are {count}", self.filter);
        }
        Ok(all)
    }

    /// The named permutation.
    pub(crate) fn named(&self) -> Result<Permutation> {
        let name = self.permutation.as_deref().context("--permutation NAME: expected")?;
        let names: Vec<_> = Permutation::all().iter().map(Permutation::name).collect();
        let names: Vec<_> = names.iter().map(String::as_str).collect();
        name.parse().with_context(|| format!("--permutation{}", meant(name, &names)))
    }

    /// The languages to write, all where none is given.
    pub(crate) fn languages(&self) -> Result<Vec<Language>> {
        let Some(list) = &self.lang else {
            return Ok(Language::ALL.into());
        };
        let names = Language::ALL.map(Language::name);
        let found = list.split(',').map(|name| {
            Language::from_name(name).with_context(|| {
                let all = names.join(", ");
                format!("--lang {name:?}{}; languages are {all}", meant(name, &names))
            })
        });
        found.collect()
    }
}

/// What somebody may have meant, as the end of a sentence; empty where nothing is near.
fn meant(wanted: &str, names: &[&str]) -> String {
    let alike = |name: &&str| strsim::jaro_winkler(wanted, name);
    let nearest = names.iter().copied().max_by(|a, b| alike(a).total_cmp(&alike(b)));
    match nearest.filter(|name| alike(name) >= ALIKE) {
        Some(name) => format!(": did you mean {name:?}?"),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_and_options_are_read_in_any_order() {
        let words = ["--lang", "spirv,wgsl", "rows", "--emit", "out/x", "--group", "2"];
        let args = Args::parse(&words).unwrap();
        assert_eq!(args.languages().unwrap(), [Language::Spirv, Language::Wgsl]);
        assert_eq!(args.slots(), Slots { group: 2, first_binding: 0 });
        assert_eq!(args.chosen().unwrap().len(), 16);
        assert_eq!(args.emit, Some("out/x".into()));
    }

    #[test]
    fn what_is_wrong_is_told_with_what_was_meant() {
        let error = |words: &[&str]| {
            let args = Args::parse(words).map_err(|error| format!("{error:#}"));
            args.and_then(|args| {
                let chosen = args.chosen().map_err(|error| format!("{error:#}"))?;
                let languages = args.languages().map_err(|error| format!("{error:#}"))?;
                Ok((chosen, languages))
            })
            .unwrap_err()
        };
        let near = error(&["--permutation", "vertex-linear-rows-pn-normalised"]);
        assert!(near.contains("did you mean \"vertex-linear-rows-pn-normalized\"?"), "{near}");
        assert!(error(&["--lang", "glls"]).contains("did you mean \"glsl\"?"));
        assert_eq!(error(&["--emit"]), "--emit: expected a value");
        assert!(error(&["--group", "one"]).starts_with("--group: expected a number, got \"one\""));
        assert_eq!(error(&["--frob"]), "no such option: --frob");
        assert!(error(&["--emit", "x", "--with", "y"]).contains("expected one of them"));
        assert!(error(&["zzz"]).contains("there are 72"));
    }
}
