//! `heterodox`: play, referee and study unorthodox chess games from the command line.
//!
//! One small file per command under `commands`; what they share stands beside this file. The
//! commands name no game: they go through the registry and the tables of `heterodox-rules`.
//! Exit status: 0, or 2 with one line on standard error that says what is wrong and where; `check`
//! ends with 1 if it finds faults.

mod board;
mod checksum;
mod cli;
mod clouded;
mod commands;
mod file;
mod output;
mod result;
mod start;

use clap::Parser;
use std::io::ErrorKind;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = cli::Cli::parse();
    match commands::run(cli.command) {
        Ok(status) => status,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::error(&chain(&error));
            ExitCode::from(2)
        }
    }
}

/// Whether the reader of our output went away, as in `heterodox moves … | head`: no fault of ours.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<std::io::Error>()
            .is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
    })
}

/// An error with its causes in one line. Many errors name their cause themselves; that is said once.
fn chain(error: &anyhow::Error) -> String {
    error.chain().map(ToString::to_string).fold(String::new(), |message, cause| {
        match message.as_str() {
            "" => cause,
            before if before.ends_with(&cause) => message,
            before => format!("{before}: {cause}"),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::chain;
    use anyhow::anyhow;

    #[test]
    fn a_cause_is_said_once() {
        let error = anyhow!("disk full").context("cannot write x: disk full").context("saving");
        assert_eq!(chain(&error), "saving: cannot write x: disk full");
        assert_eq!(chain(&anyhow!("inner").context("outer")), "outer: inner");
    }
}
