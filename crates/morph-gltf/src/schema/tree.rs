//! The tree of a file's JSON, made when somebody asks for it.

use serde_json::Value;
use std::sync::OnceLock;

/// JSON as a tree, or as text of which one can be made.
#[derive(Debug)]
pub(crate) struct Json {
    text: Box<str>,
    tree: OnceLock<Value>,
}

impl Json {
    /// From text that was walked, so that a tree can be made of it.
    pub(super) fn sound(text: &str) -> Self {
        Self { text: text.into(), tree: OnceLock::new() }
    }

    /// Whether a word may stand in it: certainly not where this is false.
    pub(crate) fn mentions(&self, word: &str) -> bool {
        // A letter may be written as an escape; and a tree that was given has no text.
        self.text.is_empty() || self.text.contains(word) || self.text.contains("\\u")
    }

    pub(crate) fn tree(&self) -> &Value {
        self.tree.get_or_init(|| serde_json::from_str(&self.text).unwrap_or_default())
    }
}

impl From<Value> for Json {
    fn from(tree: Value) -> Self {
        Self { text: "".into(), tree: tree.into() }
    }
}
