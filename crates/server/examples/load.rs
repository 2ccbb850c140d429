//! Thousands of live games: the server under a load of well-behaved players.
//!
//! ```sh
//! cargo build --release && cargo run --release -p heterodox-server --example load -- \
//!     target/release/heterodox --games 9000 --seconds 60 --think 4500
//! ```
//!
//! Each game has two players, each with a guest, a loopback address and a socket of its own. The
//! player to move thinks for `--think` ms and makes a move that the state lists. With
//! `--resume-test` the other player leaves at every tenth move and comes back after it. Prints the
//! set-up time, moves per second, the time of a move from its player to the opponent, bytes per
//! move to both players, and the server's memory. A refused move, a wrong state or a lost socket is
//! an error and fails the run. `--limits N` is for players faster than people. Needs Linux, the
//! only system on which a program may use all of 127.0.0.0/8.

mod common;
#[path = "common/play.rs"]
mod play;

use common::{Process, Result, ms, percentile};
use futures_util::{StreamExt, TryStreamExt, stream};
use play::{Counts, Game, set_up};
use serde_json::json;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;
use tokio::time::sleep;

/// The number of games that are set up concurrently.
const CONCURRENT_SETUPS: usize = 32;

struct Args {
    program: PathBuf,
    games: u32,
    seconds: u64,
    think: Duration,
    game: String,
    limits: String,
    json: bool,
    resume_test: bool,
}

fn args() -> Result<Args> {
    let mut args = Args {
        program: PathBuf::new(),
        games: 100,
        seconds: 10,
        think: Duration::ZERO,
        game: "klinzha".to_owned(),
        limits: "1".to_owned(),
        json: false,
        resume_test: false,
    };
    let mut given = std::env::args().skip(1);
    while let Some(arg) = given.next() {
        let mut value = || given.next().ok_or(format!("{arg}: expected a value"));
        match arg.as_str() {
            "--games" => args.games = value()?.parse()?,
            "--seconds" => args.seconds = value()?.parse()?,
            "--think" => args.think = Duration::from_millis(value()?.parse()?),
            "--game" => args.game = value()?,
            "--limits" => args.limits = value()?,
            "--json" => args.json = true,
            "--resume-test" => args.resume_test = true,
            _ if args.program.as_os_str().is_empty() => args.program = arg.into(),
            _ => return Err(format!("'{arg}': expected an option").into()),
        }
    }
    if args.program.as_os_str().is_empty() {
        return Err("expected the program, such as target/release/heterodox".into());
    }
    Ok(args)
}

#[tokio::main]
async fn main() -> Result {
    let args = args()?;
    let home = tempfile::tempdir()?;
    let options = ["--limits", args.limits.as_str()];
    let options = if args.limits == "1" { &[][..] } else { &options };
    let server = Process::start(&args.program, home.path(), options)?;
    let before = server.memory();
    let begun = Instant::now();
    let setting_up = stream::iter(0..args.games)
        .map(|number| set_up(&server, &args.game, number))
        .buffer_unordered(CONCURRENT_SETUPS);
    let games: Vec<Game> = setting_up.try_collect().await?;
    let set_up = begun.elapsed();
    let ready = server.memory();

    let counts = Arc::new(Counts::default());
    let mut playing = JoinSet::new();
    for (number, game) in games.into_iter().enumerate() {
        // Spread the first moves.
        let first = args.think.mul_f64(number as f64 / f64::from(args.games));
        playing.spawn(game.play(first, args.think, args.resume_test, counts.clone()));
    }
    // The warm-up is not measured.
    sleep(Duration::from_secs(2) + args.think).await;
    counts.moves.store(0, Ordering::Relaxed);
    counts.bytes.store(0, Ordering::Relaxed);
    counts.counting.store(true, Ordering::Relaxed);
    let begun = Instant::now();
    sleep(Duration::from_secs(args.seconds)).await;
    let seconds = begun.elapsed().as_secs_f64();
    let moves = counts.moves.load(Ordering::Relaxed) as f64;
    let bytes = counts.bytes.load(Ordering::Relaxed) as f64 / moves.max(1.0);
    let end = server.memory();
    counts.stop.store(true, Ordering::Relaxed);
    let (mut times, mut errors) = (Vec::new(), Vec::new());
    while let Some(played) = playing.join_next().await {
        match played? {
            Ok(mut some) => times.append(&mut some),
            Err(error) => errors.push(error.to_string()),
        }
    }
    errors.iter().take(5).for_each(|error| eprintln!("{error}"));
    let times_of = |share| percentile(&mut times.clone(), share);
    let (p50, p99, longest) = (times_of(0.5), times_of(0.99), times_of(1.0));
    if args.json {
        let number = |time: Duration| time.as_secs_f64() * 1000.0;
        println!(
            "{}",
            json!({
                "moves_per_second": moves / seconds, "p50_ms": number(p50), "p99_ms": number(p99),
                "max_ms": number(longest), "bytes_per_move": bytes, "rss_before_mb": before,
                "rss_ready_mb": ready, "rss_end_mb": end, "errors": errors.len(),
            })
        );
    } else {
        println!("{} games of {}, set up in {:.1} s", args.games, args.game, set_up.as_secs_f64());
        println!(
            "{:.0} moves a second for {seconds:.0} s, {bytes:.0} bytes a move",
            moves / seconds
        );
        println!(
            "to the opponent: 50 % {} ms, 99 % {} ms, longest {} ms",
            ms(p50),
            ms(p99),
            ms(longest)
        );
        println!("memory: {before:.0} MiB, set up {ready:.0} MiB, at the end {end:.0} MiB");
        println!("errors: {}", errors.len());
    }
    server.stop()?;
    if errors.is_empty() { Ok(()) } else { Err("there were errors".into()) }
}
