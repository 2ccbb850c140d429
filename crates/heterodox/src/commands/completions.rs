//! `heterodox completions`: scripts with which shells complete commands, options and games.

use crate::cli::Cli;
use crate::output;
use anyhow::Result;
use clap::{Args, CommandFactory};
use clap_complete::Shell;

/// Print a completion script for a shell
#[derive(Args)]
#[command(after_help = "Examples:
  heterodox completions bash > ~/.local/share/bash-completion/completions/heterodox
  heterodox completions zsh > ~/.zfunc/_heterodox
  heterodox completions fish > ~/.config/fish/completions/heterodox.fish")]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// Runs the command.
pub(crate) fn run(args: &CompletionsArgs) -> Result<()> {
    // `generate` panics if the writer fails; a vector does not fail.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "heterodox", &mut script);
    output::print(script)
}
