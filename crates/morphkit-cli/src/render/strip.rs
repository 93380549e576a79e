//! `--strip`: several weight settings of one file.

use crate::set::Setting;
use std::str::FromStr;

/// The pictures of a strip.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Strip(pub(super) Vec<Tile>);

/// One picture of a strip.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Tile {
    /// What is written below it.
    pub(super) label: String,
    /// Weights to set, over everything else.
    pub(super) settings: Vec<Setting>,
}

impl FromStr for Strip {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let tiles: Vec<_> = text
            .split(';')
            .filter(|part| !part.trim().is_empty())
            .map(str::parse)
            .collect::<Result<_, _>>()?;
        if tiles.is_empty() {
            return Err("expected LABEL:NAME=VALUE,..;LABEL:..".into());
        }
        Ok(Self(tiles))
    }
}

impl FromStr for Tile {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.contains('=') && !text.contains(':') {
            let text = text.trim();
            return Err(format!(
                "{text:?}: expected a label and a colon first: LABEL:NAME=VALUE,.., such as mine:{text}"
            ));
        }
        let (label, settings) = text.split_once(':').unwrap_or((text, ""));
        let label = label.trim().to_owned();
        let parts = settings.split(',').map(str::trim).filter(|part| !part.is_empty());
        let settings = parts
            .map(|part| part.parse().map_err(|error| format!("{label}: {part}: {error}")))
            .collect::<Result<_, _>>()?;
        Ok(Self { label, settings })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strip_is_labels_and_settings() {
        let strip: Strip = "neutral; smile: a=1, head:b=0.5 ;".parse().unwrap();
        let [neutral, smile] = &strip.0[..] else { panic!("{strip:?}") };
        assert_eq!((neutral.label.as_str(), neutral.settings.len()), ("neutral", 0));
        let settings: Vec<_> = smile.settings.iter().map(ToString::to_string).collect();
        assert_eq!(
            (smile.label.as_str(), settings),
            ("smile", vec!["a=1".into(), "head:b=0.5".into()])
        );
        assert!("".parse::<Strip>().is_err());
        let error = "x:a".parse::<Strip>().unwrap_err();
        assert_eq!(error, "x: a: expected NAME=VALUE");
        let error = "neutral; smile=1".parse::<Strip>().unwrap_err();
        assert!(error.starts_with("\"smile=1\": expected a label and a colon first"), "{error}");
        assert!(error.contains("LABEL:NAME=VALUE"), "{error}");
    }
}
