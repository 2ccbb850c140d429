//! `heterodox licences`: what the licences ask to be shown.

use crate::output;
use anyhow::Result;
use clap::Args;

/// Print the licences of Heterodox and of the software of others in it
#[derive(Args)]
#[command(after_help = "Examples:
  heterodox licences
  heterodox licences | less")]
pub(crate) struct LicencesArgs {}

/// Runs the command.
pub(crate) fn run(_: &LicencesArgs) -> Result<()> {
    output::print(heterodox_server::NOTICES)
}
