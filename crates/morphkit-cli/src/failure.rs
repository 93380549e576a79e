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
                Some(last) if last.contains(&text) => {}
                Some(last) if text.contains(last.as_str()) => *last = text,
                _ => parts.push(text),
            }
        }
        f.write_str(&parts.join(": "))
    }
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
    }
}
