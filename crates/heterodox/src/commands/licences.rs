//! `heterodox licences`: prints the notices that the licences of dependencies require.

use crate::output;
use anyhow::Result;
use clap::Args;

/// Print the licences of Heterodox and of its dependencies
///
/// Lists SQLite and all crates in the program with versions, licences and copyright holders,
/// followed by the texts of the licences. A server shows the same at `/licences`.
#[derive(Args)]
#[command(after_help = "Examples:
  heterodox licences
  heterodox licences | less")]
pub(crate) struct LicencesArgs {}

/// Runs the command.
pub(crate) fn run(_: &LicencesArgs) -> Result<()> {
    output::print(heterodox_server::NOTICES)
}
