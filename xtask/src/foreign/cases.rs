//! Golden vectors in memory, whichever form they were read from.

/// One file of vectors.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct File {
    pub(super) version: u64,
    pub(super) group: String,
    pub(super) cases: Vec<Case>,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Case {
    pub(super) name: String,
    pub(super) rules: Vec<String>,
    pub(super) input: Vec<Field>,
    pub(super) output: Vec<Field>,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Field {
    pub(super) name: String,
    /// The type's letter in the flat text; JSON has none, and there it is that of the values.
    pub(super) kind: char,
    pub(super) values: Vec<Value>,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    Integer(u64),
    Float(f64),
    Word(String),
}
