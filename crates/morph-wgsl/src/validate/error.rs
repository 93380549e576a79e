//! Errors of shader text, told in the places of its files.

use crate::{Composition, Origin};
use naga::front::wgsl::ParseError;
use naga::valid::ValidationError;
use naga::{Module, Span, WithSpan};
use std::cmp::Reverse;
use std::error::Error;
use std::fmt;

/// Shader text that is not valid WGSL, or needs more than the least capabilities.
///
/// `Display` is one line: `hook:3:12: compute-seed-uniform-pn-raw: unknown identifier`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ValidateError {
    /// Name of the permutation.
    pub permutation: String,
    /// Whose text that place is in; this crate's where naga gives no place.
    pub origin: Origin,
    /// The file: a path inside `shaders`, `prelude`, `hook` or an appended part.
    pub file: String,
    /// Line in that file, from 1; 0 where naga gives no place.
    pub line: u32,
    /// Byte in that line, from 1; 0 where naga gives no place.
    pub column: u32,
    /// What is wrong, with causes.
    pub message: String,
    /// Several lines: the message, then each place with its source line.
    pub rendered: String,
}

impl fmt::Display for ValidateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { permutation, file, line, column, message, .. } = self;
        if *line == 0 {
            return write!(f, "{permutation}: {message}");
        }
        write!(f, "{file}:{line}:{column}: {permutation}: {message}")
    }
}

impl Error for ValidateError {}

impl ValidateError {
    pub(super) fn of_parsing(composition: &Composition, error: &ParseError) -> Self {
        let mut message = error.message().to_owned();
        for note in error.notes() {
            message.push_str("; ");
            message.push_str(note);
        }
        Self::new(composition, message, error.labels())
    }

    pub(super) fn of_validation(
        composition: &Composition,
        module: &Module,
        error: &WithSpan<ValidationError>,
    ) -> Self {
        let mut message = error.as_inner().to_string();
        let mut cause = error.as_inner().source();
        while let Some(next) = cause {
            message.push_str(": ");
            message.push_str(&next.to_string());
            cause = next.source();
        }
        let message = with_names(message, module);
        // naga's descriptions name its own types and handles, which say nothing to a reader. The
        // span that begins last is the nearest to the fault: the others are what it stands in.
        let mut spans: Vec<_> = error.spans().map(|(span, _)| (*span, "")).collect();
        spans.sort_by_key(|(span, _)| Reverse(span.to_range().map(|range| range.start)));
        if let ValidationError::EntryPoint { name, .. } = error.as_inner() {
            if !spans.iter().any(|(span, _)| span.is_defined()) {
                spans.extend(declaration(&composition.text, name).map(|span| (span, "")));
            }
        }
        Self::new(composition, message, spans.into_iter())
    }

    fn new<'a>(
        composition: &Composition,
        message: String,
        labels: impl Iterator<Item = (Span, &'a str)>,
    ) -> Self {
        let mut error = Self {
            permutation: composition.name.clone(),
            origin: Origin::Library,
            file: String::new(),
            line: 0,
            column: 0,
            rendered: format!("{}: {message}\n", composition.name),
            message,
        };
        for (span, label) in labels.filter(|(span, _)| span.is_defined()) {
            let at = span.location(&composition.text);
            let (file, line) = composition.locate(at.line_number);
            if error.line == 0 {
                error.origin = composition.origin(at.line_number);
                error.file = file.to_owned();
                error.line = line;
                error.column = at.line_position;
            }
            let text = composition.text.lines().nth(at.line_number as usize - 1).unwrap_or("");
            let indent = " ".repeat(at.line_position as usize - 1);
            let whose = match composition.origin(at.line_number) {
                Origin::Library => "morph-wgsl's ",
                Origin::Caller => "",
            };
            let place = format!("  {whose}{file}:{line}:{}", at.line_position);
            let mark = format!("    {indent}^ {label}");
            error.rendered += &format!("{place}\n    {text}\n{}\n", mark.trim_end());
        }
        error
    }
}

/// Name of a function where it is declared, outside comments.
fn declaration(text: &str, name: &str) -> Option<Span> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let code = line.split("//").next().unwrap_or_default();
        let found = code.match_indices(name).find(|(at, _)| {
            let before = code[..*at].trim_end();
            let after = code[at + name.len()..].trim_start();
            before.ends_with("fn") && before.len() < *at && after.starts_with('(')
        });
        if let Some((at, _)) = found {
            let first = start + at;
            return Some(Span::new(first as u32, (first + name.len()) as u32));
        }
        start += line.len();
    }
    None
}

/// The message with the name of a called function, for which naga has its number only.
fn with_names(message: String, module: &Module) -> String {
    const CALL: &str = "Call to [";
    let named = message.find(CALL).and_then(|at| {
        let (number, rest) = message[at + CALL.len()..].split_once(']')?;
        let (_, function) = module.functions.iter().nth(number.parse().ok()?)?;
        let name = function.name.as_deref()?;
        Some(format!("{}Call to `{name}`{rest}", &message[..at]))
    });
    named.unwrap_or(message)
}
