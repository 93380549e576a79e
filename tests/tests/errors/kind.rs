//! Samples of one error type.

use std::collections::BTreeSet;
use std::error::Error;

/// One error type, with at least one sample of each variant.
#[derive(Debug)]
pub(crate) struct Kind {
    /// The crate.
    pub(crate) library: &'static str,
    /// The type.
    pub(crate) name: &'static str,
    /// Variant and text. A struct is its own only variant.
    pub(crate) samples: Vec<(String, String)>,
}

impl Kind {
    pub(crate) fn new<E: Error>(
        library: &'static str,
        name: &'static str,
        samples: impl IntoIterator<Item = E>,
    ) -> Self {
        let sample = |error: E| {
            // Derived Debug output begins with the variant's name.
            let debug = format!("{error:?}");
            let end = debug.find(|c: char| !c.is_alphanumeric()).unwrap_or(debug.len());
            let text = error.to_string();
            // Whoever prints the causes after the text would tell them twice.
            if let Some(cause) = error.source().map(ToString::to_string) {
                assert!(!text.contains(&cause), "{name}: tells its cause twice: {text}");
            }
            (debug[..end].to_owned(), text)
        };
        Self { library, name, samples: samples.into_iter().map(sample).collect() }
    }

    /// Name of the snapshot.
    pub(crate) fn snapshot(&self) -> String {
        format!("{}__{}", self.library, self.name)
    }

    /// One line a sample.
    pub(crate) fn table(&self) -> String {
        let lines = self.samples.iter().map(|(variant, text)| format!("{variant}: {text}"));
        lines.collect::<Vec<_>>().join("\n")
    }

    /// The variants that have a sample.
    pub(crate) fn variants(&self) -> BTreeSet<String> {
        self.samples.iter().map(|(variant, _)| variant.clone()).collect()
    }
}
