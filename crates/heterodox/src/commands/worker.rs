//! `heterodox worker`: engines for a server on another machine.

use super::serve::{Log, LogFormat, shutdown_signal, start_log, workers};
use crate::output;
use anyhow::{Context, Result};
use clap::Args;
use heterodox_server::{Worker, WorkerConfig, WorkerError};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Do the thinking for a server on another machine
///
/// Takes moves of computers, hints and analyses from a server that runs with the same
/// --worker-token, and sends the answers back. It gets what the computer's seat may know, and
/// stores nothing. A server that cannot be reached is waited for; the server goes on without the
/// worker. It runs until ctrl-c, SIGTERM or SIGHUP, and then gives its jobs back. Ends with status
/// 1 if the server has another token, takes no workers, or is of another version.
#[derive(Args)]
#[command(after_help = "Examples:
  heterodox worker --server https://play.example.org
  heterodox worker --server https://club.lan --tls-ca club-ca.pem --threads 4")]
pub(crate) struct WorkerArgs {
    /// Address of the server
    #[arg(long, value_name = "URL", env = "HETERODOX_SERVER")]
    server: String,

    /// Token that the server has too. Other users of the machine can see arguments, so the variable
    /// is the better place
    #[arg(long, value_name = "TOKEN", env = "HETERODOX_WORKER_TOKEN", hide_env_values = true)]
    token: String,

    /// Number of jobs at a time [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = workers)]
    threads: Option<NonZeroUsize>,

    /// Certificates, in PEM, of authorities to trust beside the usual ones: for a server whose
    /// certificate is your own
    #[arg(long, value_name = "FILE", env = "HETERODOX_TLS_CA")]
    tls_ca: Option<PathBuf>,

    /// The least severe messages to log to standard error
    #[arg(long, value_name = "LEVEL", value_enum, default_value_t = Log::Info)]
    #[arg(env = "HETERODOX_LOG")]
    log: Log,

    /// How messages are written: for people, or one JSON object a line for programs
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = LogFormat::Text)]
    #[arg(env = "HETERODOX_LOG_FORMAT")]
    log_format: LogFormat,
}

/// The status if the server does not want the worker.
const UNWANTED: u8 = 1;

/// Runs the command.
pub(crate) fn run(args: &WorkerArgs) -> Result<ExitCode> {
    start_log(args.log, args.log_format);
    let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let threads = args.threads.unwrap_or(cores);
    let config = WorkerConfig {
        server: args.server.clone(),
        token: args.token.clone(),
        threads,
        authority: args.tls_ca.clone(),
    };
    let worker = Worker::new(&config)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .max_blocking_threads(threads.get() + 1)
        .enable_all()
        .build()
        .context("cannot start the worker's threads")?;
    let ended = runtime.block_on(async {
        let stop = shutdown_signal()?;
        anyhow::Ok(worker.run_until(stop).await)
    })?;
    // A search that goes on is not waited for.
    runtime.shutdown_timeout(Duration::ZERO);
    match ended {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(
            error @ (WorkerError::UnknownToken
            | WorkerError::NoWorkers
            | WorkerError::OtherProtocol { .. }),
        ) => {
            output::error(&format!("{}: {error}", args.server));
            Ok(ExitCode::from(UNWANTED))
        }
        Err(error) => Err(error.into()),
    }
}
