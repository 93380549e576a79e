//! Naming a target.

/// A target of an instance: by index or by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TargetRef<'a> {
    /// Index of the target.
    Index(usize),
    /// Name of the target; the first of that name.
    Name(&'a str),
}

impl From<usize> for TargetRef<'_> {
    fn from(index: usize) -> Self {
        Self::Index(index)
    }
}

impl<'a> From<&'a str> for TargetRef<'a> {
    fn from(name: &'a str) -> Self {
        Self::Name(name)
    }
}
