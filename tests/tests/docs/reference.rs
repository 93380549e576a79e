//! What a page names in backticks: files from the root on, and tests in them.

/// A file, and the tests that the page names after it.
#[derive(Debug)]
pub(crate) struct Reference {
    pub(crate) path: String,
    pub(crate) tests: Vec<String>,
}

/// Words in backticks, each with the text before it; blocks of code are left out.
fn quoted(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let outside = text.split("```").step_by(2);
    outside.flat_map(|part| {
        let pieces: Vec<_> = part.split('`').collect();
        pieces.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect::<Vec<_>>()
    })
}

/// All files that the page names, in order; tests stand after a colon, with commas between them.
pub(crate) fn all(text: &str) -> Vec<Reference> {
    let mut all: Vec<Reference> = Vec::new();
    let mut follows = false;
    for (before, word) in quoted(text) {
        let is_file =
            word.contains('/') && [".rs", ".wgsl", ".md"].iter().any(|end| word.ends_with(end));
        let before = before.trim();
        if is_file {
            all.push(Reference { path: word.to_owned(), tests: Vec::new() });
            follows = true;
        } else if let Some(last) =
            all.last_mut().filter(|_| follows && [":", ","].contains(&before))
        {
            last.tests.push(word.to_owned());
        } else {
            follows = false;
        }
    }
    all
}
