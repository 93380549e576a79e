//! Named arrays of a case.

/// One array.
#[derive(Debug, Clone, PartialEq)]
pub enum Values {
    /// Integers.
    Numbers(Vec<u64>),
    /// Floats.
    Floats(Vec<f32>),
    /// Words.
    Words(Vec<String>),
}

/// Named arrays, in the order of the file.
///
/// Each function that takes a name fails the test where there is no such field of that type.
#[derive(Debug, Clone, Default)]
pub struct Fields(pub(super) Vec<(String, Values)>);

impl Fields {
    /// A field, `None` where there is none.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Values> {
        self.0.iter().find(|(field, _)| field == name).map(|(_, values)| values)
    }

    /// All fields.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Values)> {
        self.0.iter().map(|(name, values)| (name.as_str(), values))
    }

    /// Floats.
    #[must_use]
    pub fn floats(&self, name: &str) -> &[f32] {
        match self.get(name) {
            Some(Values::Floats(values)) => values,
            other => panic!("{name}: expected floats, got {other:?}"),
        }
    }

    /// Integers.
    #[must_use]
    pub fn numbers(&self, name: &str) -> &[u64] {
        match self.get(name) {
            Some(Values::Numbers(values)) => values,
            other => panic!("{name}: expected integers, got {other:?}"),
        }
    }

    /// Words.
    #[must_use]
    pub fn words(&self, name: &str) -> &[String] {
        match self.get(name) {
            Some(Values::Words(values)) => values,
            other => panic!("{name}: expected words, got {other:?}"),
        }
    }

    /// One word.
    #[must_use]
    pub fn word(&self, name: &str) -> &str {
        let [word] = self.words(name) else { panic!("{name}: expected one word") };
        word
    }

    /// One integer, as whatever integer is wanted.
    #[must_use]
    pub fn number<N: TryFrom<u64>>(&self, name: &str) -> N {
        let [number] = self.numbers(name) else { panic!("{name}: expected one integer") };
        N::try_from(*number).unwrap_or_else(|_| panic!("{name}: {number} is too large"))
    }
}
