//! `heterodox`: play, referee and study unorthodox chess games from the command line.
//!
//! Each command is a file or a folder in `commands`. Modules beside this file are shared by
//! several commands. Most commands reach games through the registry of `heterodox-rules` and work
//! for any game; what they know of one game is a row of `games`. The commands `umpire` and `clouds`
//! are of Clouded Klin Zha.
//!
//! Exit status: 0, or 2 with one line on standard error; `check`, `reindex` and `purge` exit with 1
//! if they find faults, `worker` if the server does not want it.

mod board;
mod checksum;
mod cli;
mod commands;
mod file;
mod games;
mod help;
mod output;
mod result;
mod settings;
mod start;

use std::io::ErrorKind;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().collect();
    match settings::parse(&arguments).and_then(|cli| commands::run(cli.command)) {
        Ok(status) => status,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::error(&chain(&error));
            ExitCode::from(2)
        }
    }
}

/// Returns whether the reader of standard output has closed it, as in `heterodox moves … | head`.
/// That is not an error.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<std::io::Error>()
            .is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
    })
}

/// Formats an error with its causes in one line. A cause that the message already ends with is not
/// repeated.
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
