//! How a command fails, and the exit status that says so.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

/// A failed command.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The file is at fault: exit status 1.
    File(anyhow::Error),
    /// The call or the machine is: exit status 2.
    Environment(anyhow::Error),
    /// Whoever read our output went away: quiet, exit status 0.
    ClosedPipe,
}

impl Failure {
    /// The call or the machine is at fault.
    pub(crate) fn environment(error: impl Into<anyhow::Error>) -> Self {
        Self::Environment(error.into())
    }

    /// The output cannot be written.
    pub(crate) fn output(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::ClosedPipe
        } else {
            Self::Environment(anyhow::Error::new(error).context("cannot write the output"))
        }
    }

    /// Prints the error with its causes and gives the exit status.
    pub(crate) fn report(&self) -> ExitCode {
        // Where standard error is closed too, the exit status has to do.
        let _ = match self {
            Self::ClosedPipe => Ok(()),
            _ => writeln!(io::stderr(), "error: {self}"),
        };
        match self {
            Self::File(_) => ExitCode::from(1),
            Self::Environment(_) => ExitCode::from(2),
            Self::ClosedPipe => ExitCode::SUCCESS,
        }
    }
}

/// The error and its causes in one line; nothing is told twice.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::File(error) | Self::Environment(error)) = self else {
            return f.write_str("the output was closed");
        };
        let mut parts: Vec<String> = Vec::new();
        for text in error.chain().map(ToString::to_string) {
            match parts.last_mut() {
                Some(last) if ends_with(last, &text) => {}
                Some(last) if starts_with(&text, last) => *last = text,
                _ => parts.push(text),
            }
        }
        f.write_str(&one_line(&parts.join(": ")))
    }
}

/// Says something beside the result.
pub(crate) fn tell(line: &str) {
    // Where standard error is closed, nobody listens.
    let _ = writeln!(io::stderr(), "{}", one_line(line));
}

/// Text of a file, without what would break the line or move the cursor of a terminal.
pub(crate) fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter.is_control() {
            true => line.extend(letter.escape_default()),
            false => line.push(letter),
        }
    }
    line
}

/// Whether a text has told a cause as its end already.
fn ends_with(text: &str, cause: &str) -> bool {
    text.strip_suffix(cause).is_some_and(|place| place.is_empty() || place.ends_with(": "))
}

/// Whether a text begins with this place.
fn starts_with(text: &str, place: &str) -> bool {
    text.strip_prefix(place).is_some_and(|rest| rest.starts_with(": "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::anyhow;

    #[test]
    fn causes_follow_in_one_line_and_nothing_is_told_twice() {
        let failure = |error| Failure::File(error).to_string();
        assert_eq!(failure(anyhow!("truncated").context("a.glb")), "a.glb: truncated");
        assert_eq!(failure(anyhow!("a.glb: not found").context("a.glb")), "a.glb: not found");
        assert_eq!(failure(anyhow!("short").context("a.glb: short")), "a.glb: short");
        assert_eq!(failure(anyhow!("short").context("short")), "short");
    }

    #[test]
    fn names_of_a_file_cannot_break_the_line() {
        assert_eq!(Failure::File(anyhow!("a\nb\u{1b}[2Jö")).to_string(), "a\\nb\\u{1b}[2Jö");
    }

    #[test]
    fn a_place_is_told_although_its_letters_are_in_the_cause() {
        let failure = |error| Failure::File(error).to_string();
        assert_eq!(failure(anyhow!("meshes[0]: empty").context("mesh")), "mesh: meshes[0]: empty");
        assert_eq!(failure(anyhow!("a").context("face.glb")), "face.glb: a");
    }
}
