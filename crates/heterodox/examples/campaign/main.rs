//! Servers on one database, bots that play at them, and a thousand faults meanwhile.
//!
//! Two or three servers share a database and a bus. Each reaches them, and is reached, over links
//! that can be slowed, stalled and cut. Bots play all games through random servers and write down
//! what they sent and what was answered. Afterwards the logs are compared with that ([`judge`]).
//!
//! ```text
//! cargo build --release
//! cargo run --release --example campaign -- target/release/heterodox --minutes 30 --nodes 3
//! ```

mod bots;
mod faults;
mod judge;
mod links;
mod nodes;

use anyhow::{Context, Result, ensure};
use clap::Parser;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Play at several servers while they are killed, stopped and cut off, and compare the logs with
/// what was answered.
#[derive(Parser)]
struct Args {
    /// The program
    program: PathBuf,
    /// How long to play
    #[arg(long, default_value_t = 1.0)]
    minutes: f64,
    /// The number of servers
    #[arg(long, default_value_t = 2)]
    nodes: usize,
    /// The number of bots
    #[arg(long, default_value_t = 40)]
    bots: usize,
    /// The mean time between two faults, in milliseconds; 0 for none
    #[arg(long, default_value_t = 1500)]
    every_ms: u64,
    /// The longest time for which a server is stopped, in seconds
    #[arg(long, default_value_t = 30.0)]
    longest_stop: f64,
    /// The seed of the faults and of the bots
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where the servers' logs are kept
    #[arg(long, default_value = "target/campaign")]
    folder: PathBuf,
}

#[tokio::main]
async fn main() -> Result<()> {
    let args = Args::parse();
    std::fs::create_dir_all(&args.folder).context("the folder for the logs")?;
    let (club, url) = nodes::Club::start(&args.program, args.nodes, &args.folder).await?;
    let club = Arc::new(club);
    let begun_ms = now_ms()?;
    let bots = bots::start(&club, args.bots, args.seed);
    let begun = Instant::now();
    let end = begun + Duration::from_secs_f64(args.minutes * 60.0);
    let mut faults = faults::Faults::new(club.clone(), args.every_ms, args.longest_stop, args.seed);
    faults.go_on_until(end).await;
    println!("faults: {}", faults.total());
    for (name, count) in faults.counts() {
        println!("  {name}: {count}");
    }
    faults.mend_all().await;
    // The bots go on for a moment without faults, and then stop.
    tokio::time::sleep(Duration::from_secs(10)).await;
    let notes = bots.stop().await;
    println!("{}", notes.summary());
    let differences = judge::compare_nodes(&club, &notes).await?;
    let span = begun_ms - judge::SKEW_MS..=now_ms()? + judge::SKEW_MS;
    let verdict = judge::judge(&url, &notes, &span).await?;
    println!("{verdict}");
    let secrets = club.bus_secrets();
    club.stop().await;
    let secrets = secrets.iter().map(|secret| format!("on the bus: {secret}"));
    let violations: Vec<_> = notes.violations.into_iter().chain(verdict.violations).collect();
    let violations: Vec<_> = violations.into_iter().chain(differences).chain(secrets).collect();
    for violation in violations.iter().take(20) {
        println!("VIOLATION: {violation}");
    }
    ensure!(violations.is_empty(), "{} violations", violations.len());
    println!("no violation in {:.0} s", begun.elapsed().as_secs_f64());
    Ok(())
}

/// The time of day of this machine, which is that of the database too.
fn now_ms() -> Result<i64> {
    Ok(SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis() as i64)
}
