//! A worker as a child process.

use crate::cell::Cell;
use crate::protocol::Request;
use crate::results::Round;
use anyhow::{Context, Result, bail};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

/// Keeps NumPy to one thread, whichever BLAS it was built with.
const ONE_THREAD: [(&str, &str); 3] =
    [("OPENBLAS_NUM_THREADS", "1"), ("OMP_NUM_THREADS", "1"), ("MKL_NUM_THREADS", "1")];

/// A kind of worker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    Rust,
    JavaScript,
    Python,
}

impl Language {
    pub(crate) const ALL: [Self; 3] = [Self::Rust, Self::JavaScript, Self::Python];

    /// What is not measured where the worker does not start.
    pub(crate) const fn contenders(self) -> &'static str {
        match self {
            Self::Rust => "this project",
            Self::JavaScript => "luma.gl, three.js, Babylon.js and plain JavaScript",
            Self::Python => "NumPy",
        }
    }

    /// Whether it has contenders for a cell.
    pub(crate) const fn serves(self, cell: Cell) -> bool {
        match self {
            Self::Rust => true,
            Self::JavaScript => !cell.is_sequence(),
            Self::Python => cell.is_sequence(),
        }
    }

    fn command(self, scratch: &Path) -> Result<Command> {
        let peers = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers");
        Ok(match self {
            Self::Rust => {
                let mut command = Command::new(std::env::current_exe()?);
                command.arg("worker");
                command
            }
            Self::JavaScript => {
                let mut command = Command::new("node");
                command.arg(peers.join("worker.mjs"));
                command
            }
            Self::Python => {
                let own = scratch.join("venv/bin/python");
                let python = if own.is_file() { own } else { PathBuf::from("python3") };
                let mut command = Command::new(python);
                command.arg(peers.join("worker.py")).envs(ONE_THREAD);
                command
            }
        })
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
    pub(crate) fn start(language: Language, scratch: &Path) -> Result<(Self, String)> {
        let mut command = language.command(scratch)?;
        let program = command.get_program().display().to_string();
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {program}"))?;
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().context("a pipe for the output")?);
        let mut worker = Self { language, child, input, output };
        let facts = worker.ask(&Request::Facts, "facts")?;
        Ok((worker, facts))
    }

    /// The names of its contenders for the cell.
    pub(crate) fn load(&mut self, cell: Cell, folder: &Path) -> Result<Vec<String>> {
        let names = self.ask(&Request::Load(cell, folder.to_owned()), "contenders")?;
        Ok(names.split_whitespace().map(str::to_owned).collect())
    }

    /// Lets a contender write its result: by how much its deltas are off, and the parts.
    pub(crate) fn check(&mut self, contender: &str, file: &Path) -> Result<(f64, Vec<String>)> {
        let request = Request::Check(contender.to_owned(), file.to_owned());
        let answer = self.ask(&request, "checked")?;
        let (off, parts) = answer.split_once(' ').unwrap_or((&answer, ""));
        Ok((off.parse()?, parts.split_whitespace().map(str::to_owned).collect()))
    }

    /// Times some calls.
    pub(crate) fn run(&mut self, contender: &str, budget: Duration) -> Result<Round> {
        let answer = self.ask(&Request::Run(contender.to_owned(), budget), "ns")?;
        let (median, calls) = answer.split_once(' ').context("a median and a number of calls")?;
        Ok(Round { ns: median.parse()?, calls: calls.parse()? })
    }

    fn ask(&mut self, request: &Request, expected: &str) -> Result<String> {
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
