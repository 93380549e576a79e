//! Arguments of `completions`.

use clap::Args;
use clap_complete::Shell;

const EXAMPLES: &str = "\
Examples:
  morphkit completions bash > ~/.local/share/bash-completion/completions/morphkit
  morphkit completions zsh > ~/.zfunc/_morphkit         with fpath+=~/.zfunc in ~/.zshrc
  morphkit completions fish > ~/.config/fish/completions/morphkit.fish
  morphkit completions powershell >> $PROFILE

Commands, options and the values that are known are completed, and files. It takes effect in new shells.";

/// Which shell.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CompletionsArgs {
    /// The shell.
    pub(crate) shell: Shell,
}
