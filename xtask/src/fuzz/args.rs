//! Arguments of `fuzz`.

use anyhow::{Context, Result, bail};

/// What to run.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Args {
    /// How long, each target.
    pub(crate) seconds: usize,
    /// Which targets; all where there is none.
    pub(crate) targets: Vec<String>,
    /// One input instead of a search.
    pub(crate) input: Option<String>,
}

impl Args {
    /// A search with all targets.
    pub(crate) const fn all(seconds: usize) -> Self {
        Self { seconds, targets: Vec::new(), input: None }
    }

    pub(crate) fn parse(args: &[&str]) -> Result<Self> {
        let mut parsed = Self::all(60);
        let mut rest = args.iter();
        while let Some(&option) = rest.next() {
            let mut value = || rest.next().with_context(|| format!("{option} needs a value"));
            match option {
                "--seconds" => {
                    let text = value()?;
                    let seconds = text.parse().ok().filter(|&seconds| seconds > 0);
                    parsed.seconds = seconds.with_context(|| {
                        format!("--seconds: expected a whole number above 0, got {text}")
                    })?;
                }
                "--target" => parsed.targets.push((*value()?).to_owned()),
                "--input" => parsed.input = Some((*value()?).to_owned()),
                _ => bail!("fuzz: no such option: {option}"),
            }
        }
        Ok(parsed)
    }
}

#[cfg(test)]
mod tests {
    use super::Args;

    #[test]
    fn options_are_read_and_broken_ones_refused() {
        assert_eq!(Args::parse(&[]).unwrap(), Args::all(60));
        let parsed = Args::parse(&["--seconds", "5", "--target", "a", "--target", "b"]).unwrap();
        assert_eq!(parsed, Args { targets: vec!["a".into(), "b".into()], ..Args::all(5) });
        for (args, text) in [
            (&["--seconds", "0"][..], "--seconds: expected a whole number above 0, got 0"),
            (&["--target"], "--target needs a value"),
            (&["--minutes", "1"], "fuzz: no such option: --minutes"),
        ] {
            assert_eq!(Args::parse(args).unwrap_err().to_string(), text);
        }
    }
}
