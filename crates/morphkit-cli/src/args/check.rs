//! Arguments of `check`.

use clap::{Args, ValueEnum};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  morphkit check face.glb                   what is wrong with it, and what players do with it
  morphkit check assets                     all .gltf, .glb and .vrm files below a folder
  morphkit check assets --strict            exit 1 also where a file breaks the specification
  morphkit check assets --deny advice       exit 1 also where something is better done otherwise
  morphkit check assets --json | jq -r 'select(.denied) | .file'

Exit status:
  0  no file has anything of the denied severity, which is fatal unless you say otherwise
  1  some file has, or cannot be read
  2  the call is at fault: a wrong option, a folder without files

The codes in brackets are explained in docs/gltf.md (Findings, Advice), players in docs/players.md,
the fields of --json in crates/morphkit-cli/README.md.";

/// What is wrong with files, and what is better done otherwise.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CheckFilesArgs {
    /// Files, and folders to search for .gltf, .glb and .vrm files.
    #[arg(required = true, value_name = "FILE_OR_FOLDER")]
    pub(crate) paths: Vec<PathBuf>,
    /// Print one JSON object a line and file instead of text.
    #[arg(long)]
    pub(crate) json: bool,
    /// The least severity that makes the exit status 1.
    #[arg(long, value_enum, value_name = "SEVERITY", default_value_t = Level::Fatal)]
    pub(crate) deny: Level,
    /// As `--deny recoverable`: what breaks the specification is an error even where it has one
    /// sensible meaning.
    #[arg(long, conflicts_with = "deny")]
    pub(crate) strict: bool,
    /// Name clean files as well, and list all there is of each file.
    #[arg(long, short)]
    pub(crate) verbose: bool,
    /// Say of each file what players do with it; without this it is said where one file is checked.
    #[arg(long)]
    pub(crate) players: bool,
}

impl CheckFilesArgs {
    /// The least severity that is denied.
    pub(crate) fn denied(&self) -> Level {
        if self.strict { Level::Recoverable } else { self.deny }
    }
}

/// How bad something is. Advice is about files that are right, and notes about what was ignored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Level {
    /// Worth knowing.
    Note,
    /// Allowed, and better done otherwise.
    Advice,
    /// Against the specification, with one sensible meaning.
    Recoverable,
    /// An error always.
    Fatal,
}

impl Level {
    /// The worst first.
    pub(crate) const ALL: [Self; 4] = [Self::Fatal, Self::Recoverable, Self::Advice, Self::Note];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Advice => "advice",
            Self::Recoverable => "recoverable",
            Self::Fatal => "fatal",
        }
    }
}
