//! A worker as a child process.

use crate::contender::Checked;
use anyhow::{Context, Result, bail};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

/// A kind of worker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    Rust,
    JavaScript,
}

/// Where the JavaScript lies.
pub(crate) fn peers() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("peers/load")
}

impl Language {
    pub(crate) const ALL: [Self; 2] = [Self::Rust, Self::JavaScript];

    /// What is not measured where the worker does not start.
    pub(crate) const fn contenders(self) -> &'static str {
        match self {
            Self::Rust => "this project",
            Self::JavaScript => "three.js and glTF-Transform",
        }
    }
}

/// A running worker. Ends with its value.
pub(crate) struct Worker {
    language: Language,
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Worker {
    /// Starts a worker and asks for its versions.
    pub(crate) fn start(language: Language) -> Result<(Self, String)> {
        let mut command = match language {
            Language::Rust => Command::new(std::env::current_exe()?),
            Language::JavaScript => Command::new("node"),
        };
        match language {
            Language::Rust => command.arg("worker"),
            Language::JavaScript => command.arg(peers().join("worker.mjs")),
        };
        let program = command.get_program().display().to_string();
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {program}"))?;
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().context("a pipe for the output")?);
        let mut worker = Self { language, child, input, output };
        let facts = worker.ask("facts", "facts")?;
        Ok((worker, facts))
    }

    /// The names of its contenders.
    pub(crate) fn load(&mut self, file: &Path) -> Result<Vec<String>> {
        let names = self.ask(&format!("load {}", file.display()), "contenders")?;
        Ok(names.split_whitespace().map(str::to_owned).collect())
    }

    /// What a contender reads, and whether that is all.
    pub(crate) fn check(&mut self, command: &str, contender: &str) -> Result<(Checked, String)> {
        let answer = self.ask(&format!("{command} {contender}"), "checked")?;
        let words: Vec<&str> = answer.split(' ').collect();
        let &[numbers, sum, what] = words.as_slice() else {
            bail!("expected a count, a sum and what was read, got {answer}");
        };
        Ok((Checked { numbers: numbers.parse()?, sum: sum.parse()? }, what.to_owned()))
    }

    /// Times some calls; gives the median in nanoseconds.
    pub(crate) fn run(&mut self, contender: &str, budget: Duration) -> Result<f64> {
        let answer = self.ask(&format!("run {contender} {}", budget.as_millis()), "ns")?;
        let (median, _calls) = answer.split_once(' ').context("a median and a number of calls")?;
        Ok(median.parse()?)
    }

    fn ask(&mut self, request: &str, expected: &str) -> Result<String> {
        let language = self.language;
        let input = self.input.as_mut().context("the worker takes lines")?;
        let lost = || format!("the {language:?} worker ended at: {request}");
        writeln!(input, "{request}").and_then(|()| input.flush()).with_context(lost)?;
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        let line = line.trim_end();
        if line.is_empty() {
            bail!("{}", lost());
        }
        match line.split_once(' ').unwrap_or((line, "")) {
            (word, rest) if word == expected => Ok(rest.to_owned()),
            (_, rest) => bail!("{language:?} worker at `{request}`: {rest}"),
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        drop(self.input.take());
        if let Err(error) = self.child.wait() {
            eprintln!("the {:?} worker does not end: {error}", self.language);
        }
    }
}
