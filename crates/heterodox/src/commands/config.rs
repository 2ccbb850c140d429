//! `heterodox config`: prints settings of the server.

use crate::output::Output;
use crate::settings;
use anyhow::Result;
use clap::Args;
use std::path::PathBuf;

/// Print the settings of the server and where they come from
///
/// The settings are those that `heterodox serve` would use. Passwords are not printed.
#[derive(Args)]
#[command(after_help = "Examples:
  heterodox config --example > heterodox.toml
  heterodox config --config heterodox.toml")]
pub(crate) struct ConfigArgs {
    /// Print a configuration file with every setting and its default instead
    #[arg(long)]
    example: bool,

    /// Configuration file [default: heterodox.toml in the data folder, if it is there]
    #[arg(long, value_name = "FILE", env = "HETERODOX_CONFIG")]
    config: Option<PathBuf>,

    /// Folder of the server's data [default: that of `heterodox serve`]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

/// Runs the command.
pub(crate) fn run(args: &ConfigArgs) -> Result<()> {
    if args.example {
        return crate::output::print(settings::example());
    }
    let mut output = Output::default();
    for one in settings::effective(args.config.as_deref(), args.data.as_deref())? {
        let value = one.value.unwrap_or_else(|| "-".to_owned());
        output.line(format!("{:<18} {:<34} {}", one.name, value, one.source));
    }
    output.write()
}
